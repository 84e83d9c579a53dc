import Findings

/// `rules-only-exclude`: every rule of a list is an exclusion, so that nothing can open the app.
///
/// Rule: details.no-match
struct RulesOnlyExcludeCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        for list in file.ruleLists(exceptBrokenIn: report) {
            guard !list.rules.isEmpty, list.rules.allSatisfy(\.rule.excludes) else { continue }
            // Elements that are not read may be intended to open the app; they are reported separately.
            guard list.rules.count == list.source.count else { continue }
            report.add(.rulesOnlyExclude, at: list.source, of: list) {
                .init(
                    message: list.rules.count == 1
                        ? "The only rule is an exclusion, so no link can open the app."
                        : "All \(list.rules.count) rules are exclusions, so no link can open the app.",
                    remedy: list.rules[0].rule.origin == .path
                        ? "Add the paths that should open the app after them; \"*\" matches all others."
                        : "Add the components that should open the app after them; { \"/\": \"*\" } matches all others.",
                    evidence: ["text": .string(QuotedText.source(list.source)), "rules": .integer(list.rules.count)])
            }
        }
    }
}
