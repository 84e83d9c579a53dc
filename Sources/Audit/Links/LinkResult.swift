public import AppSiteAssociation

/// What came of matching one URL.
public struct LinkResult: Sendable {
    /// What is known.
    public enum Answer: Sendable {
        /// The URL was compared; with the trace where one was asked for.
        case compared(LinkMatch, trace: [DetailTrace]?)
        /// There is no file to compare it with, and why.
        case noFile(String)
        /// It is not a URL, and why.
        case notUnderstood(String)
    }

    /// What the user wrote.
    public var url: String
    /// Where the file came from: its URL, its path, or `-`; `nil` where none was looked for.
    public var source: String?
    /// What is known.
    public var answer: Answer

    /// Creates a result.
    public init(url: String, source: String?, answer: Answer) {
        self.url = url
        self.source = source
        self.answer = answer
    }
}
