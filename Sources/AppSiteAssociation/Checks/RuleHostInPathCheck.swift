import Findings

/// `rule-host-in-path`: a path pattern that begins with a host name.
///
/// Rule: patterns.path-only
struct RuleHostInPathCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        var reported: Set<Int> = []
        for list in file.ruleLists(exceptBrokenIn: report) {
            for checked in list.rules where !report.isBroken(checked.rule.source) {
                guard let path = checked.rule.path, reported.insert(path.source.index).inserted,
                    RepairedPath.withoutHost(path.text) != nil
                else { continue }
                report.markBroken(checked.rule.source)
                report.add(
                    .ruleHostInPath, at: path.source, of: checked, in: list,
                    repaired: RepairedPath(path.text, isPercentEncoded: checked.rule.isPercentEncoded),
                    excludes: checked.rule.excludes
                ) {
                    let host = path.text.contains("://") ? "a whole URL" : "a host name"
                    return .init(
                        message:
                            "\(QuotedText.json(path.text)) begins with \(host), but is compared with the path of a URL only, which does not contain the host.",
                        impact: RuleFault.impact(of: checked.rule), evidence: ["text": .capped(path.text)])
                }
            }
        }
    }
}
