import Findings
import Testing
import Transport

import struct Foundation.Date

@testable import Audit
@testable import SignedFile

@Suite struct SignedFileCheckTests {
    private static let day = 86_400.0
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)
    private static let certificate = CertificateFacts(
        subject: "CN=links.test", issuer: "CN=Authority", notBefore: now.addingTimeInterval(-10 * day),
        notAfter: now.addingTimeInterval(10 * day), subjectAltNames: ["links.test", "www.links.test"],
        isSelfSigned: false, sha256: "")
    private static let above = CertificateFacts(
        subject: "CN=Authority", issuer: "CN=Root", notBefore: nil, notAfter: now.addingTimeInterval(-day),
        subjectAltNames: [], isSelfSigned: false, sha256: "")

    private static func signer(
        _ trust: Signer.Trust = .trusted, _ validity: Signer.Validity = .valid, nameMatch: Signer.NameMatch = .matches
    ) -> Signer {
        Signer(
            certificate: certificate, trust: trust, validity: validity, nameMatch: nameMatch,
            hasSignedAttributes: false)
    }

    private static func findings(_ reading: SignedFileReading) -> [Finding] {
        SignedFileCheck(reading: reading, location: .wellKnown, domain: "links.test", date: now).findings
    }

    struct Case: Sendable, CustomTestStringConvertible {
        var reading: SignedFileReading
        var codes: [FindingCode]
        /// Words that the first message contains.
        var words: [String]

        init(_ failure: SignedFileFailure?, _ signers: [Signer], _ codes: [FindingCode], _ words: String...) {
            var encoding = SignedFile.Encoding.der
            if case .wrongEncoding(let given)? = failure { encoding = given }
            reading = SignedFileReading(encoding: encoding, failure: failure, payload: [], signers: signers)
            self.codes = codes + [.signatureObsolete]
            self.words = words
        }

        var testDescription: String { words.joined(separator: " ") }
    }

    static let cases: [Case] = [
        Case(nil, [signer()], [], "“CN=links.test”", "no system since iOS 9"),
        Case(.wrongEncoding(.pem), [], [.signatureInvalid], "PEM", "DER"),
        Case(.wrongEncoding(.mime), [], [.signatureInvalid], "mail message"),
        Case(.wrongEncoding(.base64), [], [.signatureInvalid], "Base64"),
        Case(
            .tooLarge(bytes: 2_000_000, limit: 1_048_576), [], [.signatureInvalid], "2,000,000 bytes",
            "1,048,576"),
        Case(.tooMany("signers", limit: 16), [], [.signatureInvalid], "more than 16 signers"),
        Case(.malformed("wrong tag"), [], [.signatureInvalid], "cannot be decoded", "“wrong tag”"),
        Case(.otherContent("pkcs7-envelopedData"), [], [.signatureInvalid], "“pkcs7-envelopedData”"),
        Case(.detached, [], [.signatureInvalid], "not included"),
        Case(.noSigner, [], [.signatureInvalid], "identifies no signer"),
        Case(.signerCertificateMissing, [], [.signatureInvalid], "certificate", "not included"),
        Case(.doesNotVerify("digest failure"), [signer()], [.signatureInvalid], "does not match", "“digest failure”"),
        Case(
            nil, [signer(.untrusted(reason: "self-signed certificate", at: certificate))], [.signatureUntrusted],
            "“CN=links.test”", "“self-signed certificate”."),
        Case(
            nil, [signer(.untrusted(reason: "unknown issuer", at: above))], [.signatureUntrusted],
            "“unknown issuer” at “CN=Authority”"),
        Case(
            nil, [signer(nameMatch: .differs)], [.signatureUntrusted], "links.test and www.links.test",
            "not for links.test"),
        Case(nil, [signer(nameMatch: .notChecked)], [], "is signed"),
        Case(nil, [signer(.notChecked)], [], "is signed"),
        Case(nil, [signer(.trusted, .expired(certificate))], [.signatureExpired], "expired on 2027-01-25 08:00 UTC"),
        Case(
            nil, [signer(.trusted, .expired(above))], [.signatureExpired], "“CN=Authority”",
            "in the chain of the signer",
            "2027-01-14"),
        Case(
            nil, [signer(.trusted, .notYetValid(certificate))], [.signatureExpired],
            "not valid before 2027-01-05 08:00 UTC"),
        Case(
            nil, [signer(.untrusted(reason: "unknown issuer", at: nil), .expired(certificate))],
            [.signatureUntrusted, .signatureExpired], "unknown issuer"),
        Case(
            nil, Array(repeating: signer(nameMatch: .differs), count: 9), [.signatureUntrusted],
            "There are 6 more of this kind."),
        Case(
            nil, Array(repeating: signer(nameMatch: .differs), count: 4), [.signatureUntrusted],
            "There is 1 more of this kind."),
    ]

    @Test(arguments: cases)
    func saysWhatIsWrong(_ expected: Case) throws {
        let findings = Self.findings(expected.reading)
        #expect(findings.map(\.code) == expected.codes)
        let message = try #require(findings.first).message
        for words in expected.words { #expect(message.contains(words), "\(message)") }
    }

    @Test func countsNamesThatWereNotKept() throws {
        var signer = Self.signer(nameMatch: .differs)
        signer.certificate.subjectAltNames = (0..<1000).map { "n\($0).test" }
        signer.certificate.omittedNameCount = 99_001
        let finding = try #require(Self.findings(SignedFileReading(encoding: .der, signers: [signer])).first)
        #expect(finding.message.contains("n5.test and 99,995 more, not for links.test"))
    }

    @Test func foreignTextIsShortAndVisible() {
        var certificate = Self.certificate
        certificate.subject = "CN=\u{1B}[31m" + String(repeating: "a", count: 100_000)
        var signer = Self.signer(.untrusted(reason: "\u{202E}no", at: nil), nameMatch: .differs)
        signer.certificate = certificate
        for finding in Self.findings(SignedFileReading(encoding: .der, signers: [signer])) {
            #expect(finding.message.count < 1500)
            #expect(finding.message.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202E })
        }
    }
}
