import Audit
import Findings
import Foundation
import Records
import Reports
import TestSupport
import Testing
import Transport

struct ReportSchemaTests {
    private func definition(_ name: String) throws -> [String: Any] {
        let schema = try #require(
            try JSONSerialization.jsonObject(with: Data(try Repository.reportSchema().utf8)) as? [String: Any])
        return try #require((schema["$defs"] as? [String: Any])?[name] as? [String: Any])
    }

    private func values(_ property: String, of name: String) throws -> [String] {
        let properties = try #require(try definition(name)["properties"] as? [String: Any])
        return try #require((properties[property] as? [String: Any])?["enum"] as? [String])
    }

    /// The list of codes is the only part of the schema that is generated.
    @Test func listsTheCodesOfTheCatalogue() throws {
        let file = GeneratedFile("Sources/Reports/Schema/aasa-audit-report.schema.json")
        let (found, expected) = try file.texts { text in
            let list = try #require(text.firstMatch(of: /\n    "code": \{\n +"enum": \[(\n[^\]]*)\]/)).1
            return text.replacingCharacters(in: list.startIndex..<list.endIndex, with: Self.codes)
        }
        #expect(found == expected, "The schema does not list the codes of the catalogue; TEST_GENERATE=1 writes them.")
    }

    /// All codes as the schema lists them, in lines of at most 112 characters.
    private static var codes: String {
        var lines: [String] = []
        for code in FindingCode.allCases {
            let item = "\"\(code.rawValue)\""
            if let last = lines.last, last.count + item.count <= 109 {
                lines[lines.count - 1] += ", " + item
            } else {
                if !lines.isEmpty { lines[lines.count - 1] += "," }
                lines.append("        " + item)
            }
        }
        return "\n" + lines.joined(separator: "\n") + "\n      "
    }

    @Test func listsTheValuesOfClosedSets() throws {
        #expect(try Set(values("severity", of: "finding")) == Set(Severity.allCases.map(\.rawValue)))
        #expect(try Set(values("location", of: "finding")) == Set(FindingLocation.allCases.map(\.rawValue)))
        #expect(try values("status", of: "domain") == DomainStatus.allCases.map(\.rawValue))
        #expect(try values("outcome", of: "location") == LocationReport.Outcome.allCases.map(\.rawValue))
        #expect(try values("system", of: "verdict") == AppleSystem.allCases.map(\.rawValue))
        #expect(try values("opens", of: "case") == CaseAnswer.Conclusion.allCases.map(\.rawValue))
        #expect(try definition("certainty")["enum"] as? [String] == Verdict.Certainty.allCases.map(\.rawValue))
        #expect(try definition("answer")["enum"] as? [String] == LinkAnswer.allCases.map(\.rawValue))
    }

    @Test func listsTheWarningsOfARun() throws {
        let schema = try #require(
            try JSONSerialization.jsonObject(with: Data(try Repository.reportSchema().utf8)) as? [String: Any])
        let properties = try #require(schema["properties"] as? [String: Any])
        let items = try #require((properties["warnings"] as? [String: Any])?["items"] as? [String: Any])
        let code = try #require((items["properties"] as? [String: Any])?["code"] as? [String: Any])
        let codes = try #require(code["enum"] as? [String])
        #expect(codes.sorted() == RunWarning.Code.allCases.map(\.rawValue).sorted())
    }

    @Test func listsTheKindsOfFailure() throws {
        let properties = try #require(try definition("location")["properties"] as? [String: Any])
        let error = try #require((properties["error"] as? [String: Any])?["properties"] as? [String: Any])
        let kinds = (error["kind"] as? [String: Any])?["enum"] as? [String]
        #expect(kinds == ExchangeFailure.Kind.allCases.map(\.rawValue))
    }
}
