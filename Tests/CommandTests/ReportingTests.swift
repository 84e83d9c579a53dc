import Foundation
import TestSupport
import Testing

/// Nights in which reporting fails: no finding is lost, and none is reported twice.
@Suite(.inTurn(minutes: 3)) struct ReportingTests {
    /// A domain and a webhook whose behaviour changes every night.
    struct Nights {
        let server: FaultServer
        let command: [String]
        let folder: String

        /// Performs one run.
        func night(_ arguments: String...) async throws -> Command.Result { try await Command.run(command + arguments) }

        /// The messages that were sent to the webhook, accepted or not.
        var requests: [RequestRecord] {
            server.tally.requests.filter { $0.host == "hooks.test" && $0.method == "POST" }
        }

        /// The texts of the messages that were sent to the webhook.
        var texts: [String] {
            get throws { try NotifyTests.messages(server).compactMap { $0["text"] as? String } }
        }
    }

    /// Runs `body` with a domain and a webhook that give one of the answers each night, in order.
    static func withNights(
        _ domain: Answer, hooks: Answer = .status(200), others: [String: Site] = [:],
        _ body: (Nights) async throws -> Void
    ) async throws {
        let sites = [
            "shop.test": Site(wellKnown: domain), "hooks.test": Site(answers: ["/T1/secret": hooks]),
        ].merging(others) { $1 }
        try await AuditCommandTests.withSites(sites) { server, arguments, folder in
            let command =
                [
                    "shop.test", "-q", "--db", folder + "/runs.sqlite", "--max-retries", "0", "--fail-on", "regression",
                    "--notify", "https://hooks.test/T1/secret", "-o", folder + "/report.json",
                ] + arguments
            try await body(Nights(server: server, command: command, folder: folder))
        }
    }

    // MARK: - The webhook is down

    @Test func aMessageThatCouldNotBeDeliveredIsDeliveredByTheNextRun() async throws {
        // In the second night, there is an error, and the webhook does not accept messages.
        try await Self.withNights(
            .inTurn(.file, .status(404)), hooks: .inTurn(.status(401), .status(200))
        ) { nights in
            let first = try await nights.night()
            #expect(first.status == 0, "\(first.errors)")
            #expect(nights.requests.isEmpty)

            let second = try await nights.night()
            // Schedulers treat exit code 2 as an ordinary night, so it is not used; both problems are reported.
            #expect(second.status == 1, "\(second.errors)")
            #expect(second.errors.contains("2 (findings)"), "\(second.errors)")
            #expect(second.errors.contains("did not accept the message"), "\(second.errors)")
            #expect(second.errors.contains("The message is kept, and the next run sends it again"), "\(second.errors)")
            #expect(!second.errors.contains("secret"))

            // Nothing has changed since, but it was not reported: the message is sent, and the regression still counts.
            let third = try await nights.night()
            #expect(third.status == 2, "\(third.errors)")
            #expect(nights.requests.count == 2)
            let (one, two) = (try #require(nights.requests.first), try #require(nights.requests.last))
            #expect(one.body == two.body)
            #expect(one.values(of: "idempotency-key") == two.values(of: "idempotency-key"))
            #expect(try nights.texts.last?.contains("new error: shop.test: file-missing") == true)

            let fourth = try await nights.night()
            #expect(fourth.status == 0, "\(fourth.errors)")
            #expect(nights.requests.count == 2)
            let database = try Data(contentsOf: URL(filePath: nights.folder + "/runs.sqlite"))
            #expect(database.range(of: Data("T1/secret".utf8)) == nil)
        }
    }

    @Test func changesDuringAnOutageOfTheWebhookAreReportedInOrder() async throws {
        try await Self.withNights(
            .inTurn(.file, .status(404), .file), hooks: .inTurn(.status(401), .status(401), .status(200))
        ) { nights in
            var statuses: [Int32] = []
            for _ in 0..<4 { statuses.append(try await nights.night().status) }
            // An undelivered message is a failure, regardless of the findings.
            #expect(statuses == [0, 1, 1, 0])
            let delivered = try nights.texts.suffix(2)
            #expect(delivered.first?.contains("new error: shop.test: file-missing") == true, "\(delivered)")
            #expect(delivered.last?.contains("resolved: shop.test: file-missing") == true, "\(delivered)")
            let keys = nights.requests.flatMap { $0.values(of: "idempotency-key") }
            try #require(keys.count == 4)
            #expect(keys == [keys[0], keys[0], keys[0], keys[3]])
            #expect(keys[0] != keys[3])
        }
    }

    /// If nothing is listening at the webhook's port, the message is kept.
    @Test func aWebhookThatIsNotThereLosesNothing() async throws {
        let port = try UnusedPort()
        try await Self.withNights(.inTurn(.file, .status(404))) { nights in
            _ = try await nights.night()
            let second = try await Command.run(
                ["--connect-to", "hooks.test:443:127.0.0.1:\(port.number)"] + nights.command)
            #expect(second.status == 1, "\(second.errors)")
            #expect(
                second.errors.contains("after 4 attempts: nothing is listening there. The message is kept"),
                "\(second.errors)")
            #expect(try await nights.night().status == 2)
            #expect(nights.requests.count == 1)
            #expect(try await nights.night().status == 0)
            #expect(nights.requests.count == 1)
        }
    }

    @Test func aMessageThatIsRefusedDoesNotStandInTheWayForEver() async throws {
        try await Self.withNights(
            .inTurn(.file, .status(404), .file), hooks: .inTurn(.status(400), .status(400), .status(200))
        ) { nights in
            var results: [Command.Result] = []
            for _ in 0..<4 { results.append(try await nights.night()) }
            // In the third night, the first message is refused again, and the second is accepted.
            #expect(results.map(\.status) == [0, 1, 1, 0])
            #expect(results[2].errors.contains("is discarded"), "\(results[2].errors)")
            #expect(nights.requests.count == 3)
        }
    }

    // MARK: - The process is killed

    /// After `kill -9` during the delivery of the message, the reports exist, and the next run repeats the night.
    @Test func aRunThatIsKilledBeforeItsEndHidesNothingFromItsRetry() async throws {
        try await Self.withNights(
            .inTurn(.file, .status(404)), hooks: .inTurn(.stall, .status(200))
        ) { nights in
            #expect(try await nights.night().status == 0)
            let running = try Command.start(nights.command)
            try await nights.server.wait { $0.requests.contains { $0.host == "hooks.test" } }
            running.send(SIGKILL)
            #expect(try await running.result().reason == .uncaughtSignal)
            let report = try DecodedReport(String(contentsOfFile: nights.folder + "/report.json", encoding: .utf8))
            #expect(report.complete)
            #expect(report.domains.map(\.status) == ["fail"])

            let retry = try await nights.night()
            #expect(retry.status == 2, "\(retry.errors)")
            #expect(nights.requests.count == 2)
            let keys = nights.requests.flatMap { $0.values(of: "idempotency-key") }
            #expect(keys == [report.run.id, report.run.id])

            #expect(try await nights.night().status == 0)
            #expect(nights.requests.count == 2)
        }
    }

    /// After `kill -9` while a report is written, all domains are stored, and none is requested again.
    @Test func aRunThatIsKilledBeforeItsReportsAreWrittenCanBeResumed() async throws {
        try await withTemporaryDirectory { folder in
            let names = (0..<80).map { "d\($0).many.test" }
            try writeFile(names.joined(separator: "\n").utf8, to: folder + "/list.txt")
            let site = Site(root: .file)
            try await withFaultServer([:], otherwise: site) { server in
                let command = [
                    "--list", folder + "/list.txt", "--db", folder + "/runs.sqlite", "--connect-to",
                    ":443:127.0.0.1:\(server.port)", "--cacert", try server.authority.writeBundle(to: folder),
                    "--no-progress", "-f", "json", "-o", folder + "/report.json",
                ]
                // The document does not fit into a pipe without a reader.
                let pipe = Pipe()
                let running = try Command.start(command, output: pipe.fileHandleForWriting)
                try await server.wait { $0.requests.count >= 2 * names.count }
                // The last domains are stored shortly after their last request, before the reports are written.
                try await Self.waitForResults(names.count, in: folder + "/runs.sqlite")
                running.send(SIGKILL)
                #expect(try await running.result().reason == .uncaughtSignal)

                let resumed = try await Command.run(command + ["--resume"])
                #expect(resumed.status == 0, "\(resumed.errors)")
                #expect(resumed.errors.contains("Resuming run 1: 80 domains are already checked."), "\(resumed.errors)")
                #expect(server.tally.requests.count == 2 * names.count)
                #expect(try DecodedReport(resumed.output).domains.count == names.count)
            }
        }
    }

    /// Waits until the only run of a database has `count` results.
    private static func waitForResults(_ count: Int, in database: String) async throws {
        while true {
            let list = try await Command.run("report", "1", "-f", "ndjson", "--db", database)
            if list.output.split(separator: "\n").count == count { return }
        }
    }

    // MARK: - Domains that cannot be reached

    @Test func aDomainThatCanBeReachedAgainIsReported() async throws {
        try await Self.withNights(.inTurn(.file, .status(429), .status(429), .status(429), .file)) { nights in
            var counts: [Int] = []
            for _ in 0..<6 {
                _ = try await nights.night("--notify-after", "2")
                counts.append(nights.requests.count)
            }
            #expect(counts == [0, 0, 1, 1, 2, 2])
            let texts = try nights.texts
            #expect(texts.first?.contains("not reachable in the last 2 runs: shop.test (http-rate-limited)") == true)
            #expect(texts.last?.contains("reachable again: shop.test") == true, "\(texts)")
        }
    }

    @Test func fixesDuringAnUncheckedNightAreReported() async throws {
        try await Self.withNights(.inTurn(.status(404), .status(429), .file)) { nights in
            for _ in 0..<3 { _ = try await nights.night() }
            let texts = try nights.texts
            #expect(texts.count == 2)
            #expect(texts.last?.contains("resolved: shop.test: file-missing") == true, "\(texts)")
            let changes = try Self.changes(nights.folder + "/report.json")
            #expect(changes["fixed"] as? Int == 1)
        }
    }

    @Test func errorsThatBeganDuringAnUncheckedNightAreNew() async throws {
        try await Self.withNights(.inTurn(.file, .status(429), .status(404))) { nights in
            var statuses: [Int32] = []
            for _ in 0..<3 { statuses.append(try await nights.night().status) }
            #expect(statuses == [0, 4, 2])
            let texts = try nights.texts
            #expect(texts.count == 1)
            #expect(texts.last?.contains("new error: shop.test: file-missing") == true, "\(texts)")
        }
    }

    static func changes(_ path: String) throws -> [String: Any] {
        let document = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: path))) as? [String: Any]
        return try #require((document?["summary"] as? [String: Any])?["changes"] as? [String: Any])
    }

    // MARK: - The run is interrupted

    @Test func aRunThatIsCutOffSaysSoEverywhere() async throws {
        let slow = Site(wellKnown: .inTurn(.stall, .status(404)))
        try await Self.withNights(.status(404), others: ["slow.test": slow]) { nights in
            let formats = ["html", "md", "junit.xml", "sarif", "prom", "txt"]
            let outputs = formats.flatMap { ["-o", ($0 == "txt" ? "text:" : "") + nights.folder + "/r.\($0)"] }
            let cut = try await Command.run(
                ["slow.test"] + nights.command + outputs + ["-f", "github", "--run-deadline", "10s"])
            #expect(cut.status == 130)
            #expect(
                cut.errors.contains("cut off by --run-deadline: The report contains 1 of 2 domains."), "\(cut.errors)")
            // The other exit codes that apply are printed.
            #expect(cut.errors.contains("2 (findings)"), "\(cut.errors)")
            #expect(
                cut.output.contains("::error title=The run as a whole::The run was cut off by --run-deadline"),
                "\(cut.output)")
            for (format, words) in [
                ("html", "The run was cut off by --run-deadline"), ("md", "The run was cut off by --run-deadline"),
                ("junit.xml", "type=\"run-deadline\""), ("sarif", "\"run-deadline\""),
                ("prom", "aasa_audit_run_complete 0"), ("txt", "The run was cut off by --run-deadline"),
            ] {
                let text = try String(contentsOfFile: nights.folder + "/r.\(format)", encoding: .utf8)
                #expect(text.contains(words), "\(format): \(text.prefix(2000))")
            }
            let json = try String(contentsOfFile: nights.folder + "/report.json", encoding: .utf8)
            try KeptReports.keep(json, "cut-off.json")
            #expect(json.contains("\"complete\": false,\n  \"incompleteBecause\": \"run-deadline\""))
            let texts = try nights.texts
            #expect(texts.count == 1)
            #expect(texts.first?.contains("not complete") == true)
            #expect(texts.first?.contains("error: shop.test: file-missing") == true, "\(texts)")

            // After it is resumed, the run reports what it had not reported.
            let resumed = try await Command.run(["slow.test"] + nights.command + ["--resume"])
            #expect(resumed.status == 2, "\(resumed.errors)")
            #expect(try DecodedReport(String(contentsOfFile: nights.folder + "/report.json", encoding: .utf8)).complete)
            let all = try nights.texts
            #expect(all.count == 2)
            #expect(all.last?.contains("slow.test: file-missing") == true, "\(all)")
            #expect(all.last?.contains("shop.test: file") == false, "\(all)")
            #expect(Set(nights.requests.flatMap { $0.values(of: "idempotency-key") }).count == 2)
        }
    }
}
