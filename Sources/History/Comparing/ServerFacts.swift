import Audit
import Transport

/// The properties of a domain's server that change only when its operator changes them.
struct ServerFacts {
    /// The `Server` field.
    var software: String?
    /// The address that responded.
    var address: String?
    var certificate: CertificateFacts?

    init(_ report: DomainReport) {
        let exchanges = [report.wellKnown?.exchange, report.root?.exchange].compactMap { $0 }
        software = exchanges.lazy.compactMap { $0.headerFields.first("Server") }.first
        address = exchanges.lazy.compactMap(\.address).first
        certificate = report.certificate
    }

    /// The network of the address that responded: the first 16 bits of an IPv4 address, or the first 32 of an IPv6
    /// address.
    ///
    /// Content delivery networks respond from changing addresses.
    var network: String? {
        guard let address else { return nil }
        let separator: Character = address.contains(":") ? ":" : "."
        return address.split(separator: separator, omittingEmptySubsequences: false).prefix(2)
            .joined(separator: String(separator))
    }
}
