import Findings
import TestSupport
import Testing
import Transport

@testable import Audit

/// The locations, the files and the order of findings in a report.
struct DomainReportTests {
    typealias Outcome = LocationReport.Outcome

    static let outcomes: [(Exchange, Outcome)] = [
        (Seen.answer(), .served), (Seen.status(404), .missing), (Seen.status(410), .missing),
        (Seen.broken(.bodyTruncated, status: 404), .missing), (Seen.redirect(to: "/x"), .redirected),
        (Seen.status(401), .refused), (Seen.status(403), .refused), (Seen.status(407), .refused),
        (Seen.status(429), .refused), (Seen.status(451), .refused),
        (Seen.status(503, [HeaderField(name: "cf-mitigated", value: "challenge")]), .refused),
        (Seen.status(500), .unusable), (Seen.status(204), .unusable), (Seen.answer(200, ""), .unusable),
        (Seen.answer(200, "<html>"), .unusable), (Seen.answer(200, "{"), .unusable),
        (Seen.answer(200, "[]"), .unusable),
        (Seen.redirect(to: ""), .unusable), (Seen.broken(.contentCodingBroken), .unusable),
        (Seen.broken(.bodyTruncated), .failed), (Seen.broken(.timeout), .failed),
        (Seen.failure(.connectRefused, .connect), .failed), (Seen.failure(.malformedAnswer, .header), .failed),
        (Seen.rejected(10), .failed), (Seen.answer(200, "{}"), .served),
    ]

    @Test(arguments: outcomes)
    func namesTheOutcome(_ exchange: Exchange, _ outcome: Outcome) {
        #expect(Judge().judge(Seen.domain(exchange)).wellKnown?.outcome == outcome)
    }

    @Test func namesLocationsThatWereNotAsked() {
        let report = Judge().judge(Seen.domain(nil, root: nil))
        #expect(report.wellKnown?.outcome == .notTried)
        #expect(report.root?.outcome == .notTried)
        #expect(report.wellKnown?.url == Seen.wellKnownURL)
        #expect(report.root?.url == Seen.rootURL)
    }

    @Test func namesTheDigestOfTheBody() {
        var answer = Seen.answer(200, "abc")
        answer.bodySHA256 = "ba7816bf"
        #expect(Judge().judge(Seen.domain(answer)).wellKnown?.sha256 == "ba7816bf")
        #expect(Judge().judge(Seen.domain(Seen.broken(.bodyTruncated))).wellKnown?.sha256 == nil)
    }

    @Test func describesTheFileThatCounts() throws {
        let body = """
            {"webcredentials":{"apps":["A1B2C3D4E5.com.acme.app"]},
             "applinks":{"apps":[],"details":[{"appID":"A1B2C3D4E5.com.acme.app","paths":["/a","/b"]}]}}
            """
        let file = try #require(Judge().judge(Seen.domain(Seen.answer(200, body))).file)
        #expect(file.location == .wellKnown)
        #expect(file.services == ["webcredentials", "applinks"])
        #expect(
            file.apps == [
                .init(appID: "A1B2C3D4E5.com.acme.app", services: ["webcredentials", "applinks"], ruleCount: 2)
            ])
        #expect(file.bytes == Array(body.utf8))
        #expect(!file.isSigned)
    }

    @Test func takesTheFileFromRootWhereOnlyThatServes() {
        #expect(Judge().judge(Seen.domain(Seen.status(500), root: Seen.answer())).file?.location == .root)
        #expect(Judge().judge(Seen.domain(Seen.answer(), root: Seen.answer())).file?.location == .wellKnown)
        #expect(Judge().judge(Seen.domain(Seen.status(500))).file == nil)
        #expect(Judge().judge(Seen.domain(Seen.answer(200, "{"))).file == nil)
    }

    @Test func carriesTheTargetOver() {
        let target = Target(
            input: "Example.com", domain: DomainID(host: "example.com"), notes: ["lower-cased"],
            people: DomainPeople(owner: "Ann", team: "Web", tags: ["a", "b"]))
        let report = Judge().judge(Seen.domain(Seen.answer(), target: target))
        #expect(report.input == "Example.com")
        #expect(report.domain == DomainID(host: "example.com"))
        #expect(report.people.owner == "Ann")
        #expect(report.people.team == "Web")
        #expect(report.people.tags == ["a", "b"])
        #expect(report.notes == ["lower-cased"])
        #expect(report.startedAt == Seen.now)
        #expect(report.totalMs == 100)
    }

    @Test func countsTheAttempts() {
        var seen = Seen.domain(Seen.answer())
        #expect(Judge().judge(seen).attempts == 1)
        seen.root.attempts = 3
        #expect(Judge().judge(seen).attempts == 3)
        seen = Seen.domain(nil, root: nil)
        #expect(Judge().judge(seen).attempts == 1)
    }

    @Test func putsTheGravestFirst() {
        let tls = Seen.tls([Seen.certificate(to: 3)])
        let seen = Seen.domain(
            Seen.answer(200, Seen.file, type: nil, tls: tls, firstByteMs: 6000, addresses: ["10.0.0.1"]),
            root: Seen.status(500))
        let report = Judge().judge(seen)
        #expect(
            report.findings.map(\.code) == [
                .addressNotPublic, .tlsCertificateExpiring, .slowResponse, .httpServerError, .contentTypeMissing,
            ])
    }

    @Test func appliesSeveritiesOfTheSettings() {
        let settings = JudgeSettings(severities: [.contentTypeMissing: .error, .redirect: .warning])
        let report = Judge(settings).judge(Seen.domain(Seen.answer(type: nil), root: Seen.redirect(to: "/x")))
        #expect(report.findings.first { $0.code == .contentTypeMissing }?.severity == .error)
        // The response of root has no effect here, so its findings are only notes.
        #expect(report.findings.first { $0.code == .redirect }?.severity == .info)
        #expect(report.status == .fail)
    }

    @Test func putsCausesBeforeWhatFollows() {
        let seen = Seen.settled(Seen.failure(.connectRefused, .connect, addresses: ["10.0.0.1"]))
        #expect(Judge().judge(seen).findings.map(\.code) == [.addressNotPublic, .connectRefused])
    }

    /// A certificate that is valid at the time of the observations.
    private static let signer = ServerCertificate.profile(
        CertificateProfile(
            commonName: "example.com", names: [.dns("example.com")], startsIn: -3650 * 86_400, endsIn: 3650 * 86_400))

    private static func signed(_ text: String) async throws -> Exchange {
        let bytes = try await Signing.with { try $0.sign(Array(text.utf8), as: signer) }
        return Seen.answer(type: "application/pkcs7-mime", bytes: bytes)
    }

    @Test func judgesWhatIsInsideASignedFile() async throws {
        let good = Judge().judge(Seen.domain(try await Self.signed(Seen.file)))
        #expect(good.wellKnown?.outcome == .served)
        #expect(good.file?.isSigned == true)
        #expect(good.file?.bytes == Array(Seen.file.utf8))
        #expect(good.file?.apps.map(\.appID) == ["A1B2C3D4E5.com.acme.app"])
        #expect(good.findings.map(\.code) == [.signatureObsolete])
        #expect(good.status == .pass)
        // The behaviour of Apple's CDN for signed files is unknown.
        #expect(good.verdicts.map(\.works) == [true, true, nil, true])
        let empty = Judge().judge(Seen.domain(try await Self.signed("{}")))
        #expect(empty.findings.contains { $0.code == .serviceNone && $0.location == .wellKnown })
        #expect(empty.status == .fail)
    }

    @Test func aSignedFileThatCannotBeReadIsNoFile() async throws {
        var bytes = try await Self.signed(Seen.file).body
        bytes.removeLast(200)
        let report = Judge().judge(Seen.domain(Seen.answer(type: "application/pkcs7-mime", bytes: bytes)))
        #expect(report.wellKnown?.outcome == .unusable)
        #expect(report.file == nil)
        #expect(report.findings.map(\.code) == [.signatureInvalid, .signatureObsolete])
        #expect(report.verdicts.map(\.works) == [false, false, false, false])
        let wrong = Judge().judge(Seen.domain(Seen.answer(bytes: bytes)))
        #expect(wrong.findings.map(\.code) == [.signatureInvalid, .contentTypeWrong, .signatureObsolete])
    }
}
