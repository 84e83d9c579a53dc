import Findings

/// `rule-host-in-path`: a path pattern that begins with the name of a host.
///
/// Rule: patterns.path-only
struct RuleHostInPathCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        var seen: Set<Int> = []
        for detail in file.details where !report.isBroken(detail.detail.source) {
            for list in detail.lists {
                for checked in list.rules where !report.isBroken(checked.rule.source) {
                    guard let path = checked.rule.path, seen.insert(path.source.index).inserted else { continue }
                    check(checked.rule, path, in: list, into: &report)
                }
            }
        }
    }

    private func check(
        _ rule: LinkRule, _ path: LinkRule.PartPattern, in list: CheckedRules, into report: inout FindingReport
    ) {
        let text = path.pattern.text
        guard RepairedPath.withoutHost(text) != nil else { return }
        report.markBroken(rule.source)
        report.add(.ruleHostInPath, at: path.source) {
            .init(
                message:
                    "\(QuotedText.json(text)) begins with a host name, but is compared with the path of a URL only, which does not contain the host.",
                impact: rule.excludes
                    ? "Pages that this exclusion should keep in the browser are not excluded: they open the app wherever another rule matches them."
                    : "Links that this rule should open in the app open the browser instead, unless another rule matches them.",
                remedy: RepairedPath(text, isWritten: rule.isPercentEncoded)?.remedy(for: rule, in: list),
                evidence: ["text": .string(QuotedText.capped(text))])
        }
    }
}
