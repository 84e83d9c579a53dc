import COpenSSL

/// The facts of recently seen certificates.
///
/// Most servers send the same few intermediates, and the domains of a company often share a certificate. Used on the
/// thread of one event loop.
final class KnownCertificates {
    private static let maxCount = 40
    /// The certificates, in order from the least to the most recently seen.
    private var entries: [(certificate: OpaquePointer, facts: CertificateFacts)] = []

    deinit { for entry in entries { X509_free(entry.certificate) } }

    func facts(of certificate: OpaquePointer) -> CertificateFacts {
        // Compares digests first, then every byte.
        if let index = entries.firstIndex(where: { X509_cmp($0.certificate, certificate) == 0 }) {
            entries.append(entries.remove(at: index))
        } else {
            let facts = CertificateReader.facts(of: certificate)
            guard X509_up_ref(certificate) == 1 else { return facts }
            if entries.count == Self.maxCount { X509_free(entries.removeFirst().certificate) }
            entries.append((certificate, facts))
        }
        return entries[entries.count - 1].facts
    }
}
