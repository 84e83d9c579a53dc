import Basics
package import Transport

/// The result of requesting a link as a browser does, with its redirects.
package struct LinkTrail: Hashable, Sendable {
    package static let maxHops = 10

    /// The requested URL, without user information and fragment.
    package var url: String
    /// The response; `nil` if the time limit was reached before the request.
    package var first: Exchange?
    /// The redirects from the response; `nil` if it was not a redirect.
    package var redirects: RedirectTrail?

    package var hops: [RedirectTrail.Hop] { redirects?.hops ?? [] }

    package var last: Exchange? { redirects?.exchanges.last ?? first }

    /// The destination of the redirects; `nil` without redirects, or if their destination cannot be requested.
    package var destination: String? {
        guard let redirects, let last = redirects.exchanges.last, last.failure?.kind.isCausedByAddressGuard != true
        else { return nil }
        return [.answered, .failed].contains(redirects.end) ? last.url : nil
    }

    /// The hosts in the order of the redirects, each once.
    package var hosts: [String] {
        ([url] + hops.map(\.to)).compactMap { AbsoluteURL($0) }.filter(\.isWeb).map(\.host).unique
    }

    /// A redirect in the content of a page, which only browsers follow.
    package enum PageRedirect: Hashable, Sendable {
        /// `<meta http-equiv="refresh">`.
        case metaRefresh
        /// A script that sets the address.
        case script
    }

    /// The kind of redirect that the final page appears to contain; `nil` if none was found.
    package var pageRedirect: PageRedirect? {
        guard let last, last.failure == nil, let type = last.headerFields.first("content-type"),
            type.lowercased().hasPrefix("text/html") || type.lowercased().hasPrefix("application/xhtml")
        else { return nil }
        let page = String(decoding: last.body.prefix(Self.maxSearchedBytes), as: UTF8.self).lowercased()
        let hasRefresh = page.split(separator: "<meta", omittingEmptySubsequences: false).dropFirst().contains { tag in
            let tag = tag.prefix { $0 != ">" }
            return tag.contains("http-equiv") && tag.contains("refresh") && tag.contains("url")
        }
        if hasRefresh { return .metaRefresh }
        // Most longer pages contain scripts that use the location without redirecting.
        guard page.utf8.count < Self.maxRedirectPageLength else { return nil }
        let setsLocation = ["location.replace(", "location.assign(", "location.href", "window.location="].contains {
            page.filter { $0 != " " }.contains($0)
        }
        return setsLocation ? .script : nil
    }

    private static let maxSearchedBytes = 16_384
    /// The maximum length of a page that is only a redirect, in bytes.
    private static let maxRedirectPageLength = 2_048
}
