import Findings
import TestSupport
import Testing
import Transport

@testable import Audit

/// Unverified fetches after a rejected certificate, over the network.
@Suite(.inTurn(minutes: 3))
struct LookingBehindTests {
    private static let host = "host.fault.test"

    static let walls: [(certificate: ServerCertificate, code: FindingCode)] = [
        (.expired, .tlsCertificateExpired), (.notYetValid, .tlsCertificateNotYetValid),
        (.wrongName, .tlsCertificateNameMismatch), (.selfSigned, .tlsCertificateSelfSigned),
        (.untrustedRootSent, .tlsCertificateUntrusted), (.untrustedRootNotSent, .tlsChainIncomplete),
        (.missingIntermediate, .tlsChainIncomplete),
    ]

    @Test(arguments: walls.indices) func seesTheFile(index: Int) async throws {
        let (certificate, code) = Self.walls[index]
        try await AuditLab.run([Self.host: Site(certificate: certificate)]) { lab in
            let observation = await lab.observe(Self.host)
            let behind = try #require(observation.unverified)
            #expect(behind.wellKnown.exchange?.status == 200)
            #expect(behind.wellKnown.exchange?.tls?.verification == .failed)
            #expect(behind.wellKnown.exchange?.tls?.nameVerification == (certificate == .wrongName ? .failed : .passed))
            #expect(behind.root == nil)
            let report = Judge().judge(observation)
            #expect(report.codes == [code], "\(report.findings)")
            let ending = "With the certificate ignored, the file can be read and is valid."
            #expect(report.findings[0].message.hasSuffix(ending))
            #expect(report.verdicts.last?.outcome == .works)
            // One rejected connection, and one for the unverified fetch.
            #expect(lab.server.tally.connections == 2)
            #expect(lab.server.tally.requests.map(\.path) == [Site.wellKnownPath])
        }
    }

    @Test(arguments: walls.indices) func seesThatThereIsNoFile(index: Int) async throws {
        let (certificate, code) = Self.walls[index]
        try await AuditLab.run([Self.host: .everywhere(.status(404), certificate: certificate)]) { lab in
            let report = await lab.audit(Self.host)
            #expect(report.findings.map(\.code) == [code, .fileMissing])
            #expect(report.findings.map(\.severity) == [.error, .info])
            #expect(report.verdicts.last?.outcome == .doesNotWork)
            #expect(lab.server.tally.connections == 2)
            #expect(lab.server.tally.requests.map(\.path) == [Site.wellKnownPath, Site.rootPath])
        }
    }

    @Test func doesNotFollowARedirectNorTryAgain() async throws {
        for answer in [TestSupport.Answer.redirect(to: "https://good.fault.test/"), .status(503), .emptyReply()] {
            let site = Site(wellKnown: answer, certificate: .expired)
            try await AuditLab.run([Self.host: site, "good.fault.test": Site()]) { lab in
                _ = await lab.observe(Self.host, ObserverSettings(maxRetries: 2, retryPause: .milliseconds(1)))
                #expect(lab.server.tally.requests.map(\.path) == [Site.wellKnownPath], "\(answer)")
                #expect(lab.server.tally.connections == 2)
            }
        }
    }

    @Test func sendsNothingSecret() async throws {
        try await AuditLab.run(
            [Self.host: .everywhere(.status(404), certificate: .selfSigned)],
            configure: {
                $0.userHeaders = [
                    HeaderField(name: "X-Secret", value: "hush"), HeaderField(name: "Cookie", value: "hush"),
                    HeaderField(name: "Authorization", value: "hush"),
                ]
            }
        ) { lab in
            _ = await lab.observe(Self.host)
            let requests = lab.server.tally.requests
            #expect(requests.count == 2)
            #expect(requests.allSatisfy { $0.fields.allSatisfy { !$0.value.contains("hush") } })
        }
    }

    @Test func performsNoUnverifiedFetchUnlessNecessary() async throws {
        try await AuditLab.run([Self.host: Site(), "refused.fault.test": Site(certificate: .expired)]) { lab in
            #expect(await lab.observe(Self.host).unverified == nil)
            #expect(lab.server.tally.connections == 1)
            let settings = ObserverSettings(maxRetries: 0, fetchesUnverified: false)
            #expect(await lab.observe("refused.fault.test", settings).unverified == nil)
            #expect(lab.server.tally.connections == 2)
        }
    }

    /// After an unverified fetch, no kept state lets the next request skip verification.
    @Test func theNextRequestIsVerifiedAgain() async throws {
        try await AuditLab.run([Self.host: Site(certificate: .expired)]) { lab in
            for _ in 0..<2 {
                let observation = await lab.observe(Self.host)
                #expect(observation.wellKnown.exchange?.failure?.kind == .certificateRejected)
            }
            let url = try #require(AbsoluteURL("https://\(Self.host)/"))
            let request = Request(url: url, keepsConnection: true, verifiesCertificate: false)
            #expect(await lab.transport.perform(request).status == 404)
            let verified = await lab.transport.perform(Request(url: url))
            #expect(verified.failure?.kind == .certificateRejected)
        }
    }
}
