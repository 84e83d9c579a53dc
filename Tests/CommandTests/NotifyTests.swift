import Foundation
import TestSupport
import Testing

/// `--notify`, end to end.
@Suite(.inTurn(minutes: 3)) struct NotifyTests {
    static let sites = [
        "good.test": Site(root: .file), "gone.test": Site.everywhere(.status(404)),
        "hooks.test": Site(answers: ["/T1/secret": .status(200), "/T1/full": .status(400)]),
    ]

    /// Two teams, each with a domain and a webhook.
    static let twoTeams = """
        domains: [{name: shop.test, team: Shop}, {name: web.test, team: Web}]
        webhooks:
          - {team: Shop, url: "https://hooks.test/shop"}
          - {team: Web, url: "https://hooks.test/web"}

        """

    /// Returns the texts that were posted to `path`, accepted or not.
    static func texts(_ path: String, _ server: FaultServer) -> [String] {
        server.tally.requests(for: path).map { String(decoding: $0.body, as: UTF8.self) }
    }

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
            #expect(quiet.errors.contains("For changes only, use --db FILE"))
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

    @Test func anUndeliveredMessageIsAFailureOfTheTool() async throws {
        try await AuditCommandTests.withSites(Self.sites) { server, arguments, _ in
            let result = try await Command.run(
                ["gone.test", "-f", "json", "--notify", "https://hooks.test/T1/full"] + arguments)
            // Schedulers treat exit code 2 as an ordinary night, so it is not used; findings are reported nevertheless.
            #expect(result.status == 1)
            #expect(
                result.errors.contains(
                    "Exit code 1 because of the errors above; otherwise it would be 2 (findings)."),
                "\(result.errors)")
            #expect(try DecodedReport(result.output).domains.map(\.status) == ["fail"])
            #expect(result.errors.contains("hooks.test"))
            #expect(result.errors.contains("400"))
            #expect(!result.errors.contains("/T1"))
            #expect(result.errors.contains("The message is not kept, because there is no database."))
            #expect(try Self.messages(server).count == 1)
            let other = try await Command.run(
                ["gone.test", "-f", "json", "--notify", "https://hooks.test/T1/full", "--fail-on", "never"] + arguments)
            #expect(other.status == 1)
        }
    }

    @Test func malformedWebhooksAreNotQuoted() async throws {
        for (arguments, environment) in [
            (["--notify", "ftp://hooks.test/secret"], [:]), ([], ["AASA_AUDIT_NOTIFY": "ftp://hooks.test/secret"]),
        ] as [([String], [String: String])] {
            let result = try await Command.run(["good.test"] + arguments, environment: environment)
            #expect(result.status == 64)
            #expect(result.errors.contains("https or http"))
            #expect(!result.errors.contains("secret"))
        }
    }

    /// In three nights, a file is missing, still missing, and available again.
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
            #expect(texts.last?.last?.contains("\n• resolved: shop.test: file-missing") == true)
            let database = try Data(contentsOf: URL(filePath: folder + "/runs.sqlite"))
            #expect(database.range(of: Data("T1/secret".utf8)) == nil)
        }
    }

    /// An interrupted run sends no message, and resuming it sends one about the complete run.
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
            #expect(result.errors.contains("Resuming run 1: 1 domain is already checked.\""), "\(result.errors)")
            let messages = try Self.messages(server)
            #expect(messages.count == 1)
            #expect((messages.first?["text"] as? String)?.contains("2 domains: 1 with errors, 1 OK.") == true)
        }
    }

    /// Each team receives messages about its own domains, even if messages to other teams fail.
    @Test func eachTeamHasAWebhookOfItsOwn() async throws {
        let sites = [
            "shop.test": Site(wellKnown: .inTurn(.file, .status(404))),
            "web.test": Site(wellKnown: .inTurn(.file, .status(404))), "none.test": Site.everywhere(.status(404)),
            "hooks.test": Site(answers: [
                "/all": .status(200), "/shop": .inTurn(.status(403), .status(200)), "/web": .status(200),
            ]),
        ]
        try await AuditCommandTests.withSites(sites) { server, arguments, folder in
            _ = try ConfigurationCommandTests.write("https://hooks.test/shop\n", to: folder, "shop-url")
            _ = try ConfigurationCommandTests.write("key\n", to: folder, "shop-key")
            let configuration = try ConfigurationCommandTests.write(
                """
                domains: [{name: shop.test, team: Shop}, {name: web.test, team: Web}, none.test]
                webhooks:
                  - {team: shop, url_file: shop-url, secret_file: shop-key}
                  - {team: Web, url: "https://hooks.test/web", format: slack}
                  - {team: Shpo, url: "https://hooks.test/web"}
                notify: https://hooks.test/all
                db: runs.sqlite
                fail_on: never
                """, to: folder)
            func requests(_ path: String) -> [RequestRecord] { server.tally.requests(for: path) }
            func counts() -> [Int] { ["/all", "/shop", "/web"].map { requests($0).count } }
            func texts(_ path: String) -> [String] { Self.texts(path, server) }
            let night = ["--config", configuration, "-q", "--max-retries", "0"] + arguments
            let first = try await Command.run(night)
            #expect(first.status == 0, "\(first.errors)")
            // In a first run, all problems are news, but the domains of the teams have none.
            #expect(counts() == [1, 0, 0])
            // With -q, errors in the configuration are still reported.
            #expect(first.errors.contains("No domain of this run belongs to the team “Shpo”"), "\(first.errors)")

            // A webhook that is down does not delay others.
            let second = try await Command.run(night.filter { $0 != "-q" })
            #expect(second.status == 1, "\(second.errors)")
            #expect(second.errors.contains("Error: Team “shop”: the webhook at hooks.test did not accept the message"))
            #expect(second.errors.contains("belongs to the team “Shpo”"))
            let all = try #require(texts("/all").last)
            #expect(all.contains("aasa-audit: 2 new findings. 3 domains"), "\(all)")
            #expect(requests("/all").count == 2)
            let web = try #require(texts("/web").last)
            #expect(web.contains("aasa-audit for team Web: 1 new finding. 1 domain: 1 with errors"), "\(web)")
            #expect(!web.contains("shop.test") && !web.contains("schemaVersion"))
            #expect(requests("/web").last?.values(of: "x-aasa-audit-signature").isEmpty == true)

            // A message that was not accepted is sent again unchanged, only to its receiver.
            let third = try await Command.run(night + ["--log-level", "info"])
            #expect(third.status == 0, "\(third.errors)")
            // All teams can use the same chat host, so the log contains the receiver.
            let posted = third.errors.split(separator: "\n").filter { $0.contains("run was posted") }
            #expect(posted.count == 1 && posted[0].contains("team=shop webhook=hooks.test"), "\(third.errors)")
            #expect(counts() == [2, 2, 1])
            let shop = try #require(texts("/shop").last)
            #expect(texts("/shop").first == shop)
            for words in [
                "aasa-audit for team shop: 1 new finding. 1 domain: 1 with errors", "shop.test [Shop]",
                #""team":"shop""#, #""new":1"#,
            ] {
                #expect(shop.contains(words), "\(words) in \(shop)")
            }
            #expect(!shop.contains("web.test") && !shop.contains("none.test"))
            #expect(requests("/shop").last?.values(of: "x-aasa-audit-signature").count == 1)
            let paths = ["/all", "/shop", "/web"]
            let keys = paths.compactMap { requests($0).last?.values(of: "idempotency-key").first }
            #expect(Set(keys).count == paths.count)
            #expect(!"\(second.output)\(second.errors)".contains("hooks.test/"))
        }
    }

    /// A webhook that is added later receives existing errors once.
    @Test func aNewWebhookReceivesExistingErrors() async throws {
        let sites = [
            "shop.test": Site.everywhere(.status(404)), "web.test": Site(),
            "hooks.test": Site(answers: ["/all": .status(200), "/shop": .status(200), "/web": .status(200)]),
        ]
        try await AuditCommandTests.withSites(sites) { server, arguments, folder in
            func night(_ receivers: String, _ more: [String]) async throws -> [Int] {
                let configuration = try ConfigurationCommandTests.write(
                    "domains: [{name: shop.test, team: Shop}, {name: web.test, team: Web}]\ndb: runs.sqlite\n"
                        + "fail_on: never\n\(receivers)\n", to: folder)
                let night = try await Command.run(["--config", configuration, "-q"] + more + arguments)
                #expect(night.status == 0, "\(night.errors)")
                return ["/all", "/shop", "/web"].map { server.tally.requests(for: $0).count }
            }
            let shop = #"{team: Shop, url: "https://hooks.test/shop"}"#
            let web = #"{team: Web, url: "https://hooks.test/web"}"#
            let all = "notify: https://hooks.test/all\nwebhooks: [\(web), \(shop)]"
            // A test run sends no messages, and later messages still contain its news.
            let nights: [(receivers: String, more: [String], counts: [Int])] = [
                ("webhooks: [\(web)]", [], [0, 0, 0]), ("webhooks: [\(web), \(shop)]", ["--no-notify"], [0, 0, 0]),
                ("webhooks: [\(web), \(shop)]\nno_notify: true", [], [0, 0, 0]),
                ("webhooks: [\(web), \(shop)]", [], [0, 1, 0]), (all, [], [1, 1, 0]), (all, [], [1, 1, 0]),
                // A webhook on the command line takes precedence.
                (
                    all + "\nno_notify: true", ["--notify", "https://hooks.test/all", "--notify-always"], [2, 1, 0]
                ),
            ]
            for row in nights {
                let counts = try await night(row.receivers, row.more)
                #expect(counts == row.counts, "\(row)")
            }
            let text = Self.texts("/shop", server).last ?? ""
            #expect(text.contains("aasa-audit for team Shop: 1 error. 1 domain: 1 with errors"), "\(text)")
            #expect(text.contains("error: shop.test [Shop]: file-missing"), "\(text)")
        }
    }

    /// After a first run without results about domains, receivers still have to be informed about existing errors.
    @Test(arguments: [
        (
            name: "nothing could be checked",
            arguments: [("shop", 1), ("web", 2), ("mail", 3)].flatMap { name, number in
                ["--connect-to", "\(name).test:443:127.0.0.\(number):"]
            }
        ),
        ("too many could not be reached", ["--connect-to", "web.test:443:127.0.0.1:", "--max-unreachable", "0"]),
        ("cut off", ["--run-deadline", "1s"]),
    ])
    func aNewWebhookIsToldAfterANightThatSaidNothing(name: String, arguments more: [String]) async throws {
        let port = try UnusedPort()
        let sites = [
            "shop.test": Site.everywhere(.status(404)),
            "web.test": Site(wellKnown: name == "cut off" ? .inTurn(.file, .stall, .file) : .file),
            "mail.test": Site(wellKnown: .file),
            "hooks.test": Site(answers: ["/all": .status(200), "/shop": .status(200)]),
        ]
        try await AuditCommandTests.withSites(sites) { server, arguments, folder in
            func night(_ receivers: String, _ more: [String] = []) async throws -> [Int] {
                let configuration = try ConfigurationCommandTests.write(
                    "domains: [{name: shop.test, team: Shop}, web.test, mail.test]\ndb: runs.sqlite\nmax_retries: 0\n"
                        + "fail_on: never\n\(receivers)\n", to: folder)
                _ = try await Command.run(["--config", configuration, "-q"] + more + arguments)
                return ["/all", "/shop"].map { server.tally.requests(for: $0).count }
            }
            let receivers =
                "notify: https://hooks.test/all\nwebhooks: [{team: Shop, url: \"https://hooks.test/shop\"}]"
            #expect(try await night("") == [0, 0])
            // Nothing is listening there.
            let told = try await night(receivers, more.map { $0.hasSuffix(":") ? "\($0)\(port.number)" : $0 })
            #expect(told.first == 1, "the run as a whole is news")
            #expect(try await night(receivers) == [2, told[1] + 1])
            for path in ["/all", "/shop"] {
                let text = Self.texts(path, server).last ?? ""
                #expect(text.contains("error: shop.test [Shop]: file-missing"), "\(text)")
            }
            #expect(try await night(receivers) == [2, told[1] + 1])
        }
    }

    /// A webhook that is added later also receives existing outages once.
    @Test func aNewWebhookReceivesExistingOutages() async throws {
        let sites = [
            "web.test": Site(handshake: .close), "shop.test": Site(),
            "hooks.test": Site(answers: ["/all": .status(200), "/web": .status(200)]),
        ]
        try await AuditCommandTests.withSites(sites) { server, arguments, folder in
            var receivers = "notify: https://hooks.test/all\nnotify_after: 2\n"
            for expected in [[0, 0], [1, 0], [1, 1], [1, 1]] {
                let configuration = try ConfigurationCommandTests.write(
                    "domains: [{name: web.test, team: Web}, shop.test]\ndb: runs.sqlite\nmax_retries: 0\n" + receivers,
                    to: folder)
                let night = try await Command.run(["--config", configuration, "-q"] + arguments)
                #expect(night.status == 4, "\(night.errors)")
                let counts = ["/all", "/web"].map { server.tally.requests(for: $0).count }
                #expect(counts == expected)
                if expected == [1, 0] { receivers += "webhooks: [{team: Web, url: \"https://hooks.test/web\"}]\n" }
            }
            let text = Self.texts("/web", server).last ?? ""
            #expect(text.contains("web.test") && text.contains("3 runs"), "\(text)")
        }
    }

    /// A team whose webhook fails affects neither the messages about outages to others nor the comparison of runs.
    @Test func aFailingWebhookOfATeamAffectsNoOtherMessage() async throws {
        let sites = [
            "shop.test": Site.everywhere(.status(404)), "web.test": Site(handshake: .close),
            "hooks.test": Site(answers: ["/shop": .status(403), "/web": .status(200)]),
        ]
        try await AuditCommandTests.withSites(sites) { server, arguments, folder in
            let configuration = try ConfigurationCommandTests.write(
                Self.twoTeams + "db: runs.sqlite\nfail_on: regression\n", to: folder)
            func texts(_ path: String) -> [String] { Self.texts(path, server) }
            var counts: [Int] = []
            for _ in 1...4 {
                let night = try await Command.run(["--config", configuration, "--max-retries", "0"] + arguments)
                counts.append(texts("/web").count)
                #expect(
                    night.errors.contains("Error: Team “Shop”: the webhook at hooks.test did not accept the message"))
                // Every run reports that a message was not accepted.
                #expect(night.status == 1, "\(night.errors)")
            }
            #expect(counts == [0, 0, 1, 1])
            #expect(texts("/web").last?.contains("web.test") == true && texts("/web").last?.contains("3 runs") == true)
            // The message is the same each night, because nothing has changed since.
            #expect(Set(texts("/shop")).count == 1)
        }
    }

    /// A message to a team is sent to no other receiver, and stays pending until a run has a webhook for the team.
    @Test func aMessageForATeamWithoutAWebhookWaits() async throws {
        let sites = [
            "shop.test": Site.everywhere(.status(404)),
            "hooks.test": Site(answers: ["/shop": .inTurn(.status(403), .status(200)), "/all": .status(200)]),
        ]
        try await AuditCommandTests.withSites(sites) { server, arguments, folder in
            func night(_ receivers: String) async throws -> Command.Result {
                let configuration = try ConfigurationCommandTests.write(
                    "domains: [{name: shop.test, team: Shop}]\ndb: runs.sqlite\nfail_on: never\n\(receivers)\n",
                    to: folder)
                return try await Command.run(["--config", configuration, "--max-retries", "0"] + arguments)
            }
            let webhook = #"webhooks: [{team: Shop, url: "https://hooks.test/shop"}]"#
            let first = try await night(webhook)
            #expect(first.status == 1, "\(first.errors)")
            let without = try await night("notify: https://hooks.test/all")
            #expect(without.status == 0, "\(without.errors)")
            #expect(without.errors.contains("for the team “Shop” stays pending: this run has no webhook for it."))
            // The receiver of messages about all domains has a separate message.
            let all = Self.texts("/all", server)
            #expect(all.count == 1 && all.first?.contains("for team") == false, "\(all)")
            let again = try await night(webhook)
            #expect(again.status == 0, "\(again.errors)")
            let told = server.tally.requests(for: "/shop")
            #expect(told.count == 2 && told.first?.body == told.last?.body)
        }
    }

    /// A webhook that does not respond does not delay others.
    @Test(arguments: [true, false])
    func receiversAreToldAtTheSameTime(isKept: Bool) async throws {
        let gate = Gate()
        let sites = [
            "shop.test": Site.everywhere(.status(404)), "web.test": Site.everywhere(.status(404)),
            "hooks.test": Site(answers: [
                "/shop": .status(200).held(by: gate), "/web": .status(200).held(by: gate),
            ]),
        ]
        try await AuditCommandTests.withSites(sites) { server, arguments, folder in
            let configuration = try ConfigurationCommandTests.write(
                Self.twoTeams + "fail_on: never\n", to: folder)
            let running = try Command.start(
                ["--config", configuration, "-q"] + (isKept ? ["--db", "\(folder)/runs.sqlite"] : ["--no-db"])
                    + arguments)
            try await server.wait { tally in
                ["/shop", "/web"].allSatisfy { !tally.requests(for: $0).isEmpty }
            }
            gate.open()
            let result = try await running.result()
            #expect(result.status == 0, "\(result.errors)")
            #expect(server.tally.requests.count { $0.method == "POST" } == 2)
        }
    }

    /// All receivers are informed, even if there are more than concurrent requests.
    @Test func allReceiversAreToldHoweverManyThereAre() async throws {
        let gate = Gate()
        let paths = (0..<40).map { "/team\($0)" }
        let answers = Dictionary(uniqueKeysWithValues: paths.map { ($0, Answer.status(200).held(by: gate)) })
        try await AuditCommandTests.withSites(["shop.test": Site(), "hooks.test": Site(answers: answers)]) {
            server, arguments, folder in
            let webhooks = paths.map { "  - {team: \($0.dropFirst()), url: \"https://hooks.test\($0)\"}\n" }.joined()
            let configuration = try ConfigurationCommandTests.write(
                "domains: [shop.test]\nnotify_always: true\nwebhooks:\n\(webhooks)", to: folder)
            let running = try Command.start(["--config", configuration, "-q", "--no-db"] + arguments)
            try await server.wait { tally in tally.requests.count { $0.method == "POST" } >= 32 }
            gate.open()
            let result = try await running.result()
            #expect(result.status == 0, "\(result.errors)")
            let posted = server.tally.requests.filter { $0.method == "POST" }.map(\.path)
            #expect(posted.sorted() == paths.sorted())
        }
    }

    /// An error in the file of a secret is an error in the configuration, and the message does not repeat the secret.
    @Test(arguments: [
        ("", "is empty"), ("\nhttps://hooks.test/x", "begins with an empty line"),
        ("secret text", "its syntax is wrong"), ("https://me:secret@hooks.test/", "user information"),
        (nil, "cannot be read"),
    ])
    func checksTheFilesOfWebhooks(text: String?, words: String) async throws {
        try await withTemporaryDirectory { folder in
            if let text { _ = try ConfigurationCommandTests.write(text, to: folder, "hook") }
            let file = try ConfigurationCommandTests.write(
                "domains: [a.test]\nwebhooks:\n  - {team: Web, url_file: hook}\n", to: folder)
            for arguments in [["config", "check", file], ["--config", file]] {
                let result = try await Command.run(arguments)
                #expect(result.status == 3, "\(result.errors)")
                #expect(
                    result.errors.contains("\(file): line 3: ") && result.errors.contains(words), "\(result.errors)")
                #expect(!result.errors.contains("secret"))
            }
            // Commands about past runs do not need the secret.
            #expect(try await !Command.run("diff", "--config", file).errors.contains("hook"))
        }
    }

    @Test func regressionTakesADatabase() async throws {
        let result = try await Command.run(["good.test", "--fail-on", "regression"])
        #expect(result.status == 64)
        #expect(result.errors.contains("--db"))
    }
}
