import Findings

/// `rule-matches-everything`: a rule that opens every link of the domain, with no exclusion before it.
///
/// Rules: components.empty, patterns.home-page
struct RuleMatchesEverythingCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        for detail in file.details where !report.isBroken(detail.detail.source) {
            guard let list = detail.effective else { continue }
            for (index, checked) in list.rules.enumerated() {
                if checked.rule.excludes {
                    // An exclusion that works takes something out of "everything".
                    if !checked.isEmpty { break }
                    continue
                }
                var budget = WorkBudget(steps: 20_000)
                guard let language = checked.language?.simplified(budget: &budget), language.matchesEverything else {
                    continue
                }
                guard !report.isBroken(checked.rule.source) else { break }
                report.add(.ruleMatchesEverything, at: checked.rule.source) {
                    .init(
                        message: "\(checked.text) opens every link of the domain in the app"
                            + (index == 0 ? "." : ", and no exclusion stands before it."),
                        evidence: ["text": .string(checked.text)])
                }
                break
            }
        }
    }
}
