import Findings

/// Why a rule matches nothing, or nothing that was meant.
struct RuleFault {
    /// The pattern or the rule that is wrong.
    let source: JSONValue
    /// The reason, as the rest of a sentence that begins with the text of ``source``.
    let text: String
    /// Whether it is proven that the rule matches nothing; otherwise it can match what was hardly meant.
    let matchesNothing: Bool
    /// What to write instead, if that is clear.
    let remedy: String?

    /// Finds the fault of `rule`; `unmatchable` is its pattern that is proven to match nothing.
    init?(_ rule: LinkRule, unmatchable: LinkRule.PartPattern?) {
        let isWritten = rule.isPercentEncoded
        if let part = unmatchable {
            matchesNothing = true
            let pattern = part.pattern
            if let reason = ImpossiblePattern.reason(pattern.text, in: pattern.part, isWritten: isWritten) {
                (source, text, remedy) = (part.source, reason, Self.remedy(for: part, of: rule))
            } else if let name = Self.emptyVariable(in: pattern) {
                source = rule.source
                text = "needs a value of the variable \(QuotedText.json(name)), which has none"
                remedy = nil
            } else {
                (source, text, remedy) = (rule.source, "describes no possible URL", nil)
            }
            return
        }
        for part in rule.patterns {
            guard let reason = MisplacedText.reason(part.pattern.text, in: part.pattern.part, isWritten: isWritten)
            else { continue }
            (source, text, matchesNothing) = (part.source, reason, false)
            remedy = Self.remedy(for: part, of: rule)
            return
        }
        return nil
    }

    /// Adds a finding about the fault to `report`.
    ///
    /// - Parameters:
    ///   - code: the code of the finding.
    ///   - rule: the rule.
    ///   - effect: what the rule matches because of it, as a sentence without a full stop.
    ///   - report: collects the findings.
    func add(_ code: FindingCode, of rule: LinkRule, effect: String, into report: inout FindingReport) {
        report.add(code, at: source) {
            let text = source.string ?? QuotedText.source(source)
            return .init(
                message: "\(QuotedText.json(text)) \(self.text)\(effect).",
                impact: rule.excludes
                    ? "Pages that this exclusion should keep in the browser are not excluded: they open the app wherever another rule matches them."
                    : "Links that this rule should open in the app open the browser instead, unless another rule matches them.",
                remedy: remedy,
                evidence: ["text": .string(QuotedText.capped(text)), "reason": .string(self.text)])
        }
    }

    private static func remedy(for part: LinkRule.PartPattern, of rule: LinkRule) -> String? {
        let isWritten = rule.isPercentEncoded
        if part.pattern.part == .path {
            return RepairedPath(part.pattern.text, isWritten: isWritten)?.remedy(
                isComponent: rule.origin == .component, excludes: rule.excludes, hasQuery: rule.query != nil,
                hasFragment: rule.fragment != nil)
        }
        if isWritten, part.pattern.part == .queryItem, part.pattern.text.contains("&") {
            return "Give each item its own key in \"?\"."
        }
        // As the URL has it: percent-encoded as written, or decoded.
        let text = RepairedPath.spelled(RepairedPath.trimmed(part.pattern.text), isWritten)
        guard text.unicodeScalars.count <= QuotedText.limit, let key = part.source.member?.name,
            RepairedPath.isPossible(text, in: part.pattern.part, isWritten: isWritten)
        else { return nil }
        return "Write \(QuotedText.json(key)): \(QuotedText.json(text))."
    }

    private static func emptyVariable(in pattern: LinkPattern) -> String? {
        for case .alternatives(let variable) in pattern.tokens where variable.values.isEmpty { return variable.name }
        return nil
    }
}
