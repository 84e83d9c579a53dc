import Dispatch
import Findings
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import History

/// The lock of a database for writing.
@Suite(.inTurn(minutes: 3)) struct RunLockTests {
    /// The current and the maximum number of holders of the lock.
    final class Counts: Sendable {
        private let state = Mutex((holders: 0, most: 0, taken: 0))

        var most: Int { state.withLock { $0.most } }
        var taken: Int { state.withLock { $0.taken } }

        func enter() {
            state.withLock {
                $0.holders += 1
                $0.taken += 1
                $0.most = max($0.most, $0.holders)
            }
        }

        func leave() { state.withLock { $0.holders -= 1 } }
    }

    static func take(_ database: String) -> RunLock? { try? RunLock.take(database: database, at: Night.start(1)) }

    /// Four threads that acquire and release the lock repeatedly never hold it at the same time.
    @Test func hasOneHolderAtATime() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "lock-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let database = folder.appending(path: "runs.sqlite").path
        let counts = Counts()
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for _ in 0..<5000 {
                guard let lock = Self.take(database) else { continue }
                counts.enter()
                // The others have enough time to try.
                for _ in 0..<10 { sched_yield() }
                counts.leave()
                lock.release()
            }
        }
        #expect(counts.most == 1)
        #expect(counts.taken > 1)
    }

    /// Two paths of one database have one lock, and the second process reports its holder.
    @Test func allowsOneWriter() throws {
        try RunDatabaseTests.withFile { path in
            let database = try RunDatabase(path: path, access: .writing)
            let link = path + "-link"
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
            for path in [path, link] {
                do {
                    _ = try RunDatabase(path: path, access: .writing)
                    Issue.record("\(path) was opened twice")
                } catch {
                    guard case .busy(_, let holder) = error as? HistoryError else { throw error }
                    #expect(holder.contains("by process \(getpid())"), "\(holder)")
                }
            }
            try RunDatabase(path: link, access: .reading).close()
            database.close()
            try RunDatabase(path: link, access: .writing).close()
        }
    }
}
