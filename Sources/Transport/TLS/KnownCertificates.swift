import COpenSSL

/// The facts of recently seen certificates.
///
/// Most servers send the same few intermediates, and the domains of a company often share a certificate. Used on the
/// thread of one event loop.
final class KnownCertificates {
    /// Certificates of servers: few, because most of them are seen only once.
    private let serverCertificates = CertificateRing(limit: 8)
    private let ofAuthorities = CertificateRing(limit: 32)

    /// Returns the facts of the certificates of one chain, the server's own first.
    func facts(ofChain chain: [OpaquePointer]) -> [CertificateFacts] {
        chain.enumerated().map { index, certificate in
            (index == 0 ? serverCertificates : ofAuthorities).facts(of: certificate)
        }
    }
}

/// The facts of a limited number of certificates; a new one replaces the oldest.
private final class CertificateRing {
    private let limit: Int
    private var entries: [(certificate: OpaquePointer, facts: CertificateFacts)] = []

    init(limit: Int) { self.limit = limit }

    deinit { for entry in entries { X509_free(entry.certificate) } }

    func facts(of certificate: OpaquePointer) -> CertificateFacts {
        // Compares digests first, then every byte.
        if let known = entries.first(where: { X509_cmp($0.certificate, certificate) == 0 }) { return known.facts }
        let facts = CertificateReader.facts(of: certificate)
        guard X509_up_ref(certificate) == 1 else { return facts }
        if entries.count == limit { X509_free(entries.removeFirst().certificate) }
        entries.append((certificate, facts))
        return facts
    }
}
