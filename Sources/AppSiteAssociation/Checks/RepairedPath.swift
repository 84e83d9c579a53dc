import Basics

/// The correction of a path pattern that does not match the intended links, or matches additional ones.
///
/// The checks must not report any problem with a corrected pattern.
/// Rules: patterns.path-only, patterns.added-slash-counts, encoding.as-written, encoding.decoded
struct RepairedPath {
    private(set) var path: String
    private(set) var items: [(name: String, value: String)] = []
    private(set) var fragment: String?

    /// Corrects `text`, a pattern without `NOT`; `nil` if the intention is not clear.
    init?(_ text: String, isPercentEncoded: Bool) {
        var rest = Self.trimmed(text)
        if let path = Self.withoutOrigin(rest) ?? Self.withoutHost(rest) {
            // A host without a path can mean its home page or the whole site.
            guard !path.isEmpty, path != "/" else { return nil }
            rest = path
        }
        if isPercentEncoded, let hash = rest.unicodeScalars.firstIndex(of: "#") {
            let start = rest.unicodeScalars.index(after: hash)
            fragment = Self.spelled(String(rest.unicodeScalars[start...]), isPercentEncoded: isPercentEncoded)
            rest = String(rest.unicodeScalars[..<hash])
        }
        if let (path, query) = Self.splitQuery(rest) {
            items = Self.queryItems(in: query).map {
                ($0.name, Self.spelled($0.value, isPercentEncoded: isPercentEncoded))
            }
            rest = path
        } else if Self.endsInLooseQuestionMark(rest) {
            rest = String(rest.unicodeScalars.dropLast(2))
        }
        if isPercentEncoded { rest = Self.withoutPlaceholders(rest) }
        rest = Self.spelled(rest, isPercentEncoded: isPercentEncoded)
        path = rest.isEmpty ? "/" : rest
        let canMatch =
            Self.isPossible(path, in: .path, isPercentEncoded: isPercentEncoded)
            && Self.isPossible(fragment ?? "", in: .fragment, isPercentEncoded: isPercentEncoded)
            && items.allSatisfy { Self.isPossible($0.value, in: .queryItem, isPercentEncoded: isPercentEncoded) }
        // A suggestion must be short enough to be shown, and must not contain a duplicate key.
        let isShowable = ([path, fragment ?? ""] + items.flatMap { [$0.name, $0.value] })
            .allSatisfy { $0.unicodeScalars.count <= QuotedText.limit }
        guard canMatch, isShowable, Set(items.map { ExactText($0.name) }).count == items.count else { return nil }
    }

    static func isPossible(_ text: String, in part: LinkPattern.Part, isPercentEncoded: Bool) -> Bool {
        RuleFault.impossibility(of: text, in: part, isPercentEncoded: isPercentEncoded) == nil
            && RuleFault.misplacedText(in: text, of: part, isPercentEncoded: isPercentEncoded) == nil
    }

    var isPathOnly: Bool { items.isEmpty && fragment == nil }

    var members: String {
        var parts = ["\"/\": \(QuotedText.json(path))"]
        if !items.isEmpty {
            let shown = items.map { "\(QuotedText.json($0.name)): \(QuotedText.json($0.value))" }
            parts.append("\"?\": { \(shown.joined(separator: ", ")) }")
        }
        if let fragment { parts.append("\"#\": \(QuotedText.json(fragment))") }
        return parts.joined(separator: ", ")
    }

    func component(excludes: Bool = false) -> String { "{ \(members)\(excludes ? ", \"exclude\": true" : "") }" }

    /// Returns the string for `paths`, without parts that only components can express.
    func pathsElement(excludes: Bool) -> String { QuotedText.json((excludes ? "NOT " : "") + path) }

    /// Returns the fix that replaces `value`, the path of a component or a string of `paths`, and its alternative; the
    /// fix is `nil` if a component would then have a duplicate member.
    func fixes(
        for checked: CheckedRule, at value: JSONValue, excludes: Bool, in list: CheckedRules
    ) -> (fix: Fix?, alternative: Fix?) {
        let rule = checked.rule
        // The app may lose the links that the rule matches by chance.
        func fix(_ text: String, _ edit: FileEdit) -> Fix { Fix(text, [edit], mayLose: [checked.language]) }
        if rule.isComponent {
            let becomesExclusion = excludes && !rule.excludes
            let repeatsMember =
                (rule.query != nil && !items.isEmpty) || (rule.fragment != nil && fragment != nil)
                || (becomesExclusion && rule.fields?.exclude != nil)
            if repeatsMember { return (nil, nil) }
            let members = members + (becomesExclusion ? ", \"exclude\": true" : "")
            return (fix("Write \(members).", .writeMembers(members, over: value.index)), nil)
        }
        let path = pathsElement(excludes: excludes)
        let write = FileEdit.write(path, over: value.index)
        if isPathOnly { return (fix("Write \(path).", write), nil) }
        let component = component(excludes: excludes)
        if items.isEmpty {
            let reason = "\"paths\" cannot match fragments"
            let conversion = list.conversionToComponents(component, for: value, lead: "\(reason): add")
            return (conversion ?? fix("Remove it: \(reason).", .remove(value.index)), nil)
        }
        return (
            fix("\"paths\" cannot match queries: write \(path), which matches with any query.", write),
            list.conversionToComponents(component, for: value, lead: "To match the query, add")
        )
    }

    /// Returns the language of `checked` with `repaired` as its path; the language of all URLs if it is not known.
    static func language(
        _ repaired: RepairedPath?, of checked: CheckedRule, excludes: Bool, in list: CheckedRules
    ) -> RuleLanguage {
        guard let original = checked.language,
            var language = repaired?.language(of: checked.rule, excludes: excludes, variables: list.variables)
        else { return .everything(excludes: excludes) }
        language.conditions += original.conditions
        return language
    }

    func language(of rule: LinkRule, excludes: Bool, variables: SubstitutionVariables) -> RuleLanguage? {
        var builder = RuleLanguageBuilder()
        func elements(_ text: String, _ part: LinkPattern.Part) -> [LanguageElement]? {
            builder.elements(
                of: LinkPattern(
                    text, part: part, options: rule.options, variables: rule.isComponent ? variables : nil))
        }
        guard let path = elements(path, .path) else { return nil }
        var language = RuleLanguage(excludes: excludes, form: rule.form, path: path, conditions: [])
        for item in items {
            guard let value = elements(item.value, .queryItem) else { return nil }
            language.conditions.append(.init(part: .item(name: item.name), form: rule.form, pattern: value))
        }
        if let fragment {
            guard let elements = elements(fragment, .fragment) else { return nil }
            language.conditions.append(.init(part: .fragment, form: rule.form, pattern: elements))
        }
        return language
    }

    // MARK: - Parts of patterns

    /// Returns the rest of a pattern after the scheme and the host of a whole URL; `nil` if there is no scheme.
    static func withoutOrigin(_ text: String) -> String? {
        let scalars = Array(text.unicodeScalars)
        guard let colon = scalars.firstIndex(of: ":"), colon > 0, colon < 12,
            scalars[..<colon].allSatisfy({
                $0.isASCII && ($0.properties.isAlphabetic || $0 == "*" || $0 == "+" || $0 == "-")
            }),
            scalars[(colon + 1)...].starts(with: ["/", "/"])
        else { return nil }
        let rest = scalars[(colon + 3)...].drop { $0 != "/" && $0 != "?" && $0 != "#" }
        return String(String.UnicodeScalarView(rest))
    }

    /// Returns the rest of a pattern after a host name in its first segment, or after a whole URL that follows a slash.
    static func withoutHost(_ text: String) -> String? {
        let scalars = text.unicodeScalars.drop { $0 == "/" }
        if scalars.startIndex > text.startIndex, let rest = withoutOrigin(String(scalars)) { return rest }
        let segment = String(scalars.prefix { $0 != "/" && $0 != "?" && $0 != "#" })
        guard isHostName(segment) else { return nil }
        return String(scalars.dropFirst(segment.unicodeScalars.count))
    }

    /// Whether `text` is almost certainly a host name, because it begins with `www.`, or ends with a top-level domain
    /// that is not a file extension.
    private static func isHostName(_ text: String) -> Bool {
        let labels = text.lowercased().split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count > 1, let first = labels.first, let last = labels.last else { return false }
        let names = first == "*" ? labels.dropFirst() : labels[...]
        let areNames = names.allSatisfy { name in
            !name.isEmpty && name.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "-") }
        }
        guard areNames else { return false }
        let isSecondLevel = labels.count > 2 && last.count == 2 && ["co", "com"].contains(labels[labels.count - 2])
        return (first == "www" && labels.count > 2) || isSecondLevel || topLevelDomains.contains(String(last))
    }

    /// The top-level domains of countries and the common generic ones, except those that are also file extensions, such
    /// as `.md`, `.sh`, `.py`, `.zip` and `.mov`.
    private static let topLevelDomains: Set<String> = {
        func words(_ text: String) -> Set<String> { Set(text.split(separator: " ").map(String.init)) }
        let extensions = words(
            """
            ai am as bz cc cd cf cu do eg in la lc ma md mk ml mm mo mp ms pl pm pn ps py rs sc sh so sr st sv tc tf \
            tm to vi wf
            """)
        let countries = Set(ISOCodes.regions.map { $0.lowercased() } + ["eu", "uk"])
        let generic = words(
            """
            agency app bank biz blog cafe care chat city cloud club com community company design dev digital edu \
            education email energy events family fashion finance fit fun games global gov group health info insurance \
            int international jobs kitchen legal life live love ltd market marketing media mil mobi money museum name \
            net network news ngo online org page photos pizza place plus press recipes restaurant run school services \
            shop site social software solutions space store studio systems team tech technology tel today tools tours \
            travel university vip website wiki work works world xyz zone
            """)
        return countries.subtracting(extensions).union(generic)
    }()

    /// Returns the path and the query of a pattern in which an item with `=` follows `?` in the same segment.
    static func splitQuery(_ text: String) -> (path: String, query: String)? {
        let scalars = text.unicodeScalars
        guard let equals = scalars.firstIndex(of: "=") else { return nil }
        let before = scalars[..<equals]
        guard let mark = before.lastIndex(of: "?") else { return nil }
        let name = scalars[scalars.index(after: mark)..<equals]
        guard !name.contains("/"), !name.isEmpty else { return nil }
        return (String(scalars[..<mark]), String(scalars[scalars.index(after: mark)...]))
    }

    private static func queryItems(in query: String) -> [(name: String, value: String)] {
        query.split(separator: "&").map { item in
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count > 1 else { return (parts[0], "") }
            // A single star would also match a missing item, which counts as empty.
            return (parts[0], parts[1] == "*" ? "?*" : parts[1])
        }
    }

    /// Whether a pattern ends with `?*`, which was probably intended to match any query.
    static func endsInLooseQuestionMark(_ text: String) -> Bool {
        let scalars = Array(text.unicodeScalars)
        guard scalars.count > 3, scalars.suffix(2) == ["?", "*"] else { return false }
        return !["/", "*", "?", ")"].contains(scalars[scalars.count - 3])
    }

    private static func withoutPlaceholders(_ text: String) -> String {
        let closingBrackets: [Unicode.Scalar: Unicode.Scalar] = ["{": "}", "<": ">"]
        var result = String.UnicodeScalarView()
        var rest = text.unicodeScalars[...]
        while let scalar = rest.first {
            if let closing = closingBrackets[scalar], let end = rest.firstIndex(of: closing),
                !rest[..<end].contains("/")
            {
                if result.last != "*" { result.append("*") }
                rest = rest[rest.index(after: end)...]
            } else {
                result.append(scalar)
                rest = rest.dropFirst()
            }
        }
        return String(result)
    }

    /// Returns `text` in the form of the compared URL: percent-encoded as written, or decoded.
    static func spelled(_ text: String, isPercentEncoded: Bool) -> String {
        guard isPercentEncoded else { return PercentDecoding.decoded(text) ?? text }
        return text.escaped { scalar in
            let isKept = scalar.isASCII && scalar.value > 0x20 && scalar.value != 0x7F
            return isKept ? nil : PercentDecoding.encoded(String(scalar))
        }
    }

    static func trimmed(_ text: String) -> String {
        String(text.unicodeScalars.trimming(\.properties.isWhitespace))
    }
}
