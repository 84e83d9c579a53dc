import Audit
import Basics
import Findings
import Runs

import struct Foundation.Date

/// The words to send to whoever can mend a domain: plain text that stands for itself.
struct TicketText {
    /// The most findings that are told in full: a ticket is read by a person.
    private static let maxFindings = 8

    /// The text, line by line.
    private(set) var lines: [String] = []

    /// Writes the ticket of a domain.
    init(_ report: DomainReport, past: DomainPast?, runAt: Date) {
        lines = [
            "\(report.name): \(Phrase.lowered(VerdictSentence.text(report)))", "",
            Self.origin(report.startedAt),
        ]
        if let since = past?.statusSince, let text = DomainCard.since(since, runAt) {
            lines.append("In this status \(text).")
        }
        if report.status == .invalid { lines += report.notes }
        systems(report)
        findings(report)
        if let url = report.wellKnown?.url, report.status != .invalid {
            lines += ["", "To reproduce:", "curl -sS -i \(ShellWord.quoted(url))"]
            lines += ["", "After the fix: \(RepairAdvice.check(report))"]
        }
    }

    /// Returns the origin of the information in a ticket.
    static func origin(_ checkedAt: Date) -> String {
        let time = UTCTime(checkedAt).map { ", \($0.minuteText)" } ?? ""
        return "Checked with aasa-audit from outside, as Apple's servers and iPhones do\(time)."
    }

    private mutating func systems(_ report: DomainReport) {
        let known = VerdictTable(report).groups.flatMap { group in
            group.rows.filter { $0.outcome != .unknown }.map { "- \($0.sentence(group.title ?? "the app"))." }
        }
        if report.opensApp != .noLinks, !known.isEmpty { lines += [""] + known }
    }

    private mutating func findings(_ report: DomainReport) {
        var told: Set<FindingCode> = []
        let worst = report.findings.filter { ($0.severity != .info || $0.isBehind) && $0.waived == nil }
        for (index, finding) in worst.prefix(Self.maxFindings).enumerated() {
            let place = finding.line.map { " (line \($0) of the file)" } ?? ""
            lines += ["", "\(index + 1). \(Catalogue[finding.code].title) [\(finding.code.rawValue)]\(place)"]
            let parts = [
                ("", finding.message), ("What to do: ", finding.remedy.isEmpty ? nil : finding.remedy),
                (report.people == nil ? "Responsible: " : "", report.responsibility(for: finding)),
                ("Impact: ", finding.impact.isEmpty ? nil : finding.impact),
                ("Also affected: ", report.otherHarm(of: finding)), ("Since: ", FindingPast(finding, of: report).text),
            ]
            lines += parts.compactMap { label, text in text.map { "   \(label)\($0)" } }
            // The same words are not said again for the next finding of the kind.
            guard told.insert(finding.code).inserted else { continue }
            let remedies = report.ticketRemedies(for: finding)
            for remedy in remedies { server(remedy, report, isGuess: remedies.count > 1) }
        }
        if worst.count > Self.maxFindings {
            lines += ["", "And \(worst.count - Self.maxFindings) more; the report lists them."]
        }
    }

    private mutating func server(_ remedy: ServerRemedy, _ report: DomainReport, isGuess: Bool) {
        lines.append("   \(isGuess ? "If the server is" : "On") \(remedy.platformName):")
        lines += remedy.steps(for: report).map { "   - \($0)" }
        guard let snippet = remedy.snippet else { return }
        lines += [""] + DomainCard.lines(snippet.text(for: report)).map { $0.isEmpty ? "" : "       \($0)" }
    }
}
