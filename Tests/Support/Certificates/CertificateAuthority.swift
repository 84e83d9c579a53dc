/// A root and an intermediate authority, created in this process, that issue server certificates on demand.
///
/// Clients must trust the root (``bundlePEM()``, ``writeBundle(to:)``). Servers send their own certificate and the
/// intermediate one. A second, unrelated root is for chains that must not be trusted.
public final class CertificateAuthority: Sendable {
    let root: Issuer
    let intermediate: Issuer
    let strangerRoot: Issuer
    let stranger: Issuer

    /// Makes the authorities' keys and certificates.
    ///
    /// - Parameters:
    ///   - startsIn: The first second of their validity, in seconds from now.
    ///   - endsIn: The last second of their validity, in seconds from now.
    /// - Throws: A ``SupportError`` if OpenSSL fails.
    public init(startsIn: Int = -10 * 86_400, endsIn: Int = 3650 * 86_400) throws {
        func issuer(_ commonName: String, _ parent: Issuer? = nil) throws -> Issuer {
            try Issuer(commonName: commonName, parent: parent, startsIn: startsIn, endsIn: endsIn)
        }
        root = try issuer("Test Root")
        intermediate = try issuer("Test Intermediate", root)
        strangerRoot = try issuer("Untrusted Root")
        stranger = try issuer("Untrusted Intermediate", strangerRoot)
    }

    private static let sharedResult = Result { try CertificateAuthority() }

    /// Returns the default authority of all servers in this process.
    public static func shared() throws -> CertificateAuthority {
        try sharedResult.get()
    }

    /// Returns the root's certificate as PEM.
    public func bundlePEM() throws -> String {
        try root.certificate.pem()
    }

    /// Returns the intermediate authority's certificate as PEM.
    public func intermediatePEM() throws -> String {
        try intermediate.certificate.pem()
    }

    /// Writes the root's certificate to `roots.pem` in a directory, for `--cacert`, and returns the path.
    public func writeBundle(to directory: String) throws -> String {
        let path = "\(directory)/roots.pem"
        try writeFile(bundlePEM().utf8, to: path)
        return path
    }

    /// Creates a key and a certificate for a server.
    ///
    /// `host` is the name that clients request; `kind` determines the content of the certificate.
    public func identity(for host: String, _ kind: ServerCertificate = .good) throws -> ServerIdentity {
        let profile = kind.profile(for: host)
        let key = try PrivateKey(profile.key)
        let issuer: Issuer? =
            switch kind.signer {
            case .intermediate: intermediate
            case .root: root
            case .stranger: stranger
            case .itself: nil
            }
        let leaf = try Certificate(profile, key: key, issuer: issuer)
        let sentAlong: [Certificate] =
            switch kind.sentAlong {
            case .intermediate: [intermediate.certificate]
            case .intermediateAndRoot: [intermediate.certificate, root.certificate]
            case .stranger: [stranger.certificate]
            case .strangerAndRoot: [stranger.certificate, strangerRoot.certificate]
            case .unrelated: [stranger.certificate, strangerRoot.certificate, intermediate.certificate]
            case .intermediateAndStrangers(let count):
                [intermediate.certificate]
                    + (try (0..<count).map { try Issuer(commonName: "Stranger \($0)", parent: nil).certificate })
            case .nothing: []
            }
        let staple = try kind.staple.map { try $0.bytes(for: leaf, issuer: issuer ?? intermediate) }
        return ServerIdentity(key: key, leaf: leaf, sentAlong: sentAlong, staple: staple)
    }
}
