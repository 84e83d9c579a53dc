/// The identity of a TLS server: key, certificate, additional certificates, and a stapled OCSP response.
public struct ServerIdentity: Sendable {
    let key: PrivateKey
    let leaf: Certificate
    let sentAlong: [Certificate]
    /// The bytes that are stapled to the handshake, if any.
    public let staple: [UInt8]?

    /// Returns the server's certificate and the additional ones, as PEM.
    public func chainPEM() throws -> String {
        try ([leaf] + sentAlong).map { try $0.pem() }.joined()
    }

    /// Returns the private key as PEM, not encrypted.
    public func keyPEM() throws -> String {
        try key.pem()
    }

    /// Writes `NAME.crt` (the chain) and `NAME.key` into a directory, in the format of nginx, and returns their paths.
    public func write(to directory: String, name: String) throws -> (chain: String, key: String) {
        let paths = ("\(directory)/\(name).crt", "\(directory)/\(name).key")
        try writeFile(chainPEM().utf8, to: paths.0)
        try writeFile(keyPEM().utf8, to: paths.1)
        return paths
    }
}
