import Foundation
import TestSupport
import Testing

/// `audit`, end to end: the built program against servers on the loopback interface.
@Suite(.inTurn(minutes: 3)) struct AuditCommandTests {
    /// Runs `body` with a server for `sites`, the arguments to connect to it, and a folder.
    static func withSites(
        _ sites: [String: Site], _ body: (FaultServer, _ arguments: [String], _ folder: String) async throws -> Void
    ) async throws {
        try await withTemporaryDirectory { folder in
            try await withFaultServer(sites) { server in
                let roots = try server.authority.writeBundle(to: folder)
                try await body(server, ["--connect-to", ":443:127.0.0.1:\(server.port)", "--cacert", roots], folder)
            }
        }
    }

    static let good = Site(root: .file)

    // MARK: - Results

    @Test func findsNothingWrongWithAGoodDomain() async throws {
        try await Self.withSites(["good.test": Self.good]) { server, arguments, _ in
            let result = try await Command.run(["good.test", "-f", "json"] + arguments)
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.errors.isEmpty)
            try KeptReports.keep(result.output, "good.json")
            let document = try DecodedReport(result.output)
            #expect(document.schemaVersion == 1)
            #expect(document.complete)
            #expect(document.domains.map(\.status) == ["pass"])
            // TLS is the most expensive part of an audit, so both locations share one connection.
            #expect(server.tally.connections == 1)
            #expect(server.tally.requests.map(\.path) == [Site.wellKnownPath, Site.rootPath])
        }
    }

    @Test func hasTheExitCodeOfTheWorstDomain() async throws {
        let sites = [
            "good.test": Self.good, "missing.test": Site.everywhere(.status(404)),
            "warned.test": Site(wellKnown: .ok(Sample.association, type: "text/plain"), root: .file),
        ]
        try await Self.withSites(sites) { _, arguments, _ in
            let rows: [([String], Int32)] = [
                (["good.test"], 0),
                (["good.test", "missing.test"], 2),
                (["missing.test", "--fail-on", "never"], 0),
                (["warned.test"], 0),
                (["warned.test", "--fail-on", "warning"], 2),
                (["good.test", "not a domain"], 65),
                (["good.test", "not a domain", "--skip-invalid"], 0),
                (["missing.test", "not a domain"], 2),
            ]
            for (targets, status) in rows {
                let result = try await Command.run(targets + ["-f", "json"] + arguments)
                #expect(result.status == status, "\(targets) \(result.output)")
                try KeptReports.keep(result.output, "exit-\(targets.joined(separator: "-")).json")
            }
        }
    }

    @Test func saysWhatCouldNotBeCheckedWithinTheDeadlines() async throws {
        // A port without a listener replaces a name server, a proxy and a web server that do not run.
        let port = try UnusedPort()
        let rows: [[String]] = [
            ["--dns-servers", "127.0.0.1:\(port.number)", "--max-retries", "0"],
            ["--dns-servers", "127.0.0.1:\(port.number)", "--timeout", "1s", "--deadline", "2s"],
            ["--connect-to", ":443:127.0.0.1:\(port.number)", "--max-retries", "0"],
            ["--proxy", "http://me:secret@127.0.0.1:\(port.number)", "--max-retries", "0"],
        ]
        for (number, arguments) in rows.enumerated() {
            let result = try await Command.run(["example.com", "-f", "json"] + arguments)
            #expect(result.status == 4, "\(arguments) \(result.output)")
            #expect(try DecodedReport(result.output).domains.map(\.status) == ["unreachable"])
            #expect(!(result.output + result.errors).contains("secret"))
            try KeptReports.keep(result.output, "unreachable-\(number).json")
            let text = try await Command.run(["example.com"] + arguments)
            #expect(text.status == 4)
            #expect(text.output.contains("NOT CHECKED"))
            #expect(!(text.output + text.errors).contains("secret"))
        }
    }

    @Test func auditsDuplicatesOnceInInputOrder() async throws {
        let sites = ["b.test": Self.good, "a.test": Self.good]
        try await Self.withSites(sites) { server, arguments, _ in
            let result = try await Command.run(["b.test", "a.test", "B.test.", "x y", "-f", "json"] + arguments)
            try KeptReports.keep(result.output, "duplicates.json")
            let document = try DecodedReport(result.output)
            #expect(document.domains.map(\.input) == ["b.test", "a.test", "x y"])
            #expect(document.domains[0].alsoGivenAs == ["B.test."])
            #expect(document.domains[2].status == "invalid")
            #expect(server.tally.connections == 2)
        }
    }

    // MARK: - Settings

    @Test func sendsHeaderFieldsAndKeepsTheirValuesOutOfReports() async throws {
        try await Self.withSites(["good.test": Self.good]) { server, arguments, _ in
            let flags = ["-H", "X-Token: topsecret", "-A", "tester/1", "-v"]
            for format in ["text", "json", "ndjson"] {
                let result = try await Command.run(["good.test", "-f", format] + flags + arguments)
                #expect(result.status == 0)
                #expect(!(result.output + result.errors).contains("topsecret"))
            }
            let request = try #require(server.tally.requests.first)
            #expect(request.values(of: "X-Token") == ["topsecret"])
            #expect(request.values(of: "User-Agent") == ["tester/1"])
        }
    }

    @Test func takesTheCommandLineBeforeTheEnvironment() async throws {
        try await Self.withSites(["good.test": Self.good]) { server, arguments, _ in
            let environment = [
                "AASA_AUDIT_FORMAT": "json", "AASA_AUDIT_USER_AGENT": "from-environment",
                "AASA_AUDIT_CONNECT_TO": arguments[1], "AASA_AUDIT_CACERT": arguments[3],
            ]
            let first = try await Command.run(["good.test"], environment: environment)
            #expect(try DecodedReport(first.output).domains.map(\.status) == ["pass"])
            #expect(first.errors.isEmpty)
            let second = try await Command.run(
                ["good.test", "-f", "text", "-A", "from-flag"],
                environment: environment.merging(["AASA_AUDIT_TIMEOUT": ""]) { $1 })
            #expect(second.output.hasPrefix("good.test"))
            #expect(
                server.tally.requests.map { $0.values(of: "User-Agent") }
                    == [["from-environment"], ["from-environment"], ["from-flag"], ["from-flag"]])
        }
    }

    @Test(
        arguments: [
            (["--color", "always"], [:], true), (["--color", "never"], [:], false), ([], [:], false),
            ([], ["AASA_AUDIT_COLOR": "always"], true),
            (["--color", "always"], ["NO_COLOR": "1"], true),
        ] as [([String], [String: String], Bool)])
    func coloursTextOnlyWhereItIsAsked(flags: [String], environment: [String: String], isColoured: Bool) async throws {
        for arguments in [["a b"] + flags, ["explain", "redirect"] + flags] {
            let result = try await Command.run(arguments, environment: environment)
            #expect(result.output.contains("\u{1B}[") == isColoured)
            #expect(!result.errors.contains("\u{1B}"))
        }
    }
}
