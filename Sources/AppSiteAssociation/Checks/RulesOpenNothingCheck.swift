import Findings

/// `rules-only-exclude`: all rules of a list are exclusions, so that no link can open the app; and
/// `rule-home-page-only`: the only rule that opens the app is `/`, which matches the home page, but not the whole site.
///
/// Rules: details.no-match, patterns.home-page
struct RulesOpenNothingCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        // Elements that are not read may be intended to open the app; they are reported separately.
        for list in file.ruleLists(exceptBrokenIn: report)
        where !list.rules.isEmpty && list.rules.count == list.source.count {
            let opening = list.rules.filter { !$0.rule.excludes }
            guard let only = opening.first else {
                report.add(.rulesOnlyExclude, at: list.source, of: list) {
                    .init(
                        message: list.rules.count == 1
                            ? "The only rule is an exclusion, so no link can open the app."
                            : "All \(list.rules.count) rules are exclusions, so no link can open the app.",
                        remedy: list.rules[0].rule.origin == .path
                            ? "Add the paths that should open the app after them; \"*\" matches all others."
                            : "Add the components that should open the app after them; { \"/\": \"*\" } matches all others.",
                        evidence: ["text": .source(list.source), "rules": .integer(list.rules.count)])
                }
                continue
            }
            guard opening.allSatisfy({ Self.isHomePage($0.rule) }) else { continue }
            report.add(.ruleHomePageOnly, at: only.rule.source, of: list) {
                .init(
                    message: "\(only.text) is the only rule that opens the app, and it matches the home page only.",
                    evidence: ["text": .string(only.text)])
            }
        }
    }

    private static func isHomePage(_ rule: LinkRule) -> Bool {
        guard let path = rule.path?.text, rule.query == nil, rule.fragment == nil else { return false }
        return path.isExactly("/") || path.isEmpty
    }
}
