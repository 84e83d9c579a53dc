/// A rule of `paths` or `components` as a language: the set of URLs that meet all conditions of the rule.
struct RuleLanguage: Hashable, Sendable {
    /// The form of a URL that patterns are compared with: as written, or percent-decoded.
    enum Form: Hashable, Sendable {
        case written, decoded
    }

    enum Part: Hashable, Sendable {
        case query
        /// Every value of the query item with this name; an absent item counts as the empty text.
        /// Documented as components.query-all-items, components.query-absent-item
        case item(name: String)
        case fragment
    }

    struct Condition: Hashable, Sendable {
        var part: Part
        var form: Form
        var pattern: [LanguageElement]

        var space: LanguageSpace {
            switch part {
            case .query: .texts(of: .query, in: form)
            case .item: .texts(of: .queryItem, in: form)
            case .fragment: .texts(of: .fragment, in: form)
            }
        }
    }

    var excludes: Bool
    var form: Form
    /// The normalised path pattern; `nil` if every path matches.
    var path: [LanguageElement]?
    var conditions: [Condition]

    var pathSpace: LanguageSpace { .texts(of: .path, in: form) }

    var matchesEverything: Bool { path == nil && conditions.isEmpty }

    static func everything(excludes: Bool) -> RuleLanguage {
        RuleLanguage(excludes: excludes, form: .written, path: nil, conditions: [])
    }

    /// Returns an equivalent rule without conditions that every text meets, so that more can be proven about it.
    func simplified(budget: inout WorkBudget) -> RuleLanguage {
        var result = self
        // A pattern that requires two or more characters does not match `/`, so it need not be decided.
        if let path, path.contains(.anyRun), path.count(where: { $0 != .anyRun }) <= 1,
            pathSpace.coverage(by: path, budget: &budget).isProven
        {
            result.path = nil
        }
        result.conditions = conditions.filter {
            !$0.pattern.contains(.anyRun) || !$0.space.coverage(by: $0.pattern, budget: &budget).isProven
        }
        return result
    }

    /// Whether every URL that matches this rule is known to match `other`.
    ///
    /// Both rules must be simplified, and match at least one URL.
    func isIncluded(in other: RuleLanguage, budget: inout WorkBudget) -> Bool {
        guard budget.spend(1 + conditions.count * other.conditions.count / 8) else { return false }
        if let otherPath = other.path {
            // Decoded and written text cannot be compared: "%2F" becomes a slash only in decoded text.
            guard let path, form == other.form, path.canBeCovered(by: otherPath) else { return false }
        }
        for condition in other.conditions {
            let isMet = conditions.contains {
                $0.part == condition.part && $0.form == condition.form
                    && $0.pattern.canBeCovered(by: condition.pattern)
                    && $0.space.inclusion(of: $0.pattern, in: condition.pattern, budget: &budget).isProven
            }
            guard isMet else { return false }
        }
        guard let path, let otherPath = other.path else { return true }
        return pathSpace.inclusion(of: path, in: otherPath, budget: &budget).isProven
    }
}

extension LinkRule {
    var form: RuleLanguage.Form { isPercentEncoded ? .written : .decoded }
}

extension [LanguageElement] {
    /// Whether `other` may cover all texts of this pattern, according to a quick test of its beginning and end.
    fileprivate func canBeCovered(by other: [LanguageElement]) -> Bool {
        canBegin(like: other) && reversed().canBegin(like: other.reversed())
    }
}

extension Sequence<LanguageElement> {
    fileprivate func canBegin(like other: some Sequence<LanguageElement>) -> Bool {
        for (element, otherElement) in zip(self, other) {
            guard case .scalar = otherElement else { break }
            if element != otherElement, let set = element.leadingSet, set != otherElement.leadingSet { return false }
            guard element.matchesOneScalar else { break }
        }
        return true
    }
}
