// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

extension FindingCode {
    /// The codes about the sections of the file and the structure of `applinks`.
    static let fileServiceCodes: [FindingCode] = [
        .serviceMalformed, .serviceEmpty, .keyUnknown, .applinksAppsMissing, .applinksAppsNotEmpty, .detailsMissing,
        .detailsMalformed, .detailsLegacyDictionary,
    ]

    public static let serviceMalformed = FindingCode(
        "service-malformed", .file, .error, traits: .hidesContent,
        title: "A section of the file has the wrong type",
        action: "Correct the type of the section",
        meaning: """
            A section must be an object, and its "apps" an array of app identifiers. Here, a value has a different \
            type.
            """,
        impact: "The section is ignored, and its service does not work with the app. Other sections still work.",
        remedy: "Ask the file's maintainers to correct the section named in the finding, as in Apple's example.",
        source: "Apple, Supporting associated domains")

    public static let serviceEmpty = FindingCode(
        "service-empty", .file, .info,
        title: "A section of the file lists no apps",
        action: "Check that no app should use this service",
        meaning: """
            A section with an empty "apps" is valid: no app uses its service on this domain. Hosting platforms and \
            generators write such sections.
            """,
        impact: "The service works with no app on this domain. Other sections still work.",
        remedy: "If an app uses the service, ask the file's maintainers to list its identifier in \"apps\".",
        source: "Apple, Supporting associated domains; rule services.apps-list")

    public static let keyUnknown = FindingCode(
        "key-unknown", .file, .info,
        title: "Unknown key",
        action: "Correct or remove the unknown key, unless it is a comment",
        meaning: "Apple's systems ignore unknown keys. A comment is harmless; a misspelled key is a mistake.",
        impact: """
            The key has no effect. If another key was meant, rules or apps are lost without an error message, or a \
            rule matches too much.
            """,
        remedy: "Ask the file's maintainers whether the key is intended. Keys are case-sensitive.",
        source: "Apple, applinks reference; observed with swcutil, macOS 27; rule json.unknown-keys")

    public static let applinksAppsMissing = FindingCode(
        "applinks-apps-missing", .file, .info,
        title: "The empty \"apps\" array for iOS 12 and earlier is missing",
        action: "Add \"apps\": [] if iOS 12 or earlier matters",
        meaning: "Up to iOS 12, applinks required \"apps\": [] (an empty array). iOS 13 and later do not need it.",
        impact: """
            According to Apple, links open the browser instead of the app on iOS 12 and earlier. Later systems work.
            """,
        remedy: """
            If the app still supports iOS 12 or earlier, ask the file's maintainers to add "apps": [] to applinks.
            """,
        source: "Apple (archived), Support Universal Links; WWDC 2019 session 717; rule details.apps-empty")

    public static let applinksAppsNotEmpty = FindingCode(
        "applinks-apps-not-empty", .file, .warning,
        title: "The list of apps in applinks is not empty",
        action: "Empty \"apps\" in applinks, and list the apps in \"details\"",
        meaning: """
            "apps" in applinks must be an empty array: the apps belong in "details". Other sections list them in "apps".
            """,
        impact: """
            Up to iOS 12, Apple requires an empty array, so links may open the browser instead of the app there. Later \
            systems ignore it: an app listed only here has no links.
            """,
        remedy: "Ask the file's maintainers to write \"apps\": [] in applinks, and to add every app to \"details\".",
        source: "Apple (archived), Support Universal Links; WWDC 2019 session 717")

    public static let detailsMissing = FindingCode(
        "details-missing", .file, .warning,
        title: "The file lists no apps for links",
        action: "List the apps in \"details\" if links should open them",
        meaning: "\"details\" of applinks is missing or empty. Some hosting platforms generate such a file.",
        impact: """
            Links open the browser on every Apple system. That may be intended, for instance if the domain shares only \
            passwords with the app.
            """,
        remedy: """
            Ask the web server's administrators whether they or the hosting platform created the file. If links should \
            open an app, ask them to add an entry for it to "details".
            """,
        source: "Apple, applinks reference; Apple, Supporting associated domains")

    public static let detailsMalformed = FindingCode(
        "details-malformed", .file, .error, traits: .hidesContent,
        title: "The list of apps for links has the wrong type",
        action: "Correct the format of \"details\"",
        meaning: """
            "details" must be an array of objects, one for each app or group of apps. Here, a value has a different \
            type.
            """,
        impact: "Values of the wrong type are ignored. Links of the affected apps open the browser instead.",
        remedy: """
            Ask the file's maintainers to correct "details" as in Apple's example: an array with one object per app.
            """,
        source: "Apple, applinks reference")

    public static let detailsLegacyDictionary = FindingCode(
        "details-legacy-dictionary", .file, .warning,
        title: "The list of apps is in an obsolete format of 2015",
        action: "Convert \"details\" to an array",
        meaning: "\"details\" is an object with app identifiers as keys, a format that Apple called obsolete in 2019.",
        impact: """
            Current systems still read it; later ones may not. If several apps match, it is not defined which one \
            opens.
            """,
        remedy: """
            Ask the file's maintainers to write "details" as an array: one object per app, with "appIDs" and \
            "components".
            """,
        source: """
            WWDC 2015 session 509; WWDC 2019 session 717; observed with swcutil, macOS 27; rule details.dictionary
            """)
}
