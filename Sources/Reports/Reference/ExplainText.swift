import Basics
package import Findings

package enum ExplainText {
    package static func table(style: TextStyle = .plain) -> String {
        var lines = TextLines(style: style)
        for family in CatalogueEntry.Family.allCases {
            if family != CatalogueEntry.Family.allCases.first { lines.blank() }
            lines.paragraph(family.rawValue, role: .heading)
            let entries = Catalogue.entries.filter { $0.family == family }
            let column = entries.map(\.code.rawValue.count).max() ?? 0
            for entry in entries {
                lines.row(
                    [.init(entry.code.rawValue), entry.severity.textLabel, .init(entry.title)], widths: [column, 7],
                    indent: 2)
            }
        }
        lines.blank()
        lines.paragraph(
            "These are the default severities; in some circumstances, a finding has a different one. "
                + "\"aasa-audit explain CODE\" explains a finding and how to fix it.")
        return lines.text
    }

    /// Returns the text about one code, with the remedies for `server` or for all servers; snippets are not wrapped.
    package static func page(_ code: FindingCode, server: HostingPlatform? = nil, style: TextStyle = .plain) -> String {
        let entry = Catalogue[code]
        var lines = TextLines(style: style)
        lines.paragraph(
            labels: [.init(code.rawValue, .heading), "  ", entry.severity.textLabel, "  "], entry.title, hanging: 2)
        for (heading, text) in entry.parts {
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
            let otherServers = remedies.compactMap { $0.platform?.rawValue }
            lines.blank()
            lines.paragraph(
                "There is no advice specific to \(server.name) for this finding."
                    + (otherServers.isEmpty ? "" : " There is advice for: \(otherServers.joined(separator: ", "))."))
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
                distance <= max(2, code.rawValue.utf8.count / 3) || code.rawValue.contains(wanted)
            }
            .sorted { $0.distance < $1.distance }
            .prefix(3).map(\.code)
    }
}

/// The catalogue of findings as a Markdown page, for reading outside a terminal.
package enum ReferencePage {
    package static func markdown() -> String {
        var text = """
            # Findings

            The findings of `aasa-audit`: their meaning, their impact and what to do, with settings for common servers.
            `aasa-audit explain CODE --server NAME` prints the same in a terminal. Codes never change their meaning.

            The severities are the defaults; in some circumstances, a finding has a different one. The settings contain
            the host `example.com`, files in `/var/www/example.com` and certificates in `/etc/letsencrypt/live/example.com`:
            replace them with your own. The settings for nginx, Apache httpd and Caddy are tested with the real servers.
            The [glossary](#glossary) explains technical terms. Rules named as sources, such as details.first-match, are
            [the rules of the format](../../AppSiteAssociation/AppSiteAssociation.docc/Rules/TheRules.md).

            This page is generated: `aasa-audit explain --format md > Sources/aasa-audit/Documentation.docc/Reference.md`.

            """
        for family in CatalogueEntry.Family.allCases {
            text += "\n## \(family.rawValue)\n\n| finding | severity | title |\n| --- | --- | --- |\n"
            let entries = Catalogue.entries.filter { $0.family == family }
            for entry in entries {
                let code = entry.code.rawValue
                text += "| [`\(code)`](#\(code)) | \(entry.severity.rawValue) | \(escape(entry.title)) |\n"
            }
            for entry in entries { text += "\n" + section(entry.code, level: 3) }
        }
        text += "\n## Glossary\n\n"
        for term in Glossary.terms { text += "- **\(escape(term.word))**: \(escape(term.meaning))\n" }
        return text
    }

    /// Returns the section of one finding, with the remedies for `server` or for all servers; `level` is from 1 to 5.
    package static func section(_ code: FindingCode, server: HostingPlatform? = nil, level: Int = 1) -> String {
        let entry = Catalogue[code]
        let remark = entry.preventsCheck ? ", could not be checked" : ""
        var markdown = """
            \(String(repeating: "#", count: level)) \(code.rawValue)

            **\(escape(entry.title))** (\(entry.severity.rawValue)\(remark))

            \(escape(entry.meaning))

            """
        // The first part is the meaning.
        for (heading, text) in entry.parts.dropFirst() { markdown += "\n*\(heading):* \(escape(text))\n" }
        let remedies = Remedies.all(for: code)
        for remedy in remedies where server == nil || remedy.platform == nil || remedy.platform == server {
            markdown += "\n" + details(of: remedy)
        }
        return markdown
    }

    private static func details(of remedy: ServerRemedy) -> String {
        var text = "<details><summary>On \(remedy.platformName)</summary>\n\n"
        for (index, step) in remedy.steps.enumerated() {
            text += (remedy.steps.count == 1 ? "" : "\(index + 1). ") + escape(step) + "\n"
        }
        if let snippet = remedy.snippet {
            text += "\n```\(snippet.language.rawValue)\n\(snippet.text)\n```\n"
        }
        return text + "\n*Source:* \(escape(remedy.source)).\n\n</details>\n"
    }

    private static func escape(_ text: String) -> String {
        text.escaped { "\\`*_<[]|#$".unicodeScalars.contains($0) ? "\\\($0)" : nil }
    }
}
