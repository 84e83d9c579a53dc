import Findings
import Foundation
import GRDB
import Reports
import Runs
import TestSupport
import Testing

@testable import Audit
@testable import History

/// Runs at the same time, and whoever else holds the database.
@Suite(.inTurn(minutes: 3)) struct ConcurrentRunTests {
    /// Whoever holds the database for long (`VACUUM`, a copy) does not end the recording.
    @Test func aDatabaseThatIsHeldIsWaitedForByARunThatHasBegun() throws {
        try withDatabase { database in
            let other = try RunDatabase(
                path: database.path, access: .writing, patience: .milliseconds(1), attempts: .max)
            let recorder = try RunRecorder(Night.facts(1), targets: Night.targets, in: other)
            try database.connections.writeWithoutTransaction { db in
                try db.inTransaction(.immediate) {
                    // More than a batch: the first is on its way to the disk.
                    for place in 0..<300 { _ = recorder.record(Night.good("d\(place).test"), at: place) }
                    while other.heldAttempts < 3 { sched_yield() }
                    #expect(recorder.failure == nil)
                    return .commit
                }
            }
            recorder.end(at: Night.start(1), complete: true)
            #expect(recorder.failure == nil)
            var count = 0
            try DatabaseRun(database.run(named: "1"), in: database).forEachDomain { _ in count += 1 }
            #expect(count == 300)
            other.close()
        }
    }

    /// What waits for the disk is bounded by its size: a report can have megabytes.
    @Test func whatWaitsForTheDiskIsBoundedInBytes() throws {
        try withDatabase { database in
            let recorder = try RunRecorder(Night.facts(1), targets: Night.targets, in: database)
            var most = 0
            for place in 0..<100 {
                let body = [UInt8](repeating: UInt8(ascii: " "), count: 1 << 20)
                _ = recorder.record(Night.good("d\(place).test", file: body), at: place)
                most = max(most, recorder.backlog)
            }
            // A batch that is gathered, and what was on its way when it was begun.
            let limit = 2 * RunRecorder.batchBytes + RunRecorder.mostQueuedBytes + (8 << 20)
            #expect(most > 0 && most < limit, "\(most >> 20) MiB")
            recorder.end(at: Night.start(1), complete: true)
            #expect(recorder.failure == nil)
            #expect(recorder.backlog == 0)
        }
    }

    /// Each fourth round makes a new one; the others find one whose log is empty.
    @Test func runsThatOpenTheDatabaseAtOnceTakeItForTheirOwn() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "history-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        for round in 0..<100 {
            let path = folder.appending(path: "\(round / 4).sqlite").path
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask { try RunDatabase(path: path, access: .writing).close() }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test func twoRunsAtOnceLoseNothing() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "history-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "runs.sqlite").path
        try await withThrowingTaskGroup(of: Void.self) { group in
            for night in 1...2 {
                group.addTask {
                    // Connections of its own, as another process has. They never give up: SQLite grants turns to writers
                    // by chance, and on a busy machine one of them can have to wait for nearly all of the other.
                    let database = try RunDatabase(path: path, access: .writing, patience: .seconds(170))
                    let reports = (0..<1500).map {
                        Night.good("d\($0).test", night: night, findings: [Night.finding(.redirect)])
                    }
                    try Night.record(night, reports, in: database)
                    database.close()
                }
            }
            try await group.waitForAll()
        }
        let database = try RunDatabase(path: path, access: .reading)
        for record in try database.runs(most: 5) {
            let run = try DatabaseRun(record, in: database)
            var names: Set<String> = []
            try run.forEachDomain { names.insert($0.name) }
            #expect(names.count == 1500)
        }
        #expect(try database.problems() == [])
    }
}
