import struct Foundation.Data
import class Foundation.FileManager
import struct Foundation.URL

@testable import AppSiteAssociation

/// A rule of the format as an article states it.
struct StatedRule {
    /// The heading, such as `location.well-known`.
    var identifier: String
    /// The article, without `.md`.
    var article: String
    /// The lines below the heading.
    var lines: [String] = []

    /// The part before the dot.
    var subject: String { String(identifier.prefix { $0 != "." }) }

    /// Returns the values of `field`, such as `Systems`, in the rule.
    func values(_ field: String) -> [String] {
        lines.filter { $0.hasPrefix("- \(field): ") }.map { String($0.dropFirst(field.count + 4)) }
    }
}

/// An example of an article: a file, a URL and the result.
struct StatedExample {
    var json: String
    var url: String
    var outcome: String

    /// Reads `FILE` and `URL`: outcome, both in backticks; `nil` for anything else.
    init?(_ text: String) {
        guard let match = text.wholeMatch(of: /`(.+)` and `(.+)`: (match|no match|exclude)/) else { return nil }
        json = Self.file(String(match.1))
        url = match.2.hasPrefix("https://") ? String(match.2) : "https://example.com" + match.2
        outcome = String(match.3.replacing(" ", with: "_"))
    }

    /// A whole file for one component, a list of rules, an entry of `details` or the value of `applinks`.
    private static func file(_ text: String) -> String {
        let members = ["{\"details\"", "{\"defaults\"", "{\"substitutionVariables\""]
        if members.contains(where: text.hasPrefix) { return "{\"applinks\":\(text)}" }
        if text.hasPrefix("{\"appID") { return "{\"applinks\":{\"details\":[\(text)]}}" }
        let key = text.hasPrefix("[\"") ? "paths" : "components"
        let rules = text.hasPrefix("[") ? text : "[\(text)]"
        return "{\"applinks\":{\"details\":[{\"appIDs\":[\"\(Sample.app)\"],\"\(key)\":\(rules)}]}}"
    }
}

/// The articles that state the rules of the format, and the code that cites them.
struct RuleArticles {
    /// The text of each article by its name, without `.md`.
    let texts: [String: String]
    /// The rules in the order of each article.
    let rules: [StatedRule]

    init() throws {
        var texts: [String: String] = [:]
        var rules: [StatedRule] = []
        let folder = "Sources/AppSiteAssociation/AppSiteAssociation.docc/Rules"
        for path in try Self.files(under: folder, suffix: ".md") {
            let name = String(path.split(separator: "/").last?.dropLast(3) ?? "")
            let text = try Self.text(path)
            texts[name] = text
            var isInside = false
            for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
                if line.hasPrefix("#") {
                    let heading = line.drop { $0 == "#" || $0 == " " }
                    isInside = line.hasPrefix("### ") && heading.contains(".") && !heading.contains(" ")
                    if isInside { rules.append(StatedRule(identifier: String(heading), article: name)) }
                } else if isInside {
                    rules[rules.count - 1].lines.append(String(line))
                }
            }
        }
        self.texts = texts
        self.rules = rules
    }

    var identifiers: Set<String> { Set(rules.map(\.identifier)) }

    /// Returns the names in the first column of an article's tables.
    func names(in article: String) -> Set<String> {
        let rows = texts[article, default: ""].split(separator: "\n").filter { $0.hasPrefix("| ") }
        return Set(rows.compactMap { $0.firstMatch(of: /^\| (.+?) \|/).map { String($0.1) } })
    }

    /// Returns all parts of `text` that have the form of an identifier of one of the subjects.
    func mentions(in text: some StringProtocol) -> [String] {
        let subjects = Set(rules.map(\.subject))
        return String(text).matches(of: /[a-z]+(?:-[a-z]+)*\.[a-z0-9]+(?:-[a-z0-9]+)*/).map { String($0.0) }
            .filter { subjects.contains(String($0.prefix { $0 != "." })) }
    }

    // MARK: The code

    /// Returns the comments of the project's Swift files, each with its position.
    static func comments() throws -> [(place: String, text: String)] {
        try files(under: "Sources", suffix: ".swift").flatMap { path in
            let lines = try text(path).split(separator: "\n", omittingEmptySubsequences: false)
            return lines.enumerated().compactMap { index, line -> (place: String, text: String)? in
                let line = line.drop { $0 == " " }
                guard line.hasPrefix("//") else { return nil }
                return ("\(path):\(index + 1)", String(line.drop { $0 == "/" }))
            }
        }
    }

    private static func files(under folder: String, suffix: String) throws -> [String] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: ProjectFiles.root.appending(path: folder).path)
        return names.filter { $0.hasSuffix(suffix) }.sorted().map { "\(folder)/\($0)" }
    }

    private static func text(_ path: String) throws -> String {
        try String(decoding: Data(contentsOf: ProjectFiles.root.appending(path: path)), as: UTF8.self)
    }
}
