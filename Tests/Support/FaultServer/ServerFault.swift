/// One way in which a host misbehaves, for tables of tests: `Site(fault)` is a host that is correct but for this.
///
/// | family | where the table of its faults is |
/// | --- | --- |
/// | what is presented | ``ServerCertificate``, ``Staple`` |
/// | until the handshake is done | ``HandshakeFault``; before the client has spoken: ``AcceptFault`` |
/// | status, challenge, 1xx | `Answers/Answer+Status.swift` |
/// | redirects | `Answers/Answer+Redirect.swift` |
/// | header fields, status lines, versions | `Answers/Answer+Header.swift` |
/// | lengths and chunks | `Answers/Answer+Body.swift` |
/// | content codings | `Answers/Answer+Coding.swift` |
/// | contents and media types | `Answers/Answer+Content.swift` |
/// | slowness, stalls, ends | `Answers/Answer+Timing.swift` |
/// | names | ``DNSAnswer`` |
/// | proxies | ``ProxyBehaviour`` |
/// | ports | `withRefusingPort`, `withBlackHole` |
///
/// ``catalogue`` has each of the first nine with usual parameters, so that a table of tests cannot forget any.
public enum ServerFault: Sendable, CustomStringConvertible {
    /// A faulty certificate.
    case certificate(ServerCertificate)
    /// A fault before the first request.
    case handshake(HandshakeFault)
    /// A faulty answer at the well-known location.
    case answer(Answer)

    /// A short name for test output; unique in the catalogue.
    public var description: String {
        switch self {
        case .certificate(let certificate): "certificate: \(name(of: certificate))"
        case .handshake(let handshake): "handshake: \(name(of: handshake))"
        case .answer(let answer): "answer: \(answer)"
        }
    }

    /// Returns Swift's description without the name of the module.
    private func name(of value: some Any) -> String {
        "\(value)".split(separator: "TestSupport.", omittingEmptySubsequences: false).joined()
    }
}
