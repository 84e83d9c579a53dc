import Findings
import Foundation
import GRDB
import Platform
import Records
import Reports
import TestSupport
import Testing

@testable import History

/// The requirements for a database, and the errors if they are not met.
@Suite(.inTurn(minutes: 3)) struct RunDatabaseTests {
    /// Runs `body` with a database that contains one run.
    static func withFile(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "history-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "runs.sqlite").path
        let database = try RunDatabase(path: path, access: .writing, makesFolder: true)
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
            #expect(throws: HistoryError.otherSchema(path: path)) {
                _ = try RunDatabase(path: path, access: access)
            }
            #expect(try Self.bytes(path) == before)
        }
    }

    /// A schema that was never released is rejected regardless of its number.
    @Test(arguments: [RunDatabase.Access.writing, .reading])
    func oneOfAnUnknownSchemaIsLeftAlone(_ access: RunDatabase.Access) throws {
        try Self.withFile { path in
            try Self.change(path, "INSERT INTO grdb_migrations VALUES ('estates')")
            #expect(throws: HistoryError.otherSchema(path: path)) { _ = try RunDatabase(path: path, access: access) }
        }
    }

    /// A database is the history of one series.
    @Test func refusesAnotherSeries() throws {
        try withDatabase { database in
            try Night.record(1, [Night.good("a.test")], in: database)
            let error = HistoryError.otherSeries(path: database.path, found: Night.series, expected: "other")
            #expect(throws: error) { _ = try RunRecorder(Night.facts(2), of: "other", in: database) }
            #expect(throws: error) {
                _ = try RunRecorder.resume("other", options: [:], at: Night.start(1), in: database)
            }
            #expect(try database.runs(limit: 9).map(\.number) == [1])
        }
    }

    /// A missing folder is created only for the default database, because another path may be a mistake.
    @Test func createsNoFolderForASpecifiedPath() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "history-\(UUID().uuidString)")
        let path = folder.appending(path: "runs.sqlite").path
        #expect(throws: HistoryError.noFolder(path: path, folder: folder.path)) {
            _ = try RunDatabase(path: path, access: .writing)
        }
        #expect(!FileManager.default.fileExists(atPath: folder.path))
    }

    @Test(arguments: [RunDatabase.Access.writing, .reading])
    func anotherProgramsDatabaseIsLeftAlone(_ access: RunDatabase.Access) throws {
        try Self.withFile { path in
            let other = path + ".other"
            try Self.change(other, "CREATE TABLE mine (x)")
            let before = try Self.bytes(other)
            #expect(throws: HistoryError.foreign(path: other, found: "the database of another program")) {
                _ = try RunDatabase(path: other, access: access)
            }
            #expect(try Self.bytes(other) == before)
            #expect(!FileManager.default.fileExists(atPath: other + "-wal"))

            let text = path + ".txt"
            try Data(repeating: 0x61, count: 5000).write(to: URL(filePath: text))
            #expect(throws: HistoryError.foreign(path: text, found: "no SQLite database")) {
                _ = try RunDatabase(path: text, access: access)
            }
            #expect(try Self.bytes(text) == Data(repeating: 0x61, count: 5000))
        }
    }

    @Test func waitsForAnotherWriterUpToALimit() throws {
        try Self.withFile { path in
            let other = try DatabaseQueue(path: path)
            let database = try RunDatabase(path: path, access: .writing, patience: .milliseconds(50))
            try other.inTransaction(.immediate) { _ in
                #expect(throws: HistoryError.locked(path: path)) {
                    _ = try RunRecorder(Night.facts(2), of: Night.series, in: database)
                }
                // Reading does not wait for the writer.
                #expect(throws: Never.self) { try database.runs(limit: 9) }
                return .rollback
            }
            _ = try Night.record(2, [Night.good("a.test", night: 2)], in: database)
            #expect(try database.runs(limit: 9).count == 2)
            database.close()
        }
    }

    /// A run that is stopped does not wait for the other writer.
    @Test func stoppedRunDoesNotWait() throws {
        try Self.withFile { path in
            let other = try DatabaseQueue(path: path)
            let stop = StopSignal()
            let database = try RunDatabase(path: path, access: .writing, until: stop, patience: .seconds(3_600))
            try other.inTransaction(.immediate) { _ in
                stop.raise()
                #expect(throws: HistoryError.locked(path: path)) {
                    _ = try RunRecorder(Night.facts(2), of: Night.series, in: database)
                }
                return .rollback
            }
            database.close()
        }
    }

    @Test func newDatabaseIsReadableOnlyByItsOwner() throws {
        try withDatabase { database in
            try Night.record(1, [Night.good("a.test")], in: database)
            for suffix in ["", "-wal", "-shm"] {
                let rights = try FileManager.default.attributesOfItem(atPath: database.path + suffix)[.posixPermissions]
                #expect(rights as? Int == 0o600, "\(suffix)")
            }
        }
    }

    @Test func doesNotChangeADamagedDatabase() throws {
        try Self.withFile { path in
            var bytes = try Self.bytes(path)
            // All pages except for the first are damaged.
            for index in 4096..<bytes.count { bytes[index] = 0x5A }
            try bytes.write(to: URL(filePath: path))
            do {
                let database = try RunDatabase(path: path, access: .reading)
                _ = try database.runs(limit: 9)
                _ = try database.timelines(host: "a.test", port: nil, limit: 9)
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

    @Test func readingDoesNotCreateADatabase() throws {
        let path = FileManager.default.temporaryDirectory.path + "/history-\(UUID().uuidString)/runs.sqlite"
        #expect(throws: HistoryError.missing(path: path)) { _ = try RunDatabase(path: path, access: .reading) }
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func reportsThatItCannotBeCreated() throws {
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
