import Transport

/// The certificates that lead from the server's own towards a root, among those that the server sent.
struct CertificatePath {
    /// The server's own first.
    let certificates: [CertificateFacts]

    /// Follows the issuers' names through `chain`, in whatever order it was sent.
    init(_ chain: [CertificateFacts]) {
        var bySubject: [String: Int] = [:]
        for (index, certificate) in chain.enumerated() where bySubject[certificate.subject] == nil {
            bySubject[certificate.subject] = index
        }
        var path: [CertificateFacts] = []
        var visited: Set<Int> = []
        var next = chain.isEmpty ? nil : 0
        while let index = next, visited.insert(index).inserted {
            path.append(chain[index])
            next = chain[index].isSelfSigned ? nil : bySubject[chain[index].issuer]
        }
        certificates = path
    }

    /// The server's own certificate.
    var leaf: CertificateFacts? { certificates.first }

    /// Whether the path ends at a certificate that signs itself.
    var endsSelfSigned: Bool { certificates.last?.isSelfSigned ?? false }

    /// The name of the issuer that was not sent; `nil` when the path ends at a certificate that signs itself.
    var missingIssuer: String? { endsSelfSigned ? nil : certificates.last?.issuer }
}
