/// Identifies a pattern of a file by the value that contains it, and by its interpretation.
struct PatternKey: Hashable, Sendable {
    /// The index of the value in its document.
    var valueIndex: Int
    var part: LinkPattern.Part
    var options: ComparisonOptions
}

extension LinkRule.SourcedPattern {
    var key: PatternKey { PatternKey(valueIndex: source.index, part: pattern.part, options: pattern.options) }
}

/// The patterns of a file; each value is parsed once, and all rules that inherit it share the result.
final class PatternCache {
    private let variables: SubstitutionVariables
    private var patterns: [PatternKey: LinkRule.SourcedPattern] = [:]
    private var items: [PatternKey: [LinkRule.QueryItem]] = [:]
    private var tokenCounts: [Int: Int] = [:]
    /// The total number of tokens that rules inherit; a value counts once for each rule that inherits it.
    private(set) var inheritedTokens = 0

    init(_ variables: SubstitutionVariables) { self.variables = variables }

    func pattern(_ source: JSONValue, _ key: PatternKey) -> LinkRule.SourcedPattern? {
        if let known = patterns[key] { return known }
        guard let text = source.string else { return nil }
        let pattern = LinkRule.SourcedPattern(
            pattern: LinkPattern(text, part: key.part, options: key.options, variables: variables), source: source)
        patterns[key] = pattern
        return pattern
    }

    func query(_ source: JSONValue, _ key: PatternKey) -> LinkRule.QueryConstraint? {
        if let whole = pattern(source, key) { return .whole(whole) }
        var items = items[key]
        if items == nil, let members = source.members?.effective {
            let parsed = members.compactMap { member -> LinkRule.QueryItem? in
                var itemKey = key
                itemKey.valueIndex = member.value.index
                itemKey.part = .queryItem
                guard let value = pattern(member.value, itemKey) else { return nil }
                return LinkRule.QueryItem(name: member.name, value: value)
            }
            // One value that is not a string removes the whole constraint. Documented as components.query-non-string
            items = parsed.count < members.count ? [] : parsed
            self.items[key] = items
        }
        guard let items, !items.isEmpty else { return nil }
        return .items(items)
    }

    func countInherited(_ source: JSONValue) {
        let count = tokenCounts[source.index] ?? maxTokenCount(of: source)
        tokenCounts[source.index] = count
        inheritedTokens += count
    }

    /// Returns the maximum number of tokens in the patterns of a value.
    private func maxTokenCount(of source: JSONValue) -> Int {
        if let text = source.string { return text.utf8.count + 1 }
        return source.members?.effective.reduce(0) { $0 + ($1.value.string?.utf8.count ?? 0) + 1 } ?? 0
    }
}
