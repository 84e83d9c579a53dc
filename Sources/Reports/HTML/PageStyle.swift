import Basics
import Digests

import struct Foundation.Data

/// The looks of pages: each has its style and its script in itself, and a site's pages only what they need.
///
/// A page can be read from a disk and under a policy (CSP level 2) that allows nothing but what its hashes name.
struct PageStyle: Sendable {
    private static let reportSheets = ["base.css", "card.css", "report.css"]
    private static let listSheets = reportSheets + ["site.css", "siteList.css"]

    /// The report.
    static let report = PageStyle(reportSheets, headScript: "head.js", scripts: ["copy.js", "report.js"])
    /// The page about one link.
    static let link = PageStyle(reportSheets)
    /// The page of a domain of a site of which there is little to say.
    static let brief = PageStyle(["base.css", "site.css"])
    /// The page of a domain of a site with a card.
    static let card = PageStyle(["base.css", "card.css", "site.css"], scripts: ["copy.js", "siteCard.js"])
    /// Pages of a site with lists.
    static let list = PageStyle(listSheets)
    /// Pages of a site with lists that can be searched.
    static let search = PageStyle(listSheets, scripts: ["site.js"])

    private let style: String
    /// Runs before anything is drawn, and sets the only thing that what script needs or replaces is shown or hidden by.
    private let headScript: String?
    private let script: String?
    private let policy: String

    /// Takes the names of files.
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

    /// Sets what the head and the end of a page show; `root` is what links to other domains begin with: it leads from the folder
    /// of the page to that of the site.
    func fill(_ page: inout TemplateObject, root: String) {
        page.text("root", root)
        page.text("policy", policy)
        page.markup("style", style)
        if let headScript { page.markup("headScript", headScript) }
        if let script { page.markup("script", script) }
    }

    /// A value that changes when a page would look different.
    var fingerprint: String { StableHash(style + (script ?? "")).hex }
}
