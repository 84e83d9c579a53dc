public import Transport

public import struct Foundation.Date

/// The settings of the observation of a domain.
public struct ObserverSettings: Hashable, Sendable {
    /// The time limit for one exchange.
    public var timeout: Duration
    /// The time limit for all work on one domain, including pauses.
    public var deadline: Duration
    /// The number of retries after a transient failure.
    public var maxRetries: Int
    /// The number of redirects that are followed.
    public var maxRedirects: Int
    /// Whether only public addresses are used, even for domains that the user named.
    public var requiresPublicAddresses: Bool
    /// Whether a redirect may lead to private addresses; ignored if only public addresses are used.
    public var allowsPrivateRedirects: Bool
    /// Whether a server provided the domains, rather than the user.
    ///
    /// Such domains must not be at private addresses, and do not receive the user's header fields.
    public var isTargetFromServer = false
    /// The pause before the first retry; it doubles with each further one.
    public var retryPause: Duration
    /// Whether the file is fetched without verification if the certificate is not trusted.
    public var fetchesUnverified: Bool
    /// Whether all addresses of a name are requested, instead of only one.
    public var checksAllAddresses: Bool
    /// Whether the same name with or without `www.` is requested as well.
    public var checksSiblings: Bool
    /// Whether Apple's user agents are tried as well.
    public var probesUserAgents: Bool
    /// The URL of Apple's CDN, such as ``appleCDN``; `nil` if it is not queried.
    public var cdnAddress: String?

    /// The URL of Apple's CDN.
    public static let appleCDN = "https://app-site-association.cdn-apple.com"

    /// Creates settings with the documented defaults.
    public init(
        timeout: Duration = .seconds(20), deadline: Duration = .seconds(60), maxRetries: Int = 2,
        maxRedirects: Int = 10, requiresPublicAddresses: Bool = false, allowsPrivateRedirects: Bool = false,
        retryPause: Duration = .milliseconds(500), fetchesUnverified: Bool = true, checksAllAddresses: Bool = false,
        checksSiblings: Bool = false, probesUserAgents: Bool = false, cdnAddress: String? = nil
    ) {
        self.timeout = timeout
        self.deadline = deadline
        self.maxRetries = maxRetries
        self.maxRedirects = maxRedirects
        self.requiresPublicAddresses = requiresPublicAddresses
        self.allowsPrivateRedirects = allowsPrivateRedirects
        self.retryPause = retryPause
        self.fetchesUnverified = fetchesUnverified
        self.checksAllAddresses = checksAllAddresses
        self.checksSiblings = checksSiblings
        self.probesUserAgents = probesUserAgents
        self.cdnAddress = cdnAddress
    }

    /// Returns the addresses that a request may connect to: only public ones if the user requires this, or if a server
    /// provided the URL; the URL may lead back to `server`, the user's server that provided it.
    func addressGuard(isTargetFromServer: Bool, by server: Request.KnownServer? = nil) -> Request.AddressGuard {
        guard requiresPublicAddresses || (isTargetFromServer && !allowsPrivateRedirects) else { return .any }
        return .publicOnly(except: server, allowsUnknown: !requiresPublicAddresses)
    }
}

/// The external dependencies of the observer, which tests can replace.
public struct ObserverSurroundings: Sendable {
    /// The current date and time.
    public var now: @Sendable () -> Date
    /// A random number in `0..<1`, to spread retries.
    public var jitter: @Sendable () -> Double
    /// Called before a retry with the target, the failed exchange, and the pause.
    public var willRetry: (@Sendable (Target, Exchange, Duration) -> Void)?

    /// Creates surroundings; the defaults are the system's.
    public init(
        now: @escaping @Sendable () -> Date = { Date() },
        jitter: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) },
        willRetry: (@Sendable (Target, Exchange, Duration) -> Void)? = nil
    ) {
        self.now = now
        self.jitter = jitter
        self.willRetry = willRetry
    }
}
