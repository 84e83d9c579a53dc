public import AppSiteAssociation

/// The result of matching one URL.
public struct LinkResult: Sendable {
    /// The state of a comparison.
    public enum Answer: Sendable {
        /// The URL was compared; with the trace where one was asked for.
        case compared(LinkMatch, trace: [DetailTrace]?)
        /// There is no file to compare it with, and why.
        case noFile(String)
        /// It is not a URL, and why.
        case notUnderstood(String)
    }

    /// The input as the user wrote it.
    public var url: String
    /// The origin of the file: its URL, its path, or `-`; `nil` where no file was requested.
    public var source: String?
    /// The result of the comparison, or the reason why there is none.
    public var answer: Answer
    /// The reason why no rule matches though one nearly does, as a clause; `nil` when none does.
    public var nearMiss: String?

    /// The apps that would open the URL but cannot exist: their identifiers are malformed, or placeholders.
    public var impossibleApps: [AppIdentifier] {
        guard case .compared(let match, trace: _) = answer else { return [] }
        return match.apps.filter { !$0.isPossible }
    }

    /// Creates a result.
    public init(url: String, source: String?, answer: Answer, nearMiss: String? = nil) {
        self.url = url
        self.source = source
        self.answer = answer
        self.nearMiss = nearMiss
    }
}
