import Foundation
import GRDB
import TestSupport
import Testing

/// `history`, `diff` and `report` on databases that are not the default.
@Suite(.inTurn(minutes: 3)) struct LookingBackTests {
    /// Runs the program as another user than root, who could write everywhere.
    static func asAnybody(_ arguments: [String]) async throws -> Command.Result {
        let script = geteuid() == 0 ? #"exec setpriv --reuid 65534 --regid 65534 --clear-groups "$0" "$@""# : nil
        return try await Command.start(arguments, script: script).result()
    }

    /// Runs `body` with a read-only folder that contains a configuration and a database with two runs.
    static func withReadOnly(
        _ prepare: (String) throws -> Void = { _ in }, _ body: (String) async throws -> Void
    ) async throws {
        try await AuditCommandTests.withSites(["shop.test": Site(wellKnown: .inTurn(.file, .status(404)))]) {
            _, arguments, folder in
            let kept = folder + "/kept #1?%"
            try FileManager.default.createDirectory(atPath: kept, withIntermediateDirectories: true)
            let configuration = try ConfigurationCommandTests.write(
                "domains: [shop.test]\ndb: runs.sqlite\nname: shop\n", to: kept)
            for status in [0, 2] as [Int32] {
                let night = try await Command.run(["--config", configuration, "-q"] + arguments)
                #expect(night.status == status, "\(night.errors)")
            }
            try prepare(kept)
            let all = FileManager.default
            for (path, mode) in [(kept + "/runs.sqlite", 0o444), (kept, 0o555), (folder, 0o755)] {
                try all.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
            }
            defer { try? all.setAttributes([.posixPermissions: 0o755], ofItemAtPath: kept) }
            try await body(kept)
        }
    }

    @Test func aDatabaseThatCannotBeWrittenToIsRead() async throws {
        try await Self.withReadOnly { folder in
            let before = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
            for source in [["--db", folder + "/runs.sqlite"], ["--config", folder + "/audit.yaml"]] {
                let history = try await Self.asAnybody(["history"] + source)
                #expect(history.status == 0, "\(history.errors)")
                #expect(history.output.contains("run 2  "), "\(history.output)")
                #expect(history.errors == "")
                let diff = try await Self.asAnybody(["diff"] + source)
                #expect(diff.output.contains("New (1 finding on 1 domain)"), "\(diff.errors)")
                let report = try await Self.asAnybody(["report", "-f", "json"] + source)
                #expect(report.status == 0, "\(report.errors)")
                #expect(try DecodedReport(report.output).domains.map(\.status) == ["fail"])
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == before)
        }
    }

    /// Data that is only in the write-ahead log is reported as missing.
    @Test func reportsDataThatCannotBeRead() async throws {
        try await Self.withReadOnly(
            { folder in
                try Data(repeating: 7, count: 4152).write(to: URL(filePath: folder + "/runs.sqlite-wal"))
            },
            { folder in
                let history = try await Self.asAnybody(["history", "--db", folder + "/runs.sqlite"])
                #expect(history.output.contains("run 2  "), "\(history.errors)")
                #expect(
                    history.errors.contains("runs.sqlite-wal (4,152 bytes), and are missing here"), "\(history.errors)")
            })
    }

    /// A re-check audits a domain of the configuration and compares it with its history, but changes nothing.
    @Test func aRecheckLeavesTheNightsAlone() async throws {
        let sites = ["shop.test": Site.everywhere(.status(404)), "other.test": Site(), "strange.test": Site()]
        try await AuditCommandTests.withSites(sites) { _, arguments, folder in
            _ = try ConfigurationCommandTests.write(
                "domain,team,owner\nother.test,,\nshop.test,Shop,Dana\n", to: folder, "domains.csv")
            let configuration = try ConfigurationCommandTests.write(
                """
                lists: [domains.csv]
                db: runs.sqlite
                outputs: [night.json, "prom:night.prom"]
                min_targets: 2
                notify: https://127.0.0.1:9/

                """, to: folder)
            func run(_ more: [String]) async throws -> Command.Result {
                try await Command.run(["--config", configuration] + more + arguments)
            }
            #expect(try await run(["--no-notify"]).status == 2)
            let files = ["runs.sqlite", "night.json", "night.prom"]
            func bytes() throws -> [Data] { try files.map { try Data(contentsOf: URL(filePath: "\(folder)/\($0)")) } }
            let before = try bytes()

            let again = try await run(["shop.test", "strange.test", "-f", "json", "-o", folder + "/again.md"])
            #expect(again.status == 2, "\(again.errors)")
            for words in [
                "Re-checking only the domains", "compared with the run of 20",
                "“strange.test” is not in \(configuration)",
            ] {
                #expect(again.errors.contains(words), "\(again.errors)")
            }
            let domains = try DecodedReport(again.output).domains
            #expect(domains.map(\.domain) == ["shop.test", "strange.test"])
            #expect(domains[0].findings.filter { $0.severity == "error" }.map(\.state) == ["still"])
            #expect(again.output.contains(#""owner":"Dana""#), "\(again.output)")
            #expect(try bytes() == before)
            #expect(try String(contentsOfFile: folder + "/again.md", encoding: .utf8).contains("Dana"))
            let history = try await Command.run("history", "--config", configuration)
            #expect(history.output.hasPrefix("run 1 ") && !history.output.contains("run 2 "), "\(history.output)")
            for flag in [["--resume"], ["--notify", "https://hooks.test/"], ["--min-targets", "1"]] {
                let refused = try await run(["shop.test"] + flag)
                #expect(refused.status == 64 && refused.errors.contains("re-check"), "\(refused.errors)")
            }

            // A database that cannot be read is reported once; the domains are audited nevertheless.
            let database = try DatabaseQueue(path: folder + "/runs.sqlite")
            try await database.write { try $0.execute(sql: "DROP TABLE finding") }
            try database.close()
            let unread = try await run(["shop.test", "other.test"])
            #expect(unread.status == 2, "\(unread.errors)")
            let remarks = unread.errors.components(separatedBy: "are not compared with an earlier run: ")
            #expect(remarks.count == 2 && remarks[1].contains("no such table: finding"), "\(unread.errors)")
        }
    }

    /// A database is the history of one series, which the name in the configuration determines, not the file's name.
    @Test func aDatabaseIsTheHistoryOfOneSeries() async throws {
        try await AuditCommandTests.withSites(["shop.test": Site(), "other.test": Site()]) { _, arguments, folder in
            let database = folder + "/runs.sqlite"
            func run(_ more: String...) async throws -> Command.Result {
                try await Command.run(["-n", "--no-notify"] + more + arguments)
            }
            func configure(_ text: String, _ name: String) throws -> String {
                try ConfigurationCommandTests.write("db: runs.sqlite\n" + text, to: folder, name)
            }
            let first = try await run("--config", configure("name: shop\ndomains: [shop.test]\n", "a.yaml"))
            #expect(
                first.status == 0 && first.errors.contains("The history of “shop” begins with this run"),
                "\(first.errors)")
            let moved = try configure("name: shop\ndomains: [shop.test, other.test]\n", "b.yaml")
            #expect(try await run("--config", moved).status == 0)
            let list = try ConfigurationCommandTests.write("shop.test\n", to: folder, "domains.txt")
            let others = [
                ["--config", try configure("domains: [shop.test]\n", "c.yaml")], ["-l", list, "--db", database],
                ["shop.test", "--db", database],
            ]
            for (other, name) in zip(others, ["\(folder)/c.yaml", list, "the command line"]) {
                let refused = try await Command.run(["-n", "--no-notify"] + other + arguments)
                #expect(refused.status == 64, "\(refused.errors)")
                #expect(
                    refused.errors.contains("contains the history of “shop”, not of “\(name)”"),
                    "\(name) \(refused.errors)")
            }
            let history = try await Command.run("history", "--config", moved)
            #expect(history.output.hasPrefix("run 2 "), "\(history.output)")
            let other = try await Command.run("report", "--config", "\(folder)/c.yaml")
            #expect(other.status == 64 && other.errors.contains("contains the history of “shop”"), "\(other.errors)")
            let check = try await Command.run("config", "check", "\(folder)/c.yaml")
            #expect(check.status == 3 && check.errors.contains("contains the history of “shop”"), "\(check.errors)")

            // The folder of a new database is not created, because its path may be a mistake.
            let lost = try await run("-l", list, "--db", folder + "/lost/runs.sqlite")
            #expect(lost.status == 64 && lost.errors.contains("There is no folder \(folder)/lost"), "\(lost.errors)")
        }
    }

    /// Each series has its own default database, named after the series; a shard is a series, too.
    @Test func eachSeriesHasADefaultDatabase() async throws {
        let names = (0..<8).map { "d\($0).test" }
        try await AuditCommandTests.withSites(Dictionary(uniqueKeysWithValues: names.map { ($0, Site()) })) {
            _, arguments, folder in
            let list = try ConfigurationCommandTests.write(names.joined(separator: "\n"), to: folder, "domains.txt")
            let configuration = try ConfigurationCommandTests.write(
                "lists: [domains.txt]\nshard: 0/2\nname: All shops\n", to: folder)
            let state = ["XDG_STATE_HOME": folder + "/state"]
            func run(_ more: [String]) async throws -> Command.Result {
                try await Command.run(more, environment: state)
            }
            for more in [["-l", list], ["--config", configuration]] {
                let night = try await run(more + ["-n"] + arguments)
                #expect(night.status == 0, "\(night.errors)")
                // If there is only one database, it need not be specified.
                let report = try await run(["report"])
                #expect(report.status == (more[0] == "-l" ? 0 : 64), "\(report.errors)")
            }
            let files = try FileManager.default.contentsOfDirectory(atPath: folder + "/state/aasa-audit")
                .filter { $0.hasSuffix(".sqlite") }.sorted()
            #expect(files == ["All-shops.shard-0-of-2.sqlite", "domains.sqlite"])
            let several = try await run(["report"])
            #expect(several.errors.contains("several databases"), "\(several.errors)")
            let shard = try await run(["report", "-f", "md", "--config", configuration])
            let words = "This is shard 0/2 of the targets: those of other shards are not included."
            #expect(shard.output.contains(words) && shard.errors.contains(words), "\(shard.errors)")
        }
    }

    /// If two runs use one database at the same time, the second one ends and reports the process of the first.
    @Test func aSecondRunEndsAtOnce() async throws {
        let names = (0..<100).map { "d\($0).test" }
        let sites = Dictionary(uniqueKeysWithValues: names.map { ($0, Site()) })
        try await AuditCommandTests.withSites(sites) { server, arguments, folder in
            let text = names.joined(separator: "\n") + "\n"
            let list = try ConfigurationCommandTests.write(text, to: folder, "domains.txt")
            let run = ["-l", list, "--db", folder + "/runs.sqlite", "-n"] + arguments
            // At this rate, the run would take minutes.
            let first = try Command.start(run + ["--rate-limit", "1", "-c", "1"])
            try await server.wait(until: { !$0.requests.isEmpty })
            let second = try await Command.run(run)
            #expect(second.status == 1, "\(second.errors)")
            #expect(
                second.errors.contains("Another run is under way on \(folder)/runs.sqlite, since 20"),
                "\(second.errors)")
            first.send(SIGTERM)
            #expect(try await first.result().status == 130)
            #expect(try await Command.run(run).status == 0)
        }
    }

    /// A part of a run is marked in every format that can show it, and always on the standard error.
    @Test func aPartOfARunIsNeverTakenForTheWhole() async throws {
        let sites = [
            "a.test": Site(wellKnown: .inTurn(.file, .status(404))), "b.test": Site.everywhere(.status(404)),
            "c.test": Site(),
        ]
        try await AuditCommandTests.withSites(sites) { _, arguments, folder in
            let configuration = try ConfigurationCommandTests.write(
                """
                domains: [{name: a.test, team: Shop, tags: [eu]}, {name: b.test, team: Brand}, c.test]
                owners: [{domain: c.test, owner: Robin, team: Shop}]
                db: runs.sqlite
                """, to: folder)
            for _ in 1...2 {
                let night = try await Command.run(["--config", configuration, "-q"] + arguments)
                #expect(night.status == 2, "\(night.errors)")
            }
            func report(_ more: String...) async throws -> Command.Result {
                try await Command.run(["report", "--config", configuration] + more)
            }
            for format in ["text", "json", "html", "md", "junit", "sarif", "github", "prom", "csv", "ndjson"] {
                let part = try await report("--team", "shop", "-f", format)
                let words = "2 of 3 domains, those with team shop. 1 other domain is left out."
                #expect(part.errors.contains(words), "\(part.errors)")
                #expect(!part.output.contains("b.test"), "\(format)")
                switch format {
                case "csv", "ndjson": #expect(part.output.contains("c.test"))
                case "prom": #expect(part.output.contains("run_warning{code=\"domains-left-out\",effect=\"noted\"} 1"))
                default:
                    // The text is wrapped at the width of a terminal.
                    let output = part.output.replacing(#/\s+/#, with: " ")
                    #expect(output.contains(words), "\(part.output)")
                }
            }
            let document = try await report("--team", "Shop", "-f", "json")
            #expect(document.output.contains(#""new":1,"#), "\(document.output)")
            #expect(document.output.contains(#""still":0,"#))
            #expect(document.output.contains(#""targets": 2"#))
            let rows: [([String], [String])] = [
                (["--team", "Shop", "--team", "Brand"], ["a.test", "b.test", "c.test"]),
                (["--owner", "robin"], ["c.test"]),
                (["--tag", "eu"], ["a.test"]), (["--status", "pass"], ["c.test"]),
                (["--status", "fail", "--team", "Brand"], ["b.test"]),
                (["--min-severity", "error"], ["a.test", "b.test"]),
                (["--team", "Shop", "--status", "invalid"], []),
            ]
            for (selection, names) in rows {
                let result = try await Command.run(["report", "--config", configuration, "-f", "json"] + selection)
                #expect(try DecodedReport(result.output).domains.compactMap(\.domain) == names, "\(selection)")
            }
            // A name without domains is an error, not a part of the run without changes.
            for (selection, words) in [
                (["--team", "Shoop"], "No domain belongs to the team “Shoop”; the teams are “Brand” and “Shop”."),
                (["--team", "Shop", "--team", "Nobody"], "No domain belongs to the team “Nobody”;"),
                (["--owner", "Dana"], "No domain belongs to the owner “Dana”; the only owner is “Robin”."),
                (["--tag", "us"], "No domain has the tag “us”; the only tag is “eu”."),
            ] {
                let result = try await Command.run(["report", "--config", configuration] + selection)
                #expect(result.status == 64, "\(selection)")
                #expect(result.errors.contains(words), "\(result.errors)")
                #expect(result.output.isEmpty)
            }
            // The selection also applies to files of the run, and to the exit code.
            let file = folder + "/all.json"
            _ = try await report("-o", file)
            let part = try await Command.run(
                "report", "--from", file, "--status", "pass", "--fail-on", "error", "-f", "md")
            #expect(part.status == 0)
            #expect(part.output.contains("1 of 3 domains, those with status pass"), "\(part.output)")
            #expect(part.errors.contains("This is a part of the run"), "\(part.errors)")
            // With -q, the note is omitted.
            let quiet = try await Command.run("report", "--from", file, "--status", "pass", "-q", "-f", "csv")
            #expect(quiet.errors.isEmpty, "\(quiet.errors)")
            let difference = try await Command.run("diff", "--config", configuration)
            #expect(difference.output.contains("  a.test [Shop]\n"), "\(difference.output)")
        }
    }

    @Test func aConfigurationWithoutADatabaseSaysSo() async throws {
        try await withTemporaryDirectory { folder in
            let configuration = try ConfigurationCommandTests.write("no_db: true\n", to: folder)
            let history = try await Command.run("history", "--config", configuration, environment: ["HOME": folder])
            #expect(history.status == 64)
            #expect(history.errors.contains("turns the database off (no_db)"), "\(history.errors)")
            let plain = try ConfigurationCommandTests.write("timeout: 3s\n", to: folder, "plain.yaml")
            let variable = try await Command.run(
                "history", "--config", plain, environment: ["HOME": folder, "AASA_AUDIT_NO_DB": "1"])
            #expect(variable.status == 64)
            #expect(variable.errors.contains("AASA_AUDIT_NO_DB turns the database off"), "\(variable.errors)")
            #expect(!variable.errors.contains("plain.yaml"), "\(variable.errors)")
            let wrong = try await Command.run("diff", "--config", folder + "/none.yaml")
            #expect(wrong.status == 3, "\(wrong.errors)")
        }
    }
}
