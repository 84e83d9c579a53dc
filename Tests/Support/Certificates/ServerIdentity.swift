/// The identity of a TLS server: its key, its certificate, the certificates it sends along, and a stapled OCSP answer.
public struct ServerIdentity: Sendable {
    let key: PrivateKey
    let leaf: Certificate
    let sentAlong: [Certificate]
    /// The bytes that are stapled to the handshake, if any.
    public let staple: [UInt8]?

    /// The server's certificate and then the others that are sent, as PEM.
    public func chainPEM() throws -> String {
        try ([leaf] + sentAlong).map { try $0.pem() }.joined()
    }

    /// The private key as PEM, not encrypted.
    public func keyPEM() throws -> String {
        try key.pem()
    }

    /// Writes `NAME.crt` (the chain) and `NAME.key` into a directory, as nginx wants them, and gives their paths.
    public func write(to directory: String, name: String) throws -> (chain: String, key: String) {
        let paths = ("\(directory)/\(name).crt", "\(directory)/\(name).key")
        try writeFile(chainPEM().utf8, to: paths.0)
        try writeFile(keyPEM().utf8, to: paths.1)
        return paths
    }
}
