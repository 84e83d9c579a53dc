import Audit
import Basics
import Records

extension TextLines {
    /// Adds the domains of a run by the apps and targets that list them; nothing without entitlements.
    mutating func apps(_ listed: ListedApps) {
        for (position, app) in listed.apps.enumerated() {
            if position > 0 { blank() }
            paragraph(
                "\(app.listing.source): \(app.domainCount)", indent: 0, hanging: 2,
                labels: [.init(app.listing.name, .heading), .init(", ")])
            let domains = app.domains
            let width = min(40, domains.map { TerminalText.width(VisibleText.escape($0.name)) }.max() ?? 0)
            for domain in domains {
                let (word, role) = TextReport.word(for: domain.status)
                let name = VisibleText.escape(domain.name)
                let gap = String(repeating: " ", count: max(2, width + 2 - TerminalText.width(name)))
                paragraph(
                    domain.entries.joined(separator: ", "), indent: 2, hanging: 15,
                    labels: [.init(TextReport.pad(word, 13), role), .init(domain.name), .init(gap)], role: .quiet)
            }
            if app.count > domains.count {
                paragraph("and \(Phrase.count(app.count - domains.count, "more domain"))", indent: 2)
            }
        }
        if listed.omitted > 0 { paragraph("and \(Phrase.count(listed.omitted, "more app"))", indent: 0) }
    }
}
