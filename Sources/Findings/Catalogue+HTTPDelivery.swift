// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

extension FindingCode {
    /// The codes about the delivery of the file: type, speed, size, encoding, and location.
    static let httpDeliveryCodes: [FindingCode] = [
        .contentTypeMissing, .contentTypeGeneric, .contentTypeWrong, .slowResponse, .fileEmpty, .fileSizeNearLimit,
        .fileOversized, .bodyTruncated, .contentEncodingBroken, .htmlInsteadOfFile, .locationsDiffer, .siblingDiffers,
        .jsonSuffixOnly,
    ]

    public static let contentTypeMissing = FindingCode(
        "content-type-missing", .http, .info,
        title: "The file is served without a content type",
        action: "Declare the file's content type if that is easy",
        meaning: """
            The server does not declare the file's type. Apple no longer requires one; it used to ask for \
            application/json.
            """,
        impact: "iOS 14 and later are not known to need it. How strict iOS 9.3 to 13 were is not known.",
        remedy: """
            If it is easy, ask the web server's administrators to serve the file with Content-Type application/json.
            """,
        source: "Apple (archived), Support Universal Links; seen on many working hosts; rule body.media-type")

    public static let contentTypeGeneric = FindingCode(
        "content-type-generic", .http, .info,
        title: "The file is served with a generic content type",
        action: "Replace the generic content type if that is easy",
        meaning: """
            The server labels the file as generic data. Apple's own websites do the same, and Apple's CDN was observed \
            to accept it. Apple used to ask for application/json.
            """,
        impact: "iOS 14 and later are not known to reject it. How strict iOS 9.3 to 13 were is not known.",
        remedy: """
            If it is easy, ask the web server's administrators to serve the file with Content-Type application/json.
            """,
        source: "Apple (archived), Support Universal Links; seen on Apple's own hosts; rule body.media-type")

    public static let contentTypeWrong = FindingCode(
        "content-type-wrong", .http, .warning,
        title: "The file is served with a wrong content type",
        action: "Correct the file's content type",
        meaning: """
            The server sends a wrong content type. It should be application/json, or application/pkcs7-mime if the \
            file is signed.
            """,
        impact: """
            Apple requires no particular type today, and developer mode is known to work. How Apple's CDN and iOS 9.3 \
            to 13 handle this type is not known. Proxies and firewalls may alter or block the file.
            """,
        remedy: """
            Ask the web server's administrators to serve the file with Content-Type application/json, or \
            application/pkcs7-mime if the file is signed.
            """,
        source: "Apple (archived), Support Universal Links; RFC 8259 section 11; rule body.media-type-html")

    public static let slowResponse = FindingCode(
        "slow-response", .http, .info, traits: .dependsOnTime,
        title: "The server responds slowly",
        action: "Serve the file as a static file, so that it arrives quickly",
        meaning: """
            The response took a long time to begin. Typical causes: servers suspended while idle, and files generated \
            on demand.
            """,
        impact: """
            Apple's CDN was observed to give up on slow servers (SWCERR00301 Timeout), in one report after five \
            seconds; Apple publishes no figure. On iOS 14 and later, links may sometimes open the browser instead of \
            the app.
            """,
        remedy: """
            Ask the web server's administrators to serve the file as a static file, from a host or a CDN that is never \
            suspended.
            """,
        source: "Apple Developer Forums 821908; SWCERR00301, in responses of Apple's CDN; rule transport.timeout")

    public static let fileEmpty = FindingCode(
        "file-empty", .http, .error,
        title: "The file is empty",
        action: "Publish the file again, with its content",
        meaning: "The server responds with status 200, but the file has no content.",
        impact: "An empty file associates no app. Links open the browser instead of the app on every Apple system.",
        remedy: """
            Ask the web server's administrators to publish the file again, and to check its deployment for a failed \
            upload or a placeholder.
            """,
        source: "RFC 8259 section 2; Apple, Supporting associated domains")

    public static let fileSizeNearLimit = FindingCode(
        "file-size-near-limit", .http, .warning, fixedBy: .file,
        title: "The file is close to the size limit",
        action: "Shorten the file before it exceeds the limit",
        meaning: """
            The limit is 128 KB before compression, which can mean 128,000 or 131,072 bytes; the size of this file is \
            between the two. Devices were observed to accept 131,072 bytes; the limit of Apple's CDN is not known.
            """,
        impact: """
            The file may work today. If it grows, links may open the browser instead of the app on iOS 9.3.1 and later.
            """,
        remedy: """
            Ask the file's maintainers to shorten it: use wildcards instead of long lists, remove white space, and \
            serve a separate file for each host name.
            """,
        source: "Apple (archived), Support Universal Links; rule body.size-limit-bytes")

    public static let fileOversized = FindingCode(
        "file-oversized", .http, .error, fixedBy: .file,
        title: "The file is too large",
        action: "Serve a file of at most 128 KB",
        meaning: "The limit is 128 KB (131,072 bytes) before compression. This file is larger.",
        impact: """
            iOS 9.3.1 and later refuse it (NSURLErrorDomain -1103 in their logs): links open the browser instead of \
            the app.
            """,
        remedy: """
            Ask the file's maintainers to shorten it: use wildcards instead of long lists, remove white space, and \
            serve a separate file for each host name. If this is not the association file, ask the web server's \
            administrators what the server sends in its place.
            """,
        source: "Apple (archived), Support Universal Links; rule body.size-limit-bytes")

    public static let bodyTruncated = FindingCode(
        "body-truncated", .http, .error,
        title: "The file arrives incomplete",
        action: "Find out why the transfer of the file ends early",
        meaning: """
            The transfer ended early: fewer bytes arrived than the server announced, or the response did not end \
            properly.
            """,
        impact: "An incomplete file cannot be read. Links open the browser instead of the app on every Apple system.",
        remedy: """
            Check again. If the problem persists, ask the web server's administrators to compare the announced length \
            with the real one, and to check caches, compression and proxies.
            """,
        source: "RFC 9112 section 8")

    public static let contentEncodingBroken = FindingCode(
        "content-encoding-broken", .http, .error,
        title: "The file's compression is broken",
        action: "Correct or disable the compression of the file",
        meaning: """
            The file cannot be decompressed: its compression is damaged, applied twice, not declared, or of a kind \
            that was not requested.
            """,
        impact: "The file cannot be read. Links open the browser instead of the app on every Apple system.",
        remedy: """
            Ask the web server's administrators to store the file uncompressed and let the server compress it, or to \
            disable compression.
            """,
        source: "RFC 9110 section 8.4")

    public static let htmlInsteadOfFile = FindingCode(
        "html-instead-of-file", .http, .error,
        title: "The server sends a web page instead of the file",
        action: "Serve the file instead of the web page",
        meaning: """
            The server responds with status 200, but sends a web page: a web app's start page, a login or maintenance \
            page, or an error page without an error status.
            """,
        impact: """
            A web page is not an association file (SWCErrorDomain 104 in Apple's logs). Links open the browser instead \
            of the app on every Apple system.
            """,
        remedy: """
            Ask the web server's administrators to publish the file, and to exempt \
            /.well-known/apple-app-site-association from the rule that answers unknown paths with the web app; the \
            exemption must come before that rule.
            """,
        source: "Apple, TN3155: Debugging universal links; SWCErrorDomain 104, seen in device logs; rule body.html")

    public static let locationsDiffer = FindingCode(
        "locations-differ", .http, .warning,
        title: "The two files on the server differ",
        action: "Serve one file at both locations, or in .well-known only",
        meaning: """
            The files in the .well-known folder and at the root of the site differ in meaning. The one in .well-known \
            is used.
            """,
        impact: "Current systems read the file in .well-known; systems before iOS 9.3 read only the file at the root.",
        remedy: """
            Ask the web server's administrators to publish the correct file in .well-known, and to remove the other or \
            serve both from one source.
            """,
        source: "Apple Developer Forums 768759; Apple (archived), QA1919; rule location.well-known-wins")

    public static let jsonSuffixOnly = FindingCode(
        "json-suffix-only", .http, .info,
        title: "The file has the wrong name",
        action: "Publish the file without the extension .json",
        meaning: """
            There is a file apple-app-site-association.json. No Apple system requests it: the name must have no \
            extension.
            """,
        impact: """
            Under this name, the file has no effect. Links open the browser instead of the app on every Apple system.
            """,
        remedy: """
            Ask the web server's administrators to publish the file without .json. If the host cannot serve files \
            without an extension, use an internal rewrite (status 200, not a redirect).
            """,
        source: "Apple, Supporting associated domains")

    public static let siblingDiffers = FindingCode(
        "sibling-differs", .http, .info, additionalCheck: .sibling,
        title: "The file is not the same with and without www",
        action: "Serve the file with and without www if both are in use",
        meaning: """
            The names with and without www, such as www.example.com and example.com, are two hosts, each of which must \
            serve the file. Here, they do not serve the same file.
            """,
        impact: """
            Links to the name without a usable file open the browser instead of the app. This matters only if such \
            links are in use and the app lists the name.
            """,
        remedy: """
            If both names are in use, ask the web server's administrators to serve the same file on both, with status \
            200 and without a redirect to the other, and the app's developers to list both. Otherwise no action is \
            needed.
            """,
        source: "Apple, Supporting associated domains; rule domains.exact-host")
}
