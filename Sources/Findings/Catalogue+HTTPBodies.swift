// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

extension Catalogue {
    /// The codes about the delivery of the file: type, speed, size, encoding, and location.
    static let httpBodies: [FindingCode] = [
        .contentTypeMissing, .contentTypeGeneric, .contentTypeWrong, .slowResponse, .fileEmpty, .fileSizeNearLimit,
        .fileOversized, .bodyTruncated, .contentEncodingBroken, .htmlInsteadOfFile, .locationsDiffer, .siblingDiffers,
        .jsonSuffixOnly,
    ]
}

extension FindingCode {
    public static let contentTypeMissing = FindingCode(
        "content-type-missing", .http, .info,
        title: "The file is served without a content type",
        action: "Declare the file's content type if that is easy",
        meaning: """
            The server does not declare the file's type. Apple's current documentation does not require one; earlier \
            documentation asked for application/json.
            """,
        impact: "No case is known in which iOS 14 or later needs it. How strict iOS 9.3 to 13 were is not known.",
        remedy: """
            No action is needed. If it is easy, ask the web team to serve the file with Content-Type application/json.
            """,
        source: """
            Apple (archived), App Search Programming Guide: Support Universal Links; seen on many hosts that \
            work; rule body.media-type
            """)

    public static let contentTypeGeneric = FindingCode(
        "content-type-generic", .http, .info,
        title: "The file is served with a generic content type",
        action: "Replace the generic content type if that is easy",
        meaning: """
            The server labels the file as generic data. Apple's own websites do the same, and Apple's CDN has been \
            observed to accept it. Earlier documentation asked for application/json.
            """,
        impact: "iOS 14 and later are not known to reject it. How strict iOS 9.3 to 13 were is not known.",
        remedy: """
            No action is needed. If it is easy, ask the web team to serve the file with Content-Type application/json.
            """,
        source: """
            Apple (archived), App Search Programming Guide: Support Universal Links; seen on Apple's own hosts; \
            rule body.media-type
            """)

    public static let contentTypeWrong = FindingCode(
        "content-type-wrong", .http, .warning,
        title: "The file is served with a wrong content type",
        action: "Correct the file's content type",
        meaning: """
            The content type that the server sends is not that of the file. A plain file should be served as \
            application/json, a signed one as application/pkcs7-mime.
            """,
        impact: """
            Apple's current documentation requires no particular type, and developer mode is known to work. It is \
            not known how Apple's CDN and iOS 9.3 to 13 handle this type. Proxies and firewalls may alter or block \
            such a file.
            """,
        remedy: """
            Ask the web team to serve the file with Content-Type application/json (a signed file with \
            application/pkcs7-mime).
            """,
        source: """
            Apple (archived), App Search Programming Guide: Support Universal Links; RFC 8259 section 11; rule \
            body.media-type-html
            """)

    public static let slowResponse = FindingCode(
        "slow-response", .http, .info,
        title: "The server answers slowly",
        action: "Serve the file as a static file, so that it arrives quickly",
        meaning: """
            The first byte of the response took a long time to arrive. Typical causes are servers that are suspended \
            while idle, and files generated on demand.
            """,
        impact: """
            Apple's CDN has been observed to give up on slow servers (SWCERR00301 Timeout); one report mentions five \
            seconds, Apple publishes no figure. On iOS 14 and later, links may open the browser instead of the app from \
            time to time.
            """,
        remedy: "Ask the web team to serve the file as a static file, from a host or a CDN that is never suspended.",
        source: """
            Apple Developer Forums thread 821908; SWCERR00301, observed in answers of Apple's CDN; rule \
            transport.timeout
            """)

    public static let fileEmpty = FindingCode(
        "file-empty", .http, .error,
        title: "The file is empty",
        action: "Publish the file again, with its content",
        meaning: "The server answers with status 200, but with no content at all.",
        impact: "An empty file associates no app. Links open the browser instead of the app on every Apple system.",
        remedy: """
            Ask the web team to publish the file again and to check how it is deployed: a failed upload or a \
            placeholder leaves an empty file.
            """,
        source: "RFC 8259 section 2; Apple, Supporting associated domains")

    public static let fileSizeNearLimit = FindingCode(
        "file-size-near-limit", .http, .warning, fixedBy: .file,
        title: "The file is close to the size limit",
        action: "Shorten the file before it exceeds the limit",
        meaning: """
            The file may be up to 128 KB before compression. That can mean 128 000 or 131 072 bytes, and the size of \
            this file is between the two. Devices have been observed to allow 131 072; what Apple's CDN allows is not \
            known.
            """,
        impact: """
            The file may work today, but a few more rules can make it too large; then links open the browser instead \
            of the app on iOS 9.3.1 and later.
            """,
        remedy: """
            Ask the file's maintainers to make it smaller: wildcards instead of long lists, no spaces and line \
            breaks for layout, and a separate file for each host name.
            """,
        source: "Apple (archived), App Search Programming Guide: Support Universal Links; rule body.size-limit-bytes")

    public static let fileOversized = FindingCode(
        "file-oversized", .http, .error, fixedBy: .file,
        title: "The file is too large",
        action: "Serve a file of at most 128 KB",
        meaning: "The file may be up to 128 KB (131 072 bytes) before compression. This one is larger.",
        impact: """
            iOS 9.3.1 and later refuse a larger file (NSURLErrorDomain -1103 in their logs), so links open the \
            browser instead of the app.
            """,
        remedy: """
            Ask the file's maintainers to make it smaller: wildcards instead of long lists, no spaces and line \
            breaks for layout, and a separate file for each host name. If this is not the association file at all, \
            ask the web team what is served here.
            """,
        source: "Apple (archived), App Search Programming Guide: Support Universal Links; rule body.size-limit-bytes")

    public static let bodyTruncated = FindingCode(
        "body-truncated", .http, .error,
        title: "The file arrives incomplete",
        action: "Find out why the transfer of the file ends early",
        meaning: """
            The transfer ended before the whole file had arrived: fewer bytes than the server announced, or no proper \
            end.
            """,
        impact: """
            An incomplete file cannot be read. Links open the browser instead of the app on every Apple system while \
            it arrives like this.
            """,
        remedy: """
            Check again. If the problem persists, ask the web server's administrators to compare the announced length \
            with the real one, and to check caches, compression and proxies in front of the server.
            """,
        source: "RFC 9112 section 8")

    public static let contentEncodingBroken = FindingCode(
        "content-encoding-broken", .http, .error,
        title: "The file's compression is broken",
        action: "Correct or disable the compression of the file",
        meaning: """
            Servers may compress files for the transfer. Here the compression cannot be undone: it is damaged, applied \
            twice, not declared, or of a kind that was not requested.
            """,
        impact: """
            The file cannot be read as it arrives. Links open the browser instead of the app on every Apple system.
            """,
        remedy: """
            Ask the web team to store the file uncompressed and to let the server compress it, or to disable \
            compression for this file, which is small.
            """,
        source: "RFC 9110 section 8.4")

    public static let htmlInsteadOfFile = FindingCode(
        "html-instead-of-file", .http, .error,
        title: "The server sends a web page instead of the file",
        action: "Serve the file instead of the web page",
        meaning: """
            The server answers with status 200, but sends a web page: the start page of a web app, a login or \
            maintenance page, or an error page without an error status.
            """,
        impact: """
            A web page is not a valid association file (SWCErrorDomain 104 in Apple's logs). Links open the browser \
            instead of the app on every Apple system.
            """,
        remedy: """
            Ask the web team to publish the file and to exempt /.well-known/apple-app-site-association from the rule \
            that sends every unknown address to the web app; the exemption must come before that rule.
            """,
        source: "Apple, TN3155: Debugging universal links; SWCErrorDomain 104, seen in device logs; rule body.html")

    public static let locationsDiffer = FindingCode(
        "locations-differ", .http, .warning,
        title: "The two copies of the file differ",
        action: "Serve one file at both locations, or in .well-known only",
        meaning: """
            The server has the file in the .well-known folder and at the root of the site, and the two have different \
            meanings. The one in .well-known is used.
            """,
        impact: """
            Current systems read the copy in .well-known, so changes to the other one have no effect there. Only \
            systems before iOS 9.3 read the root alone.
            """,
        remedy: """
            Ask the web team which copy is correct, to publish it in .well-known, and to remove the other one or to \
            serve both from one source.
            """,
        source: """
            Apple Developer Forums thread 768759; Apple (archived), Technical Q&A QA1919; rule location.well-known-wins
            """)

    public static let jsonSuffixOnly = FindingCode(
        "json-suffix-only", .http, .info,
        title: "The file has the wrong name",
        action: "Publish the file without the extension .json",
        meaning: """
            There is a file named apple-app-site-association.json. The name must be apple-app-site-association, \
            without an extension; no Apple system requests the other one.
            """,
        impact: """
            The file has no effect under this name. Links open the browser instead of the app on every Apple system.
            """,
        remedy: """
            Ask the web team to publish the file without .json. Where the host cannot serve files without an \
            extension, use an internal rewrite (status 200, not a redirect).
            """,
        source: "Apple, Supporting associated domains")

    public static let siblingDiffers = FindingCode(
        "sibling-differs", .http, .info,
        title: "The names with and without www differ",
        action: "Serve the file with and without www if both are in use",
        meaning: """
            example.com and www.example.com are two names, and each must serve the file itself: neither covers the \
            other. Here they do not serve the same file.
            """,
        impact: """
            Links to the name without a usable file open the browser instead of the app. This matters only if links \
            with that name are in use and the app lists it.
            """,
        remedy: """
            If both names are in use, ask the web team to serve the same file on both, each with status 200 and \
            without a redirect to the other one, and the app's developers to list both. If only one is in use, no \
            action is needed.
            """,
        source: "Apple, Supporting associated domains; rule domains.exact-host")
}
