import Audit
import Basics
import Findings

struct FindingView {
    let finding: Finding
    /// The report of the domain; `nil` for a file on disk.
    let report: DomainReport?
    /// The number of further findings with the same advice; `nil` if the finding needs no advice, or if an earlier
    /// finding has the same advice.
    fileprivate(set) var sameAdviceCount: Int?

    var hasAdvice: Bool { sameAdviceCount != nil }
    var isNote: Bool { finding.severity == .info && !finding.isMasked }

    /// The location and the line in the file; empty if neither needs mention.
    var position: String {
        let line = finding.line.map { "line \($0)" + (finding.column.map { ", column \($0)" } ?? "") }
        return [finding.location.phrase, line].compactMap(\.self).joined(separator: ", ")
    }

    var historyText: String? { report?.historyText(of: finding) }

    /// The sentence about the further findings that the remedy applies to; `nil` if there are none.
    var sharedAdviceNote: String? {
        guard let sameAdviceCount, sameAdviceCount > 0 else { return nil }
        return "The same applies to \(Phrase.count(sameAdviceCount, "more finding")) of \(finding.code.rawValue)."
    }

    /// The people responsible for the domain, and the role that fixes the finding; `nil` for a file on disk.
    var responsible: Responsibility? { report?.responsibility(for: finding) }
    var otherEffects: String? { report?.otherEffects(of: finding) }

    /// The lines of plain text below the message, each with a label, which is empty if the text needs none.
    var lines: [(label: String, text: String)] {
        let advice: [(label: String, text: String?)] = [
            ("What to do: ", [finding.remedy, sharedAdviceNote].compactMap(\.self).joined(separator: " ")),
            (responsible.map { "\($0.label): " } ?? "", responsible?.text), ("Impact: ", finding.impact),
            ("Other effects: ", otherEffects),
        ]
        let lines = (hasAdvice ? advice : []) + [(label: "History: ", text: historyText)]
        return lines.compactMap { label, text in text.flatMap { $0.isEmpty ? nil : (label, $0) } }
    }
}

struct FindingViews {
    static let maxPerCode = 20

    private(set) var views: [FindingView] = []
    /// The codes with more findings than are presented, and the number of further findings.
    private(set) var leftOut: [(code: FindingCode, count: Int)] = []

    /// Prepares findings of a domain or, without `report`, of a file on disk; if `isComplete`, presents all of them,
    /// with advice for notes and accepted findings as well.
    init(_ findings: [Finding], of report: DomainReport?, isComplete: Bool = false) {
        let advice = findings.map { [$0.code.rawValue, $0.remedy, $0.impact] }
        let counts = advice.reduce(into: [[String]: Int]()) { $0[$1, default: 0] += 1 }
        var countsByCode: [FindingCode: Int] = [:]
        var advised: Set<[String]> = []
        for (finding, advice) in zip(findings, advice) {
            countsByCode[finding.code, default: 0] += 1
            guard isComplete || countsByCode[finding.code, default: 0] <= Self.maxPerCode else {
                if leftOut.last?.code != finding.code { leftOut.append((finding.code, 0)) }
                leftOut[leftOut.count - 1].count += 1
                continue
            }
            var view = FindingView(finding: finding, report: report)
            if advised.insert(advice).inserted, isComplete || !view.isNote && finding.waived == nil {
                view.sameAdviceCount = counts[advice, default: 1] - 1
            }
            views.append(view)
        }
    }
}

extension Finding {
    /// The codes of notes that only concern iOS 12 and earlier; nearly every file has one.
    static let oldSystemNotes: Set<FindingCode> = [.applinksAppsMissing, .detailModernOnly]

    var isAboutOldSystemsOnly: Bool { severity == .info && Self.oldSystemNotes.contains(code) }

    static func hiddenNotes(_ count: Int) -> String {
        "\(Phrase.count(count, "note")) on iOS 9 to 12 \(count == 1 ? "is" : "are") not shown; -v shows \(count == 1 ? "it" : "them")."
    }
}
