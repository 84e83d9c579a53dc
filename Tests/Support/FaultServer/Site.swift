/// The behaviour of a server for one host.
public struct Site: Sendable {
    /// The certificate that is presented in the TLS handshake.
    public var certificate: ServerCertificate
    /// The behaviour until the handshake is complete.
    public var handshake: HandshakeFault
    /// The answers by path, ignoring queries.
    public var answers: [String: Answer]
    /// The answer for all other paths.
    public var otherwise: Answer

    /// The location that current systems read.
    public static let wellKnownPath = "/.well-known/apple-app-site-association"
    /// The location that was read before iOS 9.3.
    public static let rootPath = "/apple-app-site-association"

    /// Creates a site with an answer for each of the two locations; everything else is a 404.
    public init(
        wellKnown: Answer = .file, root: Answer = .status(404), certificate: ServerCertificate = .good,
        handshake: HandshakeFault = .none, answers: [String: Answer] = [:], otherwise: Answer = .status(404)
    ) {
        self.certificate = certificate
        self.handshake = handshake
        self.answers = [Self.wellKnownPath: wellKnown, Self.rootPath: root].merging(answers) { $1 }
        self.otherwise = otherwise
    }

    /// Returns a site with one answer for every path.
    public static func everywhere(
        _ answer: Answer, certificate: ServerCertificate = .good, handshake: HandshakeFault = .none
    ) -> Site {
        var site = Site(certificate: certificate, handshake: handshake, otherwise: answer)
        site.answers = [:]
        return site
    }

    /// Creates a site with a single fault: an ``Answer`` is sent at the well-known location.
    public init(_ fault: ServerFault, root: Answer = .status(404)) {
        switch fault {
        case .certificate(let certificate): self.init(root: root, certificate: certificate)
        case .handshake(let handshake): self.init(root: root, handshake: handshake)
        case .answer(let answer): self.init(wellKnown: answer, root: root)
        }
    }

    func answer(for path: String) -> Answer {
        answers[path] ?? otherwise
    }
}
