import Transport

/// The settings of the observation of a domain.
public struct ObserverSettings: Hashable, Sendable {
    /// The time for one exchange.
    public var timeout: Duration
    /// The time for everything that is done for one domain, pauses included.
    public var deadline: Duration
    /// The number of retries after a transient failure.
    public var maxRetries: Int
    /// The number of redirects that are followed.
    public var maxRedirects: Int
    /// Whether only public addresses are asked, also for the domains that the user named.
    public var asksPublicOnly: Bool
    /// Whether a redirect may lead into private address space; not where only public addresses are asked.
    public var allowsPrivateRedirects: Bool
    /// Whether a server led to the domains that are asked, rather than the user: then they may not be in private address space,
    /// and get none of the user's header fields.
    public var isLedByServer = false
    /// The pause before the first retry; it doubles with each further one.
    public var retryPause: Duration
    /// Whether to look once more, without trusting it, behind a certificate that was not accepted.
    public var looksBehind: Bool
    /// Whether to ask each address of a name, instead of one of them.
    public var asksAllAddresses: Bool
    /// Whether to ask the same name with or without `www.` before it as well.
    public var asksSiblings: Bool
    /// Whether to ask with Apple's user agents as well.
    public var probesUserAgents: Bool
    /// The address at which Apple's CDN is asked for its copies, as ``appleCDN``; `nil` where it is not asked.
    public var cdnAddress: String?

    /// The address of Apple's CDN.
    public static let appleCDN = "https://app-site-association.cdn-apple.com"

    /// Creates settings with the documented defaults.
    public init(
        timeout: Duration = .seconds(20), deadline: Duration = .seconds(60), maxRetries: Int = 2,
        maxRedirects: Int = 10, asksPublicOnly: Bool = false, allowsPrivateRedirects: Bool = false,
        retryPause: Duration = .milliseconds(500), looksBehind: Bool = true, asksAllAddresses: Bool = false,
        asksSiblings: Bool = false, probesUserAgents: Bool = false, cdnAddress: String? = nil
    ) {
        self.timeout = timeout
        self.deadline = deadline
        self.maxRetries = maxRetries
        self.maxRedirects = maxRedirects
        self.asksPublicOnly = asksPublicOnly
        self.allowsPrivateRedirects = allowsPrivateRedirects
        self.retryPause = retryPause
        self.looksBehind = looksBehind
        self.asksAllAddresses = asksAllAddresses
        self.asksSiblings = asksSiblings
        self.probesUserAgents = probesUserAgents
        self.cdnAddress = cdnAddress
    }

    /// Which addresses a request may connect to: public ones where the user wants no others, or where a server led there.
    ///
    /// - Parameters:
    ///   - isLedByServer: Whether a server led there, rather than the user.
    ///   - server: The user's server that led there, to which it may lead back.
    /// - Returns: The guard of the request.
    func addressGuard(isLedByServer: Bool, by server: Request.KnownServer? = nil) -> Request.AddressGuard {
        guard asksPublicOnly || isLedByServer && !allowsPrivateRedirects else { return .any }
        return .publicOnly(except: server, allowsUnknown: !asksPublicOnly)
    }
}
