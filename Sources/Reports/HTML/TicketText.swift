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
        let checked = UTCTime(report.startedAt).map { ", \($0.minuteText)" } ?? ""
        lines.append("Checked with aasa-audit from outside, as Apple's servers and iPhones do\(checked).")
        if let since = past?.statusSince, let text = DomainCard.since(since, runAt) {
            lines.append("It has been like this \(text).")
        }
        let people = [report.owner.map { "owner \($0)" }, report.team.map { "team \($0)" }].compactMap { $0 }
        if !people.isEmpty { lines.append("Responsible for the domain: \(people.joined(separator: ", ")).") }
        for note in report.notes where report.status == .invalid { lines.append(note) }
        systems(report)
        findings(report)
        if let url = report.wellKnown?.url, report.status != .invalid {
            lines += ["", "To see it for yourself:", "curl -sS -i \(Self.quoted(url))"]
        }
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
        let worst = report.findings.filter { $0.severity != .info && $0.waived == nil }
        for (index, finding) in worst.prefix(Self.mostFindings).enumerated() {
            let place = finding.line.map { " (line \($0) of the file)" } ?? ""
            lines += [
                "", "\(index + 1). \(Catalogue[finding.code].title) [\(finding.code.rawValue)]\(place)",
                "   \(finding.message)",
            ]
            if !finding.impact.isEmpty { lines.append("   Impact: \(finding.impact)") }
            lines.append("   Who can fix it: \(Self.lowered(Catalogue[finding.code].family.fixer)).")
            if !finding.remedy.isEmpty { lines.append("   What to do: \(finding.remedy)") }
            server(report.serverRemedy(for: finding), report)
        }
        if worst.count > Self.mostFindings {
            lines += ["", "And \(worst.count - Self.mostFindings) more; the report has them."]
        }
    }

    private mutating func server(_ remedy: ServerRemedy?, _ report: DomainReport) {
        guard let remedy else { return }
        lines.append("   On \(remedy.platformName):")
        for step in remedy.steps { lines.append("   - \(step)") }
        guard let snippet = remedy.snippet else { return }
        lines.append("")
        lines += DomainCard.lines(snippet.text(for: report)).map { $0.isEmpty ? "" : "       \($0)" }
    }

    private static func lowered(_ text: String) -> String { text.prefix(1).lowercased() + text.dropFirst() }

    /// A word for a shell: whatever stands in it, it is one word.
    private static func quoted(_ word: String) -> String {
        "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}

extension ConfigurationSnippet {
    /// The snippet with the domain's own name in place of the example's.
    ///
    /// The example leads from `example.com` to `www.example.com`: where the server does not, the example stays, since a
    /// redirect to the wrong name does more harm than a placeholder.
    func text(for report: DomainReport) -> String {
        let placeholder = "example.com"
        guard let domain = report.domain?.host, domain.utf8.allSatisfy(PageIndex.isPlain), !domain.hasPrefix("www."),
            !domain.contains(":")
        else { return text }
        if text.contains("www.\(placeholder)") {
            let leadsToWWW = [report.wellKnown, report.root].contains { location in
                location?.redirects.first?.to.lowercased().hasPrefix("https://www.\(domain)/") == true
            }
            guard leadsToWWW else { return text }
        }
        return text.replacing(placeholder, with: domain)
    }
}
