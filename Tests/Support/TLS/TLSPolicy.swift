import COpenSSL

/// The TLS versions to which a server can be limited.
public enum TLSVersion: Hashable, Sendable, CaseIterable {
    /// Forbidden since RFC 8996; OpenSSL's security level is lowered for it.
    case tls10
    /// Forbidden since RFC 8996; OpenSSL's security level is lowered for it.
    case tls11
    /// RFC 5246.
    case tls12
    /// RFC 8446.
    case tls13

    var number: Int32 {
        switch self {
        case .tls10: TLS1_VERSION
        case .tls11: TLS1_1_VERSION
        case .tls12: TLS1_2_VERSION
        case .tls13: TLS1_3_VERSION
        }
    }
}

/// The features that a TLS server allows and requests.
struct TLSPolicy: Hashable, Sendable {
    enum ClientCertificate: Hashable, Sendable {
        case notRequested
        case requested
        case demanded
    }

    var oldest = TLSVersion.tls12
    var newest = TLSVersion.tls13
    var clientCertificate = ClientCertificate.notRequested
    /// OpenSSL's cipher list for TLS 1.2 and older; `nil` for its default.
    var ciphers: String?
    /// The only group for key exchange; `nil` for OpenSSL's default.
    var group: String?
    /// The protocol that the server selects if the client offers it (RFC 7301).
    var applicationProtocol = "http/1.1"
}
