import Findings

/// `rule-never-matches`: a rule whose patterns match no URL, with the reason.
///
/// Rules: patterns.whole, patterns.path-only, encoding.as-written
struct RuleNeverMatchesCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        var seen: Set<Int> = []
        for detail in file.details where !report.isBroken(detail.detail.source) {
            for list in detail.lists {
                for (index, checked) in list.rules.enumerated() where !report.isBroken(checked.rule.source) {
                    guard let fault = checked.fault, fault.matchesNothing else { continue }
                    report.markBroken(checked.rule.source)
                    // A wrong pattern in `defaults` is reported once, not for every rule that inherits it.
                    guard seen.insert(fault.source.index).inserted else { continue }
                    fault.add(
                        .ruleNeverMatches, ofRuleAt: index, in: list, of: file, effect: ", so the rule matches nothing",
                        into: &report)
                }
            }
        }
    }
}

/// `rule-misses-links`: a rule that contains something that never occurs in the text it is compared with.
///
/// Rules: patterns.path-only, encoding.decoded
struct RuleMissesLinksCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        var seen: Set<Int> = []
        for detail in file.details where !report.isBroken(detail.detail.source) {
            for list in detail.lists {
                for (index, checked) in list.rules.enumerated() where !report.isBroken(checked.rule.source) {
                    guard let fault = checked.fault else { continue }
                    report.markBroken(checked.rule.source)
                    guard seen.insert(fault.source.index).inserted else { continue }
                    let example = file.budget.rest.withShare(of: 20_000) { checked.language?.example(budget: &$0) }
                    let links = example.map { "links such as \($0)" } ?? "other links"
                    fault.add(
                        .ruleMissesLinks, ofRuleAt: index, in: list, of: file,
                        effect: ". So it can match \(links), but probably not the intended ones", into: &report)
                }
            }
        }
    }
}
