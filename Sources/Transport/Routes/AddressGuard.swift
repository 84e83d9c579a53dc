extension Request {
    /// The addresses that a request may connect to.
    public enum AddressGuard: Hashable, Sendable {
        /// Any address, for hosts that the user named.
        case any
        /// Public addresses, the addresses that the user chose for a name, and the server that the user named.
        ///
        /// The program selects the address, unless a proxy resolves names itself. In that case, a name with any
        /// address that is not public is refused. A name that cannot be resolved locally is passed to such a proxy
        /// only if `allowsUnknown` is true.
        case publicOnly(except: KnownServer?, allowsUnknown: Bool)
    }
}
