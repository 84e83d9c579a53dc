import Basics

/// Quick decisions for most lists of rules; all other cases are left to the exploration of all texts.
enum ObviousReachability {
    /// The maximum length of lists that are compared in pairs.
    private static let maxRules = 200

    /// A link that a rule matches, divided into the parts that conditions apply to.
    private struct Witness {
        var path: [UInt32]
        var values: [(part: RuleLanguage.Part, form: RuleLanguage.Form, value: [UInt32])] = []
    }

    /// Whether each rule obviously decides about a link, which the rule matches and no earlier rule does.
    ///
    /// An element is `nil`, and ignored, for a rule that matches nothing or whose language is unknown.
    static func everyRuleDecides(_ rules: [RuleLanguage?], budget: inout WorkBudget) -> Bool {
        guard rules.count <= maxRules, budget.remaining > 0 else { return false }
        for case (let index, let rule?) in rules.enumerated() {
            guard let witness = witness(of: rule) else { return false }
            for case let earlier? in rules[..<index] {
                if mayMatch(earlier, witness, budget: &budget) { return false }
            }
        }
        return true
    }

    /// Whether `paths` and `components` obviously open the same paths, ignoring what `paths` cannot express.
    ///
    /// This is so if both lists open the same patterns, and each exclusion in `components` concerns other paths, or
    /// requires a query or fragment that a link can omit.
    static func pathsAgree(_ paths: [RuleLanguage?], components: [RuleLanguage?]) -> Bool {
        guard paths.count + components.count <= maxRules, !(paths + components).contains(nil) else { return false }
        let paths = paths.compactMap(\.self)
        let components = components.compactMap(\.self)
        let openingRules = components.filter { !$0.excludes }
        guard let form = paths.first?.form,
            (paths + components).allSatisfy({ $0.form == form || $0.path == nil }),
            paths.allSatisfy({ rule in
                !rule.excludes && rule.conditions.isEmpty && openingRules.contains { $0.path == rule.path }
            }),
            openingRules.allSatisfy({ rule in paths.contains { $0.path == rule.path } && witness(of: rule) != nil })
        else { return false }
        return components.allSatisfy { !$0.excludes || isHarmless($0, to: openingRules) }
    }

    private static func isHarmless(_ exclusion: RuleLanguage, to openingRules: [RuleLanguage]) -> Bool {
        let isAvoidable = exclusion.conditions.contains { condition in
            // By omitting the part, a link avoids a condition that requires a character.
            condition.pattern.first { $0 != .anyRun }?.matchesOneScalar == true
                && openingRules.allSatisfy { $0.conditions.allSatisfy { $0.part != condition.part } }
        }
        if isAvoidable { return true }
        guard exclusion.conditions.isEmpty, let path = exclusion.path else { return false }
        return openingRules.allSatisfy { $0.path?.beginsUnlike(path) == true }
    }

    /// Returns a link that `rule` matches; `nil` if none is obvious.
    private static func witness(of rule: RuleLanguage) -> Witness? {
        guard let path = member(of: rule.path ?? [.scalar("/"), .anyRun, .scalar("/")], in: rule.pathSpace) else {
            return nil
        }
        var witness = Witness(path: path)
        for condition in rule.conditions {
            // Two conditions on the same part can contradict each other.
            guard !witness.values.contains(where: { $0.part == condition.part }),
                let value = member(of: condition.pattern, in: condition.space)
            else { return nil }
            witness.values.append((condition.part, condition.form, value))
        }
        return witness
    }

    /// The texts to try in place of a wildcard: unusual letters, with and without a slash, and nothing.
    private static let wildcardTexts: [[UInt32]] = ["zqj", "zqj/", ""].map { $0.unicodeScalars.map(\.value) }

    private static func member(of pattern: [LanguageElement], in space: LanguageSpace) -> [UInt32]? {
        wildcardTexts.firstResult { space.obviousMember(of: pattern, wildcardText: $0) }
    }

    private static func mayMatch(_ rule: RuleLanguage, _ witness: Witness, budget: inout WorkBudget) -> Bool {
        if let path = rule.path, path.matches(witness.path, budget: &budget) == false { return false }
        for condition in rule.conditions {
            let found = witness.values.first { $0.part == condition.part }
            // The condition may hold: written and decoded text are not compared.
            if let found, found.form != condition.form { continue }
            if condition.pattern.matches(found?.value ?? [], budget: &budget) == false { return false }
        }
        return true
    }
}

extension [LanguageElement] {
    /// Returns whether the whole text, given as scalar values, matches; `nil` if unknown because of alternatives or an
    /// insufficient budget.
    func matches(_ text: [UInt32], budget: inout WorkBudget) -> Bool? {
        var index = 0
        var position = 0
        var steps = 0
        // The last `*` and the end of the text that it matches; earlier ones need not be reconsidered.
        var lastStar: (index: Int, position: Int)?
        while true {
            steps += 1
            // Sixteen comparisons of characters cost one step of the budget.
            if steps & 15 == 0, !budget.spend(1) { return nil }
            let next = position < text.count ? text[position] : nil
            let isMatch: Bool
            switch index < count ? self[index] : nil {
            case .scalar(let scalar)?: isMatch = scalar.value == next
            case .set(let set)?: isMatch = next.map { set.contains($0) } ?? false
            case .anyOne?: isMatch = next != nil
            case .anyRun?:
                lastStar = (index, position)
                index += 1
                continue
            case .alternatives?: return nil
            case nil:
                if next == nil { return true }
                isMatch = false
            }
            if isMatch {
                index += 1
                position += 1
            } else if let last = lastStar, last.position < text.count {
                lastStar = (last.index, last.position + 1)
                index = last.index + 1
                position = last.position + 1
            } else {
                return false
            }
        }
    }

    /// Whether the first scalars show that no text matches both patterns.
    func beginsUnlike(_ other: [LanguageElement]) -> Bool {
        for (element, otherElement) in zip(self, other) {
            guard element.matchesOneScalar, otherElement.matchesOneScalar else { return false }
            if element != otherElement, let first = element.leadingSet, let second = otherElement.leadingSet,
                !first.overlaps(second)
            {
                return true
            }
        }
        return false
    }
}
