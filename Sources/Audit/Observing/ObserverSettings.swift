public import Transport

public import struct Foundation.Date

/// The settings of the observation of a domain.
public struct ObserverSettings: Hashable, Sendable {
    /// The time limit for one exchange.
    public var timeout: Duration = .seconds(20)
    /// The time limit for all work on one domain, including pauses.
    public var deadline: Duration = .seconds(60)
    /// The maximum number of retries after a transient failure.
    public var maxRetries = 2
    /// The maximum number of redirects that are followed.
    public var maxRedirects = 10
    /// Whether only public addresses are used, even for domains that the user named.
    public var requiresPublicAddresses = false
    /// Whether a redirect may lead to private addresses; ignored if only public addresses are used.
    public var allowsPrivateRedirects = false
    /// Whether a server provided the domains, rather than the user.
    ///
    /// Such domains must not be at private addresses, and do not receive the user's header fields.
    public var isTargetFromServer = false
    /// The pause before the first retry; it doubles with each further one.
    public var retryPause: Duration = .milliseconds(500)
    /// Whether the file is fetched without verification if the certificate is not trusted.
    public var fetchesUnverified = true
    /// Whether all addresses of a name are requested, instead of only one.
    public var checksAllAddresses = false
    /// Whether the same name with or without `www.` is requested as well.
    public var checksSiblings = false
    /// Whether Apple's user agents are tried as well.
    public var probesUserAgents = false
    /// The URL of Apple's CDN, such as ``appleCDN``; `nil` if it is not queried.
    public var cdnAddress: String?

    /// The URL of Apple's CDN.
    public static let appleCDN = "https://app-site-association.cdn-apple.com"

    /// The documented defaults.
    public static let standard = Self()

    /// Returns the addresses that a request may connect to: only public addresses if the user requires this, or if a
    /// server provided the URL; but always those of `server`, the user's server that provided the URL.
    func addressGuard(isTargetFromServer: Bool, by server: Request.KnownServer? = nil) -> Request.AddressGuard {
        guard requiresPublicAddresses || (isTargetFromServer && !allowsPrivateRedirects) else { return .any }
        return .publicOnly(except: server, allowsUnresolved: !requiresPublicAddresses)
    }
}

/// The external dependencies of the observer, which tests can replace.
public struct ObserverSurroundings: Sendable {
    /// The current date and time.
    public var now: @Sendable () -> Date = { Date() }
    /// A random number in `0..<1`, to spread retries.
    public var jitter: @Sendable () -> Double = { Double.random(in: 0..<1) }
    /// Called before a retry with the target, the failed exchange, and the pause.
    public var willRetry: (@Sendable (Target, Exchange, Duration) -> Void)?

    /// The surroundings of the system.
    public static let system = Self()
}
