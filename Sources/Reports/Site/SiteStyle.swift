import Basics
import Digests

import struct Foundation.Data

/// The looks of the pages of a site: each page has its style in itself, and only what it needs of it.
///
/// A page can be read from a disk and under a policy that allows nothing but what its hashes name.
struct SiteStyle: Sendable {
    /// The page of a domain of which there is little to say.
    static let brief = SiteStyle([PackageResources.site_css])
    /// The page of a domain with a card.
    static let card = SiteStyle([PackageResources.site_css, PackageResources.siteCard_css])
    /// Pages with lists.
    static let list = SiteStyle([PackageResources.site_css, PackageResources.siteList_css])
    /// Pages with lists that can be searched.
    static let search = SiteStyle(
        [PackageResources.site_css, PackageResources.siteList_css], script: PackageResources.site_js)

    private let style: String
    private let script: String?
    private let policy: String

    private init(_ sheets: [[UInt8]], script: [UInt8]? = nil) {
        style = sheets.map { String(decoding: $0, as: UTF8.self) }.joined()
        self.script = script.map { String(decoding: $0, as: UTF8.self) }
        func source(_ text: String) -> String {
            "sha256-" + Data(SHA256.digest(Array(text.utf8))).base64EncodedString()
        }
        let scripts = self.script.map { " script-src '\(source($0))';" } ?? ""
        policy =
            "default-src 'none'; style-src '\(source(style))';\(scripts) base-uri 'none'; form-action 'none'"
    }

    /// Sets what the head of a page shows; `root` leads from its folder to that of the site, and ends in a slash or is empty.
    func fill(_ page: inout TemplateObject, root: String) {
        page.text("root", root)
        page.text("policy", policy)
        page.markup("style", style)
        if let script { page.markup("script", script) }
    }

    /// What changes when a page would look different.
    var fingerprint: String { StableHash(style).hex }
}
