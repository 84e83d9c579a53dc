// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

extension FindingCode {
    static let entitlementCodes: [FindingCode] = [
        .entitlementMalformed, .entitlementDeveloperMode, .entitlementsTooManyDomains,
    ]

    public static let entitlementMalformed = FindingCode(
        "entitlement-malformed", .entitlements, .error,
        title: "An entry in the app's list of domains has the wrong format",
        action: "Correct the entry in the app's associated domains",
        meaning: """
            Each entry must have the form service:host, such as applinks:www.example.com. The service must be one that \
            Apple defines; https:// and a path are not allowed; an asterisk can only be the whole first part of the \
            host; names with non-English letters must be in their xn-- form.
            """,
        impact: """
            The system silently ignores the entry: its service, such as links or passwords, does not work in the app \
            on this domain. Other entries and other apps are not affected.
            """,
        remedy: """
            Ask the app's developers to correct the entry in the app's associated domains, and to release a new \
            version of the app.
            """,
        source: "Apple, Associated Domains Entitlement; WWDC 2019 session 717")

    public static let entitlementDeveloperMode = FindingCode(
        "entitlement-developer-mode", .entitlements, .warning,
        title: "An app that looks like a release uses developer mode",
        action: "List the domain without ?mode=developer in the release",
        meaning: """
            An entry in the app's associated domains ends in ?mode=developer, which is for builds that developers sign \
            for their own devices.
            """,
        impact: """
            The entry has no effect in an app from the App Store: without a plain entry for the same domain, links \
            open the browser instead of the app.
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
            Every domain's file is fetched when the app is installed. In 2016, very long lists made devices misbehave; \
            for current systems, no limit is known.
            """,
        remedy: "Ask the app's developers whether an entry with a wildcard (*.example.com) can replace several.",
        source: "Apple (archived), Support Universal Links; rule domains.count")
}
