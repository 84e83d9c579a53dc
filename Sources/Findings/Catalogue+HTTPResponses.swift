// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

extension FindingCode {
    /// The codes about the response: status, redirects, port.
    static let httpResponseCodes: [FindingCode] = [
        .fileMissing, .wildcardApexMissing, .wellKnownMissing, .httpUnauthorized, .httpForbidden, .httpRateLimited,
        .httpServerError, .httpStatusUnexpected, .httpMalformed, .portUnusual, .redirect, .redirectLoop,
        .userAgentsDiffer,
    ]

    public static let fileMissing = FindingCode(
        "file-missing", .http, .error,
        title: "There is no association file",
        action: "Publish the file at /.well-known/apple-app-site-association",
        meaning: """
            The server has no apple-app-site-association file, either in the .well-known folder or at the root of the \
            site. This file allows an app to open the domain's links.
            """,
        impact: "Links open the browser instead of the app on every Apple system.",
        remedy: """
            Ask the web server's administrators to publish the file at /.well-known/apple-app-site-association: \
            exactly this name, without .json. If it has been published, ask whether the deployment skips folders whose \
            names begin with a dot, or whether a server rule blocks them.
            """,
        source: "Apple, Supporting associated domains; Apple, TN3155: Debugging universal links")

    public static let wildcardApexMissing = FindingCode(
        "wildcard-apex-missing", .http, .error,
        title: "The base domain of a wildcard has no file",
        action: "Publish the file on the base domain of the wildcard",
        meaning: """
            The app lists a wildcard, such as *.example.com. For such an entry, Apple's systems fetch the file from \
            the base domain, here example.com (without www or another prefix). That domain does not serve it.
            """,
        impact: "Links to sub-domains that no other entry covers open the browser instead of the app.",
        remedy: """
            Ask the web server's administrators to publish the file on the base domain with status 200, without a \
            redirect to www. Or ask the app's developers to list each sub-domain by name.
            """,
        source: "WWDC 2019 session 717; Apple, TN3155: Debugging universal links; rule domains.wildcard-file")

    public static let wellKnownMissing = FindingCode(
        "well-known-missing", .http, .error,
        title: "The file is only at the old location",
        action: "Publish the same file in the .well-known folder as well",
        meaning: """
            The file is only at the root of the site, the original location. Today, Apple documents the .well-known \
            folder instead.
            """,
        impact: """
            iOS 9.3 to 13 also check the root, and use the parts of the file that they support. iOS 14 and later get \
            the file from Apple's CDN, which, as far as is known, checks only the .well-known folder. A copy that \
            the CDN fetched earlier may keep links working, but this is not documented. In developer mode, links open \
            the browser.
            """,
        remedy: """
            Ask the web server's administrators to publish the same file at /.well-known/apple-app-site-association as \
            well, and to serve both from one source.
            """,
        source: "Apple, Supporting associated domains; WWDC 2020 session 10098; rule location.cdn-root")

    public static let httpUnauthorized = FindingCode(
        "http-unauthorized", .http, .error,
        title: "The file requires a login",
        action: "Serve the file without a login",
        meaning: "The server, or a proxy in front of it, asks for a user name and password (status 401 or 407).",
        impact: """
            Apple's CDN and the devices send no credentials, so no Apple system can get the file. Links open the \
            browser instead of the app.
            """,
        remedy: """
            Ask the web server's administrators to allow public access to /.well-known/apple-app-site-association \
            without a login. On a test server that must stay protected, an exception for this one path is enough.
            """,
        source: "Apple, TN3155: Debugging universal links; RFC 9110 section 15.5.2")

    public static let httpForbidden = FindingCode(
        "http-forbidden", .http, .error,
        title: "The server refuses to serve the file",
        action: "Allow public access to the file",
        meaning: """
            The server, or a firewall or bot filter in front of it, denies access to the file. It may allow browsers \
            but refuse bots, or allow visitors from some countries only.
            """,
        impact: """
            If the server refuses everyone, links open the browser instead of the app on every Apple system. If it \
            refuses Apple's CDN but not browsers, the site looks fine in a browser, but links open the browser instead \
            of the app on iOS 14 and later.
            """,
        remedy: """
            Ask the administrators of the web server or its firewall to allow public access to \
            /.well-known/apple-app-site-association: no bot check, no country or address filter, and no rule against \
            folders whose names begin with a dot. Apple's fetcher identifies itself as AASA-Bot.
            """,
        source: "Apple, TN3155: Debugging universal links; Apple Developer Forums thread 768759")

    public static let httpRateLimited = FindingCode(
        "http-rate-limited", .http, .error, preventsCheck: true,
        title: "The server limits the number of requests",
        action: "Check more slowly, or exempt the file from the rate limit",
        meaning: """
            The server responded with status 429 (too many requests), even after pauses between requests: this domain \
            could not be checked.
            """,
        impact: """
            Not known. If the server also limits Apple's CDN, the CDN cannot fetch the file. This may happen if many \
            domains share one server.
            """,
        remedy: """
            Check again later, with fewer concurrent requests (--rate-limit, --host-concurrency). Ask the web server's \
            administrators to exempt /.well-known/apple-app-site-association from the rate limit.
            """,
        source: "RFC 6585 section 4; Apple Developer Forums thread 821908")

    public static let httpServerError = FindingCode(
        "http-server-error", .http, .error,
        title: "The server reports an internal error",
        action: "Fix the server's error, or serve the file as a static file",
        meaning: """
            The server responded with a status from 500 to 599, even when the request was repeated. The server, or an \
            application behind it, is broken, overloaded or under maintenance.
            """,
        impact: """
            The file cannot be fetched now. On iOS 14 and later, links depend on whether Apple's CDN has an earlier \
            copy. Earlier systems fetch the file only when the app is installed or updated.
            """,
        remedy: """
            Ask the web server's administrators to look for this request in the error log, or to serve the file as a \
            static file, independently of the web application.
            """,
        source: "RFC 9110 section 15.6; SWCERR00101, in responses of Apple's CDN")

    public static let httpStatusUnexpected = FindingCode(
        "http-status-unexpected", .http, .error,
        title: "The server responds with an unexpected status",
        action: "Send the file with status 200",
        meaning: """
            The file must be served with status 200. The server responds with a status that is neither a redirect to \
            another address nor one of the usual errors.
            """,
        impact: """
            Only status 200 is documented to work. Expect links to open the browser instead of the app on every Apple \
            system.
            """,
        remedy: """
            Ask the web server's administrators to respond to a GET request for \
            /.well-known/apple-app-site-association with status 200 and the file.
            """,
        source: "Apple, Supporting associated domains; Apple, TN3155: Debugging universal links")

    public static let httpMalformed = FindingCode(
        "http-malformed", .http, .error,
        title: "The server's response is not valid HTTP",
        action: "Correct the HTTP response of the server or its proxy",
        meaning: """
            The response is not valid HTTP: its first line, its header fields or the structure of its body is wrong, \
            or its header does not end.
            """,
        impact: """
            How Apple's systems handle this is not known. Browsers are often more lenient, so the site may look fine \
            there while links open the browser instead of the app.
            """,
        remedy: """
            Ask the administrators of the web server, and of any proxy or load balancer in front of it, to correct the \
            response; the evidence has the details.
            """,
        source: "RFC 9112")

    public static let portUnusual = FindingCode(
        "port-unusual", .http, .warning, fixedBy: .entitlements,
        title: "The port is not 443",
        action: "List the domain without a port, and serve it on port 443",
        meaning: """
            The domain was specified with a port. The check used this port instead of 443, the standard port of HTTPS.
            """,
        impact: """
            According to Apple, universal links do not support other ports in the app's associated domains. Whether \
            other services do is not documented for current systems.
            """,
        remedy: """
            Ask the app's developers to list the domain without a port, and the web server's administrators to serve \
            the file on port 443.
            """,
        source: "Apple, TN3155: Debugging universal links; rule transport.port")

    public static let redirect = FindingCode(
        "redirect", .http, .error,
        title: "The server redirects instead of serving the file",
        action: "Serve the file without a redirect",
        meaning: """
            The server redirects to another address instead of serving the file. Apple requires the file to be served \
            without a redirect.
            """,
        impact: """
            According to Apple, iOS 13 and earlier refuse redirects. Apple's CDN was observed to follow redirects to \
            other https addresses, but this is not documented. So links may work on iOS 14 and later if the \
            destination serves the file and no redirect leads to http.
            """,
        remedy: """
            Ask the web server's administrators to serve the file with status 200 at \
            /.well-known/apple-app-site-association of the domain that redirects, and to exempt this path from all \
            redirects, such as those to www or a login page. An internal rewrite (the same address, with status 200) \
            is fine.
            """,
        source: "Apple, Supporting associated domains; Apple, TN3155; rule transport.redirect-followed")

    public static let redirectLoop = FindingCode(
        "redirect-loop", .http, .error,
        title: "The redirects do not end",
        action: "Remove the endless redirects, and serve the file",
        meaning: "The server redirects in a loop, or too many times, so that the file is never reached.",
        impact: "No Apple system can get the file. Links open the browser instead of the app.",
        remedy: """
            Ask the web server's administrators to serve the file with status 200 at this address, and to find the \
            rules that contradict each other; the evidence lists the redirects. Often a CDN and the server behind it \
            disagree about http and https, or about www.
            """,
        source: "Apple, Supporting associated domains; RFC 9110 section 15.4")

    public static let userAgentsDiffer = FindingCode(
        "user-agents-differ", .http, .info, additionalCheck: .userAgents,
        title: "The server responds differently to Apple's user agents",
        action: "Serve the file regardless of the user agent",
        meaning: """
            The server, or something in front of it, checks the user agent, the name by which a program identifies \
            itself. Requests with the user agents of Apple's fetcher and devices get a different response.
            """,
        impact: """
            Not known. Bot filters also check addresses: they may refuse this check, which only claims to be AASA-Bot, \
            but allow Apple's own fetcher, or the reverse.
            """,
        remedy: """
            Ask the administrators of the web server or its firewall to allow public access to \
            /.well-known/apple-app-site-association for all user agents. The server's logs show what Apple's own \
            fetcher gets.
            """,
        source: "Apple, App Clips and websites; Apple Developer Forums thread 768759; rule fetch.user-agent-proof")
}
