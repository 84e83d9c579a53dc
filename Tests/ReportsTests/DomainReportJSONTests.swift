import AppSiteAssociation
import Findings
import Foundation
import Testing

@testable import Audit
@testable import Records
@testable import Reports

struct DomainReportJSONTests {
    @Test(arguments: Samples.all.indices, [FileTextPolicy.findings, .always, .never])
    func readsAllThatIsWritten(_ index: Int, _ bodies: FileTextPolicy) throws {
        let line = Samples.all[index].line(bodies)
        let report = try DomainReport(line: line)
        #expect(String(decoding: report.line(bodies), as: UTF8.self) == text(line))
    }

    @Test
    func readsHowCertainVerdictsAre() throws {
        for report in Estate.kinds {
            let read = try DomainReport(line: report.line())
            #expect(read.verdicts == report.verdicts)
            #expect(read.opensApp == report.opensApp)
            #expect(text(read.line()) == text(report.line()))
        }
    }

    @Test
    func readsWhatHistoryAndWaiversAdd() throws {
        var report = Samples.redirecting
        report.findings[0].state = .returned
        report.findings[0].firstSeen = Samples.days(-3)
        report.findings[0].before = EarlierObservation(runAt: Samples.days(-4), text: "It was served.")
        report.people.contact = "web@example.com"
        report.findings[0].waived = Waiver(reason: "moved in June", until: "2026-06-30", acceptedBy: "Dana")
        let line = report.line()
        #expect(try DomainReport(line: line).findings == report.findings)
    }

    @Test(arguments: [FileTextPolicy.findings, .always])
    func readsBytesThatAreNoText(_ bodies: FileTextPolicy) throws {
        for length in 0...8 {
            var report = Samples.passing
            let bytes = [0xFF] + (0..<UInt8(length)).map { $0 &* 37 }
            report.file?.bytes = bytes
            let line = report.line(.always)
            let read = try DomainReport(line: line)
            #expect(read.file?.bytes == bytes)
        }
    }

    @Test
    func saysTheSameInWords() throws {
        for report in Samples.all {
            let read = try DomainReport(line: report.line(.always))
            #expect(TextReport().render(read) == TextReport().render(report))
        }
    }

    @Test(arguments: [
        ("not json", "it is not JSON"),
        ("[]", "the value is an array, expected was an object"),
        (#"{"timings": {"totalMs": 1}}"#, "the key “input” is missing"),
    ])
    func saysWhatIsWrong(line: String, words: String) throws {
        let error = try #require(throws: ReportReadError.self) { try DomainReport(line: Array(line.utf8)) }
        #expect(error.description.contains(words))
    }

    @Test(arguments: [
        (#""status":"pass""#, #""status":"splendid""#, "/status is \"splendid\", which this version"),
        (#""port":443"#, #""port":"443""#, "/port is \"443\", expected was a whole number"),
        (#""works":true"#, #""works":1"#, "/verdicts/1/works is 1, expected was true or false"),
        (#""works":true"#, #""works":null"#, "/verdicts/1/certainty is \"documented\", expected was unknown"),
        (#""tags":[]"#, #""tags":{}"#, "/tags is an object, expected was an array"),
        (#""tags":[]"#, #""tags":[null]"#, "/tags/0 is null, expected was a string"),
        (#""input":"good.example""#, #""input":null"#, "/input is null, expected was a string"),
        (#""headers":{"#, #""headers":{"x":[1],"#, "/locations/wellKnown/headers/x/0 is 1, expected was a string"),
        (#""port":443"#, #""port":9223372036854775807"#, "/port is 9223372036854775807, expected was a whole"),
        (#""attempts":1"#, #""attempts":-9223372036854775808"#, "/attempts is -9223372036854775808, expected was a"),
        (#""rules":1"#, #""rules":4294967296"#, "/file/apps/0/rules is 4294967296, expected was a whole number from 0"),
        (
            #""startedAt":""#, #""startedAt":"yesterday "#,
            "/timings/startedAt is \"yesterday 2026-05-01T12:00:00.250Z\", expected was a time such as 2026-05-01T12:"
        ),
        (#""locations":"#, #""places":"#, "the key “locations” is missing"),
        (#""totalMs":80"#, #""totalMs":1e999"#, "/timings/totalMs is 1e999, expected was a number"),
    ])
    func namesThePlace(part: String, other: String, words: String) throws {
        let line = text(Samples.passing.line())
        let range = try #require(line.range(of: part))
        let damaged = line.replacingCharacters(in: range, with: other)
        let error = try #require(throws: ReportReadError.self) {
            try DomainReport(line: Array(damaged.utf8))
        }
        #expect(error.description.contains(words), "\(error)")
    }

    @Test
    func leavesKeysOfNewerVersionsAlone() throws {
        let line = text(Samples.passing.line())
        let newer = #"{"later":[{"a":1}],"# + line.dropFirst()
        #expect(try DomainReport(line: Array(newer.utf8)).domain?.host == "good.example")
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
