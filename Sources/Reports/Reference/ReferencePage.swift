import Basics
package import Findings

/// The catalogue of findings as a Markdown page, for reading outside a terminal.
package enum ReferencePage {
    package static func markdown() -> String {
        var text = """
            # Findings

            What `aasa-audit` can find, what it means, its impact and what to do, with settings for common servers.
            `aasa-audit explain CODE --server NAME` says the same in a terminal. Codes never change their meaning.

            The severity is the usual one; a finding can have another, depending on where it was found. The settings speak of the
            host `example.com`, of files in `/var/www/example.com` and of certificates in `/etc/letsencrypt/live/example.com`:
            put your own names in their place. Those for nginx, Apache httpd and Caddy are tried on the real servers by the tests.
            Technical words are explained at the [end](#words). A rule in a source, such as details.first-match, is one of
            [the rules of the format](../../AppSiteAssociation/AppSiteAssociation.docc/Rules/TheRules.md).

            This page is generated: `aasa-audit explain --format md > Sources/aasa-audit/Documentation.docc/Reference.md`.

            """
        for family in CatalogueEntry.Family.allCases {
            text += "\n## \(family.rawValue)\n\n| finding | severity | what it is |\n| --- | --- | --- |\n"
            let entries = Catalogue.entries.filter { $0.family == family }
            for entry in entries {
                let code = entry.code.rawValue
                text += "| [`\(code)`](#\(code)) | \(entry.severity.rawValue) | \(escape(entry.title)) |\n"
            }
            for entry in entries { text += "\n" + section(entry.code, level: 3) }
        }
        text += "\n## Words\n\n"
        for term in Glossary.terms { text += "- **\(escape(term.word))**: \(escape(term.meaning))\n" }
        return text
    }

    /// Returns the section of one finding, with the remedies for `server` or for all servers; `level` is from 1 to 5.
    package static func section(_ code: FindingCode, server: HostingPlatform? = nil, level: Int = 1) -> String {
        let entry = Catalogue[code]
        let remark = entry.preventsCheck ? ", could not be checked" : ""
        var text = """
            \(String(repeating: "#", count: level)) \(code.rawValue)

            **\(escape(entry.title))** (\(entry.severity.rawValue)\(remark))

            \(escape(entry.meaning))

            *Impact:* \(escape(entry.impact))

            *What to do:* \(escape(entry.remedy))

            *Source:* \(escape(entry.source)).

            """
        let remedies = Remedies.all(for: code)
        for remedy in remedies where server == nil || remedy.platform == nil || remedy.platform == server {
            text += "\n" + self.remedy(remedy)
        }
        return text
    }

    private static func remedy(_ remedy: ServerRemedy) -> String {
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
