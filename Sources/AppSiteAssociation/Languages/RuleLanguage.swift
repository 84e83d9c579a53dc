/// One rule, path or component, as a language of URLs: all of its conditions must hold.
struct RuleLanguage: Hashable, Sendable {
    /// The form of the URL with which the patterns are compared.
    enum Text: Hashable, Sendable, CaseIterable {
        /// The URL as it is written.
        case written
        /// The URL after percent-decoding: `percentEncoded` is false.
        case decoded
    }

    /// The part of a URL that a condition applies to.
    enum Part: Hashable, Sendable {
        /// The whole query, without its `?`.
        case query
        /// Every value of the query item of that name; an absent item is the empty text.
        ///
        /// Rules: components.query-all-items, components.query-absent-item
        case item(name: String)
        /// The fragment, without its `#`.
        case fragment
    }

    /// A condition on the query or the fragment.
    struct Condition: Hashable, Sendable {
        var part: Part
        var text: Text
        var pattern: [LanguageElement]

        /// The texts that the part can hold.
        var space: LanguageSpace {
            let kind: LinkPattern.Part =
                switch part {
                case .query: .query
                case .item: .queryItem
                case .fragment: .fragment
                }
            return .texts(of: kind, isWritten: text == .written)
        }
    }

    /// Whether a URL that matches is kept out of the app.
    var excludes: Bool
    /// The form of the URL with which the patterns are compared.
    var text: Text
    /// The normalised path pattern, or `nil` when every path matches.
    var path: [LanguageElement]?
    /// The other conditions.
    var conditions: [Condition]

    /// The paths that there are.
    var pathSpace: LanguageSpace { .texts(of: .path, isWritten: text == .written) }

    /// Whether the rule matches every URL.
    var matchesEverything: Bool { path == nil && conditions.isEmpty }

    /// The rule that matches every URL.
    static func everything(excludes: Bool) -> RuleLanguage {
        RuleLanguage(excludes: excludes, text: .written, path: nil, conditions: [])
    }

    /// The rule without the conditions that every text meets: they make no difference, and without them more can be decided.
    func simplified(budget: inout WorkBudget) -> RuleLanguage {
        var result = self
        if let path, path.count(where: { $0 != .anyRun }) <= 1, path.contains(.anyRun),
            pathSpace.isCovered(by: [path], budget: &budget).isProven
        {
            result.path = nil
        }
        result.conditions = conditions.filter { condition in
            guard condition.pattern.contains(.anyRun) else { return true }
            return !condition.space.isCovered(by: [condition.pattern], budget: &budget).isProven
        }
        return result
    }

    /// Whether every URL that matches this rule is known to match `other`.
    ///
    /// It is claimed only when it is proven. Neither rule is empty, and both are simplified.
    func isIncluded(in other: RuleLanguage, budget: inout WorkBudget) -> Bool {
        guard budget.spend(1 + conditions.count * other.conditions.count / 8) else { return false }
        if let otherPath = other.path {
            // What is decoded and what is written cannot be compared: "%2F" is a slash in one of them only.
            guard let path, text == other.text, path.canBeCovered(by: otherPath) else { return false }
        }
        for condition in other.conditions {
            let isMet = conditions.contains {
                $0.part == condition.part && $0.text == condition.text
                    && $0.pattern.canBeCovered(by: condition.pattern)
                    && $0.space.isIncluded($0.pattern, in: [condition.pattern], budget: &budget).isProven
            }
            guard isMet else { return false }
        }
        guard let path, let otherPath = other.path else { return true }
        return pathSpace.isIncluded(path, in: [otherPath], budget: &budget).isProven
    }
}

extension [LanguageElement] {
    /// Whether nothing at the beginning or the end shows at once that `other` does not cover all that this matches.
    fileprivate func canBeCovered(by other: [LanguageElement]) -> Bool {
        for (own, its) in zip(self, other) {
            guard case .scalar(let expected) = its else { break }
            if case .scalar(let scalar) = own, scalar != expected { return false }
            if case .oneIn(let set) = own, set.only != expected.value { return false }
            guard own.isSingle else { break }
        }
        for (own, its) in zip(reversed(), other.reversed()) {
            guard case .scalar(let expected) = its else { break }
            if case .scalar(let scalar) = own, scalar != expected { return false }
            if case .oneIn(let set) = own, set.only != expected.value { return false }
            guard own.isSingle else { break }
        }
        return true
    }
}
