import Findings
import Transport

/// A check for trusted certificates that expire soon: `tls-certificate-expiring`; and for those that are revoked
/// according to a stapled OCSP response: `tls-certificate-revoked`.
///
/// An expiring intermediate is only reported as information. Authorities do not issue certificates that outlive their
/// own, so an intermediate that expires before the server's certificate is usually a cross-signed copy, which a shorter
/// path omits. Documented as transport.tls-versions
struct VerifiedCertificateCheck: DomainCheck {
    func findings(of domain: JudgedDomain) -> [Finding] {
        let verified = [domain.wellKnown, domain.root].compactMap { $0.response?.tls }
            .filter { $0.verification == .passed }
        return [revocationFinding(domain, verified), expiryFinding(domain, verified)].compactMap(\.self)
    }

    private func revocationFinding(_ domain: JudgedDomain, _ verified: [TLSFacts]) -> Finding? {
        guard let tls = verified.first(where: { $0.stapledStatus == .revoked }) else { return nil }
        var evidence: Evidence = ["host": .string(domain.target.host), "source": "stapled OCSP response"]
        evidence["certificate"] = tls.chain.first.map { .object(Evidence($0)) }
        let message =
            "The certificate for \(Wording.name(of: domain.target)) has been revoked, "
            + "according to the stapled OCSP response of the server."
        return Finding(.tlsCertificateRevoked, location: .domain, message: message, evidence: evidence)
    }

    private func expiryFinding(_ domain: JudgedDomain, _ verified: [TLSFacts]) -> Finding? {
        for tls in verified {
            let path = CertificatePath(tls.chain)
            for (depth, certificate) in path.certificates.enumerated() where depth == 0 || !certificate.isSelfSigned {
                guard let days = daysLeftIfFew(certificate, domain) else { continue }
                return finding(about: certificate, leaf: depth == 0 ? nil : path.leaf, daysLeft: days, of: domain)
            }
        }
        return nil
    }

    private func daysLeftIfFew(_ certificate: CertificateFacts, _ domain: JudgedDomain) -> Int? {
        guard let end = certificate.notAfter else { return nil }
        let days = Wording.days(from: domain.observedAt, to: end)
        return days < domain.judge.settings.expiryDays ? max(0, days) : nil
    }

    /// Returns the finding about a certificate; `leaf` is the server's own, if another one expires.
    private func finding(
        about certificate: CertificateFacts, leaf: CertificateFacts?, daysLeft: Int, of domain: JudgedDomain
    ) -> Finding {
        let end = Wording.moment(certificate.notAfter)
        let timeLeft = Wording.duration(from: domain.observedAt, to: certificate.notAfter ?? domain.observedAt)
        let expires = "expires on \(end), in \(timeLeft)."
        let evidence: Evidence = [
            "host": .string(domain.target.host), "daysLeft": .integer(daysLeft),
            "certificate": .object(Evidence(certificate)),
        ]
        guard let leaf else {
            return Finding(
                .tlsCertificateExpiring, location: .domain,
                message: "The certificate for \(Wording.name(of: domain.target)) \(expires)",
                remedy: """
                    Ask the web server's administrators to renew the certificate before \(end), and to check that \
                    automatic renewal works and the server loads the new certificate.
                    """,
                evidence: evidence)
        }
        return Finding(
            .tlsCertificateExpiring, severity: .info, location: .domain,
            message: "An intermediate certificate, \(Wording.quote(certificate.subject)), \(expires) "
                + "The server's own certificate is valid until \(Wording.moment(leaf.notAfter)).",
            evidence: evidence)
    }
}
