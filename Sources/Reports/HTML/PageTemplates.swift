import Audit
import Digests
import Mustache

import struct Foundation.Data

/// The templates, the style and the script of the page, built into the program.
struct PageTemplates: Sendable {
    /// The names of the templates.
    enum Name: String, CaseIterable {
        /// Parts of several pages.
        case head, patterns, estate, nights, name, words, facts, strip, card, evidence
        /// The report.
        case top, members, row, brief, bottom
        /// The page about one link.
        case `case`
        /// What a mail program shows.
        case mail
        /// The pages of a site.
        case siteHead, siteStart, siteSearch, siteList, siteDomain, siteRow
    }

    private let library: MustacheLibrary

    /// Reads the templates.
    init() throws {
        var library = MustacheLibrary()
        for name in Name.allCases {
            // Text is escaped where it enters the tree of values (see `EscapedText`).
            try library.register("{{% CONTENT_TYPE:TEXT}}" + Self.text(of: name), named: name.rawValue)
        }
        self.library = library
    }

    /// The templates.
    static var builtIn: PageTemplates {
        do {
            return try PageTemplates()
        } catch {
            // A test holds them to be readable.
            preconditionFailure("a template of the page cannot be read: \(error)")
        }
    }

    /// Renders a template.
    func render(_ name: Name, _ object: TemplateObject) -> String {
        library.render(object, withTemplate: name.rawValue) ?? ""
    }

    /// A template as it was written.
    static func text(of name: Name) -> String {
        let bytes =
            switch name {
            case .head: PackageResources.head_mustache
            case .patterns: PackageResources.patterns_mustache
            case .estate: PackageResources.estate_mustache
            case .nights: PackageResources.nights_mustache
            case .name: PackageResources.name_mustache
            case .words: PackageResources.words_mustache
            case .facts: PackageResources.facts_mustache
            case .strip: PackageResources.strip_mustache
            case .card: PackageResources.card_mustache
            case .evidence: PackageResources.evidence_mustache
            case .top: PackageResources.top_mustache
            case .members: PackageResources.members_mustache
            case .row: PackageResources.row_mustache
            case .brief: PackageResources.brief_mustache
            case .bottom: PackageResources.bottom_mustache
            case .case: PackageResources.case_mustache
            case .mail: PackageResources.mail_mustache
            case .siteHead: PackageResources.siteHead_mustache
            case .siteStart: PackageResources.siteStart_mustache
            case .siteSearch: PackageResources.siteSearch_mustache
            case .siteList: PackageResources.siteList_mustache
            case .siteDomain: PackageResources.siteDomain_mustache
            case .siteRow: PackageResources.siteRow_mustache
            }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The style sheet.
    static let style = String(decoding: PackageResources.report_css, as: UTF8.self)

    /// The script.
    static let script = String(decoding: PackageResources.report_js, as: UTF8.self)

    /// Runs before anything is drawn, and sets the only thing that what script needs or replaces is shown or hidden by.
    static let headScript = String(decoding: PackageResources.head_js, as: UTF8.self)

    /// What the page may do: its own style and its own scripts by their hashes (CSP level 2), and nothing else.
    static let policy =
        "default-src 'none'; style-src '\(source(style))'; script-src '\(source(headScript))' '\(source(script))'; "
        + "base-uri 'none'; form-action 'none'"

    private static func source(_ text: String) -> String {
        "sha256-" + Data(SHA256.digest(Array(text.utf8))).base64EncodedString()
    }
}
