import Findings
import Transport

/// Checks for certificates that were trusted although a stapled OCSP response reports their revocation:
/// `tls-certificate-revoked`.
///
/// Rule: transport.tls-versions
struct RevocationCheck: DomainCheck {
    func findings(of domain: JudgedDomain) -> [Finding] {
        guard let tls = domain.acceptedConnections.first(where: { $0.stapledStatus == .revoked }) else { return [] }
        var evidence: Evidence = ["host": .string(domain.target.domain.host), "source": "stapled OCSP response"]
        if let leaf = tls.chain.first { evidence["certificate"] = .object(Evidence(leaf)) }
        return [
            Finding(
                .tlsCertificateRevoked, location: .domain,
                message: "The certificate for \(Wording.name(of: domain.target)) has been revoked, "
                    + "according to the stapled OCSP response of the server.",
                evidence: evidence)
        ]
    }
}
