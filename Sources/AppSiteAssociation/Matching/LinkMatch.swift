/// The outcome for a URL; the raw values are those used in reports.
public enum LinkOutcome: String, Hashable, Sendable, CaseIterable {
    /// An app opens it.
    case match
    /// A rule keeps it out of the apps.
    case exclude
    /// No rule takes it.
    case noMatch = "no_match"
    /// It was not decided: comparing the URL with the rules takes too much work.
    case undecided
}

/// Which app would open a URL, and by which rule.
public struct LinkMatch: Sendable {
    /// The outcome for the URL: `match` if any app opens it, otherwise `exclude` if a rule keeps it out of at least one app.
    ///
    /// If one detail is not decided, the outcome as a whole is ``LinkOutcome/undecided``, without apps and rules.
    public let outcome: LinkOutcome
    /// The apps that take it, in the order of the file: the first is preferred. Rule: details.order-of-apps
    public let apps: [AppIdentifier]
    /// The detail that decided: the first that takes the URL, otherwise the first that excludes it.
    public let detail: AppDetail?
    /// The rule that decided; `nil` also where a detail without rules takes everything.
    public let rule: LinkRule?
    /// The apps that a rule keeps from it, in the order of the file.
    public let excludedApps: [AppIdentifier]
    /// Why the rules decide nothing: another scheme or host, no universal links in the file, or too much work; otherwise `nil`.
    public let obstacle: Obstacle?

    /// A reason why the rules decide nothing about a URL.
    public enum Obstacle: Hashable, Sendable, CustomStringConvertible {
        /// Only `http` and `https` links can open apps.
        case scheme(String)
        /// The URL belongs to another host than the file.
        case host(String, file: String)
        /// The file has no `applinks` that could be read.
        case noAppLinks
        /// No detail names the app that was asked for, or any app.
        case noApp(String?)
        /// Comparing the URL with the rules takes too much work.
        case tooMuchWork

        /// A sentence without a full stop.
        public var description: String {
            switch self {
            case .scheme(let scheme): "only http and https links open apps, not \(Shown.quoted(scheme))"
            case .host(let host, let file):
                "the host \(Shown.quoted(host)) is not \(Shown.quoted(file)), to which this file belongs"
            case .noAppLinks: "the file has no universal links: ‘details’ in ‘applinks’ is missing or empty"
            case .noApp(let app?): "no entry of ‘details’ lists the app \(Shown.quoted(app))"
            case .tooMuchWork:
                "comparing the URL with the rules of the file takes too much work, so whether an app opens it is not known"
            case .noApp(nil): "no entry of ‘details’ lists an app"
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
    /// The detail.
    public let detail: AppDetail
    /// The apps of the detail that it decides for, narrowed to the one that was asked for.
    public let apps: [AppIdentifier]
    /// Apps that an earlier detail named already, with which this one was not consulted.
    public let appsDecidedBefore: [AppIdentifier]
    /// The outcome of the detail for the URL, or `nil` if the detail was not consulted.
    public let outcome: LinkOutcome?
    /// The rules that were tried; the last one decided unless the outcome is ``LinkOutcome/noMatch``.
    public let steps: [TraceStep]
    /// A note about the detail as a whole: that it has no rules, or was not consulted; otherwise `nil`.
    public let note: String?
}

/// A step of the comparison of a URL with the rules of a detail: the comparison with one rule.
public struct TraceStep: Sendable {
    /// The rule.
    public let rule: LinkRule
    /// Whether it matched.
    public let matched: Bool
    /// Why, in words: the parts that match, or the first part that does not.
    public let why: String
}
