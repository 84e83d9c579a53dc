import Mustache

/// The templates of all pages, built into the program.
enum PageTemplates {
    /// The bytes of the templates, by the names of their files.
    static let sources: [String: [UInt8]] = [
        // Parts of several pages.
        "head": PackageResources.head_mustache, "patterns": PackageResources.patterns_mustache,
        "estate": PackageResources.estate_mustache, "nights": PackageResources.nights_mustache,
        "name": PackageResources.name_mustache, "words": PackageResources.words_mustache,
        "facts": PackageResources.facts_mustache, "strip": PackageResources.strip_mustache,
        "card": PackageResources.card_mustache, "evidence": PackageResources.evidence_mustache,
        // The report.
        "top": PackageResources.top_mustache, "members": PackageResources.members_mustache,
        "row": PackageResources.row_mustache, "brief": PackageResources.brief_mustache,
        "bottom": PackageResources.bottom_mustache,
        // The page about one link, and what a mail program shows.
        "case": PackageResources.case_mustache, "mail": PackageResources.mail_mustache,
        // The pages of a site.
        "siteHead": PackageResources.siteHead_mustache, "siteStart": PackageResources.siteStart_mustache,
        "siteSearch": PackageResources.siteSearch_mustache, "siteList": PackageResources.siteList_mustache,
        "siteDomain": PackageResources.siteDomain_mustache, "siteRow": PackageResources.siteRow_mustache,
    ]

    private static let library = {
        var library = MustacheLibrary()
        for name in sources.keys {
            do {
                // Text is escaped where it enters the tree of values (see `EscapedText`).
                try library.register("{{% CONTENT_TYPE:TEXT}}" + text(of: name), named: name)
            } catch {
                // A test holds them to be readable.
                preconditionFailure("the template \(name) cannot be read: \(error)")
            }
        }
        return library
    }()

    /// Renders the template of a name.
    static func render(_ name: String, _ object: TemplateObject) -> String {
        guard let text = library.render(object, withTemplate: name) else {
            preconditionFailure("there is no template \(name)")
        }
        return text
    }

    /// A template as it was written.
    static func text(of name: String) -> String {
        guard let bytes = sources[name] else { preconditionFailure("there is no template \(name)") }
        return String(decoding: bytes, as: UTF8.self)
    }
}
