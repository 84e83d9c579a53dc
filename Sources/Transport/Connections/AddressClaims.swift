/// Limits on attempts to connect: whether another attempt is allowed, and how long it may take.
///
/// Called on the thread of an event loop, so implementations must not block.
public protocol AddressClaims: Sendable {
    /// Claims one connection to `address`; returns false if the limit is reached.
    func tryClaim(_ address: IPAddress) -> Bool
    /// Releases the claim for `address`: the attempt has ended without a connection.
    func release(_ address: IPAddress)
    /// Reports that the system refused to create a socket although the limits allowed it.
    ///
    /// The caller then releases the claim.
    func lacksDescriptor()
    /// The time limit for an attempt to connect to `address`; `nil` for the usual limit.
    func connectLimit(at address: IPAddress) -> Duration?
    /// Reports that the address has responded to an attempt.
    func answered(_ address: IPAddress)
    /// Reports that an attempt has timed out.
    func stayedSilent(_ address: IPAddress)
}

extension AddressClaims {
    /// Does nothing.
    public func lacksDescriptor() {}
    /// Returns `nil`, for the usual limit.
    public func connectLimit(at address: IPAddress) -> Duration? { nil }
    /// Does nothing.
    public func answered(_ address: IPAddress) {}
    /// Does nothing.
    public func stayedSilent(_ address: IPAddress) {}
}

struct UnlimitedClaims: AddressClaims {
    func tryClaim(_ address: IPAddress) -> Bool { true }
    func release(_ address: IPAddress) {}
}
