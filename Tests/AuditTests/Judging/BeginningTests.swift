import Findings
import Foundation
import Testing
import Transport

@testable import Audit

/// The time at which a problem with a certificate began.
struct BeginningTests {
    private static let ends = ["well-known": Seen.days(-2), "root": Seen.days(-1), "later": Seen.days(1)]

    private static func location(_ url: String, _ certificate: String) -> LocationReport {
        let facts = CertificateFacts(
            subject: "CN=a", issuer: "CN=b", notBefore: nil, notAfter: ends[certificate], subjectAltNames: [],
            isSelfSigned: false, sha256: certificate)
        let exchange = Exchange(url: url, startedAt: Seen.now, tls: TLSFacts(chain: [facts]))
        return LocationReport(url: url, outcome: .failed, exchange: exchange)
    }

    /// The certificate of the finding, and the beginning in days from now.
    static let rows: [(String?, Double?)] = [
        ("well-known", -2), ("root", -1), (nil, -2),
        // A certificate that is still valid, and one that was not sent.
        ("later", nil), ("other", nil),
    ]

    @Test(arguments: rows)
    func isTheEndOfTheCertificateOfTheFinding(certificate: String?, days: Double?) {
        let evidence: Evidence = ["certificate": certificate.map { ["sha256": .string($0)] }]
        let finding = Finding(.tlsCertificateExpired, location: .root, message: "Seen.", evidence: evidence)
        let root = certificate == "later" ? "later" : "root"
        let report = DomainReport(
            Target(input: "a", domain: DomainID(host: "a")), status: .fail,
            wellKnown: Self.location(Seen.wellKnownURL, "well-known"), root: Self.location(Seen.rootURL, root),
            findings: [finding], startedAt: Seen.now)
        #expect(report.beginning(of: finding) == days.map { .certificateEnded(Seen.days($0)) })
    }
}
