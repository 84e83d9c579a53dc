import Findings
import Testing
import Transport

@testable import Audit

/// The content behind a rejected certificate: one root cause, the next finding, and the result in developer mode.
struct BehindTests {
    private static let app = "A1B2C3D4E5.com.acme.app"
    private static let file =
        #"{"applinks":{"apps":[],"details":[{"appID":"\#(app)","paths":["/buy/*"]}]}}"#
    private static let expired = Seen.rejected(10, chain: [Seen.certificate(from: -100, to: -3), Seen.authority()])

    /// Returns a domain with a rejected certificate, and the response of its unverified fetch.
    private static func seen(
        _ wall: Exchange = expired, behind wellKnown: Exchange, _ root: Exchange? = nil, target: Target? = nil
    ) -> Observation {
        var observation = Seen.settled(wall)
        if let target { observation.target = target }
        observation.unverified = AdditionalObservation(
            wellKnown: LocationObservation(url: Seen.wellKnownURL, exchange: wellKnown, attempts: 1),
            root: root.map { LocationObservation(url: Seen.rootURL, exchange: $0, attempts: 1) })
        return observation
    }

    static let cases: [JudgeCase] = [
        JudgeCase(
            "the file", seen(behind: Seen.answer(200, file)), .fail, ["tls-certificate-expired error domain"], "nnny"),
        JudgeCase(
            "nothing", seen(behind: Seen.status(404), Seen.status(404)), .fail,
            ["tls-certificate-expired error domain", "file-missing info wellKnown"], "nnnn"),
        JudgeCase(
            "the file at the root only", seen(behind: Seen.status(404), Seen.answer(200, file)), .fail,
            ["tls-certificate-expired error domain", "well-known-missing info wellKnown"], "nnnn"),
        JudgeCase(
            "a refusal", seen(behind: Seen.status(403)), .fail,
            ["tls-certificate-expired error domain", "http-forbidden info wellKnown"], "nnnn"),
        JudgeCase(
            "a redirect", seen(behind: Seen.redirect(to: "https://www.example.com/")), .fail,
            ["tls-certificate-expired error domain", "redirect info wellKnown"], "nnn?"),
        JudgeCase(
            "a web page", seen(behind: Seen.answer(200, "<html>", type: "text/html")), .fail,
            ["tls-certificate-expired error domain", "html-instead-of-file info wellKnown"], "nnnn"),
        JudgeCase(
            "broken JSON", seen(behind: Seen.answer(200, "{")), .fail,
            ["tls-certificate-expired error domain", "json-invalid info wellKnown"], "nnnn"),
        JudgeCase(
            "a file of the wrong type", seen(behind: Seen.answer(200, file, type: "text/plain")), .fail,
            ["tls-certificate-expired error domain", "content-type-wrong info wellKnown"], "nnny"),
        JudgeCase(
            "a file that opens nothing",
            seen(
                behind: Seen.answer(200, #"{"applinks":{"apps":[],"details":[{"appID":"\#(app)","paths":["NOT *"]}]}}"#)
            ),
            .fail, ["tls-certificate-expired error domain", "rules-only-exclude info wellKnown"], "nnnn"),
        JudgeCase(
            "a connection that is closed", seen(behind: Seen.failure(.connectionClosed, .header)), .fail,
            ["tls-certificate-expired error domain"], "nnn?"),
        JudgeCase(
            "a handshake that fails otherwise", seen(behind: Seen.failure(.handshakeFailed, .tls)), .fail,
            ["tls-certificate-expired error domain"], "nnn?"),
        JudgeCase(
            "a certificate that was renewed meanwhile, with three days left",
            seen(behind: Seen.answer(200, file, tls: Seen.tls([Seen.certificate(to: 3)]))), .fail,
            ["tls-certificate-expired error domain"], "nnny"),
        // Systems that fetch a missing certificate themselves reach the content.
        JudgeCase(
            "the file behind an incomplete chain",
            seen(Seen.rejected(20, chain: [Seen.certificate()]), behind: Seen.answer(200, file)), .fail,
            ["tls-chain-incomplete error domain"], "??ny"),
        JudgeCase(
            "nothing behind an incomplete chain",
            seen(Seen.rejected(20, chain: [Seen.certificate()]), behind: Seen.status(404), Seen.status(404)), .fail,
            ["tls-chain-incomplete error domain", "file-missing info wellKnown"], "nnnn"),
        JudgeCase(
            "the file behind a weak key",
            seen(Seen.rejected(66, "EE certificate key too weak"), behind: Seen.answer(200, file)), .fail,
            ["tls-handshake-failed error domain"], "????"),
        JudgeCase(
            "the file behind a revoked certificate", seen(Seen.rejected(23), behind: Seen.answer(200, file)), .fail,
            ["tls-certificate-revoked error domain"], "???y"),
        JudgeCase(
            "an address that is not public, said once",
            seen(
                Seen.failure(
                    .certificateRejected, .tls, "rejected",
                    tls: TLSFacts(
                        verification: .failed, verificationError: VerificationError(code: 18, depth: 0, text: "x"),
                        nameVerification: .passed,
                        chain: [Seen.certificate(issuer: "CN=example.com", selfSigned: true)]),
                    addresses: ["10.0.0.1"]), behind: Seen.answer(200, file, addresses: ["10.0.0.1"])),
            .fail, ["address-not-public error domain", "tls-certificate-self-signed error domain"], "nnny"),
    ]

    @Test(arguments: cases) func judges(_ row: JudgeCase) { row.check() }

    static let sentences: [(seen: Observation, words: String)] = [
        (seen(behind: Seen.answer(200, file)), "With the certificate ignored, the file can be read and is valid."),
        (
            seen(behind: Seen.status(404), Seen.status(410)),
            "Even with the certificate ignored, there is no file (404)."
        ),
        (
            seen(behind: Seen.status(403)),
            "Apart from the certificate, the next problem is: the server refuses to serve the file (http-forbidden)."
        ),
        (
            seen(behind: Seen.answer(200, file, type: "text/plain")),
            "Apart from the certificate, the file is there. Next to fix: "
        ),
    ]

    @Test(arguments: sentences) func describesTheUnverifiedResponse(seen: Observation, words: String) throws {
        let report = Judge().judge(seen)
        let first = try #require(report.findings.first)
        #expect(first.code == .tlsCertificateExpired && !first.isMasked)
        #expect(first.message.contains(words), "\(first.message)")
        for finding in report.findings.dropFirst() {
            #expect(finding.isMasked)
            #expect(finding.evidence["behind"] == "tls-certificate-expired")
            #expect(finding.message.hasPrefix("With the certificate ignored, "))
            #expect(first.evidence["behindCertificate"] != nil)
        }
    }

    @Test func describesNothingWithoutAnUnverifiedResponse() throws {
        for seen in [Seen.settled(Self.expired), Self.seen(behind: Seen.failure(.connectTimeout, .connect))] {
            let first = try #require(Judge().judge(seen).findings.first)
            #expect(!first.message.contains("Behind"))
            #expect(first.evidence["behindCertificate"] == nil)
        }
    }

    @Test func theAppThatIsExpectedIsLookedForBehindItToo() throws {
        var target = Target(input: "example.com", domain: DomainID(host: "example.com"))
        target.expectations = try Expectations(apps: [.init("A1B2C3D4E5.com.acme.other")])
        let report = Judge().judge(Self.seen(behind: Seen.answer(200, Self.file), target: target))
        #expect(report.findings.map(\.code) == [.tlsCertificateExpired, .expectedAppMissing])
        let direct = try #require(report.verdicts.first { $0.system == .iOS14DeveloperMode })
        #expect(direct.answer == .no)
    }

    @Test func aWaivedCertificateIsStillTheFirstFinding() {
        let report = Judge().judge(Self.seen(behind: Seen.status(404), Seen.status(404)))
        #expect(report.findings.map(\.severity) == [.error, .info])
        #expect(report.file == nil)
    }
}
