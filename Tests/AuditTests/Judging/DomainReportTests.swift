import Audit
import Findings
import Testing
import Transport

/// What a report says about locations, files and the order of findings.
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

    @Test func hashesCompleteBodiesOnly() {
        #expect(Judge().judge(Seen.domain(Seen.answer(200, "abc"))).wellKnown?.sha256?.hasPrefix("ba7816bf") == true)
        #expect(Judge().judge(Seen.domain(Seen.broken(.bodyTruncated))).wellKnown?.sha256 == nil)
        #expect(Judge().judge(Seen.domain(Seen.answer(capped: true))).wellKnown?.sha256 == nil)
        #expect(Judge().judge(Seen.domain(Seen.answer(200, ""))).wellKnown?.sha256 == nil)
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
            file.apps == [.init(appID: "A1B2C3D4E5.com.acme.app", services: ["webcredentials", "applinks"], rules: 2)])
        #expect(file.bytes == Array(body.utf8))
        #expect(!file.signed)
    }

    @Test func takesTheFileFromRootWhereOnlyThatServes() {
        #expect(Judge().judge(Seen.domain(Seen.status(500), root: Seen.answer())).file?.location == .root)
        #expect(Judge().judge(Seen.domain(Seen.answer(), root: Seen.answer())).file?.location == .wellKnown)
        #expect(Judge().judge(Seen.domain(Seen.status(500))).file == nil)
        #expect(Judge().judge(Seen.domain(Seen.answer(200, "{"))).file == nil)
    }

    @Test func carriesTheTargetOver() {
        let target = Target(
            input: "Example.com", host: "example.com", displayHost: "example.com", notes: ["lower-cased"],
            owner: "Ann", team: "Web", tags: ["a", "b"])
        let report = Judge().judge(Seen.domain(Seen.answer(), target: target))
        #expect(report.input == "Example.com")
        #expect(report.domain == "example.com")
        #expect(report.owner == "Ann")
        #expect(report.team == "Web")
        #expect(report.tags == ["a", "b"])
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
                .addressNotPublic, .tlsCertificateExpiring, .slowResponse, .contentTypeMissing, .httpServerError,
            ])
    }

    @Test func appliesSeveritiesOfTheSettings() {
        let settings = JudgeSettings(severities: [.contentTypeMissing: .error, .redirect: .warning])
        let report = Judge(settings).judge(Seen.domain(Seen.answer(type: nil), root: Seen.redirect(to: "/x")))
        #expect(report.findings.first { $0.code == .contentTypeMissing }?.severity == .error)
        // What root does decides nothing, whatever its severity elsewhere.
        #expect(report.findings.first { $0.code == .redirect }?.severity == .info)
        #expect(report.status == .fail)
    }

    @Test func takesASignedFileForAFileWithoutLookingInside() throws {
        var bytes: [UInt8] = [0x30, 0x82, 0x10, 0x00, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x02]
        bytes += [UInt8](repeating: 0, count: 64)
        let report = Judge().judge(Seen.domain(Seen.answer(type: "application/pkcs7-mime", bytes: bytes)))
        #expect(report.wellKnown?.outcome == .served)
        #expect(report.file?.signed == true)
        #expect(report.findings.map(\.code) == [.signatureObsolete])
        let wrong = Judge().judge(Seen.domain(Seen.answer(bytes: bytes)))
        #expect(wrong.findings.map(\.code) == [.contentTypeWrong, .signatureObsolete])
    }
}
