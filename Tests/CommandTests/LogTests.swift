import Foundation
import TestSupport
import Testing

/// The log of `audit`, for runs that nobody watches.
@Suite(.inTurn(minutes: 3)) struct LogTests {
    /// The lines of a log in JSON.
    static func lines(_ text: String) throws -> [[String: Any]] {
        try text.split(separator: "\n").map { line in
            try #require(
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line) is no JSON object")
        }
    }

    static let sites = [
        "good.test": AuditCommandTests.good, "busy.test": Site.everywhere(.status(503)),
    ]

    @Test func tellsOfTheRunItsDomainsAndWhatWasTriedAgain() async throws {
        try await AuditCommandTests.withSites(Self.sites) { _, arguments, _ in
            let result = try await Command.run(
                [
                    "good.test", "busy.test", "GOOD.test.", "not a domain", "-f", "json", "--log-format", "json",
                    "--log-level", "debug", "--max-retries", "1", "-H", "X-Token: topsecret", "--deadline", "30s",
                ] + arguments)
            #expect(result.status == 2)
            #expect(!result.errors.contains("topsecret"))
            let lines = try Self.lines(result.errors)
            #expect(lines.allSatisfy { $0["time"] is String && $0["level"] is String })

            let started = try #require(lines.first)
            #expect(started["message"] as? String == "run started")
            #expect(started["run"] as? String == (try JSONDocument(result.output)).run.id)
            let settings = try #require(started["settings"] as? [String: Any])
            #expect(settings["maxRetries"] as? Int == 1)
            #expect(settings["headers"] as? [String] == ["X-Token"])

            let retries = lines.filter { $0["message"] as? String == "trying again" }
            #expect(!retries.isEmpty)
            #expect(retries.allSatisfy { $0["domain"] as? String == "busy.test" && $0["status"] as? Int == 503 })

            let ended = lines.filter { $0["message"] as? String == "domain ended" }
            #expect(
                Set(ended.compactMap { $0["domain"] as? String }) == ["good.test", "busy.test", "not a domain"])
            let warning = try #require(lines.first { $0["duplicates"] as? Int == 1 })
            #expect(warning["level"] as? String == "warning")

            let last = try #require(lines.last)
            #expect(last["message"] as? String == "run ended")
            #expect(last["exitCode"] as? Int == 2)
            #expect(last["complete"] as? Bool == true)
            #expect(last["pass"] as? Int == 1)
            #expect(last["invalid"] as? Int == 1)
        }
    }

    @Test(arguments: [
        (["--log-format", "text"], 2), (["--log-level", "info"], 2), (["--log-format", "text", "-q"], 0),
        (["--log-level", "warning"], 0), (["--log-format", "text", "--log-level", "info", "-q"], 2),
        (["--log-format", "text", "-v"], 3), (["--log-level", "error", "-v"], 0), (["-v"], 0), ([], 0),
    ])
    func saysAsMuchAsItIsAskedFor(flags: [String], lines: Int) async throws {
        try await AuditCommandTests.withSites(["good.test": AuditCommandTests.good]) { _, arguments, _ in
            let result = try await Command.run(["good.test", "-f", "json"] + flags + arguments)
            #expect(result.status == 0)
            #expect(result.errors.split(separator: "\n").count == lines, "\(result.errors)")
        }
    }

    @Test func canBeAskedForInTheEnvironment() async throws {
        try await AuditCommandTests.withSites(["good.test": AuditCommandTests.good]) { _, arguments, _ in
            let result = try await Command.run(
                ["good.test"] + arguments,
                environment: ["AASA_AUDIT_LOG_FORMAT": "json", "AASA_AUDIT_NO_SUCH_FLAG": "1"])
            let lines = try Self.lines(result.errors)
            #expect(lines.count == 3)
            #expect((lines.first?["message"] as? String)?.contains("AASA_AUDIT_NO_SUCH_FLAG") == true)
        }
    }

    @Test(arguments: [
        ["-l", "/nonexistent/domains.txt"], ["example.com", "-o", "/nonexistent/report.json"],
        ["example.com", "--cacert", "/nonexistent/roots.pem"],
    ])
    func takesWrongUsageIn(arguments: [String]) async throws {
        let result = try await Command.run(arguments + ["--log-format", "json"])
        #expect(result.status == 64)
        let line = try #require(try Self.lines(result.errors).last)
        #expect(line["level"] as? String == "error")
        #expect((line["message"] as? String)?.contains("/nonexistent") == true)
    }

    @Test func takesAWrongConfigurationIn() async throws {
        try await withTemporaryDirectory { folder in
            let file = folder + "/wrong.yaml"
            try Data("domainz:\n  - example.com\n".utf8).write(to: URL(filePath: file))
            let result = try await Command.run("--config", file, "--log-format", "json")
            #expect(result.status == 3)
            let line = try #require(try Self.lines(result.errors).last)
            #expect((line["message"] as? String)?.contains("domainz") == true)
        }
    }

    @Test func countsWhatChangedSinceTheRunBefore() async throws {
        try await AuditCommandTests.withSites(Self.sites) { _, arguments, folder in
            let command =
                ["good.test", "--db", folder + "/runs.sqlite", "-f", "json", "--log-format", "json"] + arguments
            _ = try await Command.run(command)
            let result = try await Command.run(command)
            let changes = try #require(try Self.lines(result.errors).last?["changes"] as? [String: Any])
            #expect(changes["previousRun"] is String)
            #expect(changes["new"] as? Int == 0)
        }
    }

    @Test func saysThatItWasInterrupted() async throws {
        let sites = ["good.test": AuditCommandTests.good, "silent.test": Site.everywhere(.stall)]
        try await AuditCommandTests.withSites(sites) { _, arguments, _ in
            let running = try Command.start(
                ["good.test", "silent.test", "-f", "json", "--log-format", "json", "--log-level", "debug"] + arguments)
            try await running.errors(contain: "domain ended")
            running.send(SIGINT)
            let result = try await running.result()
            #expect(result.status == 130)
            let lines = try Self.lines(result.errors)
            #expect(lines.contains { ($0["message"] as? String)?.hasPrefix("Interrupted") == true })
            #expect(lines.last?["complete"] as? Bool == false)
            #expect(lines.last?["exitCode"] as? Int == 130)
        }
    }
}
