// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

extension Catalogue {
    /// The codes about the response: status, redirects, port.
    static let httpAnswers: [FindingCode] = [
        .fileMissing, .wildcardApexMissing, .wellKnownMissing, .httpUnauthorized, .httpForbidden, .httpRateLimited,
        .httpServerError, .httpStatusUnexpected, .httpMalformed, .portUnusual, .redirect, .redirectLoop,
        .userAgentsDiffer,
    ]
}

extension FindingCode {
    public static let fileMissing = FindingCode(
        "file-missing", .http, .error,
        title: "There is no association file",
        action: "Publish the file at /.well-known/apple-app-site-association",
        meaning: """
            The server responds, but it has no apple-app-site-association file, neither in the .well-known folder \
            nor at the root of the site. This file is what allows an app to open the domain's links.
            """,
        impact: "Links open the browser instead of the app on every Apple system.",
        remedy: """
            Ask the web team to publish the file at /.well-known/apple-app-site-association: exactly this name, \
            without .json. If they have published it, ask whether the deployment skips folders whose names begin with \
            a dot, or whether a server rule blocks them.
            """,
        source: "Apple, Supporting associated domains; Apple, TN3155: Debugging universal links")

    public static let wildcardApexMissing = FindingCode(
        "wildcard-apex-missing", .http, .error,
        title: "The base domain of a wildcard has no file",
        action: "Publish the file on the base domain of the wildcard",
        meaning: """
            The app lists *.domain. For such an entry the file is fetched from the base domain, without www or any \
            other prefix, and that host does not serve it.
            """,
        impact: "Links to sub-domains that no other entry covers open the browser instead of the app.",
        remedy: """
            Ask the web team to publish the file on the base domain with status 200, without a redirect to www. Or \
            ask the app's developers to list each sub-domain by name.
            """,
        source: "WWDC 2019 session 717; Apple, TN3155: Debugging universal links; rule domains.wildcard-file")

    public static let wellKnownMissing = FindingCode(
        "well-known-missing", .http, .error,
        title: "The file is only at the old location",
        action: "Publish the same file in the .well-known folder as well",
        meaning: """
            The file is at the root of the site, where early systems looked for it, and not in the .well-known \
            folder, the location that Apple documents today.
            """,
        impact: """
            iOS 9.3 to 13 also check the root, and use the parts of the file that they support. Apple's CDN, from \
            which iOS 14 and later get it, is only known to check the .well-known folder; links may keep working from \
            an earlier copy, but this is not documented. Developer mode fails.
            """,
        remedy: """
            Ask the web team to publish the same file at /.well-known/apple-app-site-association as well, and to \
            serve both from one source.
            """,
        source: """
            Apple, Supporting associated domains; WWDC 2020 session 10098, What's new in Universal Links; rule \
            location.cdn-root
            """)

    public static let httpUnauthorized = FindingCode(
        "http-unauthorized", .http, .error,
        title: "The file requires a login",
        action: "Serve the file without a login",
        meaning: """
            The server, or a proxy in front of it, asks for a user name and password (status 401 or 407) before it \
            serves the file.
            """,
        impact: """
            Apple's CDN and the devices send no credentials when they fetch the file, so no Apple system can get it. \
            Links open the browser instead of the app.
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
            The server, or a firewall or bot filter in front of it, denies access to the file. It may admit browsers \
            or visitors from some countries, and refuse bots.
            """,
        impact: """
            If everyone is refused, links open the browser instead of the app on every Apple system. If only bots or \
            visitors from some countries are refused, the site looks fine in a browser, but iOS 14 and later are \
            affected if Apple's CDN is refused too.
            """,
        remedy: """
            Ask the administrators of the web server or its firewall to allow public access to \
            /.well-known/apple-app-site-association: no bot check, no country or address filter, and no rule against \
            folders that begin with a dot. Apple's fetcher identifies itself as AASA-Bot.
            """,
        source: "Apple, TN3155: Debugging universal links; Apple Developer Forums thread 768759")

    public static let httpRateLimited = FindingCode(
        "http-rate-limited", .http, .error, preventsCheck: true,
        title: "The server limits the number of requests",
        action: "Check more slowly, or exempt the file from the rate limit",
        meaning: """
            The server answered with status 429 (too many requests), even after pauses. What it would serve otherwise \
            is not known: this domain could not be checked.
            """,
        impact: """
            Not known. Apple's CDN may be limited in the same way, especially where many domains share one server, and \
            then it cannot fetch the file.
            """,
        remedy: """
            Check again later, with fewer concurrent requests (--rate-limit, --host-concurrency). Ask the web server's \
            administrators to exempt /.well-known/apple-app-site-association from the rate limit.
            """,
        source: "RFC 6585 section 4; Apple Developer Forums thread 821908")

    public static let httpServerError = FindingCode(
        "http-server-error", .http, .error,
        title: "The server reports an internal error",
        action: "Fix the error on the server, or serve a static file",
        meaning: """
            The server answered with a status from 500 to 599, also on retries. The server, or an application behind \
            it, is broken, overloaded or under maintenance.
            """,
        impact: """
            The file cannot be fetched now. On iOS 14 and later, links depend on the copy that Apple's CDN fetched \
            earlier, if it has one. Devices that contact the server directly try again later.
            """,
        remedy: """
            Ask the web server's administrators to look for this request in the error log, and to serve the file as a \
            static file that does not need the web application.
            """,
        source: "RFC 9110 section 15.6; SWCERR00101, observed in answers of Apple's CDN")

    public static let httpStatusUnexpected = FindingCode(
        "http-status-unexpected", .http, .error,
        title: "The server answers with an unexpected status",
        action: "Send the file with status 200",
        meaning: """
            The file must be served with status 200. The server answered with another one that is neither a redirect \
            to another address nor one of the usual refusals.
            """,
        impact: """
            Only status 200 is documented to work. Expect links to open the browser instead of the app on every Apple \
            system while the server answers like this.
            """,
        remedy: """
            Ask the web server's administrators to respond to a plain GET request for \
            /.well-known/apple-app-site-association with status 200 and the file.
            """,
        source: "Apple, Supporting associated domains; Apple, TN3155: Debugging universal links")

    public static let httpMalformed = FindingCode(
        "http-malformed", .http, .error,
        title: "The server's response is not valid HTTP",
        action: "Correct the HTTP response of the server or its proxy",
        meaning: """
            The response violates the rules of HTTP, so it cannot be read safely: its first line, its header fields or \
            its chunks are wrong, or its header does not end.
            """,
        impact: """
            How Apple's systems handle such a response is not known. Browsers are often more lenient, so the site may \
            look fine there while links open the browser instead of the app.
            """,
        remedy: """
            Ask the administrators of the web server, and of any proxy or load balancer in front of it, to correct the \
            response; the evidence shows what was received.
            """,
        source: "RFC 9112")

    public static let portUnusual = FindingCode(
        "port-unusual", .http, .warning, fixedBy: .entitlements,
        title: "The port is not 443",
        action: "List the domain without a port, and serve it on port 443",
        meaning: """
            The domain was given with a port other than 443, the standard port of HTTPS. The check used that port.
            """,
        impact: """
            According to Apple, universal links do not support other ports in the app's associated domains. Whether \
            other services do is not documented for current systems.
            """,
        remedy: """
            Ask the app's developers to list the domain without a port, and the web team to serve the file on port 443.
            """,
        source: "Apple, TN3155: Debugging universal links; rule transport.port")

    public static let redirect = FindingCode(
        "redirect", .http, .error,
        title: "The server redirects instead of serving the file",
        action: "Serve the file without a redirect",
        meaning: """
            The server does not serve the file at this address; it redirects to another one. Apple's documentation \
            requires the file to be served without a redirect.
            """,
        impact: """
            Apple does not support redirects: according to its documentation, iOS 13 and earlier refuse them. Apple's \
            CDN has been observed to follow redirects to other https addresses, although this is not documented. So \
            links may work on iOS 14 and later if the destination serves the file. Devices refuse a redirect to http.
            """,
        remedy: """
            Ask the web team to serve the file with status 200 at /.well-known/apple-app-site-association of this \
            domain, and to exempt this path from all redirects, such as those to www, a language version or a login page. \
            An internal rewrite is fine.
            """,
        source: """
            Apple, Supporting associated domains; Apple, TN3155: Debugging universal links; rule \
            transport.redirect-followed
            """)

    public static let redirectLoop = FindingCode(
        "redirect-loop", .http, .error,
        title: "The redirects do not end",
        action: "Remove the endless redirects, and serve the file",
        meaning: "The server redirects in a loop, or too many times, so that the file is never reached.",
        impact: "No Apple system can get the file from here. Links open the browser instead of the app.",
        remedy: """
            Ask the web team to serve the file with status 200 at exactly this address and to find the rules that \
            contradict each other; the evidence shows the chain of redirects. Often a CDN and the server behind it \
            disagree about http and https, or about www.
            """,
        source: "Apple, Supporting associated domains; RFC 9110 section 15.4")

    public static let userAgentsDiffer = FindingCode(
        "user-agents-differ", .http, .info,
        title: "The server answers differently to Apple's user agents",
        action: "Serve the file regardless of the user agent",
        meaning: """
            The same request, sent from the same computer with the user agents of Apple's fetcher and devices, gets \
            another response. So the server, or something in front of it, checks the user agent.
            """,
        impact: """
            Not known. Bot filters check addresses as well: a client that only claims to be AASA-Bot may be refused \
            where Apple is admitted, or admitted where Apple is refused.
            """,
        remedy: """
            Ask the administrators of the web server or its firewall to allow public access to \
            /.well-known/apple-app-site-association, whatever the user agent. The logs of that server show what \
            Apple's own fetcher gets.
            """,
        source: "Apple, App Clips and websites; Apple Developer Forums thread 768759; rule fetch.user-agent-proof")
}
