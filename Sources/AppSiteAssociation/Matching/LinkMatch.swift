/// The outcome for a URL; the raw values are those used in reports.
public enum LinkOutcome: String, Hashable, Sendable, CaseIterable {
    /// The URL opens an app.
    case match
    /// A rule excludes the URL from the apps.
    case exclude
    /// No rule matches the URL.
    case noMatch = "no_match"
    /// The outcome was not decided, because comparing the URL with the rules takes too much work.
    case undecided
}

/// The apps that a URL opens, with the rule that decides.
public struct LinkMatch: Sendable {
    /// The outcome for the URL: `match` if any app opens it, otherwise `exclude` if a rule excludes it from any app.
    ///
    /// If one detail is not decided, the whole outcome is ``LinkOutcome/undecided``, without apps and rules.
    public let outcome: LinkOutcome
    /// The apps that open the URL, in the order of the file: the first is preferred.
    /// Documented as details.order-of-apps
    public let apps: [AppIdentifier]
    /// The detail that decided: the first that opens the URL, or otherwise the first that excludes it.
    package let detail: AppDetail?
    /// The rule that decided; also `nil` if a detail without rules matches every URL.
    public let rule: LinkRule?
    /// The apps that a rule excludes the URL from, in the order of the file.
    public let excludedApps: [AppIdentifier]
    /// The reason why the rules are not applied; `nil` if they are.
    public let obstacle: Obstacle?

    /// A reason why the rules are not applied to a URL.
    public enum Obstacle: Hashable, Sendable, CustomStringConvertible {
        /// A scheme other than `http` and `https`, for which links cannot open apps.
        case scheme(String)
        /// A host other than that of the file.
        case host(String, file: String)
        /// A file without a readable `applinks`.
        case noAppLinks
        /// No detail for the requested app, or for any app.
        case noApp(String?)
        /// Too much work to compare the URL with the rules.
        case tooMuchWork

        /// A sentence without a full stop.
        public var description: String {
            switch self {
            case .scheme(let scheme): "only http and https links open apps, not \(QuotedText.curly(scheme))"
            case .host(let host, let file):
                "the host \(QuotedText.curly(host)) is not \(QuotedText.curly(file)), to which this file belongs"
            case .noAppLinks: "the file has no universal links: ‘details’ in ‘applinks’ is missing or empty"
            case .noApp(let app?): "no entry of ‘details’ lists the app \(QuotedText.curly(app))"
            case .noApp(nil): "no entry of ‘details’ lists an app"
            case .tooMuchWork:
                "comparing the URL with the rules of the file takes too much work, so whether an app opens it is not known"
            }
        }
    }
}

/// An explanation of the comparison of a URL with the rules of a file.
public struct LinkExplanation: Sendable {
    /// The result of the comparison.
    public let match: LinkMatch
    /// The details that were considered, in the order of the file.
    public let details: [DetailTrace]
}

/// A trace of the comparison of a URL with the rules of one detail.
public struct DetailTrace: Sendable {
    package let detail: AppDetail
    /// The apps that the detail decides for, limited to the requested app.
    public let apps: [AppIdentifier]
    /// The apps that an earlier detail already lists, for which this detail is not considered.
    public let appsDecidedBefore: [AppIdentifier]
    /// The apps to show with the detail: those that it decides for, or if there are none, those of earlier details.
    package var shownApps: [AppIdentifier] { apps.isEmpty ? appsDecidedBefore : apps }
    /// The outcome of the detail for the URL; `nil` if the detail was not considered.
    public let outcome: LinkOutcome?
    /// The rules that were tried; the last one decided unless the outcome is ``LinkOutcome/noMatch``.
    public let steps: [TraceStep]
    /// A note about the whole detail: that it has no rules, or the reason why it was not considered; otherwise `nil`.
    public let note: String?
}

/// The comparison of a URL with one rule of a detail.
public struct TraceStep: Sendable {
    /// The rule.
    public let rule: LinkRule
    /// Whether the rule matched.
    public let matched: Bool
    /// A description of the parts that match, or of the first part that does not.
    public let why: String
}
