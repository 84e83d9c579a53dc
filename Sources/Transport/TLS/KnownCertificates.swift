import COpenSSL

/// The facts of certificates that were met lately: the same few intermediates come with most servers.
///
/// Belongs to the thread of one event loop.
final class KnownCertificates {
    /// The most certificates that are remembered.
    static let limit = 32

    private var entries: [(certificate: OpaquePointer, facts: CertificateFacts)] = []
    private var oldest = 0

    deinit { for entry in entries { X509_free(entry.certificate) } }

    /// The facts of a certificate that others are likely to come with, too.
    func facts(of certificate: OpaquePointer) -> CertificateFacts {
        // Digests are compared first, then every byte.
        if let known = entries.first(where: { X509_cmp($0.certificate, certificate) == 0 }) { return known.facts }
        let facts = CertificateReader.facts(of: certificate)
        guard X509_up_ref(certificate) == 1 else { return facts }
        if entries.count < Self.limit {
            entries.append((certificate, facts))
        } else {
            X509_free(entries[oldest].certificate)
            entries[oldest] = (certificate, facts)
            oldest = (oldest + 1) % Self.limit
        }
        return facts
    }
}
