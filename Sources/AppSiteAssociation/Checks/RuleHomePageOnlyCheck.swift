import Findings

/// `rule-home-page-only`: the only rule that opens the app is `/`, which matches the home page and not the whole site.
///
/// Rule: patterns.home-page
struct RuleHomePageOnlyCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        for list in file.ruleLists(exceptBrokenIn: report) where list.rules.count == list.source.count {
            let opening = list.rules.filter { !$0.rule.excludes }
            guard let only = opening.first, opening.allSatisfy({ Self.isHomePage($0.rule) }) else { continue }
            report.add(.ruleHomePageOnly, at: only.rule.source, of: list) {
                .init(
                    message: "\(only.text) is the only rule that opens the app, and it matches the home page only.",
                    evidence: ["text": .string(only.text)])
            }
        }
    }

    private static func isHomePage(_ rule: LinkRule) -> Bool {
        guard let path = rule.path?.pattern.text, rule.query == nil, rule.fragment == nil else { return false }
        return path.isExactly("/") || path.isEmpty
    }
}
