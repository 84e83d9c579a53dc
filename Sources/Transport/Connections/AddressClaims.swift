/// Says at which addresses there is room for one more connection, while a connection is being made.
///
/// Called on the thread of an event loop: it must not wait.
public protocol AddressClaims: Sendable {
    /// Takes room for one connection to `address`, if there is some.
    func tryClaim(_ address: IPAddress) -> Bool
    /// Gives the room at `address` back: the attempt has ended without a connection.
    func release(_ address: IPAddress)
}

/// Room everywhere.
struct UnlimitedClaims: AddressClaims {
    func tryClaim(_ address: IPAddress) -> Bool { true }
    func release(_ address: IPAddress) {}
}
