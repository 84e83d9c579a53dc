import Audit
import Basics
import Findings
import Runs

import struct Foundation.Date

/// The words to send to whoever can mend a domain: plain text that stands for itself.
struct TicketText {
    /// The most findings that are told in full: a ticket is read by a person.
    private static let mostFindings = 8

    /// The text, line by line.
    private(set) var lines: [String] = []

    /// Writes the ticket of a domain.
    init(_ report: DomainReport, past: DomainPast?, runAt: Date) {
        let sentence = VerdictSentence.text(report)
        lines.append("\(report.name): \(Self.lowered(sentence))")
        lines.append("")
        lines.append(Self.origin(report.startedAt))
        if let since = past?.statusSince, let text = DomainCard.since(since, runAt) {
            lines.append("It has been like this \(text).")
        }
        for note in report.notes where report.status == .invalid { lines.append(note) }
        systems(report)
        findings(report)
        if let url = report.wellKnown?.url, report.status != .invalid {
            lines += ["", "To see it for yourself:", "curl -sS -i \(ShellWord.quoted(url))"]
            lines += ["", "After the repair: \(RepairAdvice.check(report))"]
        }
    }

    /// Where what a ticket says is from.
    static func origin(_ checkedAt: Date) -> String {
        let time = UTCTime(checkedAt).map { ", \($0.minuteText)" } ?? ""
        return "Checked with aasa-audit from outside, as Apple's servers and iPhones do\(time)."
    }

    private mutating func systems(_ report: DomainReport) {
        let groups = VerdictTable(report).groups
        guard report.opensApp != .noLinks, groups.contains(where: { $0.rows.contains { $0.outcome != .unknown } })
        else { return }
        lines.append("")
        for group in groups {
            for row in group.rows where row.outcome != .unknown {
                lines.append("- \(row.sentence(group.title ?? "the app")).")
            }
        }
    }

    private mutating func findings(_ report: DomainReport) {
        var told: Set<FindingCode> = []
        let worst = report.findings.filter { ($0.severity != .info || $0.isBehind) && $0.waived == nil }
        for (index, finding) in worst.prefix(Self.mostFindings).enumerated() {
            let place = finding.line.map { " (line \($0) of the file)" } ?? ""
            lines += [
                "", "\(index + 1). \(Catalogue[finding.code].title) [\(finding.code.rawValue)]\(place)",
                "   \(finding.message)",
            ]
            if !finding.remedy.isEmpty { lines.append("   What to do: \(finding.remedy)") }
            lines.append("   \(report.people == nil ? "Who can fix it: " : "")\(report.responsibility(for: finding))")
            if !finding.impact.isEmpty { lines.append("   Impact: \(finding.impact)") }
            if let harm = report.otherHarm(of: finding) { lines.append("   Also hurt: \(harm)") }
            if let past = FindingPast(finding, of: report).text { lines.append("   Since: \(past)") }
            let remedies = report.ticketRemedies(for: finding)
            // The same words are not said again for the next finding of the kind.
            guard told.insert(finding.code).inserted else { continue }
            for remedy in remedies { server(remedy, report, isGuess: remedies.count > 1) }
        }
        if worst.count > Self.mostFindings {
            lines += ["", "And \(worst.count - Self.mostFindings) more; the report has them."]
        }
    }

    private mutating func server(_ remedy: ServerRemedy, _ report: DomainReport, isGuess: Bool) {
        lines.append("   \(isGuess ? "If it is" : "On") \(remedy.platformName):")
        for step in remedy.steps(for: report) { lines.append("   - \(step)") }
        guard let snippet = remedy.snippet else { return }
        lines.append("")
        lines += DomainCard.lines(snippet.text(for: report)).map { $0.isEmpty ? "" : "       \($0)" }
    }

    private static func lowered(_ text: String) -> String { text.prefix(1).lowercased() + text.dropFirst() }
}
