public import Transport

/// One location as it stands in a report.
public struct LocationReport: Hashable, Sendable {
    /// The outcome of a location.
    public enum Outcome: String, Codable, Sendable, CaseIterable {
        /// 200 with a body that is an association file, as far as it is judged.
        case served
        /// 404 or 410.
        case missing
        /// An answer that points elsewhere.
        case redirected
        /// 401, 403, 407, 429, 451, or a challenge.
        case refused
        /// Another answer that is no file: another status, an empty body, a web page, broken JSON, …
        case unusable
        /// No complete answer.
        case failed
        /// Not asked.
        case notTried
    }

    /// The URL.
    public var url: String
    /// The outcome.
    public var outcome: Outcome
    /// The exchange; `nil` when it was not asked.
    public var exchange: Exchange?
    /// The redirects that were followed, in order.
    public var redirects: [RedirectTrail.Hop]
    /// The SHA-256 of the body in hexadecimal digits; `nil` without a complete body.
    public var sha256: String?
    /// The number of bytes of the body, its content coding undone; `nil` without a response.
    public var bytes: Int?

    /// The result of comparing Apple's copy with the server's file; `nil` for the server's own locations.
    public var state: CDNState?

    /// Creates a location report; `bytes` is taken from the exchange when it is not given.
    public init(
        url: String, outcome: Outcome, exchange: Exchange? = nil, redirects: [RedirectTrail.Hop] = [],
        sha256: String? = nil, bytes: Int? = nil, state: CDNState? = nil
    ) {
        self.url = url
        self.outcome = outcome
        self.exchange = exchange
        self.redirects = redirects
        self.sha256 = sha256
        self.state = state
        self.bytes = bytes ?? exchange.flatMap { $0.status == nil ? nil : $0.bodySize }
    }
}
