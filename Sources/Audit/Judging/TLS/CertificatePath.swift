import Transport

/// The path from the server's own certificate towards a root, as far as the server sent its certificates.
struct CertificatePath {
    let certificates: [CertificateFacts]

    /// Follows the issuers' names through `chain`, regardless of its order.
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

    var leaf: CertificateFacts? { certificates.first }

    var endsSelfSigned: Bool { certificates.last?.isSelfSigned ?? false }

    /// The name of the issuer whose certificate was not sent; `nil` if the path ends at a self-signed certificate.
    var missingIssuer: String? { endsSelfSigned ? nil : certificates.last?.issuer }
}
