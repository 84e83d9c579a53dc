/// One way in which a host misbehaves, for tables of tests: `Site(fault)` is a host that is correct but for this.
public enum Fault: Sendable, CustomStringConvertible {
    /// Something is wrong with what is presented: see ``ServerCertificate``.
    case certificate(ServerCertificate)
    /// Something goes wrong before the first request: see ``HandshakeFault``.
    case handshake(HandshakeFault)
    /// Something is wrong with the answer at the well-known location.
    case answer(Answer)

    /// A short name for test output.
    public var description: String {
        switch self {
        case .certificate(let certificate): "certificate: \(certificate)"
        case .handshake(let handshake): "handshake: \(handshake)"
        case .answer(let answer): "answer: \(answer)"
        }
    }
}
