import Foundation
import TestSupport
import Testing

/// `--app-id`, `--opens` and `--does-not-open`, end to end.
@Suite(.inTurn(minutes: 3)) struct ExpectationFlagTests {
    private static let app = "A1B2C3D4E5.com.acme.app"
    private static let site = Site(
        wellKnown: .ok(
            """
            {"applinks":{"details":[{"appIDs":["A1B2C3D4E5.com.acme.app"],"components":[
            {"/":"/private/*","exclude":true},
            {"/":"/shop/*"}]}]}}
            """), root: .status(404))

    /// Arguments, the inputs of the report, and the codes of the expectations that are not met, each with its URL or app.
    struct Row: Sendable, CustomTestStringConvertible {
        var arguments: [String]
        var inputs: [String]
        var unmet: [String] = []

        var testDescription: String { arguments.joined(separator: " ") }
    }

    static let rows: [Row] = [
        Row(
            arguments: [
                "shop.test", "--app-id", app, "--opens", "https://shop.test/shop/1", "--does-not-open",
                "https://shop.test/private/1",
            ], inputs: ["shop.test"]),
        Row(
            arguments: ["shop.test", "--app-id", "A1B2C3D4E5.com.acme.other"], inputs: ["shop.test"],
            unmet: ["expected-app-missing A1B2C3D4E5.com.acme.other"]),
        Row(
            arguments: ["shop.test", "--app-id", "webcredentials:\(app)"], inputs: ["shop.test"],
            unmet: ["expected-app-missing \(app)"]),
        Row(
            arguments: ["shop.test", "--opens", "https://shop.test/private/1"], inputs: ["shop.test"],
            unmet: ["expected-url-does-not-open https://shop.test/private/1"]),
        Row(
            arguments: ["shop.test", "--does-not-open", "https://shop.test/shop/1"], inputs: ["shop.test"],
            unmet: ["expected-url-opens https://shop.test/shop/1"]),
        // The host of the URL need not be named.
        Row(arguments: ["--opens", "https://shop.test/shop/1"], inputs: ["https://shop.test/shop/1"]),
        Row(
            arguments: ["shop.test", "--opens", "https://www.shop.test/x"],
            inputs: ["shop.test", "https://www.shop.test/x"],
            unmet: ["expected-url-does-not-open https://www.shop.test/x"]),
        // For hosts that only a wildcard covers, devices read the file of the wildcard's domain.
        Row(
            arguments: ["applinks:*.shop.test", "--opens", "https://www.shop.test/private/1"],
            inputs: ["applinks:*.shop.test"], unmet: ["expected-url-does-not-open https://www.shop.test/private/1"]),
        Row(
            arguments: ["*.shop.test", "www.shop.test", "--opens", "https://www.shop.test/shop/1"],
            inputs: ["*.shop.test", "www.shop.test"]),
    ]

    @Test(arguments: rows)
    func holdsTheFilesAgainstWhatIsExpected(row: Row) async throws {
        let sites = ["shop.test": Self.site, "www.shop.test": Self.site]
        try await AuditCommandTests.withSites(sites) { _, arguments, _ in
            let result = try await Command.run(row.arguments + ["-f", "json"] + arguments)
            try KeptReports.keep(result.output, "expected.json")
            let document = try DecodedReport(result.output)
            #expect(document.domains.map(\.input) == row.inputs, "\(result.errors)")
            #expect(document.domains.allSatisfy { $0.alsoGivenAs?.isEmpty ?? true })
            let unmet = document.domains.flatMap(\.findings).compactMap { finding -> String? in
                guard finding.code.hasPrefix("expected-") else { return nil }
                return "\(finding.code) \(finding.evidence.url ?? finding.evidence.appID ?? "")"
            }
            #expect(unmet == row.unmet, "\(result.output)")
            #expect(result.status == (row.unmet.isEmpty ? 0 : 2), "\(result.errors)")
        }
    }

    @Test func namesTheRuleThatDecides() async throws {
        try await AuditCommandTests.withSites(["shop.test": Self.site]) { _, arguments, _ in
            let result = try await Command.run(["--opens", "https://shop.test/private/1"] + arguments)
            let text = result.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            for words in [
                "the rule on line 2 excludes it for “A1B2C3D4E5.com.acme.app”",
                "in the file: /applinks/details/0/components/0", #"{"/":"/private/*","exclude":true}"#,
            ] {
                #expect(text.contains(words), "\(text)")
            }
        }
    }

    /// The command line takes precedence over the file, also where they contradict each other.
    @Test func addsToTheConfiguration() async throws {
        let sites = ["shop.test": Self.site, "other.test": Self.site]
        try await AuditCommandTests.withSites(sites) { _, arguments, folder in
            let path = "\(folder)/audit.yaml"
            try """
            domains:
              - name: shop.test
                owner: Dana
                expect:
                  app_ids: [A1B2C3D4E5.com.acme.other]
                  opens: [https://shop.test/private/1]
            """.write(toFile: path, atomically: true, encoding: .utf8)
            let result = try await Command.run(
                ["--config", path, "--no-db", "--does-not-open", "https://shop.test/private/1", "--opens"]
                    + ["https://other.test/shop/1", "-f", "json"] + arguments)
            let document = try DecodedReport(result.output)
            #expect(document.domains.map(\.input) == ["shop.test", "https://other.test/shop/1"])
            #expect(
                document.domains.map { $0.findings.map(\.code).filter { $0.hasPrefix("expected-") } }
                    == [["expected-app-missing"], []], "\(result.output)")
        }
    }

    @Test(arguments: [
        (["shop.test", "--app-id", "com.acme.app"], "“com.acme.app” is not an app identifier"),
        (["shop.test", "--app-id", "links:\(app)"], "“links” is not a service"),
        (["--opens", "shop.test/a"], "expected a whole URL"),
        (["--opens", "myapp://shop/a"], "only links that begin with https: or http: can open an app"),
        (["--does-not-open", "https://exa mple.test/"], "expected a whole URL"),
        (
            ["--opens", "https://shop.test/a", "--does-not-open", "https://shop.test/a"],
            "with --opens and with --does-not-open"
        ),
        (["--app-id", app], "No domain was given"),
    ])
    func refusesWhatCannotBeExpected(arguments: [String], words: String) async throws {
        let result = try await Command.run(arguments)
        #expect(result.status == 64)
        #expect(result.errors.contains(words), "\(result.errors)")
    }
}
