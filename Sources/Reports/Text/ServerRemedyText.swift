import Audit
import Findings

/// The remedy for one kind of server, as text for a terminal.
enum ServerRemedyText {
    /// The maximum number of lines of a snippet in a report; only `explain` prints longer snippets.
    private static let maxLinesInReports = 16

    static func appendSection(_ remedy: ServerRemedy, _ lines: inout TextLines) {
        lines.blank()
        lines.paragraph("On \(remedy.platformName)", indent: 0, role: .heading)
        for (index, step) in remedy.steps.enumerated() {
            let number = remedy.steps.count == 1 ? "" : "\(index + 1). "
            lines.paragraph(labels: [.init(number)], step, indent: 2, hanging: 2 + number.count)
        }
        if let snippet = remedy.snippet {
            lines.blank()
            lines.verbatim(snippet.text, indent: 4)
            lines.blank()
        }
        lines.paragraph(labels: [.init("Source: ", .quiet)], remedy.source + ".", indent: 2, role: .quiet)
    }

    /// Adds the text for a ticket: the steps and the complete snippet of each remedy, with the names of the domain.
    static func appendTicket(_ finding: Finding, of report: DomainReport, _ lines: inout TextLines) {
        let remedies = report.ticketRemedies(for: finding)
        for remedy in remedies {
            let label = "\(remedies.count > 1 ? "If the server is" : "To fix this on") \(remedy.platformName): "
            lines.paragraph(
                labels: [.init(label, .heading)], remedy.steps(for: report).joined(separator: " "), indent: 4,
                hanging: 8)
            guard let snippet = remedy.snippet else { continue }
            lines.blank()
            lines.verbatim(snippet.text(for: report), indent: 8)
            lines.blank()
        }
    }

    /// Adds the text below a finding: the steps and a short snippet, or only the command that prints them if `isBrief`.
    static func appendAdvice(_ remedy: ServerRemedy, of report: DomainReport, isBrief: Bool, _ lines: inout TextLines) {
        let command =
            "aasa-audit explain \(remedy.code.rawValue)" + (remedy.platform.map { " --server \($0.rawValue)" } ?? "")
        lines.paragraph(
            labels: [.init("To fix this on \(remedy.platformName): ", .heading)],
            isBrief ? command : remedy.steps(for: report).joined(separator: " "), indent: 4, hanging: 8)
        guard !isBrief, let snippet = remedy.snippet else { return }
        if snippet.text.split(separator: "\n").count > maxLinesInReports {
            lines.paragraph("“\(command)” shows the settings.", indent: 8)
        } else {
            lines.blank()
            lines.verbatim(snippet.text(for: report), indent: 8)
        }
    }
}
