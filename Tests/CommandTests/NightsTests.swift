import Foundation
import TestSupport
import Testing

/// Nightly runs with real servers: reports, stored data and comparisons.
@Suite(.inTurn(minutes: 5)) struct NightsTests {
    /// The behaviour of one domain in one night.
    enum Behaviour {
        case file(String)
        case expired
        case redirect
        case down
    }

    /// Five domains with their list, and a database.
    struct NightsLab {
        static let names = ["fine.test", "expires.test", "redirects.test", "falls.test", "loses.test"]

        let folder: String
        let authority: CertificateAuthority
        private let files: [String: (chain: String, key: String)]

        static let whole = association(["A1B2C3D4E5.com.acme.shop", "A1B2C3D4E5.com.acme.news"])

        static func association(_ apps: [String]) -> String {
            let details = apps.map { #"{"appIDs":["\#($0)"],"components":[{"/":"/buy/*"}]}"# }
            return #"{"applinks":{"apps":[],"details":[\#(details.joined(separator: ","))]}}"#
        }

        init(_ folder: String) throws {
            self.folder = folder
            authority = try .shared()
            var files: [String: (chain: String, key: String)] = [:]
            for (key, certificate) in [("", ServerCertificate.good), ("expired", .expired(days: 1))] {
                for name in Self.names {
                    let written = try authority.identity(for: name, certificate).write(to: folder, name: name + key)
                    files[name + key] = (written.chain, written.key)
                }
            }
            self.files = files
            try writeFile(Self.names.joined(separator: "\n").utf8, to: list)
        }

        var list: String { folder + "/domains.txt" }
        var database: String { folder + "/runs.sqlite" }

        /// Audits all domains once, as a timer does every night.
        func night(
            _ number: Int, _ changes: [String: Behaviour] = [:], failOn: String = "error", hooks: FaultServer
        ) async throws -> Command.Result {
            let nobody = try UnusedPort()
            return try await withNginx(authority: authority) { setup in
                try Self.names.map { try block($0, changes[$0] ?? .file(Self.whole), setup) }.joined()
            } _: { nginx in
                var arguments = [
                    "--list", list, "--db", database, "--cacert", try authority.writeBundle(to: folder), "--fail-on",
                    failOn,
                    "-f", "json", "-o", "\(folder)/night\(number).html", "-o", "\(folder)/night\(number).md",
                    "-o", "\(folder)/night\(number).txt",
                    "--max-retries", "0", "--no-progress", "--notify", "https://hooks.test/T1", "--connect-to",
                    "hooks.test:443:127.0.0.1:\(hooks.port)",
                ]
                for name in Self.names {
                    var port = nginx.port
                    if case .down = changes[name] { port = nobody.number }
                    arguments += ["--connect-to", "\(name):443:127.0.0.1:\(port)"]
                }
                return try await Command.run(arguments)
            }
        }

        private func block(_ name: String, _ behaviour: Behaviour, _ setup: NginxSetup) throws -> String {
            var files = files[name]
            var body = "return 301 https://www.\(name)$request_uri;"
            switch behaviour {
            case .file(let text): body = try Self.serving(text, name, setup)
            case .expired:
                files = self.files[name + "expired"]
                body = try Self.serving(Self.whole, name, setup)
            case .redirect, .down: break
            }
            let (chain, key) = try #require(files)
            return """
                server {
                    listen 127.0.0.1:\(setup.port) ssl http2;
                    server_name \(name);
                    ssl_certificate \(chain);
                    ssl_certificate_key \(key);
                    \(body)
                }

                """
        }

        private static func serving(_ text: String, _ name: String, _ setup: NginxSetup) throws -> String {
            let path = try setup.write(text, to: "\(name).json")
            return ["/.well-known/apple-app-site-association", "/apple-app-site-association"].map { location in
                "location = \(location) { alias \(path); default_type application/json; }\n"
            }.joined()
        }

        /// Runs a command about past runs.
        func command(_ arguments: String...) async throws -> Command.Result {
            try await Command.run(arguments + ["--db", database])
        }

        /// Keeps a text for readers, if requested.
        func keep(_ text: String, _ name: String) throws {
            guard let folder = ProcessInfo.processInfo.environment["KEPT_NIGHTS_FOLDER"] else { return }
            try writeFile(text.utf8, to: "\(folder)/\(name)")
        }
    }

    static func statuses(_ result: Command.Result) throws -> [String: String] {
        let domains = try DecodedReport(result.output).domains
        return Dictionary(domains.map { ($0.input, $0.status) }) { $1 }
    }

    @Test func threeNights() async throws {
        try await withTemporaryDirectory { folder in
            try await withFaultServer(["hooks.test": .everywhere(.status(200))]) { hooks in
                try await threeNights(NightsLab(folder), hooks)
            }
        }
    }

    private func threeNights(_ lab: NightsLab, _ hooks: FaultServer) async throws {
        let first = try await lab.night(1, hooks: hooks)
        #expect(first.status == 0, "\(first.errors)")
        #expect(Set(try Self.statuses(first).values) == ["pass"])
        // There are no messages.
        #expect(try NotifyTests.messages(hooks).isEmpty)
        try KeptReports.keep(first.output, "night-1.json")

        let second = try await lab.night(
            2,
            [
                "expires.test": .expired, "redirects.test": .redirect, "falls.test": .down,
                "loses.test": .file(NightsLab.association(["A1B2C3D4E5.com.acme.shop"])),
            ], failOn: "regression", hooks: hooks)
        #expect(second.status == 2, "\(second.errors)")
        try KeptReports.keep(second.output, "night-2.json")
        #expect(
            try Self.statuses(second) == [
                "fine.test": "pass", "expires.test": "fail", "redirects.test": "fail", "falls.test": "unreachable",
                "loses.test": "pass",
            ])
        let lost = try await lab.command("diff")
        try lab.keep(lost.output, "night-2-diff.txt")
        #expect(lost.status == 0)
        for words in [
            "New (2 findings on 2 domains)", "tls-certificate-expired", "redirect", "Changed (2)", "connect-refused",
            "App removed from applinks: A1B2C3D4E5.com.acme.news.", "Could not be compared (1)",
            "It could not be checked in the later run; before: OK.",
            "2 findings new on 2 domains; 1 domain could not be compared",
        ] {
            #expect(lost.output.contains(words), "\(words) in \(lost.output)")
        }
        #expect(!lost.output.contains("fine.test"))
        let told = try #require(try NotifyTests.messages(hooks).last?["text"] as? String)
        #expect(told.contains("expires.test: tls-certificate-expired"), "\(told)")
        #expect(told.contains("redirects.test: redirect"), "\(told)")
        #expect(!told.contains("not reachable"), "one night is not enough: \(told)")
        #expect(told.contains("not compared (not checked in this or the previous run): falls.test"), "\(told)")
        #expect(told.contains("The certificate was valid in the run of "), "\(told)")

        // An unchanged finding is not a regression, and one that could not be checked is not resolved.
        let third = try await lab.night(3, ["redirects.test": .redirect], failOn: "regression", hooks: hooks)
        #expect(third.status == 0, "\(third.errors)")
        try KeptReports.keep(third.output, "night-3.json")
        let found = try await lab.command("diff")
        try lab.keep(found.output, "night-3-diff.txt")
        for words in [
            "Resolved (1 finding on 1 domain)", "tls-certificate-expired", "Still there (1 finding on 1 domain)",
            "redirects.test",
            "App added to applinks: A1B2C3D4E5.com.acme.news.",
            "It could not be checked in the earlier run; now: OK.",
            "1 finding resolved on 1 domain, 1 finding still there on 1 domain;",
            "The certificate was replaced",
        ] {
            #expect(found.output.contains(words), "\(words) in \(found.output)")
        }
        let good = try #require(try NotifyTests.messages(hooks).last?["text"] as? String)
        #expect(good.contains("resolved: expires.test: tls-certificate-expired"), "\(good)")
        #expect(try NotifyTests.messages(hooks).count == 2)
        for request in hooks.tally.requests.enumerated() {
            try lab.keep(String(decoding: request.element.body, as: UTF8.self), "message-\(request.offset + 1).json")
        }

        let week = try await lab.command("diff", "1", "3")
        try lab.keep(week.output, "night-1-to-3-diff.txt")
        #expect(week.output.contains("1 finding new on 1 domain"), "\(week.output)")

        let timeline = try await lab.command("history", "expires.test")
        try lab.keep(timeline.output, "history.txt")
        let runs = timeline.output.split(separator: "\n").filter { $0.contains("  run ") }
        #expect(runs.map { $0.contains("PASS") } == [true, false, true], "\(timeline.output)")
        #expect(timeline.output.contains(", resolved "))

        // The stored run has the same document and the same exit code.
        let again = try await lab.command("report", "-f", "json", "--fail-on", "error")
        #expect(again.status == 2)
        #expect(again.output == third.output)
        let regression = try await lab.command("report", "2", "-q", "--fail-on", "regression")
        #expect(regression.status == 2)
        // Every format contains the findings that count, but not the exit code of the audit; lines and columns of
        // domains contain the states.
        for format in ["text", "json", "html", "md", "mail", "junit", "sarif", "github"] {
            let text = try await lab.command("report", "2", "-f", format).output.replacing(/\s+/, with: " ")
            #expect(
                text.contains("2 findings count as new (--fail-on regression)") && !text.contains("Exit code 2"),
                "\(format): \(text)")
            #expect(text.contains("expires.test: tls-certificate-expired; redirects.test: redirect"), "\(format)")
        }
        let metrics = try await lab.command("report", "2", "-f", "prom").output
        #expect(metrics.contains(#"aasa_audit_run_warning{code="regressions",effect="noted"} 1"#), "\(metrics)")

        for number in 1...3 {
            for kind in ["html", "md", "txt"] {
                let text = try String(contentsOfFile: "\(lab.folder)/night\(number).\(kind)", encoding: .utf8)
                try lab.keep(text, "night-\(number).\(kind)")
                #expect(
                    text.contains(
                        ["md": "## Since the run of ", "txt": "\nSince the run of ", "html": "What changed<"][kind]
                            ?? "") == (number > 1),
                    "\(number).\(kind)")
            }
        }
        for (name, result) in [("night-1.json", first), ("night-2.json", second), ("night-3.json", third)] {
            try lab.keep(result.output, name)
        }
    }

    /// After `kill -9` and resuming, every domain is audited once.
    ///
    /// `Scripts/soak kill` does this many times, at random moments.
    @Test func aKilledRunCanBeResumed() async throws {
        try await withTemporaryDirectory { folder in
            let names = (0..<120).map { "d\($0).many.test" }
            try writeFile(names.joined(separator: "\n").utf8, to: folder + "/list.txt")
            try await withNginx { setup in
                let path = try setup.write(Sample.association, to: "association.json")
                let locations = ["/.well-known/apple-app-site-association", "/apple-app-site-association"].map {
                    "location = \($0) { alias \(path); default_type application/json; }\n"
                }
                return try setup.server("*.many.test", certificate: .names(["*.many.test"]), locations.joined())
            } _: { nginx in
                let database = folder + "/runs.sqlite"
                let arguments = [
                    "--list", folder + "/list.txt", "--db", database, "--connect-to", ":443:127.0.0.1:\(nginx.port)",
                    "--cacert", try nginx.authority.writeBundle(to: folder), "--no-progress", "-f", "ndjson",
                ]
                // The run takes two minutes, so that it cannot end before the first batch is in the database.
                let killed = try Command.start(arguments + ["-c", "4", "--rate-limit", "2"])
                try await nginx.wait { $0.accesses.count > 5 }
                var stored: Command.Result
                repeat {
                    stored = try await Command.run("report", "1", "-f", "ndjson", "--db", database)
                } while !stored.output.contains("\"domain\":\"d0.many.test\"")
                killed.send(SIGKILL)
                #expect(try await killed.result().reason == .uncaughtSignal)

                let unfinished = try await Command.run("report", "-f", "ndjson", "--db", database)
                #expect(unfinished.status == 64)
                #expect(unfinished.errors.contains("No run is complete yet"), "\(unfinished.errors)")

                let resumed = try await Command.run(arguments + ["--resume"])
                #expect(resumed.status == 0, "\(resumed.errors)")
                #expect(resumed.errors.contains("Resuming run 1: "), "\(resumed.errors)")
                stored = try await Command.run("report", "-f", "ndjson", "--db", database)
                let lines = stored.output.split(separator: "\n")
                #expect(lines.count == names.count)
                for name in names { #expect(lines.count { $0.contains("\"domain\":\"\(name)\"") } == 1, "\(name)") }
                // Domains that had been audited were not requested again.
                #expect(!resumed.errors.contains(": 0 domains are already checked"), "\(resumed.errors)")
                #expect(nginx.tally.accesses.count { $0.host == "d0.many.test" } == 2)

                let other = try await Command.run(arguments + ["--resume"])
                #expect(other.status == 0)
                #expect(
                    other.errors.contains("The newest run (run 1) is complete; a new run begins."),
                    "\(other.errors)")
                let list = try await Command.run("history", "--db", database)
                #expect(list.output.hasPrefix("run 2"), "\(list.output)")
            }
        }
    }
}
