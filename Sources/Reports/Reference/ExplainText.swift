import Basics
package import Findings

/// The catalogue of findings as text, for `explain`.
package enum ExplainText {
    package static func table(style: TextStyle = .plain) -> String {
        var lines = TextLines(style: style)
        for family in CatalogueEntry.Family.allCases {
            if family != CatalogueEntry.Family.allCases.first { lines.blank() }
            lines.paragraph(family.rawValue, role: .heading)
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
                + "\"aasa-audit explain CODE\" explains a finding and how to fix it.")
        return lines.text
    }

    /// Returns the text about one code, with the remedies for `server` or for all servers; snippets are not wrapped.
    package static func page(_ code: FindingCode, server: HostingPlatform? = nil, style: TextStyle = .plain) -> String {
        let entry = Catalogue[code]
        var lines = TextLines(style: style)
        lines.paragraph(
            labels: [
                .init(code.rawValue, .heading), .init("  "), .init(entry.severity.rawValue, entry.severity.role),
                .init("  "),
            ],
            entry.title, hanging: 2)
        let sections = [
            ("What it means", entry.meaning), ("Impact", entry.impact), ("What to do", entry.remedy),
            ("Sources", entry.source + "."),
        ]
        for (heading, text) in sections {
            lines.section(heading)
            lines.paragraph(text, indent: 2)
        }
        if entry.preventsCheck {
            lines.blank()
            lines.paragraph("A domain with this finding counts as not checked, not as an error.")
        }
        let terms = Glossary.terms(of: code)
        if !terms.isEmpty { lines.section("Glossary") }
        for term in terms { lines.fact(term.word, labelRole: .heading, term.meaning, indent: 2) }
        let remedies = Remedies.all(for: code)
        let shown = remedies.filter { server == nil || $0.platform == nil || $0.platform == server }
        for remedy in shown { lines.addRemedySection(remedy) }
        if let server, !shown.contains(where: { $0.platform == server }) {
            let others = remedies.compactMap { $0.platform?.rawValue }
            lines.blank()
            lines.paragraph(
                "There is no advice specific to \(server.name) for this finding."
                    + (others.isEmpty ? "" : " There is some for: \(others.joined(separator: ", "))."))
        }
        return lines.text
    }

    /// Returns the codes that `text` may refer to, best match first, at most three.
    package static func suggestions(for text: String) -> [FindingCode] {
        let wanted = String(text.lowercased().unicodeScalars.prefix(64))
        guard !wanted.isEmpty else { return [] }
        // The sort is stable, so codes with the same distance stay in the order of the catalogue.
        return FindingCode.allCases
            .map { code in (code: code, distance: Spelling.distance(wanted, code.rawValue, cutoff: .max)) }
            .filter { code, distance in
                distance <= max(2, code.rawValue.utf8.count / 3) || code.rawValue.contains(text.lowercased())
            }
            .sorted { $0.distance < $1.distance }
            .prefix(3).map(\.code)
    }
}
