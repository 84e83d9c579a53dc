/// A correction of a path pattern that does not match the intended links, or matches additional ones.
///
/// The checks must not report any problem with a corrected pattern.
/// Documented as patterns.path-only, patterns.added-slash-counts, encoding.as-written, encoding.decoded
struct CorrectedPath {
    private(set) var path: String
    private(set) var items: [(name: String, value: String)] = []
    private(set) var fragment: String?

    /// Corrects `text`, a pattern without `NOT`; `nil` if the intention is not clear.
    init?(_ text: String, isPercentEncoded: Bool) {
        var rest = text.trimmed
        if let path = Self.withoutOrigin(rest) ?? Self.withoutHost(rest) {
            // A host without a path can mean its home page or the whole site.
            guard !path.isEmpty, path != "/" else { return nil }
            rest = path
        }
        if isPercentEncoded, let hash = rest.unicodeScalars.firstIndex(of: "#") {
            let start = rest.unicodeScalars.index(after: hash)
            fragment = Self.comparedForm(of: String(rest.unicodeScalars[start...]), isPercentEncoded: isPercentEncoded)
            rest = String(rest.unicodeScalars[..<hash])
        }
        if let (path, query) = Self.splitQuery(rest) {
            items = Self.queryItems(in: query).map {
                ($0.name, Self.comparedForm(of: $0.value, isPercentEncoded: isPercentEncoded))
            }
            rest = path
        } else if Self.endsInLooseQuestionMark(rest) {
            rest = String(rest.unicodeScalars.dropLast(2))
        }
        if isPercentEncoded { rest = Self.withoutPlaceholders(rest) }
        rest = Self.comparedForm(of: rest, isPercentEncoded: isPercentEncoded)
        path = rest.isEmpty ? "/" : rest
        let canMatch =
            Self.isPossible(path, in: .path, isPercentEncoded: isPercentEncoded)
            && Self.isPossible(fragment ?? "", in: .fragment, isPercentEncoded: isPercentEncoded)
            && items.allSatisfy { Self.isPossible($0.value, in: .queryItem, isPercentEncoded: isPercentEncoded) }
        // A suggestion must be short enough to be shown, and must not contain a duplicate key.
        let isShowable = ([path, fragment ?? ""] + items.flatMap { [$0.name, $0.value] })
            .allSatisfy { $0.unicodeScalars.count <= QuotedText.maxLength }
        guard canMatch, isShowable, Set(items.map { ExactText($0.name) }).count == items.count else { return nil }
    }

    static func isPossible(_ text: String, in part: LinkPattern.Part, isPercentEncoded: Bool) -> Bool {
        RuleFault.impossibility(of: text, in: part, isPercentEncoded: isPercentEncoded) == nil
            && RuleFault.misplacedText(in: text, of: part, isPercentEncoded: isPercentEncoded) == nil
    }

    var isPathOnly: Bool { items.isEmpty && fragment == nil }

    /// The members of a component with the corrected parts, as JSON without braces.
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

    /// Returns the fix that replaces `value`, the path of a component or a string of `paths`, and an alternative fix;
    /// there is none if a component would then have a duplicate member.
    func fixes(
        for checked: CheckedRule, at value: JSONValue, excludes: Bool, in list: CheckedRules
    ) -> (fix: Fix?, alternative: Fix?) {
        let rule = checked.rule
        // The app may lose the links that the rule matches by chance.
        func fix(_ text: String, _ edit: FileEdit) -> Fix { Fix(text, [edit], acceptedLosses: [checked.language]) }
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

    /// Returns the language of `checked` with `path` as its path; the language of all URLs if it is not known.
    static func language(
        _ path: CorrectedPath?, of checked: CheckedRule, excludes: Bool, in list: CheckedRules
    ) -> RuleLanguage {
        guard let original = checked.language,
            var language = path?.language(of: checked.rule, excludes: excludes, variables: list.variables)
        else { return .everything(excludes: excludes) }
        language.conditions += original.conditions
        return language
    }

    func language(of rule: LinkRule, excludes: Bool, variables: SubstitutionVariables) -> RuleLanguage? {
        var builder = RuleLanguageBuilder()
        func elements(_ text: String, _ part: LinkPattern.Part) -> [LanguageElement]? {
            builder.elements(
                of: LinkPattern(text, part: part, options: rule.options, variables: rule.isComponent ? variables : nil))
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
}
