import Foundation
import TestSupport
import Testing

/// `case` and `match` with a configuration, from which they use the domain, but not the outputs.
@Suite(.inTurn(minutes: 3)) struct ConfiguredLinkTests {
    static let sites = [
        "shop.test": CaseSituation.site(certificate: .expiring(days: 40)),
        "click.test": Site(
            wellKnown: .status(404), answers: ["/x/1": .redirect(to: "https://shop.test/buy/7", status: 302)]),
        "strange.test": CaseSituation.site(), "cdn.test": Site(wellKnown: .status(404)),
        "hooks.test": Site(answers: ["/T1/secret": .status(200)]),
    ]

    /// Runs `body` with a configuration of two domains, and a database with one run.
    static func withNight(
        _ body: (_ configuration: String, _ folder: String, FaultServer) async throws -> Void
    ) async throws {
        try await AuditCommandTests.withSites(sites) { server, arguments, folder in
            _ = try ConfigurationCommandTests.write(
                """
                domain,team,owner,expected_app_ids
                click.test,Mail,Robin,
                shop.test,Shop,Dana,Z9Y8X7W6V5.com.acme.missing

                """, to: folder, "domains.csv")
            let configuration = try ConfigurationCommandTests.write(
                """
                lists: [domains.csv]
                owners: [{domain: "strange.*", owner: Sam}]
                db: runs.sqlite
                outputs: [report.html, report.json, "prom:report.prom"]
                notify: https://hooks.test/T1/secret
                notify_always: true
                connect_to: ["\(arguments[1])"]
                cacert: \(arguments[3])
                cdn_url: https://cdn.test
                max_retries: 0
                expiry_days: 60
                waivers: [{code: tls-certificate-expiring, domain: "*", reason: Renewed by hand}]

                """, to: folder)
            let night = try await Command.run("--config", configuration, "-q")
            #expect(night.status == 2, "\(night.errors)")
            #expect(try NotifyTests.messages(server).count == 1)
            try await body(configuration, folder, server)
        }
    }

    @Test func linksLeaveTheNightsAlone() async throws {
        try await Self.withNight { configuration, folder, server in
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            func bytes() throws -> [Data] {
                try names.sorted().map { try Data(contentsOf: URL(filePath: "\(folder)/\($0)")) }
            }
            let before = try bytes()
            for word in ["report.html", "report.json", "report.prom", "runs.sqlite"] { #expect(names.contains(word)) }
            let named = folder + "/case.md"
            let environment = [
                "AASA_AUDIT_OUTPUT": folder + "/environment.json", "AASA_AUDIT_FORMAT": "csv",
                "AASA_AUDIT_NOTIFY": "https://hooks.test/T1/secret", "AASA_AUDIT_DB": folder + "/other.sqlite",
            ]
            for arguments in [
                ["case", "https://shop.test/buy/7", "-o", named], ["case", "https://click.test/x/1"],
                ["match", "https://shop.test/buy/7"],
            ] {
                for environment in [[:], environment] {
                    let result = try await Command.run(
                        arguments + ["--config", configuration], environment: environment)
                    #expect([0, 2].contains(result.status), "\(arguments): \(result.errors)")
                    #expect(result.errors.isEmpty, "\(result.errors)")
                }
            }
            #expect(try String(contentsOfFile: named, encoding: .utf8).contains("Dana"))
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == (names + ["case.md"]).sorted())
            #expect(try bytes() == before)
            #expect(try NotifyTests.messages(server).count == 1)
            let history = try await Command.run("history", "--config", configuration)
            #expect(history.output.hasPrefix("run 1 ") && !history.output.contains("run 2 "), "\(history.output)")
        }
    }

    @Test func aCaseIsTheDomainOfTheConfiguration() async throws {
        try await Self.withNight { configuration, _, _ in
            func document(_ link: String) async throws -> (CaseCommandTests.Document, String) {
                let result = try await Command.run("case", link, "--config", configuration, "-f", "json")
                return (try CaseCommandTests.Document(result.output), result.errors)
            }
            let (shop, _) = try await document("https://shop.test/buy/7")
            #expect(shop.domains.map(\.owner) == ["Dana"])
            #expect(shop.domains[0].findings.map(\.code).contains("expected-app-missing"))
            let expiring = try #require(shop.domains[0].findings.first { $0.code == "tls-certificate-expiring" })
            #expect(expiring.waived?.reason == "Renewed by hand")
            // The destination of the link is also a domain of the configuration.
            let (click, _) = try await document("https://click.test/x/1")
            #expect(click.domains.map(\.owner) == ["Robin", "Dana"])
            #expect(click.domains[1].findings.map(\.code).contains("expected-app-missing"))
            // The owner patterns also apply to a domain that is not in the configuration.
            let (strange, errors) = try await document("https://strange.test/buy/7")
            #expect(strange.domains.map(\.owner) == ["Sam"])
            #expect(
                errors
                    == "“strange.test” is not in \(configuration), so only the owner patterns, waivers and settings of that file apply to it.\n"
            )
        }
    }

    @Test func aMatchAsksAsTheConfigurationSays() async throws {
        let dead = try UnusedPort()
        try await Self.withNight { configuration, folder, _ in
            let urls = ["shop.test/buy/7", "strange.test/buy/7", "strange.test/buy/8"].map { "https://\($0)" }
            let match = try await Command.run(["match", "--config", configuration] + urls)
            #expect(match.status == 0, "\(match.output)\(match.errors)")
            #expect(
                match.errors
                    == "“strange.test” is not in \(configuration), so only the owner patterns, waivers and settings of that file apply to it.\n"
            )
            // The command line takes precedence over the environment, and the environment over the file.
            let elsewhere = ":443:127.0.0.1:\(dead.number)"
            let (variable, flag) = (["AASA_AUDIT_CONNECT_TO": elsewhere], ["--connect-to", elsewhere])
            for command in ["case", "match"] {
                let base = [command, urls[0], "--config", configuration]
                #expect(try await Command.run(base, environment: variable).status == 4)
                #expect(try await Command.run(base + flag).status == 4)
            }
            // A missing list is an error, not a list without the domain.
            try FileManager.default.removeItem(atPath: folder + "/domains.csv")
            for command in ["case", "match"] {
                let result = try await Command.run(command, urls[0], "--config", configuration)
                #expect(result.status == 64 && result.errors.contains("domains.csv"), "\(result.errors)")
            }
        }
    }
}
