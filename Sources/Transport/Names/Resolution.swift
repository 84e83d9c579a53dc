/// Where a host is, as found before a request, so that a caller can wait its turn for an address.
public struct Resolution: Hashable, Sendable {
    /// The addresses in the order in which they will be tried; empty behind a proxy and after a failure.
    public var addresses: [IPAddress]
    /// Why there are none: of phase ``ExchangePhase/dns`` or ``ExchangePhase/proxy``.
    public var failure: ExchangeFailure?
    /// How long the name system took, in milliseconds; `nil` where it was not asked.
    public var dnsMs: Double?

    /// Creates a resolution.
    public init(addresses: [IPAddress] = [], failure: ExchangeFailure? = nil, dnsMs: Double? = nil) {
        self.addresses = addresses
        self.failure = failure
        self.dnsMs = dnsMs
    }
}
