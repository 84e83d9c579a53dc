import Foundation
import TestSupport
import Testing

/// `--notify`, end to end.
@Suite(.inTurn(minutes: 3)) struct NotifyTests {
    static let sites = [
        "good.test": Site(root: .file), "gone.test": Site.everywhere(.status(404)),
        "hooks.test": Site(answers: ["/T1/secret": .status(200), "/T1/full": .status(400)]),
    ]

    static func messages(_ server: FaultServer) throws -> [[String: Any]] {
        try server.tally.requests.filter { $0.host == "hooks.test" && $0.method == "POST" }.map { request in
            try #require(try JSONSerialization.jsonObject(with: Data(request.body)) as? [String: Any])
        }
    }

    @Test func postsOneMessageWhenThereIsSomethingToSay() async throws {
        try await AuditCommandTests.withSites(Self.sites) { server, arguments, _ in
            let base = ["--no-progress", "-f", "json"] + arguments
            let url = "https://hooks.test/T1/secret"
            let quiet = try await Command.run(["good.test", "--notify", url] + base)
            #expect(quiet.status == 0, "\(quiet.errors)")
            #expect(try Self.messages(server).isEmpty)
            #expect(quiet.errors.contains("--db FILE keeps runs"))
            let always = try await Command.run(["good.test", "--notify", url, "--notify-always"] + base)
            #expect(always.status == 0)
            #expect(try Self.messages(server).count == 1)
            // Neither the URL nor the secret is shown anywhere.
            let wrong = try await Command.run(
                ["gone.test"] + base,
                environment: ["AASA_AUDIT_NOTIFY": url, "AASA_AUDIT_NOTIFY_SECRET": "topsecret"])
            #expect(wrong.status == 2)
            #expect(!(wrong.output + wrong.errors).contains("secret"), "\(wrong.errors)")
            let messages = try Self.messages(server)
            try #require(messages.count == 2)
            #expect(try #require(messages[1]["text"] as? String).contains("gone.test: file-missing"))
            let signed = try #require(server.tally.requests.last { $0.host == "hooks.test" })
            #expect(signed.values(of: "x-aasa-audit-signature").first?.hasPrefix("sha256=") == true)
        }
    }

    @Test func aMessageThatNobodyTookIsAFailureOfTheTool() async throws {
        try await AuditCommandTests.withSites(Self.sites) { server, arguments, _ in
            let result = try await Command.run(
                ["gone.test", "-f", "json", "--notify", "https://hooks.test/T1/full"] + arguments)
            // What was found is not hidden by it, and reported all the same.
            #expect(result.status == 2)
            #expect(try JSONDocument(result.output).domains.map(\.status) == ["fail"])
            #expect(result.errors.contains("hooks.test"))
            #expect(result.errors.contains("400"))
            #expect(!result.errors.contains("/T1"))
            #expect(result.errors.contains("Without a database it is not kept."))
            #expect(try Self.messages(server).count == 1)
            let other = try await Command.run(
                ["gone.test", "-f", "json", "--notify", "https://hooks.test/T1/full", "--fail-on", "never"] + arguments)
            #expect(other.status == 1)
        }
    }

    @Test func aWebhookThatIsNoneIsNotRepeated() async throws {
        for (arguments, environment) in [
            (["--notify", "ftp://hooks.test/secret"], [:]), ([], ["AASA_AUDIT_NOTIFY": "ftp://hooks.test/secret"]),
        ] as [([String], [String: String])] {
            let result = try await Command.run(["good.test"] + arguments, environment: environment)
            #expect(result.status == 64)
            #expect(result.errors.contains("https or http"))
            #expect(!result.errors.contains("secret"))
        }
    }

    /// Three nights: a file is missing, is missing still, and is there again.
    @Test func tellsOfChangesOnlyWhereRunsAreKept() async throws {
        let sites = [
            "shop.test": Site(wellKnown: .inTurn(.status(404), .status(404), .file)),
            "hooks.test": Site(answers: ["/T1/secret": .status(200)]),
        ]
        try await AuditCommandTests.withSites(sites) { server, arguments, folder in
            let command =
                ["shop.test", "-q", "--db", folder + "/runs.sqlite", "--notify", "https://hooks.test/T1/secret"]
                + arguments
            var texts: [[String]] = []
            var statuses: [Int32] = []
            for _ in 0..<3 {
                let night = try await Command.run(command + ["--fail-on", "regression"])
                statuses.append(night.status)
                #expect(!night.errors.contains("secret"))
                texts.append(try Self.messages(server).compactMap { $0["text"] as? String })
            }
            #expect(statuses == [2, 0, 0])
            #expect(texts.map(\.count) == [1, 1, 2])
            #expect(texts.last?.first?.contains("• error: shop.test: file-missing: ") == true)
            #expect(texts.last?.last?.contains("\n• fixed: shop.test: file-missing") == true)
            let database = try Data(contentsOf: URL(filePath: folder + "/runs.sqlite"))
            #expect(database.range(of: Data("T1/secret".utf8)) == nil)
        }
    }

    /// What was cut off tells nothing; what goes on with it tells of the whole run.
    @Test func tellsOnceOfARunThatWasInterrupted() async throws {
        let sites = [
            "gone.test": Site.everywhere(.status(404)), "slow.test": Site(wellKnown: .inTurn(.stall, .file)),
            "hooks.test": Site(answers: ["/T1/secret": .status(200)]),
        ]
        try await AuditCommandTests.withSites(sites) { server, arguments, folder in
            let command =
                [
                    "gone.test", "slow.test", "--db", folder + "/runs.sqlite", "-f", "json", "--log-format", "json",
                    "--log-level", "debug", "--notify", "https://hooks.test/T1/secret",
                ] + arguments
            let running = try Command.start(command)
            try await running.errors(contain: "domain ended")
            try await server.wait { $0.requests.contains { $0.host == "slow.test" } }
            running.send(SIGINT)
            #expect(try await running.result().status == 130)
            #expect(try Self.messages(server).isEmpty)

            let result = try await Command.run(command + ["--resume"])
            #expect(result.status == 2, "\(result.errors)")
            #expect(result.errors.contains("Going on with run 1: 1 domain is done.\""), "\(result.errors)")
            let messages = try Self.messages(server)
            #expect(messages.count == 1)
            #expect((messages.first?["text"] as? String)?.contains("2 domains: 1 pass, 1 fail.") == true)
        }
    }

    @Test func regressionTakesADatabase() async throws {
        let result = try await Command.run(["good.test", "--fail-on", "regression"])
        #expect(result.status == 64)
        #expect(result.errors.contains("--db"))
    }
}
