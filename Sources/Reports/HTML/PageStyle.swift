import Basics
import Digests

import struct Foundation.Data

/// The styles and scripts of pages, which are embedded in each page; pages of a site contain only those that they need.
///
/// A page works from a file and under a policy (CSP level 2) that allows only the styles and scripts with its hashes.
struct PageStyle: Sendable {
    private static let reportSheets = ["base.css", "card.css", "report.css"]
    private static let listSheets = reportSheets + ["site.css", "siteList.css"]

    /// The style of the report.
    static let report = PageStyle(reportSheets, headScript: "head.js", scripts: ["copy.js", "report.js"])
    /// The style of the page about one link.
    static let link = PageStyle(reportSheets)
    /// The style of a site's page of a domain without a card.
    static let brief = PageStyle(["base.css", "site.css"])
    /// The style of a site's page of a domain with a card.
    static let card = PageStyle(["base.css", "card.css", "site.css"], scripts: ["copy.js", "siteCard.js"])
    /// The style of a site's pages with lists.
    static let list = PageStyle(listSheets)
    /// The style of a site's pages with searchable lists.
    static let search = PageStyle(listSheets, scripts: ["site.js"])

    private let style: String
    /// The script that runs before rendering: it only marks the page as scripted, which shows or hides the elements
    /// that scripts need or replace.
    private let headScript: String?
    private let script: String?
    private let policy: String

    /// Creates a style from the names of files.
    private init(_ sheets: [String], headScript: String? = nil, scripts: [String] = []) {
        style = sheets.map(Resource.text).joined()
        self.headScript = headScript.map(Resource.text)
        script = scripts.isEmpty ? nil : scripts.map(Resource.text).joined()
        func source(_ text: String) -> String {
            " 'sha256-\(Data(SHA256.digest(Array(text.utf8))).base64EncodedString())'"
        }
        let sources = [self.headScript, script].compactMap { $0 }.map(source).joined()
        policy =
            "default-src 'none'; style-src\(source(style)); " + (sources.isEmpty ? "" : "script-src\(sources); ")
            + "base-uri 'none'; form-action 'none'"
    }

    /// Sets the values of the head and the end of a page.
    ///
    /// Links to other domains begin with `root`, which leads from the folder of the page to that of the site.
    func fill(_ page: inout TemplateObject, root: String) {
        page.text("root", root)
        page.text("policy", policy)
        page.markup("style", style)
        if let headScript { page.markup("headScript", headScript) }
        if let script { page.markup("script", script) }
    }

    /// A value that changes whenever the style or the script changes.
    var fingerprint: String { StableHash(style + (script ?? "")).hex }
}
