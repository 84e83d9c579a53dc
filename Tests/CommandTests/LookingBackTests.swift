import Foundation
import TestSupport
import Testing

/// `history`, `diff` and `report` on databases that are not the default.
@Suite(.inTurn(minutes: 3)) struct LookingBackTests {
    /// Runs the program as somebody who is not root: root writes everywhere.
    static func asAnybody(_ arguments: [String]) async throws -> Command.Result {
        let script = geteuid() == 0 ? #"exec setpriv --reuid 65534 --regid 65534 --clear-groups "$0" "$@""# : nil
        return try await Command.start(arguments, script: script).result()
    }

    /// A folder with a database of two nights and a configuration, in which nothing can be written.
    static func withReadOnly(
        _ prepare: (String) throws -> Void = { _ in }, _ body: (String) async throws -> Void
    ) async throws {
        try await AuditCommandTests.withSites(["shop.test": Site(wellKnown: .inTurn(.file, .status(404)))]) {
            _, arguments, folder in
            let kept = folder + "/kept #1?%"
            try FileManager.default.createDirectory(atPath: kept, withIntermediateDirectories: true)
            let configuration = try ConfigurationCommandTests.write(
                "domains: [shop.test]\ndb: runs.sqlite\nestate: shop\n", to: kept)
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
                #expect(history.output.contains("shop: /"), "\(history.output)")
                #expect(history.errors == "")
                let diff = try await Self.asAnybody(["diff"] + source)
                #expect(diff.output.contains("New (1 finding at 1 domain)"), "\(diff.errors)")
                let report = try await Self.asAnybody(["report", "-f", "json"] + source)
                #expect(report.status == 0, "\(report.errors)")
                #expect(try JSONDocument(report.output).domains.map(\.status) == ["fail"])
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == before)
        }
    }

    /// What is only in the log is named, and not passed over in silence.
    @Test func whatCannotBeReadIsSaid() async throws {
        try await Self.withReadOnly(
            { folder in
                try Data(repeating: 7, count: 4152).write(to: URL(filePath: folder + "/runs.sqlite-wal"))
            },
            { folder in
                let history = try await Self.asAnybody(["history", "--db", folder + "/runs.sqlite"])
                #expect(history.output.contains("run 2  "), "\(history.errors)")
                #expect(
                    history.errors.contains("runs.sqlite-wal (4152 bytes), and is missing here"), "\(history.errors)")
            })
    }

    /// Who tries a domain in the database of the nights changes nothing about what is shown.
    @Test func theNightsAreShownAndNotWhatSomebodyTried() async throws {
        try await AuditCommandTests.withSites(["shop.test": Site(), "other.test": Site()]) { _, arguments, folder in
            let configuration = try ConfigurationCommandTests.write(
                "domains: [shop.test, other.test]\ndb: runs.sqlite\nestate: shop\n", to: folder)
            func run(_ more: String...) async throws {
                let run = try await Command.run(["--config", configuration, "-q"] + more + arguments)
                #expect(run.status == 0, "\(run.errors)")
            }
            func domains(_ more: String...) async throws -> Int {
                let report = try await Command.run(["report", "-f", "json"] + more)
                #expect(report.status == 0, "\(report.errors)")
                return try JSONDocument(report.output).domains.count
            }
            let database = folder + "/runs.sqlite"
            try await run()
            try await run("shop.test")
            #expect(try await domains("--db", database) == 2)
            #expect(try await domains("--config", configuration) == 2)
            #expect(try await domains("--db", database, "--estate", "shop") == 2)
            #expect(try await domains("latest", "--db", database) == 1)
            // A second estate: which one is shown is said.
            try await run("other.test", "--estate", "trial")
            let report = try await Command.run(["report", "--db", database])
            #expect(
                report.errors.contains("of “trial”. The database also has runs of “shop”; --estate"), "\(report.errors)"
            )
            #expect(try await domains("--config", configuration) == 2)
            let unknown = try await Command.run(["report", "--db", database, "--estate", "sohp"])
            #expect(unknown.status == 64)
            #expect(unknown.errors.contains("No run of “sohp” has come to its end yet"), "\(unknown.errors)")
        }
    }

    /// What a configuration audits is one estate: nothing begins anew when it gets a domain, an exclusion or a name.
    @Test func aConfigurationIsOneEstateWhateverItNames() async throws {
        try await AuditCommandTests.withSites([
            "shop.test": Site(wellKnown: .inTurn(.file, .status(404), .status(404), .status(404), .status(404))),
            "other.test": Site(), "more.test": Site(),
        ]) { _, arguments, folder in
            let list = try ConfigurationCommandTests.write("shop.test\nother.test\n", to: folder, "domains.txt")
            func night(_ text: String, _ more: String...) async throws -> Command.Result {
                let file = try ConfigurationCommandTests.write("db: runs.sqlite\nfail_on: new\n" + text, to: folder)
                return try await Command.run(["--config", file, "-n"] + more + arguments)
            }
            func runs(_ text: String) async throws -> Int {
                let file = try ConfigurationCommandTests.write("db: runs.sqlite\n" + text, to: folder)
                let history = try await Command.run("history", "--config", file)
                return history.output.components(separatedBy: "\nrun ").count
            }
            // As earlier versions have kept the first night: by the paths of the lists.
            let first = try await night("lists: [domains.txt]\n", "-l", list)
            #expect(first.status == 0, "\(first.errors)")
            #expect(try await runs("lists: [domains.txt]\n") == 1)
            // shop.test breaks: it counts for good, whatever the file names.
            let second = try await night("lists: [domains.txt]\n")
            #expect(second.status == 2)
            #expect(
                second.errors.contains("1 earlier run of “\(list)” is of the same configuration"), "\(second.errors)")
            let files = [
                "lists: [domains.txt]\ndomains: [more.test]\n", "domains: [shop.test, other.test]\nexclude: [other]\n",
                "domains: [shop.test, more.test]\nestate: shop\n",
            ]
            for (index, text) in files.enumerated() {
                let later = try await night(text)
                #expect(later.status == 2, "\(text): \(later.errors)")
                #expect(!later.errors.contains("This is the first run"), "\(later.errors)")
                #expect(try await runs(text) == index + 3, "\(text)")
            }
            // Another estate in the same database says so, and is compared with nothing: what it finds is its baseline.
            let trial = try await night("domains: [shop.test]\n", "--estate", "trial", "-f", "json")
            #expect(trial.status == 0, "\(trial.errors)")
            #expect(
                trial.errors.contains("This is the first run of “trial”; the database also has runs of “shop”"),
                "\(trial.errors)")
            #expect(try JSONDocument(trial.output).domains[0].findings.map(\.state) == ["new"])
        }
    }

    /// Whoever audits a list without a configuration keeps their runs, whatever configuration names the list later.
    @Test func aConfigurationTakesNoRunsThatWereMadeWithoutOne() async throws {
        try await AuditCommandTests.withSites(["shop.test": Site(), "other.test": Site()]) { _, arguments, folder in
            let list = try ConfigurationCommandTests.write("shop.test\nother.test\n", to: folder, "domains.txt")
            let configuration = try ConfigurationCommandTests.write(
                "db: runs.sqlite\nlists: [domains.txt]\n", to: folder)
            func run(_ more: String...) async throws -> String {
                let run = try await Command.run(["-n", "--no-notify"] + more + arguments)
                #expect(run.status == 0, "\(run.errors)")
                return run.errors
            }
            let job = ["-l", list, "--db", "\(folder)/runs.sqlite"]
            _ = try await run(job[0], job[1], job[2], job[3])
            let trial = try await run("--config", configuration)
            #expect(
                trial.contains(
                    "This is the first run of “\(configuration)”; the database also has runs of “\(list)”"), "\(trial)")
            #expect(!(try await run(job[0], job[1], job[2], job[3])).contains("This is the first run"))
            // What the command line leaves out is in the name of what is left.
            let part = try await run("--config", configuration, "--exclude", "^other")
            #expect(part.contains("This is the first run of “\(configuration) (--exclude ^other)”"), "\(part)")
            // Shares of one list are no strangers to each other.
            let shared = try await Command.run(
                ["--config", configuration, "-n", "--shard", "0/2", "--db", folder + "/shares.sqlite"] + arguments)
            #expect(!shared.errors.contains("This is the first run"), "\(shared.errors)")
            let other = try await Command.run(
                ["--config", configuration, "-n", "--shard", "1/2", "--db", folder + "/shares.sqlite"] + arguments)
            #expect(!other.errors.contains("This is the first run"), "\(other.errors)")
        }
    }

    /// A run that does not begin after all takes nothing over.
    @Test func aRunOverNothingTakesNothingOver() async throws {
        try await AuditCommandTests.withSites(["shop.test": Site(wellKnown: .inTurn(.file, .status(404)))]) {
            _, arguments, folder in
            func write(_ text: String) throws -> String {
                try ConfigurationCommandTests.write(text, to: folder, "domains.txt")
            }
            let list = try write("shop.test\n")
            let configuration = try ConfigurationCommandTests.write(
                "db: runs.sqlite\nlists: [domains.txt]\n", to: folder)
            func run(_ more: [String], status: Int32) async throws -> String {
                let run = try await Command.run(["--config", configuration, "-n"] + more + arguments)
                #expect(run.status == status, "\(run.errors)")
                return run.errors
            }
            _ = try await run(["-l", list], status: 0)
            _ = try write("# nothing\n")
            _ = try await run([], status: 64)
            _ = try write("shop.test\n")
            let words = "1 earlier run of “\(list)” is of the same configuration"
            let taken = try await run(["--fail-on", "new"], status: 2)
            #expect(taken.contains(words), "\(taken)")
            let next = try await run(["--fail-on", "new"], status: 2)
            #expect(!next.contains(words), "\(next)")
        }
    }

    /// One share is found by the name of the whole, says that it is one, and of several none is taken for the others.
    @Test func aShareIsFoundAndNeverTakenForTheWhole() async throws {
        let names = (0..<8).map { "d\($0).test" }
        try await AuditCommandTests.withSites(Dictionary(uniqueKeysWithValues: names.map { ($0, Site()) })) {
            _, arguments, folder in
            let list = try ConfigurationCommandTests.write(
                names.joined(separator: "\n"), to: folder, "domains.txt")
            let configuration = try ConfigurationCommandTests.write(
                "lists: [domains.txt]\nshard: 0/2\ndb: unnamed.sqlite\n", to: folder)
            let database = folder + "/runs.sqlite"
            func audit(_ more: String...) async throws {
                let run = try await Command.run(more + ["-q"] + arguments)
                #expect(run.status == 0, "\(run.errors)")
            }
            func report(_ more: String...) async throws -> Command.Result {
                try await Command.run(["report", "-f", "md"] + more)
            }
            func isFound(_ report: Command.Result, _ name: String) {
                let words = "This is share \(name) of the targets: those of the other shares are not in it."
                #expect(report.status == 0, "\(report.errors)")
                #expect(report.output.contains(words), "\(report.output)")
                #expect(report.errors.contains(words), "\(report.errors)")
            }
            try await audit("-l", list, "--estate", "prod", "--shard", "0/2", "--db", database)
            isFound(try await report("--db", database, "--estate", "prod"), "0/2")
            isFound(try await report("--db", database, "--estate", "prod (share 0/2)"), "0/2")
            try await audit("--config", configuration)
            isFound(try await report("--config", configuration), "0/2")
            let history = try await Command.run("history", "--config", configuration)
            #expect(history.output.contains("run 1  "), "\(history.output)")

            try await audit("-l", list, "--estate", "prod", "--shard", "1/2", "--db", database)
            let several = try await report("--db", database, "--estate", "prod")
            #expect(several.status == 64)
            for words in ["“prod (share 1/2)” (run 2)", "“prod (share 0/2)” (run 1)"] {
                #expect(several.errors.contains(words), "\(several.errors)")
            }
            isFound(try await report("--db", database, "--estate", "prod (share 0/2)"), "0/2")
            let newest = try await report("--db", database)
            isFound(newest, "1/2")
            #expect(
                newest.errors.contains("of “prod (share 1/2)”. The database also has runs of “prod (share 0/2)”"),
                "\(newest.errors)")
            // The whole goes before its shares.
            try await audit("-l", list, "--estate", "prod", "--db", database)
            let whole = try await report("--db", database, "--estate", "prod")
            #expect(whole.status == 0, "\(whole.errors)")
            #expect(!whole.output.contains("share"), "\(whole.output)")
            // What a report calls an estate names it.
            isFound(
                try await report("--db", folder + "/unnamed.sqlite", "--estate", "\(configuration) (share 0/2)"), "0/2")
        }
    }

    /// A part of a run says so in every format that has a place for it, and on the standard error for all.
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
                    // Text is as wide as a terminal.
                    let output = part.output.replacing(#/\s+/#, with: " ")
                    #expect(output.contains(words), "\(part.output)")
                }
            }
            let document = try await report("--team", "Shop", "-f", "json")
            #expect(document.output.contains(#""new": 1,"#), "\(document.output)")
            #expect(document.output.contains(#""still": 0,"#))
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
                #expect(try JSONDocument(result.output).domains.compactMap(\.domain) == names, "\(selection)")
            }
            // A name that no domain has is a mistake, and no part of a run in which nothing came and nothing went.
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
            // The files of the run, too, and its exit code.
            let file = folder + "/all.json"
            _ = try await report("-o", file)
            let part = try await Command.run(
                "report", "--from", file, "--status", "pass", "--fail-on", "error", "-f", "md")
            #expect(part.status == 0)
            #expect(part.output.contains("1 of 3 domains, those with status pass"), "\(part.output)")
            #expect(part.errors.contains("This is a part of the run"), "\(part.errors)")
            // Whoever asked for it and for quiet is not told.
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
            #expect(history.errors.contains("says that no database is kept (no_db)"), "\(history.errors)")
            let plain = try ConfigurationCommandTests.write("timeout: 3s\n", to: folder, "plain.yaml")
            let variable = try await Command.run(
                "history", "--config", plain, environment: ["HOME": folder, "AASA_AUDIT_NO_DB": "1"])
            #expect(variable.status == 64)
            #expect(variable.errors.contains("AASA_AUDIT_NO_DB says that no database is kept"), "\(variable.errors)")
            #expect(!variable.errors.contains("plain.yaml"), "\(variable.errors)")
            let wrong = try await Command.run("diff", "--config", folder + "/none.yaml")
            #expect(wrong.status == 3, "\(wrong.errors)")
        }
    }
}
