import Foundation
import TestSupport
import Testing

/// The log of `audit`, for unattended runs.
@Suite(.inTurn(minutes: 3)) struct LogTests {
    /// Returns the lines of a log in JSON.
    static func lines(_ text: String) throws -> [[String: Any]] {
        try text.split(separator: "\n").map { line in
            try #require(
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line) is no JSON object")
        }
    }

    static let sites = [
        "good.test": AuditCommandTests.good, "busy.test": Site.everywhere(.status(503)),
    ]

    @Test func logsTheRunItsDomainsAndRetries() async throws {
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
            #expect(started["run"] as? String == (try DecodedReport(result.output)).run.id)
            let settings = try #require(started["settings"] as? [[String: String]])
            #expect(settings.contains(["name": "maxRetries", "value": "1"]))
            #expect(settings.contains(["name": "headers", "value": "[\"X-Token\"]"]))
            #expect(lines.allSatisfy { $0["run"] as? String == started["run"] as? String })
            try Self.expectDocumented(lines)

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

    /// Checks that the manual documents all fields of the log.
    static func expectDocumented(_ lines: [[String: Any]]) throws {
        let page = try Repository.page("Logs")
        let rows = page.matches(of: /\n\| (`[^|]+) \| ([^|]+) \|/)
        var fields: [(name: Substring, lines: Substring)] = []
        for row in rows { fields += row.1.matches(of: /`([A-Za-z]+)`/).map { ($0.1, row.2) } }
        for line in lines {
            let message = try #require(line["message"] as? String)
            for name in line.keys {
                let isKnown = fields.contains { field in
                    field.name == name[...] && (field.lines == "all" || field.lines.contains(message))
                }
                #expect(isKnown, "\(name) of \(message)")
            }
        }
    }

    /// The domain in each of three nights, with the logged change and its code.
    static let nights: [(site: Site, change: String?, code: String?)] = [
        (AuditCommandTests.good, nil, nil), (Site.everywhere(.status(404)), "new", "file-missing"),
        (Site.everywhere(.status(404)), nil, nil), (AuditCommandTests.good, "fixed", "file-missing"),
        (Site.everywhere(.status(404)), "returned", "file-missing"),
    ]

    @Test func hasALineForEachDomainOfWhichSomethingIsNews() async throws {
        try await withTemporaryDirectory { folder in
            let file = "\(folder)/audit.yaml"
            try writeFile("domains: [{name: shop.test, owner: Dana, team: Web}]\n".utf8, to: file)
            for (night, expected) in Self.nights.enumerated() {
                try await AuditCommandTests.withSites(["shop.test": expected.site]) { _, arguments, _ in
                    let result = try await Command.run(
                        ["--config", file, "--db", "\(folder)/runs.sqlite", "-f", "json", "--log-format", "json"]
                            + arguments)
                    let lines = try Self.lines(result.errors)
                    try Self.expectDocumented(lines)
                    let changed = lines.filter { $0["message"] as? String == "domain changed" }
                    #expect(
                        changed.compactMap { $0["change"] as? String } == [expected.change].compactMap(\.self),
                        "\(night)")
                    for line in changed {
                        #expect(line["level"] as? String == "warning")
                        #expect(line["run"] as? String == (try DecodedReport(result.output)).run.id)
                        #expect(line["domain"] as? String == "shop.test")
                        #expect(line["owner"] as? String == "Dana" && line["team"] as? String == "Web")
                        #expect(line["code"] as? String == expected.code)
                    }
                }
            }
        }
    }

    @Test func namesADomainThatCouldNotBeChecked() async throws {
        let result = try await Command.run(
            "a.test", "--connect-to", "::127.0.0.1:9", "--max-retries", "0", "-f", "json", "--log-format", "json")
        let changed = try Self.lines(result.errors).filter { $0["message"] as? String == "domain changed" }
        #expect(changed.map { $0["change"] as? String } == ["unreachable"])
        #expect(changed.first?["code"] as? String == "connect-refused")
    }

    @Test(arguments: [
        (["--log-format", "json", "--nonsense", "example.com"], "--nonsense"),
        (["--timeout", "10", "example.com", "--log-format=json"], "10s"),
        (["--log-format", "json", "-c", "0", "example.com"], "1 to 100000"), (["--log-format", "json"], "domain"),
        (["-4", "-6", "example.com", "--log-format", "json"], "cannot be used together"),
        (["-f", "json", "-o", "ndjson:-", "example.com", "--log-format", "json"], "standard output"),
    ])
    func logsUsageErrors(arguments: [String], words: String) async throws {
        let result = try await Command.run(arguments)
        #expect(result.status == 64)
        #expect(result.output.isEmpty)
        let lines = try Self.lines(result.errors)
        #expect(lines.count == 1)
        #expect(lines.first?["level"] as? String == "error")
        #expect((lines.first?["message"] as? String)?.contains(words) == true, "\(result.errors)")
        #expect(lines.first?["run"] is String)
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

    /// A log that is not read delays no domain, and reports how much of it is missing.
    @Test func aLogThatNobodyReadsHoldsUpNoDomain() async throws {
        let count = 400
        try await withTemporaryDirectory { folder in
            try await withFaultServer(otherwise: Site.everywhere(.status(503))) { server in
                let roots = try server.authority.writeBundle(to: folder)
                let file = "\(folder)/report.json"
                let pipe = Pipe()
                let running = try Command.start(
                    (1...count).map { "d\($0).test" } + [
                        "--connect-to", ":443:127.0.0.1:\(server.port)", "--cacert", roots, "-o", file, "--log-format",
                        "json",
                        "--log-level", "debug", "--max-retries", "1",
                    ], output: pipe.fileHandleForWriting, script: #"exec "$0" "$@" 2>&1 >/dev/null"#)
                try pipe.fileHandleForWriting.close()
                // All requests and retries are complete before the log is read.
                try await server.wait { $0.completedAnswers == 4 * count }
                let text = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
                #expect(try await running.result().status == 2)
                let lines = try Self.lines(text)
                let dropped = lines.filter {
                    ($0["message"] as? String)?.hasPrefix("debug lines were dropped") == true
                }
                let missing = dropped.reduce(0) { $0 + ($1["lines"] as? Int ?? 0) }
                #expect(missing > 0)
                let told = lines.count { ["trying again", "domain ended"].contains($0["message"] as? String) }
                #expect(told + missing == 3 * count)
                #expect(lines.last?["exitCode"] as? Int == 2)
                let statuses = Set(try DecodedReport(OutputTests.contents(file)).domains.map(\.status))
                #expect(statuses == ["fail"])
            }
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
