import Audit
import Findings
import Foundation
import GRDB
import Reports
import Runs
import TestSupport
import Testing

@testable import History

/// What a database has to be, and what is said when it is not.
@Suite(.inTurn(minutes: 3)) struct RunDatabaseTests {
    /// A folder with a database of one run in it.
    static func withFile(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "history-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "runs.sqlite").path
        let database = try RunDatabase(path: path, access: .writing)
        try Night.record(1, [Night.good("a.test"), Night.good("b.test")], in: database)
        database.close()
        try body(path)
    }

    static func change(_ path: String, _ sql: String) throws {
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { db in try db.execute(sql: sql) }
        try queue.close()
    }

    static func bytes(_ path: String) throws -> Data { try Data(contentsOf: URL(filePath: path)) }

    @Test(arguments: [RunDatabase.Access.writing, .reading])
    func oneOfANewerVersionIsLeftAlone(_ access: RunDatabase.Access) throws {
        try Self.withFile { path in
            try Self.change(path, "PRAGMA user_version = 99")
            let before = try Self.bytes(path)
            #expect(throws: HistoryError.newer(path: path, version: 99, known: Schema.version)) {
                _ = try RunDatabase(path: path, access: access)
            }
            #expect(try Self.bytes(path) == before)
        }
    }

    /// What takes a database back to an earlier form.
    static let backToForm: [Int: String] = [
        5: """
        ALTER TABLE finding DROP COLUMN subject;
        ALTER TABLE run DROP COLUMN is_in_doubt; DROP TABLE receiver;
        PRAGMA user_version = 5; DELETE FROM grdb_migrations WHERE identifier = 'subjects';
        """,
        4: """
        ALTER TABLE run DROP COLUMN estate; DROP TABLE baseline;
        PRAGMA user_version = 4; DELETE FROM grdb_migrations WHERE identifier = 'estates';
        """,
        2: """
        DROP TABLE message; DROP TABLE outage;
        ALTER TABLE run DROP COLUMN settled_at; ALTER TABLE run DROP COLUMN baseline_id;
        ALTER TABLE run DROP COLUMN part; ALTER TABLE run DROP COLUMN reported_part;
        ALTER TABLE run DROP COLUMN ending; ALTER TABLE result DROP COLUMN part;
        ALTER TABLE finding DROP COLUMN is_waived;
        PRAGMA user_version = 2; DELETE FROM grdb_migrations WHERE identifier = 'reporting';
        """,
        1: """
        DROP TABLE observation_body; DROP TABLE observation;
        PRAGMA user_version = 1; DELETE FROM grdb_migrations WHERE identifier = 'observations';
        """,
    ]

    /// What only looks back changes nothing, and still sees everything.
    @Test(arguments: [5, 4, 2, 1])
    func oneOfAnOlderVersionIsReadAsItIs(_ form: Int) throws {
        try Self.withFile { path in
            let database = try RunDatabase(path: path, access: .writing)
            try Night.record(
                2, [Night.good("a.test", night: 2, findings: [Night.finding(.redirect)])], in: database)
            database.close()
            for earlier in [5, 4, 2, 1] where earlier >= form {
                try Self.change(path, try #require(Self.backToForm[earlier]))
            }
            let before = try Self.bytes(path)
            let reader = try RunDatabase(path: path, access: .reading)
            let run = try reader.run(named: "2")
            #expect(run.estate == "/lists/domains.txt")
            #expect(try reader.baseline(of: Night.targets) == Night.start(1))
            #expect(try reader.newestComplete()?.number == 2)
            let earlier = try #require(try reader.runBefore(run))
            #expect(earlier.number == 1)
            #expect(try RunComparison.compare(earlier, run, in: reader).changes.new == 1)
            #expect(try DatabaseRun(run, in: reader).changes?.new == 1)
            #expect(try reader.timelines(host: "a.test", port: nil, most: 9).first?.entries.count == 2)
            #expect(try DatabaseRun(run, in: reader).past(of: Night.good("a.test"))?.runs.count == 2)
            #expect(try DatabaseRun(run, in: reader).nightsBefore().count == 1)
            reader.close()
            #expect(try Self.bytes(path) == before)
        }
    }

    /// Runs of before are what later ones are compared with.
    @Test func runsOfAnOlderVersionAreSettled() throws {
        try Self.withFile { path in
            for form in [5, 4, 2] { try Self.change(path, try #require(Self.backToForm[form])) }
            let database = try RunDatabase(path: path, access: .writing)
            #expect(try database.run(named: "1").isSettled)
            let changes = try Night.record(
                2, [Night.good("a.test", night: 2, findings: [Night.finding(.redirect)])], in: database
            ).recorder.changes
            #expect(changes?.previousRun == Night.facts(1).id)
            #expect(changes?.new == 1)
            database.close()
        }
    }

    @Test func theManualSaysWhichSchemaItIs() throws {
        let changes = try Repository.text("Sources/Manual/Changes.md")
        #expect(
            changes.contains(
                "Its database has schema \(Schema.version), and databases of schema 1 to \(Schema.version - 1) are"))
    }

    @Test func oneOfAnOlderVersionIsCopiedAndBroughtUp() throws {
        try Self.withFile { path in
            for form in [5, 4, 2, 1] { try Self.change(path, try #require(Self.backToForm[form])) }
            let reader = try RunDatabase(path: path, access: .reading)
            #expect(try reader.runs(most: 9).count == 1)
            reader.close()
            let database = try RunDatabase(path: path, access: .writing)
            try Night.record(2, [Night.good("a.test", night: 2), Night.good("b.test", night: 2)], in: database)
            #expect(try database.runs(most: 9).map(\.number) == [2, 1])
            #expect(try database.problems() == [])
            #expect(
                database.upgradeRemark
                    == "The database was brought from schema 1 to \(Schema.version); \(path).form1.bak is a copy of it as it was."
            )
            database.close()
            #expect(try RunDatabase(path: path, access: .writing).upgradeRemark == nil)
            let copy = try RunDatabase(path: path + ".form1.bak", access: .reading)
            #expect(try copy.runs(most: 9).map(\.number) == [1])
        }
    }

    @Test(arguments: [RunDatabase.Access.writing, .reading])
    func anotherProgramsDatabaseIsLeftAlone(_ access: RunDatabase.Access) throws {
        try Self.withFile { path in
            let other = path + ".other"
            try Self.change(other, "CREATE TABLE mine (x)")
            let before = try Self.bytes(other)
            #expect(throws: HistoryError.foreign(path: other, what: "the database of another program")) {
                _ = try RunDatabase(path: other, access: access)
            }
            #expect(try Self.bytes(other) == before)
            #expect(!FileManager.default.fileExists(atPath: other + "-wal"))

            let text = path + ".txt"
            try Data(repeating: 0x61, count: 5000).write(to: URL(filePath: text))
            #expect(throws: HistoryError.foreign(path: text, what: "no SQLite database")) {
                _ = try RunDatabase(path: text, access: access)
            }
            #expect(try Self.bytes(text) == Data(repeating: 0x61, count: 5000))
        }
    }

    @Test func oneThatIsHeldIsWaitedForAndThenLeft() throws {
        try Self.withFile { path in
            let other = try DatabaseQueue(path: path)
            let database = try RunDatabase(path: path, access: .writing, patience: .milliseconds(50))
            try other.inTransaction(.immediate) { _ in
                #expect(throws: HistoryError.locked(path: path)) {
                    _ = try RunRecorder(Night.facts(2), targets: Night.targets, in: database)
                }
                // Looking back waits for nobody.
                #expect(throws: Never.self) { try database.runs(most: 9) }
                return .rollback
            }
            _ = try Night.record(2, [Night.good("a.test", night: 2)], in: database)
            #expect(try database.runs(most: 9).count == 2)
            database.close()
        }
    }

    /// Whoever stops the run does not wait for the other writer.
    @Test func aStoppedRunWaitsForNobody() throws {
        try Self.withFile { path in
            let other = try DatabaseQueue(path: path)
            let stop = StopSignal()
            let database = try RunDatabase(path: path, access: .writing, patience: .seconds(3_600), until: stop)
            try other.inTransaction(.immediate) { _ in
                stop.raise()
                #expect(throws: HistoryError.locked(path: path)) {
                    _ = try RunRecorder(Night.facts(2), targets: Night.targets, in: database)
                }
                #expect(database.heldAttempts == 1)
                return .rollback
            }
            database.close()
        }
    }

    @Test func nobodyElseReadsANewDatabase() throws {
        try withDatabase { database in
            try Night.record(1, [Night.good("a.test")], in: database)
            for suffix in ["", "-wal", "-shm"] {
                let rights = try FileManager.default.attributesOfItem(atPath: database.path + suffix)[.posixPermissions]
                #expect(rights as? Int == 0o600, "\(suffix)")
            }
        }
    }

    @Test func aDamagedOneIsLeftAsItIs() throws {
        try Self.withFile { path in
            var bytes = try Self.bytes(path)
            // All but the first page.
            for index in 4096..<bytes.count { bytes[index] = 0x5A }
            try bytes.write(to: URL(filePath: path))
            do {
                let database = try RunDatabase(path: path, access: .reading)
                _ = try database.runs(most: 9)
                _ = try database.timelines(host: "a.test", port: nil, most: 9)
                Issue.record("nothing was noticed")
            } catch {
                guard case .corrupt = error as? HistoryError else {
                    Issue.record(error)
                    return
                }
                #expect("\(error)".contains(".recover"))
            }
            #expect(try Self.bytes(path) == bytes)
        }
    }

    @Test func oneThatIsNotThereIsNotMadeByLookingBack() throws {
        let path = FileManager.default.temporaryDirectory.path + "/history-\(UUID().uuidString)/runs.sqlite"
        #expect(throws: HistoryError.missing(path: path)) { _ = try RunDatabase(path: path, access: .reading) }
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func oneThatCannotBeMadeIsDenied() throws {
        let path = "/dev/null/runs.sqlite"
        #expect(throws: HistoryError.self) { _ = try RunDatabase(path: path, access: .writing) }
    }

    @Test(arguments: ["1", "latest", "0000000", "2026-09-22"])
    func findsARunByWhatPeopleCallIt(_ name: String) throws {
        try Self.withFile { path in
            let database = try RunDatabase(path: path, access: .reading)
            #expect(try database.run(named: name).number == 1)
        }
    }

    @Test(arguments: ["2", "xyz", "2026-09-23", "", "-1", "99999999999999999999", "00000001x", "' OR 1=1"])
    func saysHowRunsAreNamed(_ name: String) throws {
        try Self.withFile { path in
            let database = try RunDatabase(path: path, access: .reading)
            do {
                _ = try database.run(named: name)
                Issue.record("found a run")
            } catch {
                #expect("\(error)".contains("aasa-audit history"))
            }
        }
    }
}
