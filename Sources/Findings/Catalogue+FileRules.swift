// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

extension FindingCode {
    /// The codes about the rules that determine which URLs open the app.
    static let fileRuleCodes: [FindingCode] = [
        .ruleMalformed, .ruleWidened, .defaultsNarrowRules, .ruleNeverMatches, .ruleMissesLinks, .ruleHostInPath,
        .ruleUnreachable, .rulePartlyUnreachable, .ruleSlashMissing, .ruleLooserThanItLooks, .rulesOnlyExclude,
        .ruleMatchesEverything, .ruleHomePageOnly, .ruleNotPrefixMalformed,
    ]

    public static let ruleMalformed = FindingCode(
        "rule-malformed", .file, .error,
        title: "A rule has the wrong type",
        action: "Correct the type of the value in the rule",
        meaning: """
            A path must be a string and a component an object, and true and false must be written without quotes. \
            Here, a value has a different type.
            """,
        impact: """
            The rule, or the setting in it, is ignored, so links may open the browser instead of the app, or the \
            reverse. Other rules still work.
            """,
        remedy: "Ask the file's maintainers to correct the rule at the position named in the finding.",
        source: "Apple, applinks reference (components); observed with swcutil, macOS 27; rule components.wrong-type")

    public static let ruleWidened = FindingCode(
        "rule-widened", .file, .error,
        title: "A part of a rule is ignored",
        action: "Complete or correct the rule that matches too much",
        meaning: """
            A part of the rule has the wrong type, so systems ignore this part and keep the rest. Without that part, \
            the rule matches more URLs than intended. An empty rule does, too.
            """,
        impact: """
            On iOS 13 and later, the app opens for pages that should stay in the browser; if the rule is an exclusion, \
            links that should open the app do not. Later rules may be unreachable.
            """,
        remedy: """
            Ask the file's maintainers to write the part as a string (true and 1 become "true" and "1"), or to \
            remove the rule if it is empty.
            """,
        source: "Observed with swcutil, macOS 27; Apple, applinks reference (query); rule components.query-non-string")

    public static let defaultsNarrowRules = FindingCode(
        "defaults-narrow-rules", .file, .warning,
        title: "The defaults restrict every rule",
        action: "Move the settings from \"defaults\" into the rules",
        meaning: """
            Apple documents only caseSensitive and percentEncoded in "defaults". A path, query, fragment or exclude in \
            it was observed to apply to every rule that does not override it.
            """,
        impact: """
            Rules match fewer URLs than they seem to, or exclude what they should open, on iOS 14 and later. Earlier \
            systems ignore "defaults".
            """,
        remedy: "Ask the file's maintainers to move these settings from \"defaults\" to the rules that need them.",
        source: "Observed with swcutil, macOS 27; Apple, applinks reference (defaults); rule defaults.every-key")

    public static let ruleNeverMatches = FindingCode(
        "rule-never-matches", .file, .error,
        title: "A rule can never match",
        action: "Rewrite or remove the rule that can never match",
        meaning: "No URL can match this rule, for example because of a space or a fragment in a path.",
        impact: """
            The rule has no effect. Links that it should open in the app open the browser instead, and links that it \
            should exclude are not excluded.
            """,
        remedy: "Ask the file's maintainers to rewrite the rule, or to remove it if it is not needed.",
        source: "Observed with swcutil, macOS 27; Apple, applinks reference (components); rule patterns.whole")

    public static let ruleMissesLinks = FindingCode(
        "rule-misses-links", .file, .error,
        title: "A rule misses the links that it was written for",
        action: "Rewrite the rule so that it matches the intended links",
        meaning: """
            A pattern contains text that never occurs in the part of the URL with which it is compared: a whole URL or \
            a query in a path, or percent-encoding where the decoded URL is compared. The rule may match other URLs by \
            chance.
            """,
        impact: """
            Links that the rule should open in the app open the browser instead, and links that it should exclude are \
            not excluded.
            """,
        remedy: "Ask the file's maintainers to rewrite the rule so that it matches the intended links.",
        source: "Inference from how swcutil compares URLs, macOS 27; rules patterns.path-only, encoding.decoded")

    public static let ruleHostInPath = FindingCode(
        "rule-host-in-path", .file, .warning,
        title: "A rule begins with a host name",
        action: "Remove the host name from the path of the rule",
        meaning: "The rule's path begins with a host name, but a URL's path begins after the host name.",
        impact: """
            Links that the rule should open in the app open the browser instead, and links that it should exclude are \
            not excluded.
            """,
        remedy: "Ask the file's maintainers to remove the host name, so that the path begins with a slash.",
        source: "Apple, applinks reference (components); rule patterns.path-only")

    public static let ruleUnreachable = FindingCode(
        "rule-unreachable", .file, .warning,
        title: "A rule is unreachable",
        action: "Put the rule before the broader one, or remove it",
        meaning: """
            The first matching rule decides. An earlier rule of the entry already matches everything that this one \
            could.
            """,
        impact: """
            The rule has no effect. If it is an exclusion, pages that should stay in the browser open the app. If the \
            earlier rule has the same outcome, nothing is lost.
            """,
        remedy: """
            Ask the file's maintainers to put this rule before the broader one, or to remove it. Exclusions come \
            first.
            """,
        source: "WWDC 2019 session 717; observed with swcutil, macOS 27; rule details.first-match")

    public static let ruleSlashMissing = FindingCode(
        "rule-slash-missing", .file, .info,
        title: "A path has no leading slash",
        action: "Add a slash at the beginning of the path",
        meaning: """
            A pattern that begins with neither a slash nor an asterisk (*) is compared as if it began with a slash, as \
            observed on macOS 27; Apple documents paths with the slash only.
            """,
        impact: """
            None on the systems tested: the rule matches as if it began with a slash. On other systems, such as iOS 12 \
            and earlier, it may match nothing.
            """,
        remedy: "Ask the file's maintainers to write the slash: the rule then means the same on every system.",
        source: "Observed with swcutil, macOS 27; rule patterns.added-slash-counts")

    public static let rulePartlyUnreachable = FindingCode(
        "rule-partly-unreachable", .file, .warning,
        title: "An exclusion comes too late for some links",
        action: "Put the exclusion before the rule that opens its links",
        meaning: """
            The first matching rule decides. An earlier rule opens some of the URLs that this exclusion should keep in \
            the browser. The earlier rule also opens other URLs, so it is probably not an intended exception.
            """,
        impact: "The app opens for these URLs, although the exclusion should keep them in the browser.",
        remedy: """
            Ask the file's maintainers to put the exclusion before the rule named in the finding. If the app should \
            open for these URLs, no action is needed.
            """,
        source: "WWDC 2019 session 717; observed with swcutil, macOS 27; rule details.first-match")

    public static let ruleLooserThanItLooks = FindingCode(
        "rule-looser-than-it-looks", .file, .info,
        title: "A rule matches more links than it seems to",
        action: "Restrict the rule if it is not meant to match so much",
        meaning: """
            A question mark in a path matches any one character instead of beginning a query, and "*" as the value \
            of a query item also matches a URL without the item. So the rule also matches URLs that were probably not \
            intended.
            """,
        impact: "These additional links also open the app or, if the rule is an exclusion, stay in the browser.",
        remedy: """
            Ask the file's maintainers to end the path before the question mark, or to require a query item with "?*".
            """,
        source: "Observed with swcutil, macOS 27; rules patterns.added-slash-counts, components.query-absent-item")

    public static let rulesOnlyExclude = FindingCode(
        "rules-only-exclude", .file, .warning,
        title: "All rules are exclusions",
        action: "Add rules for the links that should open the app",
        meaning: "The rules of this app only exclude URLs. No rule specifies which ones open the app.",
        impact: "All links to the domain open the browser instead of this app.",
        remedy: """
            Ask the file's maintainers to add, after the exclusions, rules for the URLs that should open the app; \
            {"/": "*"} matches all others.
            """,
        source: "Apple, applinks reference (components)")

    public static let ruleMatchesEverything = FindingCode(
        "rule-matches-everything", .file, .info,
        title: "Every URL of the domain opens the app",
        action: "Check that every link should open the app",
        meaning: "A rule matches all URLs, and no exclusion precedes it.",
        impact: """
            Links that the app may not handle, such as log-out and confirmation links, open it as well. If it handles \
            all of them, nothing is wrong.
            """,
        remedy: """
            If this is not intended, ask the file's maintainers to put exclusions before the rule, or to list the URLs \
            that the app can show.
            """,
        source: "Apple, applinks reference (components)")

    public static let ruleHomePageOnly = FindingCode(
        "rule-home-page-only", .file, .warning,
        title: "Only the home page opens the app",
        action: "Check that only the home page should open the app",
        meaning: """
            The only rule that opens the app is "/", which matches only the home page; "*" matches the whole site.
            """,
        impact: "Links to every other page of the domain open the browser instead of the app.",
        remedy: """
            If other pages should open the app, ask the file's maintainers to write "*" instead of "/", or to list the \
            paths that the app can show.
            """,
        source: "Apple (archived), Support Universal Links; observed with swcutil, macOS 27; rule patterns.home-page")

    public static let ruleNotPrefixMalformed = FindingCode(
        "rule-not-prefix-malformed", .file, .error,
        title: "An exclusion with NOT is malformed",
        action: "Correct the exclusion with NOT",
        meaning: """
            In "paths", an exclusion is NOT in capitals, one space, and the path. Here, the space is missing or \
            doubled, NOT is in lowercase letters, or it is in a component, where it has no meaning.
            """,
        impact: """
            According to Apple, the rule is not an exclusion, so pages that should stay in the browser can open the \
            app. Some systems may accept lowercase letters.
            """,
        remedy: """
            Ask the file's maintainers to write "NOT /path/*" in "paths", or "exclude": true in "components".
            """,
        source: "Apple (archived), Support Universal Links; WWDC 2019 session 717; rule paths.not")
}
