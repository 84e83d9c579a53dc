import Audit
import Transport

/// The properties of a domain's server that change only when its operator changes them.
struct ServerFacts: Equatable {
    /// The `Server` field.
    var software: String?
    /// The network of the address that responded: the first 16 bits of an IPv4 address, or the first 32 of an IPv6
    /// address.
    ///
    /// Content delivery networks respond from changing addresses.
    var network: String?
    /// The fingerprint of the certificate.
    var certificate: String?
    /// The issuer of the certificate.
    var issuer: String?

    init(_ report: DomainReport) {
        let exchanges = [report.wellKnown?.exchange, report.root?.exchange].compactMap { $0 }
        software = exchanges.lazy.compactMap { $0.headerFields.first("Server") }.first
        network = exchanges.lazy.compactMap(\.address).first.map(Self.network)
        let leaf = exchanges.lazy.compactMap { $0.tls?.chain.first }.first
        certificate = leaf?.sha256
        issuer = leaf?.issuer
    }

    static func network(of address: String) -> String {
        let isIPv6 = address.contains(":")
        let parts = address.split(separator: isIPv6 ? ":" : ".", omittingEmptySubsequences: false)
        return parts.prefix(2).joined(separator: isIPv6 ? ":" : ".")
    }
}
