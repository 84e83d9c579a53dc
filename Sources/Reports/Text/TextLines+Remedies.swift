import Audit
import Findings

extension TextLines {
    /// The maximum number of lines of a snippet in a report; only `explain` prints longer snippets.
    private static let maxSnippetLines = 16

    mutating func addRemedySection(_ remedy: ServerRemedy) {
        section("On \(remedy.platformName)")
        for (index, step) in remedy.steps.enumerated() {
            let number = remedy.steps.count == 1 ? "" : "\(index + 1). "
            paragraph(labels: [.init(number)], step, indent: 2, hanging: 2 + number.count)
        }
        if let snippet = remedy.snippet {
            blank()
            verbatim(snippet.text, indent: 4)
            blank()
        }
        paragraph(labels: [.init("Source: ", .quiet)], remedy.source + ".", indent: 2, role: .quiet)
    }

    /// Adds the remedies for a finding, with the domain's names in place of the example's.
    ///
    /// A ticket contains the remedies for common servers if no server was detected, and snippets of any length. Other
    /// reports contain only the remedy for the detected server, and a command in place of a long snippet. If `isBrief`
    /// is true, each remedy consists only of the command that prints it.
    mutating func addRemedies(for finding: Finding, of report: DomainReport, isTicket: Bool, isBrief: Bool) {
        let remedies =
            isTicket ? report.ticketRemedies(for: finding) : [report.serverRemedy(for: finding)].compactMap(\.self)
        for remedy in remedies {
            let server = remedy.platform.map { " --server \($0.rawValue)" } ?? ""
            let command = "aasa-audit explain \(remedy.code.rawValue)\(server)"
            let steps = remedy.steps(for: report)
            fact(
                "\(remedies.count > 1 ? "If the server is" : "To fix this on") \(remedy.platformName)",
                labelRole: .heading, isBrief ? command : (steps.before + steps.after).joined(separator: " "), indent: 4,
                hanging: 8)
            guard !isBrief, let snippet = remedy.snippet else { continue }
            if !isTicket, snippet.text.split(separator: "\n").count > Self.maxSnippetLines {
                paragraph("“\(command)” shows the settings.", indent: 8)
                continue
            }
            blank()
            verbatim(snippet.text(for: report), indent: 8)
            if isTicket { blank() }
        }
    }
}
