import Findings

/// `rule-host-in-path`: a path pattern that begins with a host name.
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

/// `rule-slash-missing`: path patterns without the leading slash, reported once for each list of rules.
/// Rule: patterns.added-slash-counts
struct RuleSlashMissingCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        for list in file.ruleLists(exceptBrokenIn: report) {
            let bare = list.rules.filter { !report.isBroken($0.rule.source) }.compactMap(\.rule.path)
                .filter { Self.isBare($0.text) }
            guard let first = bare.first else { continue }
            let others =
                switch bare.count {
                case 1: "."
                case 2: ", nor has 1 more rule."
                default: ", nor have \(bare.count - 1) more rules."
                }
            report.add(
                .ruleSlashMissing, at: first.source,
                message: "\(QuotedText.json(first.text)) has no leading slash\(others)",
                evidence: ["text": .capped(first.text), "count": .integer(bare.count)])
        }
    }

    /// Whether systems add a slash before the pattern; they do not before a star, and a variable may begin with one.
    private static func isBare(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first else { return false }
        return !"/*$".unicodeScalars.contains(first)
    }
}
