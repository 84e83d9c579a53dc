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

    /// Adds the steps and the complete snippet of each remedy, with the domain's names in place of the example's.
    mutating func addTicketRemedies(for finding: Finding, of report: DomainReport) {
        let remedies = report.ticketRemedies(for: finding)
        for remedy in remedies {
            let label = "\(remedies.count > 1 ? "If the server is" : "To fix this on") \(remedy.platformName)"
            fact(label, labelRole: .heading, remedy.steps(for: report).joined(separator: " "), indent: 4, hanging: 8)
            guard let snippet = remedy.snippet else { continue }
            blank()
            verbatim(snippet.text(for: report), indent: 8)
            blank()
        }
    }

    /// Adds the steps and a short snippet, or only the command that prints them if `isBrief`.
    mutating func addRemedy(_ remedy: ServerRemedy, of report: DomainReport, isBrief: Bool) {
        let server = remedy.platform.map { " --server \($0.rawValue)" } ?? ""
        let command = "aasa-audit explain \(remedy.code.rawValue)\(server)"
        fact(
            "To fix this on \(remedy.platformName)", labelRole: .heading,
            isBrief ? command : remedy.steps(for: report).joined(separator: " "), indent: 4, hanging: 8)
        guard !isBrief, let snippet = remedy.snippet else { return }
        if snippet.text.split(separator: "\n").count > Self.maxSnippetLines {
            paragraph("“\(command)” shows the settings.", indent: 8)
        } else {
            blank()
            verbatim(snippet.text(for: report), indent: 8)
        }
    }
}
