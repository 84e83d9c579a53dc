import Findings
import Foundation
import Reports
import Testing

@testable import Audit

struct SARIFReportTests {
    private func run(_ run: SampleRun) throws -> [String: Any] {
        let text = try run.rendered(SARIFReport())
        let document = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        #expect(document["version"] as? String == "2.1.0")
        return try #require((document["runs"] as? [[String: Any]])?.first)
    }

    private func results(_ domains: [DomainReport]) throws -> [[String: Any]] {
        try #require(try run(SampleRun(domains: domains))["results"] as? [[String: Any]])
    }

    private func print(_ result: [String: Any]) throws -> String {
        try #require((result["partialFingerprints"] as? [String: String])?["aasaAuditFinding/v1"])
    }

    @Test func hasARuleForEachCode() throws {
        let tool = try #require(try run(SampleRun(domains: []))["tool"] as? [String: Any])
        let rules = try #require((tool["driver"] as? [String: Any])?["rules"] as? [[String: Any]])
        #expect(rules.compactMap { $0["id"] as? String } == FindingCode.allCases.map(\.rawValue))
        for rule in rules {
            let help = try #require(rule["help"] as? [String: String])
            #expect(help["markdown"]?.contains("**What to do**") == true)
        }
    }

    @Test func isThereWhenThereIsNothing() throws {
        let run = try run(SampleRun(domains: [Samples.passing]))
        #expect((run["results"] as? [Any])?.isEmpty == true)
        let invocation = try #require((run["invocations"] as? [[String: Any]])?.first)
        #expect(invocation["executionSuccessful"] as? Bool == true)
        #expect(invocation["startTimeUtc"] as? String == "2026-05-01T12:00:00.250Z")
        #expect(invocation["toolExecutionNotifications"] == nil)
    }

    /// Findings that need no action are noise for users who look for work to do.
    @Test func hasNotesOnlyWhereTheyAreAskedFor() throws {
        var report = Samples.redirecting
        report.findings.append(Finding(.contentTypeMissing, location: .wellKnown, message: "None."))
        report.findings.append(Finding(.contentTypeWrong, location: .wellKnown, message: "text/plain."))
        #expect(try results([report]).map { $0["level"] as? String } == ["error", "warning"])
        let verbose = try SampleRun(domains: [report]).rendered(SARIFReport(includesNotes: true))
        #expect(verbose.contains("\"level\":\"note\""))
    }

    @Test func namesTheFileTheLineAndTheRule() throws {
        let results = try results(Samples.all)
        #expect(
            results.map { $0["ruleId"] as? String } == [
                "redirect", "tls-certificate-expired", "connect-refused", "json-invalid",
            ])
        #expect(results.map { $0["level"] as? String } == ["error", "error", "warning", "error"])
        for result in results {
            let index = try #require(result["ruleIndex"] as? Int)
            #expect(FindingCode.allCases[index].rawValue == result["ruleId"] as? String)
        }
        let location = try #require(
            (results[3]["locations"] as? [[String: Any]])?.first?["physicalLocation"] as? [String: Any])
        let artifact = try #require(location["artifactLocation"] as? [String: String])
        #expect(artifact == ["uri": "bad.example/.well-known/apple-app-site-association", "uriBaseId": "HTTPS"])
        #expect(location["region"] as? [String: Int] == ["startLine": 1, "startColumn": 2])
    }

    @Test func fingerprintsSayNothingOfWordsAndLines() throws {
        var later = Samples.hostile
        later.findings[0].message = "other words"
        later.findings[0].line = 7
        later.startedAt = Samples.days(1)
        let prints = try results([Samples.hostile, later]).map(print)
        #expect(prints[0] == prints[1])
        // The value of earlier versions: if it changed, services would consider all findings as new.
        #expect(try print(try #require(try results([Samples.redirecting]).first)) == "c5ac044434df6fd2")
    }

    @Test func fingerprintsTellFindingsApart() throws {
        var report = Samples.redirecting
        report.findings.append(report.findings[0])
        report.findings.append(Finding(.redirect, location: .root, message: "m"))
        report.findings.append(Finding(.fileEmpty, location: .wellKnown, message: "m"))
        var elsewhere = Samples.redirecting
        elsewhere.domain = DomainID(host: "example.com", port: 8443)
        let prints = try results([report, elsewhere]).map(print)
        #expect(Set(prints).count == 5)
    }

    @Test func reportsInterruptionAndInvalidTargets() throws {
        let run = try run(SampleRun(domains: [Samples.invalid], complete: false))
        let invocation = try #require((run["invocations"] as? [[String: Any]])?.first)
        #expect(invocation["executionSuccessful"] as? Bool == false)
        #expect((invocation["toolExecutionNotifications"] as? [Any])?.count == 1)
        let notification = try #require((invocation["toolConfigurationNotifications"] as? [[String: Any]])?.first)
        #expect((notification["message"] as? [String: String])?["text"]?.contains("“exa mple”") == true)
    }

    @Test(arguments: [
        (Waiver(reason: "moves"), "moves"), (Waiver(reason: "moves", until: "2026-06-30"), "moves (until 2026-06-30)"),
        (Waiver(reason: "moves", acceptedBy: "Dana"), "moves (by Dana)"),
        (Waiver(reason: "moves", until: "2026-06-30", acceptedBy: "Dana"), "moves (by Dana until 2026-06-30)"),
    ])
    func suppressesWaivedFindingsWithAuthorAndEnd(_ waiver: Waiver, _ words: String) throws {
        var report = Samples.redirecting
        report.findings[0].waived = waiver
        let suppression = try #require((try results([report])[0]["suppressions"] as? [[String: String]])?.first)
        #expect(suppression["justification"] == words)
    }

    @Test(arguments: HostileTexts.all)
    func textIsNeitherLinkNorPlaceholder(text: String) throws {
        for result in try results([SampleRun.planted(text)]) {
            let message = try #require((result["message"] as? [String: String])?["text"])
            #expect(!message.contains("]("))
            #expect(!message.replacing("{{", with: "").replacing("}}", with: "").contains { $0 == "{" || $0 == "}" })
            #expect(!message.unicodeScalars.contains { $0.properties.generalCategory == .control })
            let tags = (result["properties"] as? [String: Any])?["tags"] as? [String] ?? []
            #expect(Set(tags).count == tags.count)
        }
    }
}
