import Platform

/// The content of a certificate; it is not validated, so that it can be nonsense.
public struct CertificateProfile: Hashable, Sendable {
    /// The purpose of a certificate.
    public enum Role: Hashable, Sendable {
        /// Signs other certificates.
        case authority
        /// Proves a server's name.
        case server
        /// Signs responses about the issuer's certificates (OCSP).
        case responder
    }

    /// One entry of the subject alternative name.
    public enum Name: Hashable, Sendable {
        /// A DNS name: any bytes, including invalid ones.
        case dns([UInt8])
        /// The 4 or 16 bytes of an address.
        case address([UInt8])
        /// A URI with any scheme.
        case uri(String)

        /// Returns a DNS name.
        public static func dns(_ name: String) -> Name {
            .dns(Array(name.utf8))
        }
    }

    /// The digest that the issuer signs.
    public enum Digest: Hashable, Sendable {
        case sha256
        /// Too weak for all current clients.
        case sha1
    }

    /// The subject's common name: any text of any length, including control characters.
    public var commonName: String
    /// The subject's organisation; omitted if `nil`.
    public var organisation: String?
    /// The subject alternative names.
    public var names: [Name]
    /// The first second of validity, in seconds from now.
    public var startsIn: Int
    /// The last second of validity, in seconds from now.
    public var endsIn: Int
    /// The key pair's kind.
    public var key: KeyKind
    /// The digest that the issuer signs.
    public var digest: Digest
    /// The purpose of the certificate.
    public var role: Role

    /// Creates a profile that is valid since yesterday.
    public init(
        commonName: String, organisation: String? = nil, names: [Name] = [], startsIn: Int = -86_400,
        endsIn: Int = 90 * 86_400, key: KeyKind = .p256, digest: Digest = .sha256, role: Role = .server
    ) {
        self.commonName = commonName
        self.organisation = organisation
        self.names = names
        self.startsIn = startsIn
        self.endsIn = endsIn
        self.key = key
        self.digest = digest
        self.role = role
    }

    /// Returns the profile of a server's certificate for one host: a DNS name or an IP address.
    public static func server(_ host: String) -> CertificateProfile {
        CertificateProfile(commonName: host, names: [addressBytes(host).map { .address($0) } ?? .dns(host)])
    }
}

/// Returns the bytes of a numeric IP address; `nil` for anything else.
private func addressBytes(_ text: String) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 16)
    if inet_pton(AF_INET6, text, &bytes) == 1 { return bytes }
    if inet_pton(AF_INET, text, &bytes) == 1 { return Array(bytes.prefix(4)) }
    return nil
}
