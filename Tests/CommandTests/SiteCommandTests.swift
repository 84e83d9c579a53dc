import Foundation
import TestSupport
import Testing

/// `-o site:FOLDER` and `-o mail:FILE`, end to end.
@Suite(.inTurn(minutes: 3)) struct SiteCommandTests {
    /// Returns the pages of a site with their bytes.
    private static func pages(_ folder: String) throws -> [String: Data] {
        var pages: [String: Data] = [:]
        for name in FileManager.default.enumerator(atPath: folder)?.compactMap({ $0 as? String }) ?? []
        where name.hasSuffix(".html") {
            pages[name] = try Data(contentsOf: URL(filePath: "\(folder)/\(name)"))
        }
        return pages
    }

    @Test func aRunRenderedAgainIsTheSameSite() async throws {
        let sites = ["good.test": AuditCommandTests.good, "missing.test": Site.everywhere(.status(404))]
        try await AuditCommandTests.withSites(sites) { _, arguments, folder in
            let result = try await Command.run(
                ["good.test", "missing.test", "a b", "-o", "site:\(folder)/live", "-o", "\(folder)/run.json"]
                    + ["-o", "\(folder)/night.eml", "-o", "mail:\(folder)/night.html"] + arguments)
            #expect(result.status == 2, "\(result.errors)")
            let again = try await Command.run(
                "report", "--from", "\(folder)/run.json", "-o", "site:\(folder)/again/", "-o",
                "mail:\(folder)/again.html")
            #expect(again.status == 0, "\(again.errors)")
            let (live, rendered) = try (Self.pages("\(folder)/live"), Self.pages("\(folder)/again"))
            #expect(live.keys.sorted() == rendered.keys.sorted())
            for (name, page) in live { #expect(rendered[name] == page, "\(name)") }
            #expect(live.keys.count { $0.hasPrefix("d/") } == 3)
            let mails = try ["night", "again"].map { try Data(contentsOf: URL(filePath: "\(folder)/\($0).html")) }
            #expect(mails[0] == mails[1])
            #expect(try OutputTests.contents("\(folder)/night.eml").hasPrefix("Subject: =?utf-8?B?"))
            #expect(try OutputPathTests.names(folder).allSatisfy { !$0.hasPrefix(".aasa-audit") })
        }
    }

    /// A run with the site of other domains is rejected before any request, and `config check` writes nothing.
    @Test func theSiteOfOtherDomainsIsRefusedAtOnce() async throws {
        let names = (0..<6).map { "s\($0).test" }
        let sites = Dictionary(uniqueKeysWithValues: names.map { ($0, AuditCommandTests.good) })
        try await AuditCommandTests.withSites(sites) { server, arguments, folder in
            let list = "\(folder)/list.txt"
            try writeFile(names.joined(separator: "\n").utf8, to: list)
            let site = ["-l", list, "--no-db", "-o", "site:\(folder)/site"] + arguments
            #expect(try await Command.run(["--shard", "0/2"] + site).status == 0)
            let before = try Self.pages("\(folder)/site")
            let asked = server.tally.requests.count
            for (more, part) in [(["--shard", "1/2"], "share 1/2"), ([], "all domains")] {
                let result = try await Command.run(more + site)
                #expect(result.status == 64, "\(result.errors)")
                #expect(
                    result.errors.contains("it is the site of share 0/2, and this run is of \(part)."),
                    "\(result.errors)")
            }
            #expect(server.tally.requests.count == asked)
            let file = try ConfigurationCommandTests.write(
                "lists: [list.txt]\nshard: 1/2\nno_db: true\noutputs: [\"site:site\", \"site:other\"]\n", to: folder)
            let check = try await Command.run("config", "check", file)
            #expect(check.status != 0 && check.errors.contains("it is the site of share 0/2"), "\(check.errors)")
            #expect(!FileManager.default.fileExists(atPath: "\(folder)/other"))
            #expect(try Self.pages("\(folder)/site") == before)
        }
    }

    /// A run for one domain of a configuration, or without some of its domains, changes nothing in the configuration's site.
    @Test func aChoiceOnTheCommandLineIsNotTheSiteOfTheConfiguration() async throws {
        let names = ["a.test", "b.test", "c.test"]
        let sites = Dictionary(uniqueKeysWithValues: names.map { ($0, AuditCommandTests.good) })
        try await AuditCommandTests.withSites(sites) { server, arguments, folder in
            try writeFile("b.test\n".utf8, to: "\(folder)/other.txt")
            let file = try ConfigurationCommandTests.write(
                "domains: [a.test, b.test, c.test]\nno_db: true\noutputs: [\"site:site\"]\n", to: folder)
            #expect(try await Command.run(["--config", file] + arguments).status == 0)
            let before = try Self.pages("\(folder)/site")
            let asked = server.tally.requests.count
            for (choice, part) in [
                (["a.test"], "domains a.test"), (["-l", "\(folder)/other.txt"], "targets in \(folder)/other.txt"),
                (["--exclude", "^c"], "all but hosts like ^c"),
            ] {
                let result = try await Command.run(["--config", file] + choice + arguments)
                #expect(result.status == 0, "\(result.errors)")
                #expect(result.errors.contains("Re-checking only the domains"), "\(result.errors)")
                // The part can have its own site, to which later runs are added.
                let own = ["--config", file, "-o", "site:\(folder)/\(choice.count)\(part.count)"] + choice + arguments
                for _ in 0..<2 { #expect(try await Command.run(own).status == 0) }
            }
            #expect(server.tally.requests.count > asked)
            #expect(try Self.pages("\(folder)/site") == before)
        }
    }

    /// The part of stored reports is known only after they were read; nothing is written to the site of another part.
    @Test func filesOfOtherDomainsAreRefused() async throws {
        let sites = ["a.test": AuditCommandTests.good, "b.test": AuditCommandTests.good]
        try await AuditCommandTests.withSites(sites) { _, arguments, folder in
            try writeFile("domain,team\na.test,Web\nb.test,Shop\n".utf8, to: "\(folder)/list.csv")
            let (site, json) = ("site:\(folder)/site", "\(folder)/all.json")
            let made = try await Command.run(
                ["-l", "\(folder)/list.csv", "--no-db", "-o", site, "-o", json] + arguments)
            #expect(made.status == 0, "\(made.errors)")
            let before = try Self.pages("\(folder)/site")
            let page = "\(folder)/part.html"
            let refused = try await Command.run("report", "--from", json, "--team", "Web", "-o", site, "-o", page)
            #expect(refused.status == 64, "\(refused.errors)")
            #expect(refused.errors.contains("this run is of team Web."), "\(refused.errors)")
            #expect(!FileManager.default.fileExists(atPath: page))
            // A file without readable content is not a run.
            try writeFile("nonsense\n".utf8, to: "\(folder)/garbage.ndjson")
            let garbage = try await Command.run(
                "report", "--from", "\(folder)/garbage.ndjson", "-o", site, "-o", "site:\(folder)/new")
            #expect(garbage.status == 64, "\(garbage.errors)")
            #expect(garbage.errors.contains("No report could be read"), "\(garbage.errors)")
            #expect(try Self.pages("\(folder)/site") == before)
            #expect(!FileManager.default.fileExists(atPath: "\(folder)/new"))
        }
    }

    /// A selection by status is not a part for a site, because its domains change from run to run.
    @Test func aSelectionByStatusHasNoSite() async throws {
        try await withTemporaryDirectory { folder in
            let made = try await Command.run("a b", "--skip-invalid", "-o", "\(folder)/run.json")
            #expect(made.status == 0, "\(made.errors)")
            for selection in [["--status", "invalid"], ["--min-severity", "warning"]] {
                let result = try await Command.run(
                    ["report", "--from", "\(folder)/run.json", "-o", "site:\(folder)/site"] + selection)
                #expect(result.status == 64, "\(result.errors)")
                #expect(result.errors.contains("change with their results"), "\(result.errors)")
            }
            #expect(!FileManager.default.fileExists(atPath: "\(folder)/site"))
        }
    }

    @Test(arguments: [
        (["-o", "site:full"], "has files that are not a site of aasa-audit"), (["-o", "site:-"], "write site:FOLDER"),
        (["-f", "site"], "site"), (["-o", "site:none/site"], "its parent folder does not exist"),
        (["-o", "site:full/mine"], "not a folder"),
    ])
    func refusesFoldersThatCannotContainASite(options: [String], words: String) async throws {
        try await withTemporaryDirectory { folder in
            try FileManager.default.createDirectory(atPath: "\(folder)/full", withIntermediateDirectories: false)
            try writeFile("mine".utf8, to: "\(folder)/full/mine")
            let result = try await Command.start(
                ["a b"] + options, environment: ["FOLDER": folder], script: #"cd "$FOLDER" && exec "$0" "$@""#
            ).result()
            #expect(result.status == 64, "\(result.errors)")
            #expect(result.errors.contains(words), "\(result.errors)")
            #expect(try OutputPathTests.names("\(folder)/full") == ["mine"])
        }
    }

    /// Only one run writes to a site; if it is killed, the site is unchanged, and the next run can write to it.
    @Test func aKilledRunLeavesTheSiteOfTheNightBefore() async throws {
        let sites = ["good.test": AuditCommandTests.good, "stall.test": Site(wellKnown: .stall)]
        try await AuditCommandTests.withSites(sites) { server, arguments, folder in
            let site = ["-o", "site:\(folder)/site"]
            #expect(try await Command.run(["good.test"] + site + arguments).status == 0)
            let before = try Self.pages("\(folder)/site")
            let running = try Command.start(["stall.test", "--timeout", "2m", "--deadline", "2m"] + site + arguments)
            try await server.wait { $0.requests.contains { $0.host == "stall.test" } }
            let second = try await Command.run(["good.test"] + site + arguments)
            #expect(second.status == 64, "\(second.errors)")
            #expect(second.errors.contains("another aasa-audit is writing this site"), "\(second.errors)")
            running.send(SIGKILL)
            #expect(try await running.result().reason == .uncaughtSignal)
            #expect(try Self.pages("\(folder)/site") == before)
            #expect(
                try await Command.run(["good.test", "other.test", "--skip-invalid"] + site + arguments).status != 64)
            #expect(try Self.pages("\(folder)/site").count > before.count)
        }
    }
}
