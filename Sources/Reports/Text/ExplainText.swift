import Basics
package import Findings

/// The catalogue of findings as text, for `explain`.
package enum ExplainText {
    /// Returns all codes with their severity and title, by family.
    package static func table(style: TextStyle = .plain) -> String {
        var lines = TextLines(style: style)
        for family in CatalogueEntry.Family.allCases {
            if family != CatalogueEntry.Family.allCases.first { lines.blank() }
            lines.paragraph(family.rawValue, indent: 0, role: .heading)
            let entries = Catalogue.entries.filter { $0.family == family }
            let column = entries.map(\.code.rawValue.count).max() ?? 0
            for entry in entries {
                let severity = TextLines.Label(entry.severity.rawValue, entry.severity.role)
                lines.row([.init(entry.code.rawValue), severity, .init(entry.title)], widths: [column, 7], indent: 2)
            }
        }
        lines.blank()
        lines.paragraph(
            "These are the default severities; a finding may have a different one, depending on its location. "
                + "\"aasa-audit explain CODE\" explains a finding and how to fix it.", indent: 0)
        return lines.text
    }

    /// Returns the complete text about one code, with the remedies for `server` or for all servers; snippets are not
    /// wrapped.
    package static func page(_ code: FindingCode, server: HostingPlatform? = nil, style: TextStyle = .plain) -> String {
        let entry = Catalogue[code]
        var lines = TextLines(style: style)
        lines.paragraph(
            labels: [
                .init(code.rawValue, .heading), .init("  "), .init(entry.severity.rawValue, entry.severity.role),
                .init("  "),
            ],
            entry.title, indent: 0, hanging: 2)
        let sections = [
            ("What it means", entry.meaning), ("Impact", entry.impact), ("What to do", entry.remedy),
            ("Sources", entry.source + "."),
        ]
        for (heading, text) in sections {
            lines.blank()
            lines.paragraph(heading, indent: 0, role: .heading)
            lines.paragraph(text, indent: 2)
        }
        if entry.preventsCheck {
            lines.blank()
            lines.paragraph("A domain with this finding counts as not checked, not as an error.", indent: 0)
        }
        let terms = Glossary.terms(of: code)
        if !terms.isEmpty {
            lines.blank()
            lines.paragraph("Glossary", indent: 0, role: .heading)
            for term in terms {
                lines.paragraph(labels: [.init(term.word + ": ", .heading)], term.meaning, indent: 2, hanging: 4)
            }
        }
        let remedies = Remedies.all(for: code)
        let shown = remedies.filter { server == nil || $0.platform == nil || $0.platform == server }
        for remedy in shown { ServerRemedyText.appendSection(remedy, &lines) }
        if let server, !shown.contains(where: { $0.platform == server }) {
            let others = remedies.compactMap { $0.platform?.rawValue }
            lines.blank()
            lines.paragraph(
                "There is no advice specific to \(server.name) for this finding."
                    + (others.isEmpty ? "" : " There is some for: \(others.joined(separator: ", "))."), indent: 0)
        }
        return lines.text
    }

    /// Returns the codes that `text` may refer to, best match first, at most three.
    package static func suggestions(for text: String) -> [FindingCode] {
        let wanted = String(text.lowercased().unicodeScalars.prefix(64))
        guard !wanted.isEmpty else { return [] }
        return FindingCode.allCases.enumerated()
            .map { order, code in
                (order: order, code: code, distance: Spelling.distance(wanted, code.rawValue, cutoff: .max))
            }
            .filter {
                $0.distance <= max(2, $0.code.rawValue.utf8.count / 3) || $0.code.rawValue.contains(text.lowercased())
            }
            .sorted { ($0.distance, $0.order) < ($1.distance, $1.order) }
            .prefix(3).map(\.code)
    }
}
