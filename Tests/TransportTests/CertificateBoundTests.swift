import TestSupport
import Testing
import Transport

/// The limits for the data that is kept of certificates.
@Suite(.inTurn(minutes: 2))
struct CertificateBoundTests {
    private func certificate(_ change: (inout CertificateProfile) -> Void) -> ServerCertificate {
        var profile = CertificateProfile.server("host.fault.test")
        change(&profile)
        return .profile(profile)
    }

    private func facts(of certificate: ServerCertificate) async throws -> TLSFacts {
        let exchange = try await TransportLab.exchange(with: Site(certificate: certificate))
        #expect(exchange.status == 200, "\(String(describing: exchange.failure))")
        return try #require(exchange.tls)
    }

    @Test func aUsualChainIsKeptWhole() async throws {
        let facts = try await facts(of: .goodWithRoot)
        #expect(facts.chain.count == 3)
        #expect(facts.omittedCertificateCount == 0)
        #expect(facts.nameVerification == .passed)
        #expect(facts.chain.map(\.isSelfSigned) == [false, false, true])
        #expect(facts.chain.allSatisfy { $0.omittedNameCount == 0 })
    }

    @Test func aLongChainIsCutAndSaysSo() async throws {
        let facts = try await facts(of: .manySent(75))
        #expect(facts.chain.count == TLSFacts.maxCertificates)
        #expect(facts.certificateCount == 77)
        #expect(facts.verification == .passed)
    }

    @Test func aLongListOfNamesIsCutAndSaysSo() async throws {
        let count = 20_000
        let facts = try await facts(of: certificate { $0.names += (0..<count).map { _ in .dns("b") } })
        let leaf = try #require(facts.chain.first)
        #expect(leaf.subjectAltNames.count == CertificateFacts.maxNames)
        #expect(leaf.nameCount == count + 1)
        #expect(facts.nameVerification == .passed)
    }

    @Test func aNameBehindTheCutStillMatches() async throws {
        let facts = try await facts(
            of: certificate { $0.names = (0..<3000).map { .dns("name-\($0).test") } + $0.names })
        #expect(facts.chain.first?.subjectAltNames.contains("host.fault.test") == false)
        #expect(facts.verification == .passed && facts.nameVerification == .passed)
    }

    @Test func longTextsAreCut() async throws {
        let long = String(repeating: "é", count: 14_000)
        let facts = try await facts(
            of: certificate {
                $0.commonName = long
                $0.names.append(.dns(long))
            })
        let leaf = try #require(facts.chain.first)
        for text in [leaf.subject, leaf.subjectAltNames.last ?? ""] {
            #expect(text.unicodeScalars.count <= CertificateFacts.maxNameBytes)
            #expect(text.hasSuffix("…"))
        }
    }

    @Test func moreThanAnyChainNeedsIsNotRead() async throws {
        let certificate = certificate { $0.names += (0..<50_000).map { .dns("b\($0)") } }
        let exchange = try await TransportLab.exchange(with: Site(certificate: certificate))
        #expect(exchange.failure?.kind == .handshakeFailed)
        #expect(
            exchange.failure?.detail.contains("excessive message size") == true,
            "\(String(describing: exchange.failure))")
    }
}
