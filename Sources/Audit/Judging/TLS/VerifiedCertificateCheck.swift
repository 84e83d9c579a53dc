import Findings
import Transport

/// Checks for trusted certificates that expire soon: `tls-certificate-expiring`; and for those that are revoked
/// according to a stapled OCSP response: `tls-certificate-revoked`.
///
/// An expiring intermediate is only reported as information. Authorities do not issue certificates that outlive their
/// own, so an intermediate that expires before the server's certificate is usually a cross-signed copy, which a shorter
/// path omits.
///
/// Rule: transport.tls-versions
struct VerifiedCertificateCheck: DomainCheck {
    func findings(of domain: JudgedDomain) -> [Finding] {
        [revoked(domain), expiring(domain)].compactMap(\.self)
    }

    private func revoked(_ domain: JudgedDomain) -> Finding? {
        guard let tls = domain.acceptedConnections.first(where: { $0.stapledStatus == .revoked }) else { return nil }
        var evidence: Evidence = ["host": .string(domain.target.domain.host), "source": "stapled OCSP response"]
        evidence["certificate"] = tls.chain.first.map { .object(Evidence($0)) }
        return Finding(
            .tlsCertificateRevoked, location: .domain,
            message: "The certificate for \(Wording.name(of: domain.target)) has been revoked, "
                + "according to the stapled OCSP response of the server.",
            evidence: evidence)
    }

    private func expiring(_ domain: JudgedDomain) -> Finding? {
        for tls in domain.acceptedConnections {
            let path = CertificatePath(tls.chain)
            if let leaf = path.leaf, let days = daysLeft(leaf, domain) {
                let name = Wording.name(of: domain.target)
                let message =
                    "The certificate for \(name) expires on \(Wording.moment(leaf.notAfter)), \(period(leaf, domain))."
                return finding(message, about: leaf, daysLeft: days, of: domain)
            }
            for certificate in path.certificates.dropFirst() where !certificate.isSelfSigned {
                guard let days = daysLeft(certificate, domain) else { continue }
                let message =
                    "An intermediate certificate, \(Wording.quote(certificate.subject)), expires on "
                    + "\(Wording.moment(certificate.notAfter)), \(period(certificate, domain)). "
                    + "The server's own certificate is valid until \(Wording.moment(path.leaf?.notAfter))."
                return finding(message, about: certificate, daysLeft: days, severity: .info, of: domain)
            }
        }
        return nil
    }

    private func daysLeft(_ certificate: CertificateFacts, _ domain: JudgedDomain) -> Int? {
        guard let end = certificate.notAfter else { return nil }
        let days = Wording.days(from: domain.now, to: end)
        return days < domain.settings.expiryDays ? max(0, days) : nil
    }

    private func finding(
        _ message: String, about certificate: CertificateFacts, daysLeft: Int, severity: Severity? = nil,
        of domain: JudgedDomain
    ) -> Finding {
        Finding(
            .tlsCertificateExpiring, severity: severity, location: .domain, message: message,
            remedy: severity == nil
                ? """
                Ask the web server's administrators to renew the certificate before \
                \(Wording.moment(certificate.notAfter)), and to check that automatic renewal works and the server \
                loads the new certificate.
                """ : nil,
            evidence: [
                "host": .string(domain.target.domain.host), "daysLeft": .integer(daysLeft),
                "certificate": .object(Evidence(certificate)),
            ])
    }

    private func period(_ certificate: CertificateFacts, _ domain: JudgedDomain) -> String {
        "in \(Wording.duration(from: domain.now, to: certificate.notAfter ?? domain.now))"
    }
}
