// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

extension FindingCode {
    static let expectationCodes: [FindingCode] = [
        .expectedAppMissing, .expectedURLDoesNotOpen, .expectedURLOpens, .expectedURLUndecided,
    ]

    static let appleCDNCodes: [FindingCode] = [.cdnNotServed, .cdnUnavailable, .cdnDiffers, .cdnFollowedRedirect]

    public static let expectedAppMissing = FindingCode(
        "expected-app-missing", .expectations, .error,
        title: "An expected app is missing",
        action: "Add the app to the file, or correct your list of domains",
        meaning: "Your list of domains expects this app, but the file does not list it for the expected service.",
        impact: """
            The expected service does not work with this app on any Apple system: links open the browser instead of \
            the app, or passwords, passkeys or App Clips are not offered.
            """,
        remedy: """
            Ask the app's developers to confirm the identifier, and the file's maintainers to add it to the service.
            """,
        source: "Your own list of expected apps; Apple, Supporting associated domains")

    public static let expectedURLDoesNotOpen = FindingCode(
        "expected-url-does-not-open", .expectations, .error,
        title: "A link that should open the app does not",
        action: "Add or correct the rule for this link",
        meaning: """
            According to the file's rules, this URL does not open the app; your list of expected links says that it \
            should.
            """,
        impact: "Customers who tap this link get the browser instead of the app.",
        remedy: """
            Ask the file's maintainers to add or correct the rule for this URL; the evidence shows the rule that \
            decides.
            """,
        source: "Your own list of expected links; observed with swcutil, macOS 27")

    public static let expectedURLOpens = FindingCode(
        "expected-url-opens", .expectations, .error,
        title: "A link that should stay in the browser opens the app",
        action: "Put an exclusion for the link before the rule that opens it",
        meaning: """
            According to the file's rules, this URL opens the app; your list of expected links says that it should \
            not.
            """,
        impact: "Customers who tap this link get the app, which may not be able to show the page.",
        remedy: "Ask the file's maintainers to put an exclusion for this URL before the rule shown in the evidence.",
        source: "Your own list of expected links; observed with swcutil, macOS 27")

    public static let expectedURLUndecided = FindingCode(
        "expected-url-undecided", .expectations, .error,
        title: "Whether an expected link opens the app is not known",
        action: "Simplify the rules for this link",
        meaning: """
            Comparing this URL with the file's rules takes more steps than this program allows, so it is not known \
            whether the URL opens the app.
            """,
        impact: "Not known: the link may or may not open the app, and devices may be slow to decide.",
        remedy: """
            Ask the file's maintainers for simpler rules: shorter patterns, fewer wildcards, variables and values.
            """,
        source: "Your own list of expected links; the limit is this program's own")

    public static let cdnNotServed = FindingCode(
        "cdn-not-served", .appleCDN, .error,
        title: "Apple's CDN does not have the file",
        action: "Make the file available to Apple's CDN, then wait a day",
        meaning: """
            iOS 14 and later get the file from Apple's CDN, which has none for this domain. The evidence shows the \
            reason.
            """,
        impact: """
            Links open the browser instead of the app on iOS 14 and later, except where devices have an earlier copy. \
            Developer mode and iOS 13 and earlier contact the server directly.
            """,
        remedy: """
            Correct the domain's other errors first. If there are none, and the file was published or changed \
            recently, wait: Apple's CDN checks again within about a day, and its cache cannot be purged. If the \
            problem persists, ask the web server's administrators whether a firewall blocks Apple's fetcher \
            (AASA-Bot).
            """,
        source: "Apple, Supporting associated domains; responses of Apple's CDN, 2023 to 2026; rule cdn.failure-codes")

    public static let cdnUnavailable = FindingCode(
        "cdn-unavailable", .appleCDN, .info,
        title: "Apple's CDN could not be queried",
        action: "Check Apple's copy again later",
        meaning: "Apple's CDN did not report whether it has the file. The domain itself may be fine.",
        impact: "None, as far as is known: Apple's copy was not compared, and the rest of the report is valid.",
        remedy: """
            Check again later. If the problem persists, check whether your network lets this program reach the CDN.
            """,
        source: "The CDN's address is not an announced interface; rule cdn.address")

    public static let cdnDiffers = FindingCode(
        "cdn-differs", .appleCDN, .warning,
        title: "Apple's copy differs from the server's file",
        action: "Wait a day for Apple's CDN, then check again",
        meaning: """
            The copy in Apple's CDN differs in meaning from the file on the server. Usually the file was changed and \
            the CDN has not fetched it again yet.
            """,
        impact: """
            iOS 14 and later use the CDN's copy, with the old rules. Each device checks the CDN only about once a \
            week: after the CDN has the new file, it can take another week until every device has it.
            """,
        remedy: """
            Wait a day and check again; Apple's CDN cache cannot be purged. If the problem persists, ask the web \
            server's administrators whether a firewall blocks Apple's fetcher (AASA-Bot). To test immediately, the \
            app's developers can use developer mode.
            """,
        source: "Apple, Supporting associated domains; Apple Developer Forums 651737, 699401; rule cdn.keeps-copies")

    public static let cdnFollowedRedirect = FindingCode(
        "cdn-followed-redirect", .appleCDN, .info,
        title: "Apple's CDN has followed the redirect",
        action: "Serve the file itself instead of the redirect",
        meaning: """
            The server redirects, and Apple's CDN has a copy of the file at the redirect's destination. iOS 14 and \
            later get this copy.
            """,
        impact: """
            None on iOS 14 and later today. However, Apple requires the file to be served without a redirect, and \
            earlier systems follow no redirects.
            """,
        remedy: "Even so, ask the web server's administrators to serve the file itself at the well-known location.",
        source: "Apple, Supporting associated domains; rule cdn.headers")
}
