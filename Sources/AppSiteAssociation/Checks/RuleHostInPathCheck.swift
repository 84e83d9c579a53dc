import Findings

/// `rule-host-in-path`: a path pattern that begins with a host name.
///
/// Rule: patterns.path-only
struct RuleHostInPathCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        var seen: Set<Int> = []
        for detail in file.details where !report.isBroken(detail.detail.source) {
            for list in detail.lists {
                for (index, checked) in list.rules.enumerated() where !report.isBroken(checked.rule.source) {
                    guard let path = checked.rule.path, seen.insert(path.source.index).inserted,
                        RepairedPath.withoutHost(path.pattern.text) != nil
                    else { continue }
                    report.markBroken(checked.rule.source)
                    add(path, ofRuleAt: index, in: list, of: file, into: &report)
                }
            }
        }
    }

    private func add(
        _ path: LinkRule.PartPattern, ofRuleAt index: Int, in list: CheckedRules, of file: CheckedFile,
        into report: inout FindingReport
    ) {
        let checked = list.rules[index]
        let text = path.pattern.text
        let repaired = RepairedPath(text, isWritten: checked.rule.isPercentEncoded)
        report.add(.ruleHostInPath, at: path.source, of: list, file.budget) {
            let meant = RepairedPath.language(
                repaired, of: checked, excludes: checked.rule.excludes, variables: file.variables)
            return .rule(meant)
        } _: {
            let (remedies, alternatives) = repaired?.remedies(for: checked, at: path.source, in: list) ?? ([], [])
            return .init(
                message:
                    "\(QuotedText.json(text)) begins with \(text.contains("://") ? "a whole URL" : "a host name"), but is compared with the path of a URL only, which does not contain the host.",
                impact: RuleFault.impact(of: checked.rule), remedies: remedies, alternatives: alternatives,
                evidence: ["text": .string(QuotedText.capped(text))])
        }
    }
}
