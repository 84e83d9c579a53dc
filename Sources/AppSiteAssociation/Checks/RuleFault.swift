import Findings

/// A fault of a rule, due to which it matches nothing, or none of the intended links.
struct RuleFault {
    let source: JSONValue
    /// The reason, as a predicate that follows the text of ``source``.
    let reason: String
    /// Whether it is proven that the rule matches nothing; otherwise, the rule may match unintended links.
    let matchesNothing: Bool
    /// The pattern to be rewritten; `nil` if the correct pattern is not clear.
    private let faultyPattern: LinkRule.PartPattern?

    /// Finds the fault of `rule`; `unmatchable` is the pattern that is proven to match nothing.
    init?(_ rule: LinkRule, unmatchable: LinkRule.PartPattern?) {
        let isPercentEncoded = rule.isPercentEncoded
        if let pattern = unmatchable {
            matchesNothing = true
            if let reason = ImpossiblePattern.reason(
                pattern.text, in: pattern.part, isPercentEncoded: isPercentEncoded)
            {
                source = pattern.source
                self.reason = reason
                faultyPattern = pattern
                return
            }
            source = rule.source
            faultyPattern = nil
            if let name = Self.emptyVariable(in: pattern.pattern) {
                reason = "needs a value of the variable \(QuotedText.json(name)), which has none"
            } else {
                reason = "describes no possible URL"
            }
            return
        }
        for pattern in rule.patterns {
            guard let reason = MisplacedText.reason(pattern.text, in: pattern.part, isPercentEncoded: isPercentEncoded)
            else { continue }
            source = pattern.source
            self.reason = reason
            matchesNothing = false
            faultyPattern = pattern
            return
        }
        return nil
    }

    func add(
        about checked: CheckedRule, in list: CheckedRules, of file: CheckedFile, into report: inout FindingReport
    ) {
        let effect = matchesNothing ? ", so the rule matches nothing" : Self.missedLinks(checked, file.budget)
        report.add(matchesNothing ? .ruleNeverMatches : .ruleMissesLinks, at: source, of: list, file.budget) {
            .rule(intendedLanguage(of: checked, file.variables))
        } text: {
            let text = source.string ?? QuotedText.source(source)
            let (offer, alternative) = remedies(for: checked, in: list)
            return .init(
                message: "\(QuotedText.json(text)) \(reason)\(effect).", impact: Self.impact(of: checked.rule),
                offer: offer, alternative: alternative,
                evidence: ["text": .string(QuotedText.capped(text)), "reason": .string(reason)])
        }
    }

    /// Returns the end of the message about a rule that does not match the intended links.
    private static func missedLinks(_ checked: CheckedRule, _ budget: FileBudget) -> String {
        let example = budget.work.withShare(of: 20_000) { checked.language?.example(budget: &$0) }
        let links = if let example { "links such as \(example)" } else { "other links" }
        return ". So it can match \(links), but probably not the intended ones"
    }

    static func impact(of rule: LinkRule) -> String {
        rule.excludes
            ? "Pages that this exclusion should keep in the browser are not excluded: they open the app wherever another rule matches them."
            : "Links that this rule should open in the app open the browser instead, unless another rule matches them."
    }

    private func intendedLanguage(of checked: CheckedRule, _ variables: SubstitutionVariables?) -> RuleLanguage {
        var repaired: RepairedPath?
        if let faultyPattern, faultyPattern.part == .path {
            repaired = RepairedPath(faultyPattern.text, isPercentEncoded: checked.rule.isPercentEncoded)
        }
        return RepairedPath.language(repaired, of: checked, excludes: checked.rule.excludes, variables: variables)
    }

    /// Returns the remedy for a pattern and its alternative, if the correct pattern is clear.
    private func remedies(for checked: CheckedRule, in list: CheckedRules) -> (offer: Remedy?, alternative: Remedy?) {
        guard let pattern = faultyPattern else { return (nil, nil) }
        let isPercentEncoded = checked.rule.isPercentEncoded
        if pattern.part == .path {
            return RepairedPath(pattern.text, isPercentEncoded: isPercentEncoded)?
                .remedies(for: checked, at: pattern.source, in: list) ?? (nil, nil)
        }
        if isPercentEncoded, pattern.part == .queryItem, pattern.text.contains("&") {
            return (Remedy("Give each item its own key in \"?\"."), nil)
        }
        // The text must have the form of the compared URL: percent-encoded as written, or decoded.
        let text = RepairedPath.spelled(RepairedPath.trimmed(pattern.text), isPercentEncoded: isPercentEncoded)
        guard text.unicodeScalars.count <= QuotedText.limit, let key = pattern.source.member?.name,
            RepairedPath.isPossible(text, in: pattern.part, isPercentEncoded: isPercentEncoded)
        else { return (nil, nil) }
        let remedy = Remedy(
            "Write \(QuotedText.json(key)): \(QuotedText.json(text)).",
            .write(QuotedText.json(text), over: pattern.source.index), mayLose: [checked.language])
        return (remedy, nil)
    }

    private static func emptyVariable(in pattern: LinkPattern) -> String? {
        for case .alternatives(let variable) in pattern.tokens where variable.values.isEmpty { return variable.name }
        return nil
    }
}
