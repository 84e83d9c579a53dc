/// The durations of the parts of an exchange, in milliseconds; `nil` where a part was not reached or did not happen.
public struct ExchangeTimings: Hashable, Sendable {
    /// Name resolution.
    public var dnsMs: Double?
    /// The TCP connection; `nil` on a connection that was already open.
    public var connectMs: Double?
    /// The TLS handshake; `nil` on a connection that was already open.
    public var tlsMs: Double?
    /// From sending the request to the first byte of the answer.
    public var firstByteMs: Double?
    /// Everything, name resolution included.
    public var totalMs: Double?

    /// Creates timings.
    public init(
        dnsMs: Double? = nil, connectMs: Double? = nil, tlsMs: Double? = nil, firstByteMs: Double? = nil,
        totalMs: Double? = nil
    ) {
        self.dnsMs = dnsMs
        self.connectMs = connectMs
        self.tlsMs = tlsMs
        self.firstByteMs = firstByteMs
        self.totalMs = totalMs
    }
}
