import Audit
import Basics

import struct Foundation.Date

extension TextReport {
    /// The maximum number of findings in a ticket, because people read tickets.
    static let maxInTicket = 8

    /// Returns the lines of a ticket about a domain, which are not wrapped: its text, with its origin and a command.
    static func ticket(_ report: DomainReport) -> [String] {
        let text = TextReport(isOneOfMany: true, isTicket: true, width: 1000).render(report)
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
        lines.insert(contentsOf: ["", origin(report.startedAt)], at: min(1, lines.count))
        guard let url = report.wellKnown?.url, report.status != .invalid else { return lines }
        return lines + ["To reproduce:", "curl -sS -i \(ShellWord.quoted(url))"]
    }

    static func origin(_ checkedAt: Date) -> String {
        let time = UTCTime(checkedAt).map { " \($0.minuteText)" } ?? ""
        return "Checked by aasa-audit\(time), fetching the association file as Apple's servers and iPhones do. "
            + AppleSystem.note
    }
}
