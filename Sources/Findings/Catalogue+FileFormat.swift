// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

extension FindingCode {
    /// The codes about whether the file can be read, and what it contains: bytes, JSON, services, keys.
    static let fileFormatCodes: [FindingCode] = [
        .jsonInvalid, .jsonNotObject, .jsonDuplicateKey, .encodingNotUTF8, .encodingBOM, .jsonTooDeep, .serviceNone,
    ]

    public static let jsonInvalid = FindingCode(
        "json-invalid", .file, .error,
        title: "The file is not valid JSON",
        action: "Correct the JSON syntax",
        meaning: """
            The file has a syntax error at the line and column in the report, or is not JSON. Common errors: \
            typographic quotes, an extra comma, a comment, or a truncated file.
            """,
        impact: """
            One syntax error makes the whole file unreadable. Links open the browser instead of the app on every Apple \
            system.
            """,
        remedy: """
            Ask the file's maintainers to correct the file at that line and column, and to check it with a JSON \
            validator before every release.
            """,
        source: "RFC 8259; Apple, TN3155: Debugging universal links")

    public static let jsonNotObject = FindingCode(
        "json-not-object", .file, .error,
        title: "The file is not a JSON object",
        action: "Put everything into one JSON object",
        meaning: "The file is valid JSON, but not one object such as { \"applinks\": … }.",
        impact: "The file has no effect. Links open the browser instead of the app on every Apple system.",
        remedy: "Ask the file's maintainers to put everything into one object, as in Apple's example.",
        source: "Apple, Supporting associated domains")

    public static let jsonDuplicateKey = FindingCode(
        "json-duplicate-key", .file, .warning,
        title: "An object has a duplicate key",
        action: "Merge or remove the duplicate key",
        meaning: "The same key is used twice in one object of the file. Which of the two values counts is not defined.",
        impact: """
            One of the two values is ignored, not necessarily the same one on every system. Rules or whole apps may be \
            lost without an error message.
            """,
        remedy: "Ask the file's maintainers to merge the two into one, or to remove the unintended one.",
        source: "RFC 8259 section 4; rule json.duplicate-keys")

    public static let encodingNotUTF8 = FindingCode(
        "encoding-not-utf8", .file, .error,
        title: "The file is not UTF-8",
        action: "Save the file as UTF-8",
        meaning: "JSON must be encoded in UTF-8. This file is not, or not entirely; it may be UTF-16.",
        impact: """
            Programs that follow the standard do not read such a file. What Apple's CDN does with it is not known; \
            expect links to open the browser instead of the app.
            """,
        remedy: "Ask the file's maintainers to save the file as UTF-8 without a byte order mark.",
        source: "RFC 8259 section 8.1; rule json.utf-8")

    public static let encodingBOM = FindingCode(
        "encoding-bom", .file, .warning,
        title: "The file begins with a byte order mark",
        action: "Save the file without a byte order mark",
        meaning: """
            Three invisible bytes precede the content, as in files saved as "UTF-8 with BOM". JSON must not begin with \
            them.
            """,
        impact: """
            Apple devices that contact the server directly probably accept it. Whether Apple's CDN does is not known, \
            so links may open the browser instead of the app on iOS 14 and later.
            """,
        remedy: "Ask the file's maintainers to save the file as UTF-8 without a byte order mark.",
        source: "RFC 8259 section 8.1; rule json.byte-order-mark")

    public static let jsonTooDeep = FindingCode(
        "json-too-deep", .file, .error,
        title: "The file is nested too deeply",
        action: "Reduce the nesting of the file",
        meaning: "Objects and arrays are nested more deeply than any association file needs. The rest was not read.",
        impact: "JSON readers reject files that are too deep. Expect links to open the browser instead of the app.",
        remedy: """
            Ask the file's maintainers how the file was generated; an association file needs no more than eight \
            levels.
            """,
        source: "RFC 8259 section 9")

    public static let serviceNone = FindingCode(
        "service-none", .file, .error, traits: .hidesContent,
        title: "The file contains none of Apple's services",
        action: "Add a section for links, or correct the section's name",
        meaning: """
            The file has none of the keys that Apple's systems read, in exactly this spelling: applinks, \
            webcredentials, appclips, activitycontinuation, authsrv, messagefilter, classificationreport.
            """,
        impact: "The file has no effect. Links open the browser instead of the app on every Apple system.",
        remedy: """
            Ask the file's maintainers to add an "applinks" section, as in Apple's example, and to check the spelling \
            of the keys.
            """,
        source: "Apple, Supporting associated domains; Apple, Configuring an associated domain")
}
