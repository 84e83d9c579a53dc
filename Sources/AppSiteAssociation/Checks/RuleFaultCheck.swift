/// `rule-never-matches`: a rule that can match no URL, as decided by the languages of its patterns, with the reason;
/// and `rule-misses-links`: a rule that contains something that never occurs in the text it is compared with.
///
/// Rules: patterns.whole, patterns.path-only, encoding.as-written, encoding.decoded
struct RuleFaultCheck: ContentCheck {
    /// Whether the check reports rules that match nothing, or otherwise rules that miss the intended links.
    let matchesNothing: Bool

    func check(_ file: CheckedFile, into report: inout FindingReport) {
        var reported: Set<Int> = []
        for list in file.ruleLists(exceptBrokenIn: report) {
            for checked in list.rules where !report.isBroken(checked.rule.source) {
                guard let fault = checked.fault, fault.matchesNothing == matchesNothing else { continue }
                report.markBroken(checked.rule.source)
                // A wrong pattern in `defaults` is reported once, not for every rule that inherits it.
                guard reported.insert(fault.source.index).inserted else { continue }
                fault.add(about: checked, in: list, of: file, into: &report)
            }
        }
    }
}
