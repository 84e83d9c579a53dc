public import Findings
public import Transport

/// The report on one location.
public struct LocationReport: Hashable, Sendable {
    /// The outcome of a location.
    public enum Outcome: String, Codable, Sendable, CaseIterable {
        /// 200 with a body that is a usable association file, as far as it was judged.
        case served
        /// 404 or 410.
        case missing
        case redirected
        /// 401, 403, 407, 429, 451, or a challenge.
        case refused
        /// Any other response without a file: another status, an empty body, a web page, broken JSON, …
        case unusable
        /// No complete response.
        case failed
        case notTried
    }

    /// The URL.
    public var url: String
    /// The outcome.
    public var outcome: Outcome
    /// The exchange; `nil` if the location was not requested.
    public var exchange: Exchange?
    /// The redirects that were followed, in order.
    public var redirects: [RedirectTrail.Hop]
    /// The SHA-256 of the body in hexadecimal digits; `nil` without a complete body.
    public var sha256: String?
    /// The number of bytes of the decoded body; `nil` without a response.
    public var bytes: Int?
    /// The recognised platforms behind the first response, beginning with the outermost.
    public package(set) var platforms: [HostingPlatform]

    /// The result of comparing Apple's copy with the server's file; `nil` for the server's own locations.
    public var state: CDNState?

    /// Creates a report; the platforms and, by default, `bytes` are those of the exchange.
    package init(
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
        platforms = exchange.map(HostingPlatform.recognise) ?? []
    }
}

/// The result of comparing Apple's copy of a file with the server's file.
///
/// Devices currently get the copy; they get the server's file after Apple has fetched it again.
/// Documented as cdn.keeps-copies
public enum CDNState: String, Codable, Sendable, CaseIterable {
    /// The copy and the server's file have the same meaning.
    case inSync
    /// The copy and the server's file have different meanings.
    case outOfSync
    /// Apple's CDN has no usable copy.
    case fetchFailed
    /// Apple's CDN has a copy, but the server has no usable file.
    case onlyAtCDN
    /// The CDN did not respond about the domain, or the comparison was not completed.
    case unchecked
}
