/// The behaviour of a server from the accepted connection to the end of the TLS handshake.
///
/// The client's hello is read first, because the host determines the fault; ``AcceptFault`` contains earlier faults.
///
/// | case | what happens |
/// | --- | --- |
/// | `none` | a handshake with TLS 1.2 or 1.3 |
/// | `only(…)` | a handshake with only this version |
/// | `oldOnly` | only TLS 1.0 and 1.1 |
/// | `clientCertificateDemanded(…)` | ends without a client certificate: TLS 1.2 in the handshake, TLS 1.3 after it |
/// | `clientCertificateRequested(…)` | requests one, continues without it; an ``Answer`` can refuse |
/// | `noCommonCipher` | TLS 1.2 with a cipher that no current client offers |
/// | `claimsHTTP2` | agrees on `h2` and then speaks HTTP/1.1 |
/// | `group(…)` | TLS 1.3 with only this group |
/// | `ciphers(…)` | TLS 1.2 with these cipher suites, in this order; the certificate needs an RSA key |
/// | `alert(…)` | a fatal alert, then closed |
/// | `plaintextHTTP` | a readable `400 Bad Request`, as sent by nginx for HTTP on its TLS port |
/// | `garbage` | bytes that are not a TLS record |
/// | `close`, `reset`, `stall` | FIN, RST, or nothing, in answer to the hello |
/// | `closeMidway`, `resetMidway`, `stallMidway` | the same after half of the server's first flight |
/// | `corruptedMidway` | the first flight with some inverted bytes |
public enum HandshakeFault: Hashable, Sendable {
    case none
    case only(TLSVersion)
    case oldOnly
    case clientCertificateDemanded(TLSVersion)
    case clientCertificateRequested(TLSVersion)
    case noCommonCipher
    case claimsHTTP2
    case group(String)
    case ciphers(String)
    case alert(TLSAlert)
    case plaintextHTTP
    case garbage
    case close
    case reset
    case stall
    case closeMidway
    case resetMidway
    case stallMidway
    case corruptedMidway

    var policy: TLSPolicy {
        var policy = TLSPolicy()
        switch self {
        case .only(let version): (policy.oldest, policy.newest) = (version, version)
        case .oldOnly: (policy.oldest, policy.newest) = (.tls10, .tls11)
        case .clientCertificateDemanded(let version):
            (policy.oldest, policy.newest, policy.clientCertificate) = (version, version, .demanded)
        case .clientCertificateRequested(let version):
            (policy.oldest, policy.newest, policy.clientCertificate) = (version, version, .requested)
        case .noCommonCipher:
            (policy.oldest, policy.newest) = (.tls12, .tls12)
            policy.ciphers = "ECDHE-ECDSA-NULL-SHA:@SECLEVEL=0"
        case .claimsHTTP2: policy.applicationProtocol = "h2"
        case .group(let name): (policy.oldest, policy.group) = (.tls13, name)
        case .ciphers(let list): (policy.newest, policy.ciphers) = (.tls12, list)
        default: break
        }
        return policy
    }
}

/// Alerts that end a handshake (RFC 8446 section 6.2).
public enum TLSAlert: UInt8, Hashable, Sendable, CaseIterable {
    case handshakeFailure = 40
    case badCertificate = 42
    case accessDenied = 49
    case protocolVersion = 70
    case internalError = 80
    case unrecognizedName = 112

    /// The record that carries it: alert, TLS 1.2, two bytes, fatal.
    var record: [UInt8] { [21, 3, 3, 0, 2, 2, rawValue] }
}

/// The behaviour of a server for every connection as soon as it exists, before the client has sent anything.
///
/// | case | what happens |
/// | --- | --- |
/// | `close`, `reset` | FIN or RST immediately |
/// | `stall` | sends nothing |
/// | `garbage` | bytes that are not a TLS record, then nothing |
/// | `bytes(…)` | these bytes, then nothing: another protocol's greeting |
public enum AcceptFault: Hashable, Sendable {
    case close
    case reset
    case stall
    case garbage
    case bytes([UInt8])
}
