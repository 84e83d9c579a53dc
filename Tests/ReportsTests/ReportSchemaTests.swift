import Audit
import Findings
import Foundation
import Reports
import Testing
import Transport

struct ReportSchemaTests {
    private func definition(_ name: String) throws -> [String: Any] {
        let schema = try #require(
            try JSONSerialization.jsonObject(with: Data(ReportSchema.text.utf8)) as? [String: Any])
        return try #require((schema["$defs"] as? [String: Any])?[name] as? [String: Any])
    }

    private func values(_ property: String, of name: String) throws -> [String] {
        let properties = try #require(try definition(name)["properties"] as? [String: Any])
        return try #require((properties[property] as? [String: Any])?["enum"] as? [String])
    }

    @Test func listsTheCodesOfTheCatalogue() throws {
        #expect(try definition("code")["enum"] as? [String] == FindingCode.inUse.map(\.rawValue))
    }

    @Test func listsTheValuesOfClosedSets() throws {
        #expect(try Set(values("severity", of: "finding")) == Set(Severity.allCases.map(\.rawValue)))
        #expect(try Set(values("location", of: "finding")) == Set(FindingLocation.allCases.map(\.rawValue)))
        #expect(try values("status", of: "domain") == DomainStatus.allCases.map(\.rawValue))
        #expect(try values("outcome", of: "location") == LocationReport.Outcome.allCases.map(\.rawValue))
        #expect(try values("system", of: "verdict") == AppleSystem.allCases.map(\.rawValue))
    }

    @Test func listsTheKindsOfFailure() throws {
        let properties = try #require(try definition("location")["properties"] as? [String: Any])
        let error = try #require((properties["error"] as? [String: Any])?["properties"] as? [String: Any])
        let kinds = (error["kind"] as? [String: Any])?["enum"] as? [String]
        #expect(kinds == ExchangeFailure.Kind.allCases.map(\.rawValue))
    }
}
