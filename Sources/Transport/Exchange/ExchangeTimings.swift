/// The durations of the steps of an exchange, in milliseconds; `nil` for a step that did not take place.
public struct ExchangeTimings: Hashable, Sendable {
    /// Name resolution.
    public var dnsMs: Double?
    /// The TCP connection; `nil` for a reused connection.
    public var connectMs: Double?
    /// The TLS handshake; `nil` for a reused connection.
    public var tlsMs: Double?
    /// The time from sending the request to the first byte of the response.
    public var firstByteMs: Double?
    /// The whole exchange, including name resolution.
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
