import Basics
import Findings

/// `rule-slash-missing`: path patterns without the leading slash, reported once for each list of rules.
///
/// Rule: patterns.added-slash-counts
struct RuleSlashMissingCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        for list in file.ruleLists(exceptBrokenIn: report) {
            let bare = list.rules.filter { !report.isBroken($0.rule.source) }.compactMap(\.rule.path)
                .filter { Self.isBare($0.pattern.text) }
            guard let first = bare.first else { continue }
            let others = bare.count == 1 ? "has" : "and \(Phrase.count(bare.count - 1, "more rule")) have"
            report.add(.ruleSlashMissing, at: first.source) {
                .init(
                    message: "\(QuotedText.json(first.pattern.text)) \(others) no leading slash.",
                    evidence: [
                        "text": .string(QuotedText.capped(first.pattern.text)), "count": .integer(bare.count),
                    ])
            }
        }
    }

    /// Whether systems add a slash before the pattern; they do not before a star, and a variable may begin with one.
    private static func isBare(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first else { return false }
        return !"/*$".unicodeScalars.contains(first)
    }
}
