// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

extension FindingCode {
    /// The codes about the entries of `details`: their apps, and the format of their rules.
    static let fileAppCodes: [FindingCode] = [
        .appIDMissing, .appIDMalformed, .appIDPlaceholder, .appIDDuplicate, .appIDSimilar, .detailAppIDsDisagree,
        .detailFormsMixed, .detailRulesMissing, .detailLegacyOnly, .detailModernOnly, .detailFormsDisagree,
    ]

    public static let appIDMissing = FindingCode(
        "app-id-missing", .file, .error, traits: .hidesContent,
        title: "An entry lists no app",
        action: "Add the app's identifier to the entry",
        meaning: """
            An entry of "details" has rules, but neither "appIDs" nor "appID" to identify the app that they apply to.
            """,
        impact: "The entry has no effect: its links open the browser instead of the app on every Apple system.",
        remedy: """
            Ask the app's developers for the app identifier (Team ID, dot, bundle ID), and the \
            file's maintainers to add it to the entry in "appIDs".
            """,
        source: "Apple, applinks reference; observed with swcutil in a public test suite; rule details.no-app")

    public static let appIDMalformed = FindingCode(
        "app-id-malformed", .file, .error,
        title: "An app identifier has the wrong format",
        action: "Correct the format of the app identifier",
        meaning: """
            An app identifier is a Team ID (or, for older apps, another prefix) of ten capital letters and digits, a \
            dot, and the app's bundle ID, such as A1B2C3D4E5.com.company.app. This one has a different format.
            """,
        impact: "It matches no installed app: the services that list it do not work with the app on any Apple system.",
        remedy: """
            Ask the app's developers for the value of "application-identifier" in the signed app, and the \
            file's maintainers to copy it exactly: no spaces, no wildcards, no "applinks:".
            """,
        source: "Apple, Supporting associated domains; WWDC 2019 session 717, What's New in Universal Links")

    public static let appIDPlaceholder = FindingCode(
        "app-id-placeholder", .file, .error,
        title: "An app identifier is a placeholder",
        action: "Replace the placeholder with the app's real identifier",
        meaning: "The app identifier was copied from an example and never replaced by the real one.",
        impact: "It matches no installed app: the services that list it do not work with the app on any Apple system.",
        remedy: """
            Ask the app's developers for the value of "application-identifier" in the signed app, and the \
            file's maintainers to replace the placeholder with it.
            """,
        source: "Apple, TN3155: Debugging universal links; Apple, Supporting associated domains")

    public static let appIDDuplicate = FindingCode(
        "app-id-duplicate", .file, .warning,
        title: "The same app is listed in two entries",
        action: "Merge the two entries of the app",
        meaning: "Two entries of \"details\" list the same app. Probably only the first one counts (not documented).",
        impact: """
            The later entry is probably ignored: links that only this entry covers open the browser instead of the \
            app.
            """,
        remedy: """
            Ask the file's maintainers to merge the entries, with the rules in the order in which they should be tried.
            """,
        source: "Not documented; inferred from swcutil in a public test suite; rule details.same-app-twice")

    public static let appIDSimilar = FindingCode(
        "app-id-similar", .file, .warning,
        title: "Two app identifiers are almost the same",
        action: "Check which of the two app identifiers is correct",
        meaning: """
            The app identifiers of two services are almost the same, and neither service lists both. Probably both \
            mean the same app, and one is misspelled.
            """,
        impact: "If one is misspelled, its service (links, password AutoFill, Handoff) does not work with the app.",
        remedy: """
            Ask the app's developers which one is the value of "application-identifier" in the signed app, and the \
            file's maintainers to use it in both services.
            """,
        source: "Inference; rule app-ids.exact")

    public static let detailAppIDsDisagree = FindingCode(
        "detail-app-ids-disagree", .file, .warning,
        title: "An entry lists different apps for earlier and later systems",
        action: "List the same app in \"appIDs\" and \"appID\", or drop \"appID\"",
        meaning: """
            "appIDs" and "appID" of one entry do not list the same app. iOS 13 and later read "appIDs" only, even when \
            that list is empty; iOS 12 and earlier read "appID" only.
            """,
        impact: """
            An app listed only in "appID" gets no links on iOS 13 and later; an app listed only in "appIDs" gets none \
            on iOS 12 and earlier.
            """,
        remedy: """
            Ask the app's developers which identifiers are correct, and the file's maintainers to write the same \
            app in both, or to keep "appIDs" only.
            """,
        source: "Observed with swcutil in a public test suite; WWDC 2019 session 717; rule details.app-ids-win")

    public static let detailFormsMixed = FindingCode(
        "detail-forms-mixed", .file, .info,
        title: "An entry mixes the old and the new format",
        action: "Write both formats in full if iOS 12 or earlier matters",
        meaning: """
            The old format is "appID" with "paths", the new one "appIDs" with "components". This entry has keys of \
            both. All four keys together are the known way to serve earlier and later systems.
            """,
        impact: """
            iOS 13 and later prefer the new keys; iOS 12 and earlier read only the old ones. If one format is \
            incomplete, some systems ignore the entry or read it differently. Apple's TN3155 advises against mixing.
            """,
        remedy: """
            If iOS 12 or earlier matters, ask the file's maintainers to write all four keys with the same meaning.
            """,
        source: "Apple, TN3155: Debugging universal links; WWDC 2019 session 717; rule details.both-forms")

    public static let detailRulesMissing = FindingCode(
        "detail-rules-missing", .file, .warning,
        title: "An entry has no rules",
        action: "Specify which links should open the app",
        meaning: """
            An entry of "details" has neither "components" nor "paths", or its "components" list is empty.
            """,
        impact: """
            Without either key, current systems probably open the app for every URL; the behavior of earlier systems \
            is not known. With an empty "components" list, no link opens the app on iOS 13 and later.
            """,
        remedy: """
            Ask the file's maintainers to list the URLs that should open the app; {"/": "*"} matches all of them.
            """,
        source: """
            Observed with swcutil in a public test suite (empty list); otherwise not documented; rule details.no-rules
            """)

    public static let detailLegacyOnly = FindingCode(
        "detail-legacy-only", .file, .info,
        title: "Entries in the old format only",
        action: "Use \"components\" for new rules",
        meaning: """
            Entries have "paths" and no "components": the format of iOS 12 and earlier. Later systems still read it.
            """,
        impact: "Links work. Rules about the query or the fragment of a URL cannot be written in this format.",
        remedy: "No action is needed. For new rules, ask the file's maintainers to move to \"components\".",
        source: "WWDC 2019 session 717, What's New in Universal Links")

    public static let detailModernOnly = FindingCode(
        "detail-modern-only", .file, .info,
        title: "Entries in the new format only",
        action: "Add \"appID\" and \"paths\" if iOS 12 or earlier matters",
        meaning: "Entries have \"components\" and no \"paths\". iOS 13 and later read them; iOS 12 and earlier do not.",
        impact: "Links open the browser instead of the app on iOS 12 and earlier. Later systems are not affected.",
        remedy: """
            If iOS 12 or earlier matters, ask the file's maintainers to add "appID" and "paths" with the same meaning.
            """,
        source: "WWDC 2019 session 717, What's New in Universal Links")

    public static let detailFormsDisagree = FindingCode(
        "detail-forms-disagree", .file, .warning,
        title: "Old and new rules of an entry open different links",
        action: "Make \"paths\" and \"components\" agree, or remove \"paths\"",
        meaning: """
            The entry's "paths", which iOS 12 and earlier read, and its "components", which later systems read, do not \
            match the same URLs. The evidence shows an example.
            """,
        impact: "Some links open the app on iOS 13 and later, but not on iOS 12 and earlier, or the reverse.",
        remedy: """
            Ask the file's maintainers which rules are correct and to change the others accordingly, or to remove \
            "paths" if iOS 12 and earlier no longer matter.
            """,
        source: "WWDC 2019 session 717; Apple, TN3155: Debugging universal links")
}
