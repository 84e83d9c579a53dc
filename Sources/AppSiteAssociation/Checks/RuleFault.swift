import Findings

/// The reason why a rule matches nothing, or none of the intended links.
struct RuleFault {
    /// The pattern or rule that is wrong.
    let source: JSONValue
    /// The reason, as the rest of a sentence that begins with the text of ``source``.
    let text: String
    /// Whether it is proven that the rule matches nothing; otherwise, it can match unintended links.
    let matchesNothing: Bool
    /// The pattern to rewrite; `nil` if the correct pattern is not clear.
    private let pattern: LinkRule.PartPattern?

    /// Finds the fault of `rule`; `unmatchable` is the pattern that is proven to match nothing.
    init?(_ rule: LinkRule, unmatchable: LinkRule.PartPattern?) {
        let isWritten = rule.isPercentEncoded
        if let part = unmatchable {
            matchesNothing = true
            if let reason = ImpossiblePattern.reason(part.pattern.text, in: part.pattern.part, isWritten: isWritten) {
                (source, text, pattern) = (part.source, reason, part)
            } else if let name = Self.emptyVariable(in: part.pattern) {
                text = "needs a value of the variable \(QuotedText.json(name)), which has none"
                (source, pattern) = (rule.source, nil)
            } else {
                (source, text, pattern) = (rule.source, "describes no possible URL", nil)
            }
            return
        }
        for part in rule.patterns {
            guard let reason = MisplacedText.reason(part.pattern.text, in: part.pattern.part, isWritten: isWritten)
            else { continue }
            (source, text, matchesNothing, pattern) = (part.source, reason, false, part)
            return
        }
        return nil
    }

    /// Adds a finding about the fault to `report`.
    ///
    /// - Parameters:
    ///   - code: The code of the finding.
    ///   - index: The index of the rule in `list`.
    ///   - list: The list that contains the rule.
    ///   - file: The file.
    ///   - effect: The effect on the rule's matches, as the end of the message without a full stop.
    ///   - report: The report that collects the findings.
    func add(
        _ code: FindingCode, ofRuleAt index: Int, in list: CheckedRules, of file: CheckedFile, effect: String,
        into report: inout FindingReport
    ) {
        let rule = list.rules[index].rule
        report.add(code, at: source, of: list, file.budget) {
            .rule(meant(by: list.rules[index], file.variables))
        } _: {
            let text = source.string ?? QuotedText.source(source)
            let (remedies, alternatives) =
                pattern.map { Self.remedies(for: $0, of: list.rules[index], in: list) } ?? ([], [])
            return .init(
                message: "\(QuotedText.json(text)) \(self.text)\(effect).", impact: Self.impact(of: rule),
                remedies: remedies, alternatives: alternatives,
                evidence: ["text": .string(QuotedText.capped(text)), "reason": .string(self.text)])
        }
    }

    /// Returns the impact of a rule that does not match the intended links.
    static func impact(of rule: LinkRule) -> String {
        rule.excludes
            ? "Pages that this exclusion should keep in the browser are not excluded: they open the app wherever another rule matches them."
            : "Links that this rule should open in the app open the browser instead, unless another rule matches them."
    }

    private func meant(by checked: CheckedRule, _ variables: SubstitutionVariables?) -> RuleLanguage {
        let path = pattern.flatMap { $0.pattern.part == .path ? $0.pattern.text : nil }
        return RepairedPath.language(
            path.flatMap { RepairedPath($0, isWritten: checked.rule.isPercentEncoded) }, of: checked,
            excludes: checked.rule.excludes, variables: variables)
    }

    /// Returns the remedies for a pattern and their alternatives, if the correct pattern is clear.
    private static func remedies(
        for part: LinkRule.PartPattern, of checked: CheckedRule, in list: CheckedRules
    ) -> (remedies: [Remedy], alternatives: [Remedy]) {
        let isWritten = checked.rule.isPercentEncoded
        if part.pattern.part == .path {
            return RepairedPath(part.pattern.text, isWritten: isWritten)?
                .remedies(for: checked, at: part.source, in: list) ?? ([], [])
        }
        if isWritten, part.pattern.part == .queryItem, part.pattern.text.contains("&") {
            return ([Remedy("Give each item its own key in \"?\".")], [])
        }
        // The form of the URL: percent-encoded as written, or decoded.
        let text = RepairedPath.spelled(RepairedPath.trimmed(part.pattern.text), isWritten)
        guard text.unicodeScalars.count <= QuotedText.limit, let key = part.source.member?.name,
            RepairedPath.isPossible(text, in: part.pattern.part, isWritten: isWritten)
        else { return ([], []) }
        let remedy = Remedy(
            "Write \(QuotedText.json(key)): \(QuotedText.json(text)).",
            .write(QuotedText.json(text), over: part.source.index), narrows: [checked.language])
        return ([remedy], [])
    }

    private static func emptyVariable(in pattern: LinkPattern) -> String? {
        for case .alternatives(let variable) in pattern.tokens where variable.values.isEmpty { return variable.name }
        return nil
    }
}
