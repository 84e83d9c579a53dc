import Audit
import Basics
import Transport

import struct Foundation.Data

/// The styles and scripts that are embedded in each page; the pages of a site contain only the necessary parts.
///
/// A page works from a file and under a policy (CSP level 2) that allows only the styles and scripts with its hashes.
struct PageStyle: Sendable {
    private static let reportStyle = text("base.css", "card.css", "report.css")
    private static let listStyle = pruned(reportStyle + text("site.css", "siteList.css"), to: listNames)

    static let report = PageStyle(reportStyle, headScript: "head.js", scripts: ["copy.js", "report.js"])
    static let link = PageStyle(reportStyle)
    // The styles of a site's pages: a domain without a card, a domain with a card, the page of a run, and lists.
    static let brief = PageStyle(text("base.css", "site.css"))
    static let card = PageStyle(text("base.css", "card.css", "site.css"), scripts: ["copy.js", "siteCard.js"])
    static let list = PageStyle(listStyle)
    static let search = PageStyle(listStyle, scripts: ["copy.js", "siteCard.js", "site.js"])

    /// The classes and identifiers on pages with lists, including that of a page whose scripts run (`ready`).
    private static let listNames: Set<String> = {
        let parts = [
            "cell", "estate", "members", "nights", "owners", "patterns", "step", "ticket", "timeline", "words",
        ]
        let templates = PageTemplates.names.filter { $0.hasPrefix("site") } + parts
        let values = templates.flatMap { PageTemplates.text(of: $0).matches(of: /(?:class|id)="([^"]*)"/) }
        let names = values.flatMap { $0.1.matches(of: /[A-Za-z0-9-]+/) }.map { String($0.output) }
        return Set(names + DomainStatus.allCases.map(\.rawValue) + ["ready"])
    }()

    private let style: String
    /// The script that runs before rendering: it marks the page as scripted, for which the style has rules.
    private let headScript: String?
    private let script: String?
    private let policy: String

    private init(_ style: String, headScript: String? = nil, scripts: [String] = []) {
        self.style = style
        self.headScript = headScript.map(Resource.text)
        script = scripts.isEmpty ? nil : scripts.map(Resource.text).joined()
        func source(_ text: String) -> String {
            " 'sha256-\(Data(SHA256.digest(Array(text.utf8))).base64EncodedString())'"
        }
        let sources = [self.headScript, script].compactMap(\.self).map(source).joined()
        policy =
            "default-src 'none'; style-src\(source(style)); " + (sources.isEmpty ? "" : "script-src\(sources); ")
            + "base-uri 'none'; form-action 'none'"
    }

    private static func text(_ sheets: String...) -> String { sheets.map(Resource.text).joined() }

    /// Returns a style without comments, optional white space and unused rules: a rule is used if the first class or
    /// identifier
    /// of a selector is in `names`, or if a selector contains none.
    private static func pruned(_ style: String, to names: Set<String>) -> String {
        style.replacing(#/\/\*[^*]*\*\/|\n\s*/#, with: " ").replacing(#/([^{}]+)\{[^{}]*\}/#) { rule -> String in
            let isUsed = rule.1.split(separator: ",").contains { selector in
                guard let match = selector.prefixMatch(of: /[^:]*?[.#]([A-Za-z0-9-]+)/) else { return true }
                return names.contains(String(match.1))
            }
            return isUsed ? String(rule.0) : ""
        }.replacing(#/@media[^{}]*{\s*}/#, with: "").replacing(#/\s*([{},;])\s*/#) { $0.1 }
    }

    /// Links to other domains begin with `root`, the relative path from the page's folder to the site's folder.
    func fill(_ page: inout TemplateObject, root: String) {
        page.set(["root": root, "policy": policy])
        page.markup("style", style)
        if let headScript { page.markup("headScript", headScript) }
        if let script { page.markup("script", script) }
    }

    var fingerprint: String { StableHash(style + (script ?? "")).hex }
}
