// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

extension Catalogue {
    static let entitlements: [FindingCode] = [
        .entitlementMalformed, .entitlementDeveloperMode, .entitlementsTooManyDomains,
    ]
}

extension FindingCode {
    public static let entitlementMalformed = FindingCode(
        "entitlement-malformed", .entitlements, .error,
        title: "An entry in the app's list of domains has the wrong format",
        action: "Correct the entry in the app's associated domains",
        meaning: """
            The app lists its domains as service:host, such as applinks:www.example.com: a known service, no \
            https://, no path, a star only as the whole first part, names in other scripts in their xn-- form.
            """,
        impact: """
            The system silently ignores the entry: the service that it lists for this domain, such as links or \
            passwords, does not work in the app. The domain's file, other entries and other apps are not affected.
            """,
        remedy: "Ask the app's developers to correct the entry in the app's associated domains, and to release it.",
        source: "Apple, Associated Domains Entitlement; WWDC 2019 session 717")

    public static let entitlementDeveloperMode = FindingCode(
        "entitlement-developer-mode", .entitlements, .warning,
        title: "Developer mode in an app that looks like a release",
        action: "List the domain without ?mode=developer in the release",
        meaning: """
            An entry of the app's list of domains ends in ?mode=developer. That is for builds that developers sign \
            for their own devices.
            """,
        impact: """
            In an app from the App Store this entry has no effect for customers: without a plain entry for the same \
            domain, links open the browser instead of the app.
            """,
        remedy: "Ask the app's developers to list the domain without ?mode=developer in the release.",
        source: "Apple, Configuring an associated domain; WWDC 2020 session 10098; rule fetch.developer-mode")

    public static let entitlementsTooManyDomains = FindingCode(
        "entitlements-too-many-domains", .entitlements, .warning,
        title: "The app lists very many domains",
        action: "Combine domains into a wildcard entry where possible",
        meaning: """
            The app lists more than 30 domains. Apple used to advise no more than 20 to 30; the current documents \
            give no number.
            """,
        impact: """
            The file of every domain is fetched when the app is installed. In 2016 apps with very long lists made \
            devices misbehave; for current systems no limit is known.
            """,
        remedy: """
            Ask the app's developers whether one entry with a wildcard (*.example.com) can replace several of them.
            """,
        source: "Apple (archived), App Search Programming Guide: Support Universal Links; rule domains.count")
}
