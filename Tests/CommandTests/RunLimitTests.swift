import Foundation
import TestSupport
import Testing

/// Implausible runs: without targets, with far fewer targets than before, or without a reachable domain.
@Suite(.inTurn(minutes: 3)) struct RunLimitTests {
    /// Runs `body` with a server for any host, the arguments to connect to it, and a folder.
    static func withServer(_ body: (_ arguments: [String], _ folder: String) async throws -> Void) async throws {
        try await withTemporaryDirectory { folder in
            try await withFaultServer([:], otherwise: Site(root: .file)) { server in
                let roots = try server.authority.writeBundle(to: folder)
                try await body(["--connect-to", ":443:127.0.0.1:\(server.port)", "--cacert", roots], folder)
            }
        }
    }

    static func list(_ lines: [String], in folder: String) throws -> String {
        try writeFile(lines.joined(separator: "\n").utf8, to: folder + "/domains.txt")
        return folder + "/domains.txt"
    }

    struct Nothing: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var lines: [String]
        var arguments: [String] = []
        var words: String = "There is no target in"
    }

    @Test(arguments: [
        Nothing(testDescription: "no line", lines: []),
        Nothing(testDescription: "comments and blank lines", lines: ["# shop.test", "", "  "]),
        Nothing(
            testDescription: "all left out", lines: ["a.test", "b.test"], arguments: ["--exclude", "test"],
            words: "(2 were excluded by --exclude)"),
        Nothing(testDescription: "a CSV with its head alone", lines: ["domain,owner"]),
        Nothing(testDescription: "no line, without a database", lines: [], arguments: ["--no-db"]),
    ])
    func aRunOverNothingIsAnError(_ row: Nothing) async throws {
        try await withTemporaryDirectory { folder in
            let list = try Self.list(row.lines, in: folder)
            let result = try await Command.run(
                ["--list", list, "-f", "json", "-o", folder + "/report.json"] + row.arguments,
                environment: ["XDG_STATE_HOME": folder])
            #expect(result.status == 64, "\(result.errors)")
            #expect(result.errors.contains(row.words), "\(result.errors)")
            #expect(result.errors.contains("domains.txt"))
            #expect(!result.errors.contains("The history of"))
            // Neither a report remains, nor a run with which the next one would be compared.
            #expect(result.output.isEmpty)
            let files = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(!files.contains { $0.contains("report") }, "\(files)")
            let history = try await Command.run(
                ["history"], environment: ["XDG_STATE_HOME": folder])
            #expect(!history.output.contains("run 1"), "\(history.output)")
        }
    }

    @Test func emptyStandardInputIsAnError() async throws {
        let result = try await Command.run(["--list", "-", "--no-db"])
        #expect(result.status == 64, "\(result.errors)")
        #expect(result.errors.contains("There is no target in the standard input"), "\(result.errors)")
    }

    @Test func aListThatShrankIsAWarningInEveryOutput() async throws {
        try await Self.withServer { arguments, folder in
            let formats = ["html", "md", "junit.xml", "sarif", "prom", "json"]
            let outputs = formats.flatMap { ["-o", folder + "/r.\($0)"] }
            func night(_ count: Int, _ further: String...) async throws -> Command.Result {
                let list = try Self.list((0..<count).map { "d\($0).test" }, in: folder)
                return try await Command.run(
                    ["--list", list, "--db", folder + "/runs.sqlite", "--no-progress", "-f", "github"] + outputs
                        + arguments + further)
            }
            let words = "The run had 9 targets, the previous run had 30."
            #expect(try await night(30).status == 0)
            // The error is repeated until the list is complete or the limit is removed.
            for _ in 0..<2 {
                let failed = try await night(9, "--min-targets", "50%")
                #expect(failed.status == 1, "\(failed.errors)")
                #expect(
                    failed.errors.contains(
                        "Error: The run had 9 targets, but --min-targets requires at least 50% of the previous run's "
                            + "30."),
                    "\(failed.errors)")
                #expect(failed.output.contains("::error title=The run as a whole::The run had 9 targets"))
            }
            let shrunk = try await night(9)
            #expect(shrunk.status == 0)
            #expect(shrunk.errors.contains(words), "\(shrunk.errors)")
            let names =
                "No longer listed: d9.test, d10.test, d11.test, d12.test, d13.test, d14.test, d15.test, d16.test, d17.test, d18.test"
            #expect(shrunk.errors.contains(names + " and 11 more."), "\(shrunk.errors)")
            #expect(shrunk.output.contains("::warning title=The run as a whole::\(words)"), "\(shrunk.output)")
            for format in formats {
                let text = try String(contentsOfFile: folder + "/r.\(format)", encoding: .utf8)
                let expected =
                    format == "prom" ? "aasa_audit_run_warning{code=\"targets-dropped\",effect=\"noted\"} 1" : words
                #expect(text.contains(expected), "\(format)")
                if format == "json" { try KeptReports.keep(text, "shrunk.json") }
            }
            let again = try await Command.run("report", "-f", "json", "--db", folder + "/runs.sqlite")
            #expect(try again.output == String(contentsOfFile: folder + "/r.json", encoding: .utf8))
            let collected = try await Command.run("report", "--from", folder + "/r.json", "-f", "md")
            #expect(collected.output.contains(words), "\(collected.output)")
            // The number of targets is the same as in the previous night.
            #expect(try await night(9).errors.isEmpty)
            #expect(try await night(8, "--min-targets", "9").status == 1)
            #expect(try await night(9, "--min-targets", "9").status == 0)
        }
    }

    @Test func aRunThatReachesNoDomainReportsALocalCause() async throws {
        let port = try UnusedPort()
        let sites = ["good.test": Site(root: .file), "gone.test": Site.everywhere(.status(404))]
        try await AuditCommandTests.withSites(sites) { server, arguments, folder in
            let down = (0..<3).map { "down\($0).test" }
            let ways = down.flatMap { ["--connect-to", "\($0):443:127.0.0.1:\(port.number)"] }
            func run(_ targets: [String], _ limit: [String]) async throws -> Command.Result {
                try await Command.run(targets + ["-f", "json", "--max-retries", "0"] + limit + ways + arguments)
            }
            let rows: [(targets: [String], limit: [String], status: Int32)] = [
                (["good.test"] + down, [], 4),
                (["good.test"] + down, ["--max-unreachable", "3"], 4),
                (["good.test"] + down, ["--max-unreachable", "2"], 1),
                (["good.test"] + down, ["--max-unreachable", "75%"], 4),
                (["good.test"] + down, ["--max-unreachable", "74.9%"], 1),
                (["good.test", "not a domain"] + down, ["--max-unreachable", "74.9%"], 1),
                (down, ["--max-unreachable", "99%"], 1),
                (["good.test"], ["--max-unreachable", "0"], 0),
            ]
            for row in rows {
                let result = try await run(row.targets, row.limit)
                #expect(result.status == row.status, "\(row) \(result.errors)")
                let isSaid = result.errors.contains("The cause is probably local")
                #expect(isSaid == (row.status == 1), "\(row) \(result.errors)")
                #expect(result.output.contains("\"unreachable-too-many\"") == (row.status == 1))
            }
            // Findings of a run in doubt do not count, so they do not determine the exit code.
            let both = try await run(["gone.test"] + down, ["--max-unreachable", "50%"])
            #expect(both.status == 1)
            #expect(!both.errors.contains("2 (findings)"), "\(both.errors)")
            try KeptReports.keep(both.output, "unreachable-too-many.json")
        }
    }

    struct Unreachable: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var arguments: [String]
        var configuration = ""
        var status: Int32
        var warnings: [String] = []
    }

    /// Only three failures, at three addresses or below three registered domains, indicate a local cause.
    @Test(arguments: [
        Unreachable(
            testDescription: "two dead names, which may be",
            arguments: ["a.dead.example", "b.dead.example", "--allow-unreachable"], status: 0),
        Unreachable(
            testDescription: "two names of one site that is down", arguments: ["shop.test", "www.shop.test"], status: 4),
        Unreachable(
            testDescription: "waived failures alone", arguments: ["a.test", "b.test", "c.test"],
            configuration: "waivers: [{code: connect-refused, domain: \"*\", reason: known}]", status: 0),
        Unreachable(
            testDescription: "three names, at two addresses and none", arguments: ["a.test", "b.test", "gone.example"],
            status: 4, warnings: ["nothing-checked"]),
    ])
    func saysWhereNothingCouldBeChecked(_ row: Unreachable) async throws {
        let port = try UnusedPort()
        try await withTemporaryDirectory { folder in
            try writeFile(row.configuration.utf8, to: folder + "/c.yaml")
            let addresses = ["a.test": 1, "b.test": 2, "c.test": 3, "shop.test": 1, "www.shop.test": 1]
            let ways = addresses.flatMap { ["--connect-to", "\($0.key):443:127.0.0.\($0.value):\(port.number)"] }
            let result = try await Command.run(
                row.arguments + ways + [
                    "--config", folder + "/c.yaml", "--dns-servers", "127.0.0.1:\(port.number)", "--max-retries", "0",
                    "--no-db", "-f", "json",
                ])
            #expect(result.status == row.status, "\(result.errors)")
            let run = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
            let warnings = run["warnings"] as? [[String: String]] ?? []
            #expect(warnings.compactMap { $0["code"] } == row.warnings, "\(result.output)")
            #expect(result.errors.contains("None of the") != row.warnings.isEmpty, "\(result.errors)")
            if !row.warnings.isEmpty { try KeptReports.keep(result.output, "nothing-checked.json") }
        }
    }

    /// A first run without a network is no baseline, and reports no domain as broken.
    @Test func aFirstRunWithoutANetworkIsNoBaseline() async throws {
        let port = try UnusedPort()
        let names = (0..<3).map { "d\($0).northwind.test" }
        var sites = Dictionary(uniqueKeysWithValues: names.map { ($0, Site(root: .file)) })
        sites[names[0]] = Site.everywhere(.status(404))
        try await AuditCommandTests.withSites(sites) { _, arguments, folder in
            let list = try Self.list(names, in: folder)
            func night(_ further: [String]) async throws -> Command.Result {
                try await Command.run(
                    [
                        "--list", list, "--db", folder + "/runs.sqlite", "--fail-on", "regression", "--max-retries",
                        "0", "-f",
                        "text",
                    ]
                        + further + arguments)
            }
            let ways = names.enumerated().flatMap {
                ["--connect-to", "\($1):443:127.0.0.\($0 + 1):\(port.number)"]
            }
            let dead = try await night(ways)
            #expect(dead.status == 4, "\(dead.errors)")
            #expect(dead.errors.contains("3 of 3 domains, at 3 different addresses"), "\(dead.errors)")
            let after = try await night([])
            #expect(after.status == 2, "\(after.errors)")
            #expect(!after.output.contains("Not compared"), "\(after.output)")
            #expect(!after.output.contains("New, "), "\(after.output)")
        }
    }

    /// Reports, site, mail, log and message state that a run had no network, and report no domain as broken.
    @Test func aRunInDoubtReportsNoDomainAsBroken() async throws {
        let port = try UnusedPort()
        let names = (0..<3).map { "d\($0).northwind.test" }
        var sites = Dictionary(uniqueKeysWithValues: names.map { ($0, Site(root: .file)) })
        sites["hooks.test"] = Site(answers: ["/T1/secret": .status(200)])
        try await AuditCommandTests.withSites(sites) { server, arguments, folder in
            let list = try Self.list(names, in: folder)
            let outputs =
                ["html", "md", "txt"].flatMap { ["-o", folder + "/r.\($0)"] } + [
                    "-o", "site:\(folder)/site", "-o", "mail:\(folder)/r.mail", "--notify",
                    "https://hooks.test/T1/secret", "--connect-to", "hooks.test:443:127.0.0.1:\(server.port)",
                ]
            func night(_ further: [String]) async throws -> Command.Result {
                try await Command.run(
                    ["--list", list, "--db", folder + "/runs.sqlite", "--max-retries", "0", "-f", "json"] + outputs
                        + further + arguments)
            }
            #expect(try await night([]).status == 0)
            let attention = try OutputTests.contents("\(folder)/site/attention.html")
            let dead = try await night(
                ["--connect-to", ":443:127.0.0.1:\(port.number)", "--max-unreachable", "20%", "--log-format", "json"])
            #expect(dead.status == 1, "\(dead.errors)")
            let lines = try LogTests.lines(dead.errors)
            #expect(!lines.contains { $0["message"] as? String == "domain changed" }, "\(dead.errors)")
            let doubt = lines.filter { $0["message"] as? String == "run in doubt" }
            #expect(doubt.map { $0["unreachable"] as? Int } == [3], "\(dead.errors)")
            try LogTests.expectDocumented(lines)
            #expect(try OutputTests.contents("\(folder)/site/attention.html") == attention)
            let message = try #require(NotifyTests.messages(server).first?["text"] as? String)
            #expect(try NotifyTests.messages(server).count == 1)
            #expect(message.contains("in doubt") && !message.contains("northwind"), "\(message)")
            for format in ["r.html", "r.md", "r.txt", "r.mail", "site/index.html"] {
                let text = try OutputTests.contents("\(folder)/\(format)")
                #expect(text.contains("in doubt"), "\(format)")
                for words in [
                    "id=\"start\"", "# Fix first", "Fix first (", "Fix first:", "Links open the app on 0",
                    "Whether links open the app is unknown on", "came and nothing went",
                ] {
                    #expect(!text.contains(words), "\(words) in \(format)")
                }
            }
            let history = try await Command.run("history", names[0], "--db", folder + "/runs.sqlite")
            #expect(history.output.contains("(the run is in doubt)"), "\(history.output)")
            #expect(!history.output.contains("connect-refused"), "\(history.output)")
            let after = try await night([])
            #expect(after.status == 0, "\(after.errors)")
            let report = try String(contentsOfFile: folder + "/r.txt", encoding: .utf8)
            #expect(!report.contains("Not compared"), "\(report)")
        }
    }

    @Test(arguments: [
        (["--min-targets", "1.5"], "a number from 0"), (["--min-targets", "101%"], "a percentage from 0% to 100%"),
        (["--max-unreachable", "half"], "or a percentage such as 5%"),
        (["--max-unreachable", "%"], "a percentage from 0%"),
        (["--min-targets", "50%"], "compares with the previous run, but this run has no database"),
    ])
    func malformedLimitsAreUsageErrors(arguments: [String], words: String) async throws {
        let result = try await Command.run(["good.test"] + arguments)
        #expect(result.status == 64)
        #expect(result.errors.contains(words), "\(result.errors)")
    }
}
