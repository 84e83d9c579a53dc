import Basics
import Findings
import Records
import Testing
import Transport

@testable import Audit
@testable import Reports

struct CertificateTextTests {
    @Test func saysOfACertificateHowLongAgoItExpired() {
        let text = TextReport().render(Samples.expired)
        #expect(text.contains("      valid: from 2026-04-01 to 2026-04-28 12:00 UTC (expired 3 days ago)\n"))
        #expect(
            text.contains(
                """
                  Not checked (reason: tls-certificate-expired): the server's responses and the
                  file's content.

                """))
    }

    @Test func saysOfACertificateWhenItBegins() {
        var report = Samples.expired
        report.wellKnown?.exchange?.tls?.chain[0].notBefore = Samples.days(3)
        report.wellKnown?.exchange?.tls?.chain[0].notAfter = Samples.days(90)
        #expect(
            TextReport().render(report)
                .contains("      valid: from 2026-05-04 to 2026-07-30 12:00 UTC (begins in 3 days)\n"))
    }

    @Test func countsOmittedPartsOfTheCertificates() throws {
        var report = Samples.redirecting
        let kept = (0..<CertificateFacts.maxNames).map { "n\($0).example" }
        report.wellKnown?.exchange?.tls?.chain[0].subjectAltNames = kept
        report.wellKnown?.exchange?.tls?.chain[0].omittedNameCount = 32_001
        report.wellKnown?.exchange?.tls?.omittedCertificateCount = 76
        let text = TextReport(detail: .verbose).render(report)
        #expect(text.contains("certificates: 77 were sent, the first 1 are shown\n"))
        // The text is wrapped at the width of the page.
        let words = text.split { $0.isWhitespace }.joined(separator: " ")
        #expect(words.contains("n999.example and 32001 more valid: from"))
    }

    @Test(arguments: [
        (StapledStatus.good, "not revoked, according to the stapled response"),
        (.revoked, "revoked, according to the stapled response"),
        (.unknown, "unknown, according to the stapled response"),
        (.unusable, "not checked: the stapled response is unreadable, outdated or not"),
    ])
    func saysWhatIsKnownOfRevocation(status: StapledStatus, words: String) {
        var report = Samples.redirecting
        report.wellKnown?.exchange?.tls?.stapledStatus = status
        #expect(TextReport(detail: .verbose).render(report).contains("revocation: \(words)"))
    }
}
