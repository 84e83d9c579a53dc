import TestSupport
import Testing
import Transport

import struct Foundation.Date

@testable import SignedFile

/// Opens a file with the root of the tests as the only trusted one.
private func open(
    _ bytes: [UInt8], domain: String? = "example.com", at date: Date = Date(), anchored: Bool = true
) async throws -> SignedFileReading {
    guard anchored else { return SignedFile.open(bytes, anchors: nil, domain: domain, at: date) }
    return try await withTemporaryDirectory { directory in
        let bundle = try CertificateAuthority.shared().writeBundle(to: directory)
        let store = try CertificateStore(file: bundle, environment: [:], defaultFile: nil)
        return SignedFile.open(bytes, anchors: store, domain: domain, at: date)
    }
}

private let content = Array(Sample.association.utf8)

@Suite(.inTurn(minutes: 3))
struct SignedFileTests {
    // MARK: Valid files

    @Test func fileMadeAsTheGuidesShowIsTrusted() async throws {
        let file = try await Signing.with { try $0.sign(content) }
        let reading = try await open(file)
        #expect(reading.encoding == .der)
        #expect(reading.failure == nil)
        #expect(reading.payload == content)
        #expect(reading.trailingByteCount == 0)
        let signer = try #require(reading.signers.first)
        #expect(reading.signers.count == 1)
        #expect(signer.trust == .trusted)
        #expect(signer.validity == .valid)
        #expect(signer.nameMatch == .matches)
        #expect(!signer.hasSignedAttributes)
        #expect(signer.certificate.subjectAltNames == ["example.com"])
        #expect(signer.certificate.subject == "CN=example.com")
        #expect(signer.certificate.issuer.contains("Test Intermediate"))
    }

    /// Options of `openssl` that change the envelope but neither the content nor the trust.
    @Test(arguments: [
        ["-nodetach", "-noattr", "-outform", "DER"],
        ["-nodetach", "-outform", "DER"],
        ["-nodetach", "-noattr", "-outform", "DER", "-stream"],
        ["-nodetach", "-noattr", "-outform", "DER", "-md", "sha1"],
        ["-nodetach", "-noattr", "-outform", "DER", "-md", "sha512"],
    ])
    func envelopesOfOtherMakesAreRead(options: [String]) async throws {
        let reading = try await open(Signing.with { try $0.sign(content, options: options) })
        #expect(reading.failure == nil)
        #expect(reading.payload == content)
        #expect(reading.signers.map(\.trust) == [.trusted])
        #expect(reading.signers.map(\.hasSignedAttributes) == [!options.contains("-noattr")])
    }

    @Test(arguments: [0, 1, 131_072, 600_000])
    func contentOfAnySizeComesOut(count: Int) async throws {
        let content = Array(repeating: UInt8(ascii: " "), count: count)
        let reading = try await open(Signing.with { try $0.sign(content) })
        #expect(reading.failure == nil)
        #expect(reading.payload == content)
    }

    @Test func rsaSignersAreReadToo() async throws {
        let reading = try await open(Signing.with { try $0.sign(content, as: .weakKey) })
        #expect(reading.failure == nil)
        #expect(reading.signers.map(\.trust) == [.trusted])
    }

    @Test func severalSignersAreAllJudged() async throws {
        let file = try await Signing.with { try $0.sign(content, as: .good, alsoAs: .untrustedRootSent) }
        let reading = try await open(file)
        #expect(reading.failure == nil)
        #expect(reading.signers.count == 2)
        #expect(reading.signers.filter { $0.trust == .trusted }.count == 1)
    }

    @Test func bytesBehindTheEnvelopeAreCounted() async throws {
        let file = try await Signing.with { try $0.sign(content) }
        let reading = try await open(file + Array("\r\n".utf8))
        #expect(reading.failure == nil)
        #expect(reading.trailingByteCount == 2)
    }

    // MARK: Signers

    @Test func aLongListOfNamesIsCutAndCounted() async throws {
        var profile = CertificateProfile.server("example.com")
        profile.organisation = String(repeating: "e\u{301}", count: 20_000)
        profile.names += (0..<100_000).map { _ in .dns("b") }
        let reading = try await open(Signing.with { try $0.sign(content, as: .profile(profile)) })
        let signer = try #require(reading.signers.first)
        #expect(reading.failure == nil && signer.nameMatch == .matches)
        #expect(signer.certificate.subjectAltNames.count == 1000)
        #expect(signer.certificate.nameCount == 100_001)
        #expect(signer.certificate.subject.unicodeScalars.count <= 1025)
        #expect(signer.certificate.subject.hasSuffix("…"))
    }

    /// The problem with a signer.
    enum Doubt: Sendable { case trust, expired, notYetValid, name }

    @Test(arguments: [
        (ServerCertificate.selfSigned, Doubt.trust), (.untrustedRootSent, .trust), (.untrustedRootNotSent, .trust),
        (.expired, .expired), (.notYetValid, .notYetValid), (.wrongName, .name),
    ])
    func signersAreDoubted(certificate: ServerCertificate, doubt: Doubt) async throws {
        let reading = try await open(Signing.with { try $0.sign(content, as: certificate) })
        #expect(reading.failure == nil)
        #expect(reading.payload == content)
        let signer = try #require(reading.signers.first)
        switch signer.trust {
        case .trusted: #expect(doubt != .trust)
        case .untrusted(let reason, at: _):
            #expect(doubt == .trust)
            #expect(!reason.isEmpty)
        case .notChecked: Issue.record("there were anchors")
        }
        switch signer.validity {
        case .valid: #expect(doubt != .expired && doubt != .notYetValid)
        case .expired(let certificate):
            #expect(doubt == .expired)
            #expect(certificate == signer.certificate)
        case .notYetValid(let certificate):
            #expect(doubt == .notYetValid)
            #expect(certificate == signer.certificate)
        }
        #expect((signer.nameMatch == .matches) == (doubt != .name))
    }

    @Test func theDateIsTheOneGiven() async throws {
        let file = try await Signing.with { try $0.sign(content) }
        let year = 365.0 * 86_400
        let later = try await open(file, at: Date().addingTimeInterval(year))
        let signer = try #require(later.signers.first)
        #expect(signer.trust == .trusted)
        #expect(signer.validity == .expired(signer.certificate))
        let earlier = try await open(file, at: Date().addingTimeInterval(-year))
        #expect(earlier.signers.first?.validity == .notYetValid(signer.certificate))
    }

    /// An expired authority is reported as an expired certificate, not as an untrusted one.
    @Test func anExpiredAuthorityIsADateAndNotATrustProblem() async throws {
        let profile = CertificateProfile(
            commonName: "example.com", names: [.dns("example.com")], endsIn: 30 * 365 * 86_400)
        let file = try await Signing.with { try $0.sign(content, as: .profile(profile)) }
        let reading = try await open(file, at: Date().addingTimeInterval(20 * 365 * 86_400))
        let signer = try #require(reading.signers.first)
        #expect(signer.trust == .trusted)
        guard case .expired(let certificate) = signer.validity else {
            Issue.record("\(signer.validity)")
            return
        }
        #expect(certificate.subject.contains("Test Intermediate"))
    }

    @Test func absurdDatesAreNoTrap() async throws {
        let file = try await Signing.with { try $0.sign(content) }
        for seconds in [-1e300, 1e300, .infinity, -.infinity, .nan] {
            let reading = try await open(file, at: Date(timeIntervalSince1970: seconds))
            #expect(reading.payload == content)
        }
    }

    @Test func trustAndNameAreNotCheckedWithoutAnchorsAndDomain() async throws {
        let file = try await Signing.with { try $0.sign(content, as: .selfSigned) }
        let reading = try await open(file, domain: nil, anchored: false)
        #expect(reading.failure == nil)
        #expect(reading.signers.map(\.trust) == [.notChecked])
        #expect(reading.signers.map(\.nameMatch) == [.notChecked])
    }

    @Test func hostileNamesComeOutAsText() async throws {
        let reading = try await open(Signing.with { try $0.sign(content, as: .hostileSubject) })
        let signer = try #require(reading.signers.first)
        #expect(signer.certificate.subject.contains("script"))
        #expect(signer.nameMatch == .matches)
    }

    // MARK: Files that cannot be read

    @Test func changedContentDoesNotVerify() async throws {
        for options in [Signing.recommended, ["-nodetach", "-outform", "DER"]] {
            var file = try await Signing.with { try $0.sign(content, options: options) }
            let place = try #require(Signing.offset(of: content, in: file))
            file[place] ^= 1
            let reading = try await open(file)
            guard case .doesNotVerify(let words)? = reading.failure else {
                Issue.record("\(String(describing: reading.failure))")
                continue
            }
            #expect(!words.isEmpty)
            #expect(reading.payload?.count == content.count)
            #expect(reading.signers.map(\.trust) == [.trusted])
        }
    }

    @Test(arguments: [
        (["-nodetach", "-noattr", "-outform", "PEM"], SignedFileFailure.wrongEncoding(.pem)),
        (["-nodetach", "-noattr", "-outform", "SMIME"], .wrongEncoding(.mime)),
        (["-outform", "SMIME"], .wrongEncoding(.mime)),
        (["-noattr", "-outform", "DER"], .detached),
        (["-nodetach", "-noattr", "-nocerts", "-outform", "DER"], .signerCertificateMissing),
    ])
    func otherFormsAreToldApart(options: [String], failure: SignedFileFailure) async throws {
        let reading = try await open(Signing.with { try $0.sign(content, options: options) })
        #expect(reading.failure == failure)
        #expect(reading.isSignatureValid == false)
    }

    @Test func envelopesOfOtherKindsAreToldApart() async throws {
        let (encrypted, certificatesOnly) = try await Signing.with { signing in
            let paths = try CertificateAuthority.shared().identity(for: "example.com", .weakKey)
                .write(to: signing.directory, name: "recipient")
            let encrypted = try signing.openssl(
                ["smime", "-encrypt", "-aes128", "-outform", "DER"], content, trailing: [paths.chain])
            let list = try signing.openssl(
                ["crl2pkcs7", "-nocrl", "-certfile", paths.chain, "-outform", "DER"], content)
            return (encrypted, list)
        }
        guard case .otherContent(let kind)? = try await open(encrypted).failure else {
            Issue.record("an encrypted file was opened")
            return
        }
        #expect(kind.contains("enveloped"))
        #expect(try await open(certificatesOnly).failure == .noSigner)
    }

    @Test func filesThatAreTooLargeAreNotOpened() async throws {
        let content = Array(repeating: UInt8(ascii: " "), count: SignedFile.maxSize)
        let file = try await Signing.with { try $0.sign(content) }
        #expect(
            try await open(file).failure == .tooLarge(bytes: file.count, limit: SignedFile.maxSize))
    }

    // MARK: Hostile bytes

    @Test func noTruncationIsTakenForAWholeFile() async throws {
        let file = try await Signing.with { try $0.sign(content) }
        for count in 0..<file.count {
            let reading = SignedFile.open(Array(file.prefix(count)), anchors: nil, domain: nil, at: Date())
            #expect(reading.failure != nil, "the first \(count) bytes")
        }
    }

    @Test func noMutationSmugglesInOtherContent() async throws {
        let file = try await Signing.with { try $0.sign(content) }
        var random = SeededGenerator(seed: 20_261_121)
        for _ in 0..<4000 {
            var mutated = file
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: 0..<mutated.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: mutated[place] = UInt8.random(in: 0...255, using: &random)
                case 1: mutated.remove(at: place)
                default: mutated.insert(UInt8.random(in: 0...255, using: &random), at: place)
                }
            }
            let reading = SignedFile.open(mutated, anchors: nil, domain: "example.com", at: Date())
            if reading.isSignatureValid { #expect(reading.payload == content) }
        }
    }

    /// Long lists of digest algorithms are rejected, because OpenSSL would hash the content once for each entry.
    @Test func longListsOfDigestAlgorithmsAreRefused() async throws {
        let file = try await Signing.with { try $0.sign(content) }
        // SHA-256 without parameters, repeated to a list of 20,000 bytes in elements of indefinite length.
        let algorithm: [UInt8] = [0x30, 0x0B, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01]
        let list = Array(repeatElement(algorithm, count: 1540).joined())
        let signedDataType: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]
        let start = try #require(Signing.offset(of: [0x02, 0x01, 0x01, 0x31], in: file))
        let header = try #require(EncodedElements(bytes: file).header(at: start + 3))
        let rest = file[(header.contentOffset + (header.length ?? 0))...]
        let hostile =
            [0x30, 0x80] + signedDataType + [0xA0, 0x80, 0x30, 0x80, 0x02, 0x01, 0x01, 0x31, 0x82]
            + [UInt8(list.count >> 8), UInt8(list.count & 0xFF)] + list + rest + [0, 0, 0, 0, 0, 0]
        let reading = try await open(hostile)
        #expect(reading.failure == .tooMany("digest algorithms", limit: 16))
    }

    @Test func deepNestingIsRefused() {
        let start: [UInt8] = [0x30, 0x80, 0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]
        let nested = start + Array(repeatElement([0xA0, 0x80], count: 200_000).joined())
        let reading = SignedFile.open(nested, anchors: nil, domain: nil, at: Date())
        guard case .malformed? = reading.failure else {
            Issue.record("\(String(describing: reading.failure))")
            return
        }
    }
}

@Suite struct SignedFileDetectionTests {
    private static let type: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]

    @Test(arguments: [
        ([0x30, 0x82, 0x01, 0x00] + type, SignedFile.Encoding.der),
        ([0x30, 0x80] + type, .der),
        ([0x30, 0x84, 0, 0, 1, 0] + type, .der),
        ([0x30, 0x82, 0x01, 0x00], .none),
        ([0x31, 0x80] + type, .none),
        ([0x30] + Array(repeating: 0, count: 40) + type, .none),
        ([], .none), ([0x30], .none),
    ])
    func binaryEnvelopesAreRecognised(bytes: [UInt8], encoding: SignedFile.Encoding) {
        #expect(SignedFile.detect(bytes) == encoding)
    }

    @Test(arguments: [
        ("-----BEGIN PKCS7-----\nMIIF", SignedFile.Encoding.pem),
        ("\r\n -----BEGIN CMS-----\nMIIF", .pem),
        ("-----BEGIN PKCS #7 SIGNED DATA-----\nMIIF", .pem),
        ("-----BEGIN CERTIFICATE-----\nMIIF", .none),
        ("MIME-Version: 1.0\nContent-Type: application/x-pkcs7-mime; name=\"smime.p7m\"\n\nMIIF", .mime),
        ("Content-Type: text/html\n\n<p>", .none),
        ("MIIBaAYJKoZIhvcNAQcCoIIBWTCC", .base64),
        ("MIIBaAYJ\r\nKoZIhvcN\r\nAQcCoIIBWTCC", .base64),
        ("MIIBIjANBgkqhkiG9w0BAQEFAAOC", .none),
        ("0", .none), ("", .none), ("{\"applinks\":{}}", .none), ("é", .none),
        ("\u{FEFF}-----BEGIN PKCS7-----\n", .pem),
    ])
    func textEncodingsAreRecognised(text: String, encoding: SignedFile.Encoding) {
        #expect(SignedFile.detect(Array(text.utf8)) == encoding)
    }
}
