import Audit
import Basics
import Findings
import Records

/// The presentation of a finding, for all formats.
struct FindingView {
    struct Advice {
        var remedy: String
        /// The further findings that the remedy applies to, in a sentence; `nil` if there are none.
        var also: String?
        /// The people responsible for the domain, and the role that fixes the finding; `nil` for a file on disk.
        var responsible: String?
        /// Whether ``responsible`` begins with the people, so that it needs no label.
        var namesPeople: Bool
        var impact: String
        /// The effects other than on links, as in ``DomainReport/otherEffects(of:)``.
        var harm: String?
    }

    let finding: Finding
    /// The location and the line in the file; empty if neither needs mention.
    let position: String
    /// The first day and the earlier observations; `nil` if nothing is known.
    let past: String?
    /// The advice; `nil` if the finding needs no action, or if an earlier finding has the same advice.
    var advice: Advice?

    /// The lines of plain text below the message, each with a label, which is empty if the text needs none.
    var lines: [(label: String, text: String)] {
        let lines: [(String, String?)] = [
            ("What to do: ", [advice?.remedy, advice?.also].compactMap(\.self).joined(separator: " ")),
            (advice?.namesPeople == true ? "" : "Responsible: ", advice?.responsible), ("Impact: ", advice?.impact),
            ("Also affected: ", advice?.harm), ("History: ", past),
        ]
        return lines.compactMap { label, text in text.flatMap { $0.isEmpty ? nil : (label, $0) } }
    }

    /// Whether the finding is a note, which is presented in one sentence.
    var isNote: Bool { finding.severity == .info && !finding.isBehind }
}

/// The presentation of the findings of a domain or a file, in their order.
struct FindingViews {
    static let maxPerCode = 20

    private(set) var views: [FindingView] = []
    /// The codes with more findings than are presented, and the number of further findings.
    private(set) var leftOut: [(code: FindingCode, count: Int)] = []

    /// Prepares findings of a domain or of a file on disk, whose `report` is `nil`; `isComplete` determines whether all
    /// findings are presented, with advice for notes and accepted findings as well.
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
            var view = FindingView(
                finding: finding, position: Self.position(of: finding), past: report?.past(of: finding))
            if advised.insert(advice).inserted, isComplete || !view.isNote && finding.waived == nil {
                let others = counts[advice, default: 1] - 1
                let also = "The same applies to \(Phrase.count(others, "more finding")) of \(finding.code.rawValue)."
                view.advice = FindingView.Advice(
                    remedy: finding.remedy, also: others == 0 ? nil : also,
                    responsible: report?.responsibility(for: finding), namesPeople: report?.people.text != nil,
                    impact: finding.impact, harm: report?.otherEffects(of: finding))
            }
            views.append(view)
        }
    }

    private static func position(of finding: Finding) -> String {
        let line = finding.line.map { "line \($0)" + (finding.column.map { ", column \($0)" } ?? "") }
        return [finding.location.phrase, line].compactMap(\.self).joined(separator: ", ")
    }
}

extension Finding {
    /// The codes of notes that only concern iOS 12 and earlier; nearly every file has one.
    static let oldSystemNotes: Set<FindingCode> = [.applinksAppsMissing, .detailModernOnly]

    /// Whether the finding needs no action and concerns only iOS 12 and earlier.
    var isAboutOldSystemsOnly: Bool { severity == .info && Self.oldSystemNotes.contains(code) }

    /// Returns the sentence that replaces `count` notes.
    static func hiddenNotes(_ count: Int) -> String {
        "\(Phrase.count(count, "note")) on iOS 9 to 12 \(count == 1 ? "is" : "are") not shown; -v shows \(count == 1 ? "it" : "them")."
    }
}
