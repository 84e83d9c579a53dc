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
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["audit.yaml", "runs.sqlite"])
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

    @Test func aConfigurationWithoutADatabaseSaysSo() async throws {
        try await withTemporaryDirectory { folder in
            let configuration = try ConfigurationCommandTests.write("no_db: true\n", to: folder)
            let history = try await Command.run("history", "--config", configuration, environment: ["HOME": folder])
            #expect(history.status == 64)
            #expect(history.errors.contains("says that no database is kept (no_db)"), "\(history.errors)")
            let wrong = try await Command.run("diff", "--config", folder + "/none.yaml")
            #expect(wrong.status == 3, "\(wrong.errors)")
        }
    }
}
