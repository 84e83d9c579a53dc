import AppSiteAssociation
import Findings
import Foundation
import Testing
import Transport

@testable import Audit
@testable import Records
@testable import Reports

/// The line of a domain, and the texts that are derived from it.
struct DomainLineTests {
    /// All samples, and reports with content from a hostile server or a newer version.
    private static let reports: [DomainReport] = {
        var reports = Samples.all
        for text in ["\"", "\\", "]}", "[{", "\\\"],[", "a\u{202E}b\n\u{0}", ""] {
            reports.append(SampleRun.planted(text))
        }
        // These names are also keys elsewhere in the object.
        for name in ["timings", "verdicts", "apps", "file", "locations", "findings", "waived", "root"] {
            var report = Samples.redirecting
            report.columns = [TargetColumn(name: name, value: "x")]
            report.findings[0].evidence = [
                name: .object([name: .array([.object([name: .string("y")]), .object([:])]), "empty": .array([])]),
                "mixed": .array([.integer(1), .array([.string("]")]), .object(["a": .null])]),
                "plain": .array([.string("[{"), .number(1.5), .boolean(true)]),
            ]
            report.wellKnown?.exchange?.headerFields.append(.init(name: name, value: "z"))
            reports.append(report)
        }
        return reports
    }()

    @Test(arguments: reports.indices) func aDocumentDiffersFromItInWhiteSpaceAlone(index: Int) throws {
        var report = Self.reports[index]
        report.aliases = nil
        for bodies in FileTextPolicy.allCases {
            let line = DomainLine(report, bodies: bodies).bytes
            for lineLevels in [0, 1, Int.max] {
                var writer = JSONWriter(lineLevels: lineLevels)
                writer.beginArray()
                for _ in 0..<2 {
                    if lineLevels == .max { writer.value(report, bodies: bodies) } else { writer.value(line: line) }
                }
                writer.endArray()
                let document = writer.takeBytes()
                let compact = JSONPrinter.print(try JSONDocument(document).root)
                #expect(
                    Array(compact.utf8) == Array("[".utf8) + line.dropLast() + Array(",".utf8) + line.dropLast()
                        + Array("]".utf8))
                #expect(document.last == UInt8(ascii: "\n"))
                let lines = String(decoding: document, as: UTF8.self).split(separator: "\n").count
                if lineLevels == .max { #expect(lines > 20) } else { #expect(lines == 1 + 3 * lineLevels) }
            }
        }
    }

    @Test(arguments: reports.indices) func losesNothingButTheText(index: Int) throws {
        let line = DomainLine(Self.reports[index], bodies: .never).bytes
        let expected = try DomainLine(DomainReport(line: line), bodies: .never).bytes
        for bodies in FileTextPolicy.allCases {
            let withText = DomainLine(Self.reports[index], bodies: bodies).bytes
            #expect(try DomainLine(DomainReport(line: withText), bodies: .never).bytes == expected)
            #expect((withText != line) == bodies.includesText(of: Self.reports[index]))
        }
    }

    @Test(arguments: reports.indices) func saysItsVersionAndItsRunInAStream(index: Int) throws {
        let line = DomainLine(Self.reports[index])
        let run = RunFacts(
            id: "a \"run\"", startedAt: Date(timeIntervalSince1970: 0), toolVersion: "1", rulesVersion: "1")
        let text = String(decoding: line.bytes(in: run), as: UTF8.self)
        #expect(
            text == String(decoding: line.bytes.dropLast(2), as: UTF8.self) + #","schemaVersion":1,"run":"a \"run\""}"#
                + "\n")
        // The parsed line is the same report.
        #expect(
            try DomainLine(DomainReport(line: Array(text.utf8))).bytes
                == DomainLine(DomainReport(line: line.bytes)).bytes)
    }

    @Test func takesTheOtherInputsAtItsEnd() throws {
        let line = DomainLine(Samples.passing)
        #expect(line.bytes(with: nil) == line.bytes)
        let text = String(decoding: line.bytes(with: .init(inputs: ["A.test", "\""], omitted: 3)), as: UTF8.self)
        let members = String(decoding: line.bytes.dropLast(2), as: UTF8.self)
        #expect(text == members + #","alsoGivenAs":["A.test","\""],"alsoGivenAsOmitted":3}"# + "\n")
        #expect(try DomainReport(line: Array(text.utf8)).aliases?.inputs == ["A.test", "\""])
    }
}
