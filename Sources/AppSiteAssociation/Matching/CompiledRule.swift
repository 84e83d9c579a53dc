/// A rule that is prepared for matching.
final class CompiledRule: Sendable {
    struct Item: Sendable {
        let name: String
        let value: CompiledPattern
    }

    let rule: LinkRule
    private let path: CompiledPattern?
    private let query: CompiledPattern?
    private let items: [Item]
    private let fragment: CompiledPattern?

    init(_ rule: LinkRule, programs: inout VariableProgram.Cache) {
        self.rule = rule
        path = rule.path.map { programs.pattern($0) }
        fragment = rule.fragment.map { programs.pattern($0) }
        query = if case .whole(let whole)? = rule.query { programs.pattern(whole) } else { nil }
        items = if case .items(let items)? = rule.query { programs.items(items) } else { [] }
    }

    /// The first part of a URL that does not match, in the order path, query, fragment.
    enum Mismatch {
        case path
        case query
        /// The item at this index in the rule; `value` is the value that does not match, or `nil` for an absent item.
        case item(index: Int, value: [CompiledPattern.Code]?)
        case fragment
    }

    /// Returns the first part that does not match; `nil` if the rule matches.
    /// Documented as components.all-keys, components.query-all-items, components.query-absent-item
    func mismatch(_ url: inout PreparedURL, budget: inout WorkBudget) throws(WorkBudget.Exhausted) -> Mismatch? {
        try budget.take(1)
        let parts = url.parts(rule.options)
        if let path, try !path.matches(parts.path, budget: &budget) { return .path }
        if let query, try !query.matches(parts.query, budget: &budget) { return .query }
        for (index, item) in items.enumerated() {
            try budget.take(parts.items.count + 1)
            let values = parts.items.filter { $0.name.isExactly(item.name) }.map(\.value)
            for value in values {
                if try !item.value.matches(value, budget: &budget) { return .item(index: index, value: value) }
            }
            if values.isEmpty, try !item.value.matches([], budget: &budget) { return .item(index: index, value: nil) }
        }
        if let fragment, try !fragment.matches(parts.fragment, budget: &budget) { return .fragment }
        return nil
    }
}
