/// Bounds the attempts to connect while a connection is being made: where there is room for one more, and for how long one may take.
///
/// Called on the thread of an event loop: it must not wait.
public protocol AddressClaims: Sendable {
    /// Takes room for one connection to `address`, if there is some.
    func tryClaim(_ address: IPAddress) -> Bool
    /// Gives the room at `address` back: the attempt has ended without a connection.
    func release(_ address: IPAddress)
    /// The system has refused a socket for which there is room; the room is given back next.
    func lacksDescriptor()
    /// The longest time for an attempt at `address`; `nil` for the usual one.
    func connectLimit(at address: IPAddress) -> Duration?
    /// The address has answered an attempt.
    func answered(_ address: IPAddress)
    /// The address has not answered an attempt in time, which has ended.
    func stayedSilent(_ address: IPAddress)
}

extension AddressClaims {
    /// Does nothing.
    public func lacksDescriptor() {}
    /// The usual time.
    public func connectLimit(at address: IPAddress) -> Duration? { nil }
    /// Does nothing.
    public func answered(_ address: IPAddress) {}
    /// Does nothing.
    public func stayedSilent(_ address: IPAddress) {}
}

/// Room everywhere.
struct UnlimitedClaims: AddressClaims {
    func tryClaim(_ address: IPAddress) -> Bool { true }
    func release(_ address: IPAddress) {}
}
