/// Comparison of rules for which only the trailing slash, which never matters on current systems, makes a difference.
enum TrailingSlash {
    /// Whether `rule` would not be covered by `earlier` if a trailing slash mattered, as it may on earlier systems.
    static func decides(_ rule: LinkRule, _ earlier: LinkRule, budget: inout WorkBudget) -> Bool {
        var builder = RuleLanguageBuilder()
        guard budget.remaining > 0, let path = rule.path?.pattern, let earlierPath = earlier.path?.pattern,
            let elements = self.elements(of: path, &builder),
            let earlierElements = self.elements(of: earlierPath, &builder)
        else { return false }
        let answer = budget.withShare(of: 100_000) {
            LanguageSpace.anyPath.isIncluded(elements, in: [earlierElements], budget: &$0)
        }
        if case .fails = answer { return true }
        return false
    }

    private static func elements(of pattern: LinkPattern, _ builder: inout RuleLanguageBuilder) -> [LanguageElement]? {
        guard var elements = builder.elements(of: pattern) else { return nil }
        let hasOwnEnd = pattern.text.hasSuffix("/") || pattern.text.hasSuffix("*")
        if !hasOwnEnd, elements.count > 1, elements.last == .scalar("/") { elements.removeLast() }
        return elements
    }
}
