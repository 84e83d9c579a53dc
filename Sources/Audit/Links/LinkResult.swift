public import AppSiteAssociation

/// The result of matching one URL.
public struct LinkResult: Sendable {
    /// The result of a comparison.
    public enum Answer: Sendable {
        /// The URL was compared; includes the trace if one was requested.
        case compared(LinkMatch, trace: [DetailTrace]?)
        /// The URL was not compared, because there is no file for this reason.
        case noFile(String)
        /// The input is not a valid URL for this reason.
        case notUnderstood(String)
    }

    /// The input as the user wrote it.
    public var url: String
    /// The origin of the file: its URL, its path, or `-`; `nil` if no file was requested.
    public var source: String?
    /// The result of the comparison, or the reason for its absence.
    public var answer: Answer
    /// The reason why a rule that nearly matches does not, as a clause; `nil` if there is no such rule.
    public var nearMiss: String?

    /// The apps that the URL would open, but that cannot exist because their identifiers are malformed or placeholders.
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
