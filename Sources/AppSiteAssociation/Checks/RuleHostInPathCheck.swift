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
                let text = path.text
                let repaired = RepairedPath(text, isPercentEncoded: checked.rule.isPercentEncoded)
                report.add(.ruleHostInPath, at: path.source, of: list, file.budget) {
                    .rule(
                        RepairedPath.language(
                            repaired, of: checked, excludes: checked.rule.excludes, variables: file.variables))
                } text: {
                    let (offer, alternative) =
                        repaired?.remedies(for: checked, at: path.source, in: list) ?? (nil, nil)
                    return .init(
                        message:
                            "\(QuotedText.json(text)) begins with \(text.contains("://") ? "a whole URL" : "a host name"), but is compared with the path of a URL only, which does not contain the host.",
                        impact: RuleFault.impact(of: checked.rule), offer: offer, alternative: alternative,
                        evidence: ["text": .string(QuotedText.capped(text))])
                }
            }
        }
    }
}
