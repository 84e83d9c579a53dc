/// A random association file with one entry, and links that are likely to match its rules.
///
/// The patterns consist of everything that affects matching: slashes, wildcards, variables, letters of either case,
/// escapes, and misplaced text such as a query in a path.
public struct RandomRules {
    /// The text of the file.
    public let text: String
    private let rules: [Rule]

    private struct Rule {
        var path: String?
        var query: String?
        var items: [(name: String, value: String)] = []
        var fragment: String?
        var isDecoded = false
    }

    /// Creates a file with rules in `components`, in `paths`, or in both.
    public init(using generator: inout some RandomNumberGenerator) {
        var lists: [String] = []
        var rules: [Rule] = []
        let kind = Int.random(in: 0..<5, using: &generator)
        if kind != 0 {
            let components = (0..<Int.random(in: 1...5, using: &generator)).map { _ in
                Self.component(&rules, &generator)
            }
            lists.append("\"components\": [\(components.joined(separator: ",\n"))]")
        }
        if kind < 2 {
            let paths = (0..<Int.random(in: 1...5, using: &generator)).map { _ in
                let path = Self.path(rules, &generator)
                rules.append(Rule(path: path))
                return Self.literal((Int.random(in: 0..<3, using: &generator) == 0 ? "NOT " : "") + path)
            }
            lists.append("\"paths\": [\(paths.joined(separator: ",\n"))]")
        }
        self.rules = rules
        text = """
            {"applinks": {"apps": [], "substitutionVariables": {"v": ["a", "b?", "1*", "K"]}, "details": [
            {"appID": "A1B2C3D4E5.com.acme.app", "appIDs": ["A1B2C3D4E5.com.acme.app"], \(lists.joined(separator: ",\n"))}]}}
            """
    }

    private static let pathPieces = [
        "/", "/", "/", "a", "b", "*", "*", "?", "?", "1", "ab", "/a/", "A", "=", "?a=", "?a=*", "%20", " ", "#", "é",
        "k",
        "\u{212A}", "https://x.y/", "&", "{a}", "|", "//", "$(v)", "$(digit)", "$(alpha)",
    ]
    private static let valuePieces = ["a", "b", "*", "?", "1", "A", "%20", "#", "&", "=", "k", "$(v)", "$(alpha)", "/"]

    private static func pattern(_ pieces: [String], _ length: Int, _ generator: inout some RandomNumberGenerator)
        -> String
    {
        let count = Int.random(in: 1...length, using: &generator)
        return (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "a" }.joined()
    }

    /// Returns a pattern of a path: a new one, or a variation of an earlier rule's.
    private static func path(_ rules: [Rule], _ generator: inout some RandomNumberGenerator) -> String {
        guard let earlier = rules.randomElement(using: &generator)?.path, Bool.random(using: &generator) else {
            return pattern(pathPieces, 5, &generator)
        }
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: return earlier
        case 1: return String(earlier.prefix(Int.random(in: 0...earlier.count, using: &generator))) + "*"
        case 2: return earlier.replacing("*", with: "a")
        default: return earlier + pattern(pathPieces, 2, &generator)
        }
    }

    private static func component(_ rules: inout [Rule], _ generator: inout some RandomNumberGenerator) -> String {
        func one(in count: Int, _ generator: inout some RandomNumberGenerator) -> Bool {
            Int.random(in: 0..<count, using: &generator) == 0
        }
        var rule = Rule()
        var members: [String] = []
        if !one(in: 8, &generator) {
            let path = path(rules, &generator)
            rule.path = one(in: 3, &generator) ? path : "/" + path
            members.append("\"/\": \(literal(rule.path ?? ""))")
        }
        switch Int.random(in: 0..<8, using: &generator) {
        case 0:
            let query = pattern(valuePieces, 3, &generator)
            rule.query = query
            members.append("\"?\": \(literal(query))")
        case 1, 2:
            rule.items = ["x", "y"].prefix(one(in: 2, &generator) ? 1 : 2).map { name in
                (name, pattern(valuePieces, 2, &generator))
            }
            let shown = rule.items.map { "\"\($0.name)\": \(literal($0.value))" }
            members.append("\"?\": {\(shown.joined(separator: ", "))}")
        default: break
        }
        if one(in: 6, &generator) {
            let fragment = pattern(valuePieces, 2, &generator)
            rule.fragment = fragment
            members.append("\"#\": \(literal(fragment))")
        }
        if one(in: 3, &generator) { members.append("\"exclude\": true") }
        if one(in: 5, &generator) { members.append("\"caseSensitive\": false") }
        if one(in: 4, &generator) {
            rule.isDecoded = true
            members.append("\"percentEncoded\": false")
        }
        rules.append(rule)
        return "{\(members.joined(separator: ", "))}"
    }

    private static func literal(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }

    /// Returns a link that is likely to match one of the rules, and has an unusual form.
    public func link(using generator: inout some RandomNumberGenerator) -> String {
        guard let rule = rules.randomElement(using: &generator) else { return "https://example.com/" }
        var path = Self.text(for: rule.path ?? "*", rule, &generator)
        if !path.hasPrefix("/") { path = "/" + path }
        var link = "https://example.com" + path
        var items = rule.items.filter { _ in Int.random(in: 0..<5, using: &generator) > 0 }.map { item in
            "\(item.name)=\(Self.text(for: item.value, rule, &generator))"
        }
        if Int.random(in: 0..<4, using: &generator) == 0 {
            items.append(["y", "x=", "a=1", "z"].randomElement(using: &generator) ?? "")
        }
        let query = rule.query.map { Self.text(for: $0, rule, &generator) } ?? items.joined(separator: "&")
        if !query.isEmpty { link += "?" + query }
        if let fragment = rule.fragment { link += "#" + Self.text(for: fragment, rule, &generator) }
        return link
    }

    private static let letters = [
        "a", "b", "A", "1", "/", "=", "_", "k", "%20", "%2F", "%E2%84%AA", "%C3%A9", ".", "%",
    ]

    /// Returns a text that a pattern is likely to match, in the notation of URLs.
    private static func text(for pattern: String, _ rule: Rule, _ generator: inout some RandomNumberGenerator) -> String
    {
        var text = ""
        var rest = pattern.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            switch scalar {
            case "*":
                for _ in 0..<Int.random(in: 0...3, using: &generator) {
                    text += letters.randomElement(using: &generator) ?? "a"
                }
            case "?": text += letters.randomElement(using: &generator) ?? "a"
            case "$" where rest.first == "(":
                rest = rest.drop { $0 != ")" }.dropFirst()
                text += ["a", "bA", "1", "1/x", "K", "%E2%84%AA"].randomElement(using: &generator) ?? "a"
            default:
                let isEncoded = Int.random(in: 0..<(rule.isDecoded ? 4 : 40), using: &generator) == 0
                if isEncoded || "#?&".unicodeScalars.contains(scalar) {
                    for byte in String(scalar).utf8 { text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16) }
                } else {
                    text.unicodeScalars.append(scalar)
                }
            }
        }
        return text
    }
}
