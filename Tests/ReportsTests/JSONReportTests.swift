import Findings
import Foundation
import Records
import Reports
import TestSupport
import Testing
import Transport

@testable import Audit

struct JSONReportTests {
    private func document(
        _ reports: [DomainReport], bodies: FileTextPolicy = .findings, complete: Bool = true
    ) -> String {
        let sink = MemorySink()
        var run = SampleRun(domains: reports, complete: complete)
        run.duration = 1
        do {
            try JSONReport(bodies: bodies).render(run, to: sink)
        } catch {
            Issue.record(error)
        }
        return String(decoding: sink.bytes, as: UTF8.self)
    }

    private func object(_ text: some StringProtocol) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    /// `TEST_GENERATE=1` regenerates the document.
    @Test func writesTheDocumentOfTheContract() throws {
        let file = GeneratedFile("Tests/Expected/report.json")
        let (found, expected) = try file.texts { _ in document([Samples.redirecting, Samples.invalid]) }
        #expect(found == expected, "TEST_GENERATE=1 writes it.")
    }

    @Test func writesAnEmptyRun() throws {
        let report = try object(document([], complete: false))
        #expect(report["complete"] as? Bool == false)
        #expect((report["domains"] as? [Any])?.isEmpty == true)
        #expect((report["summary"] as? [String: Any])?["targets"] as? Int == 0)
    }

    @Test func countsStatusesAndCodes() throws {
        let summary = try #require(try object(document(Samples.all))["summary"] as? [String: Any])
        let counts = DomainStatus.allCases.map { summary[$0.rawValue] as? Int }
        #expect(counts == [1, 0, 3, 1, 1, 0])
        #expect(summary["targets"] as? Int == 6)
        #expect(
            summary["findings"] as? [String: Int]
                == ["redirect": 1, "tls-certificate-expired": 1, "connect-refused": 1, "json-invalid": 1])
    }

    @Test func countsWhereLinksOpenTheApp() throws {
        let report = try object(document(Estate.kinds))
        let domains = try #require(report["domains"] as? [[String: Any]])
        let counts = try #require((report["summary"] as? [String: Any])?["opensApp"] as? [String: Int])
        let answers = domains.compactMap { $0["opensApp"] as? String }
        #expect(answers.count == domains.count)
        for answer in LinkAnswer.allCases {
            #expect(counts[answer.rawValue] == answers.count { $0 == answer.rawValue }, "\(answer)")
            #expect(answers.contains(answer.rawValue), "\(answer)")
        }
    }

    @Test(arguments: [FileTextPolicy.findings, .always, .never])
    func hostileTextsYieldValidJSON(bodies: FileTextPolicy) throws {
        let text = document([Samples.hostile], bodies: bodies)
        let domain = try #require((try object(text)["domains"] as? [[String: Any]])?.first)
        #expect(domain["input"] as? String == Samples.attack)
        #expect(!text.unicodeScalars.contains { $0.properties.generalCategory == .control && $0 != "\n" })
        #expect(!text.unicodeScalars.contains { $0.properties.generalCategory == .format })
        let location = try #require((domain["locations"] as? [String: Any])?["wellKnown"] as? [String: Any])
        let chain = try #require((location["tls"] as? [String: Any])?["chain"] as? [[String: Any]])
        #expect(chain.first?["notBefore"] is NSNull)
        #expect(chain.first?["notAfter"] is NSNull)
        let timings = try #require(location["timings"] as? [String: Any])
        #expect(timings["dnsMs"] is NSNull)
        #expect(timings["connectMs"] is NSNull)
        #expect(timings["tlsMs"] as? Double == 0)
    }

    @Test(arguments: [
        (FileTextPolicy.findings, false, false), (.findings, true, true), (.always, false, true), (.never, true, false),
    ])
    func carriesTheFileWhereItIsWanted(bodies: FileTextPolicy, pointed: Bool, wanted: Bool) throws {
        var report = Samples.passing
        report.file?.bytes = Array("{}".utf8)
        report.findings = [Finding(.serviceNone, location: .wellKnown, message: "None.", pointer: pointed ? "" : nil)]
        let line = String(decoding: report.line(bodies), as: UTF8.self)
        let file = try #require(try object(line)["file"] as? [String: Any])
        #expect(file["text"] as? String == (wanted ? "{}" : nil))
        #expect(file["textBase64"] == nil)
    }

    @Test func writesAFileThatIsNotUTF8InBase64() throws {
        let line = String(decoding: Samples.hostile.line(), as: UTF8.self)
        let file = try #require(try object(line)["file"] as? [String: Any])
        #expect(file["textBase64"] as? String == "e/99")
        #expect(file["text"] == nil)
    }

    @Test func omitsUnknownValues() throws {
        let line = String(decoding: Samples.passing.line(), as: UTF8.self)
        let domain = try object(line)
        #expect(domain["alsoGivenAs"] == nil)
        #expect((domain["locations"] as? [String: Any])?["cdn"] == nil)
        #expect(domain["owner"] is NSNull)
    }

    @Test(arguments: Samples.all.indices)
    func writesTheSameDomainInBothFormats(index: Int) throws {
        let report = Samples.all[index]
        let line = String(decoding: report.line(), as: UTF8.self)
        #expect(line.last == "\n")
        #expect(line.filter { $0 == "\n" }.count == 1)
        let inDocument = try #require((try object(document([report]))["domains"] as? [[String: Any]])?.first)
        #expect(NSDictionary(dictionary: try object(line)) == NSDictionary(dictionary: inDocument))
    }

    @Test func leavesReportsForTheSchemaCheck() throws {
        guard let folder = ProcessInfo.processInfo.environment["TEST_REPORTS_FOLDER"] else { return }
        let place = URL(fileURLWithPath: folder)
        var reports = Samples.all + Estate.kinds
        reports += FindingCode.allCases.map { code in
            var report = Samples.expired
            report.findings = [Finding(code, location: .domain, message: code.rawValue)]
            return report
        }
        for bodies in FileTextPolicy.allCases {
            try Data(document(reports, bodies: bodies).utf8)
                .write(to: place.appendingPathComponent("samples-\(bodies.rawValue).json"))
            let lines = reports.flatMap { $0.line(bodies) }
            try Data(lines).write(to: place.appendingPathComponent("samples-\(bodies.rawValue).ndjson"))
        }
    }
}
