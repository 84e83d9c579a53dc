import Audit
import Basics
import Findings
import Records

import struct Foundation.Date

/// The text of a ticket about a domain: self-contained plain text for the person who fixes it.
struct TicketText {
    /// The maximum number of findings that are presented in full, because people read tickets.
    private static let maxFindings = 8

    /// The text, line by line.
    private(set) var lines: [String] = []

    /// Writes the ticket of a domain.
    init(_ report: DomainReport, past: DomainPast?, runAt: Date) {
        lines = [
            "\(report.name): \(Phrase.lowered(VerdictSentence.text(report)))", "",
            Self.origin(report.startedAt),
        ]
        if let since = past?.statusSince, let text = RelativeTime.since(since, runAt) {
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
        let findings = FindingViews(report.findings, of: report)
        let views = findings.views.filter(\.needsWork)
        for (index, view) in views.prefix(Self.maxFindings).enumerated() {
            let (code, line) = (view.finding.code, view.finding.line.map { " (line \($0) of the file)" } ?? "")
            lines += [
                "", "\(index + 1). \(Catalogue[code].title) [\(code.rawValue)]\(line)", "   " + view.finding.message,
            ]
            lines += view.lines.map { "   \($0)\($1)" }
            guard view.advice != nil else { continue }
            let remedies = report.ticketRemedies(for: view.finding)
            for remedy in remedies { server(remedy, report, isGuess: remedies.count > 1) }
        }
        let more = max(0, views.count - Self.maxFindings) + findings.leftOut.reduce(0) { $0 + $1.count }
        if more > 0 { lines += ["", "And \(more) more; the report lists them."] }
    }

    private mutating func server(_ remedy: ServerRemedy, _ report: DomainReport, isGuess: Bool) {
        lines.append("   \(isGuess ? "If the server is" : "On") \(remedy.platformName):")
        lines += remedy.steps(for: report).map { "   - \($0)" }
        guard let snippet = remedy.snippet else { return }
        lines += [""] + DomainCard.lines(snippet.text(for: report)).map { $0.isEmpty ? "" : "       \($0)" }
    }
}
