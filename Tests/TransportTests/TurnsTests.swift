import Synchronization
import Testing

@testable import TestSupport

@Suite(.inTurn(minutes: 3)) struct TurnsTests {
    /// Counts the tasks that hold a slot, and their maximum.
    private final class Peak: Sendable {
        private let state = Mutex((now: 0, highest: 0, order: [Int]()))

        var highest: Int { state.withLock { $0.highest } }
        var order: [Int] { state.withLock { $0.order } }

        /// Holds a slot until `crowd` tasks have held one at the same time.
        func visit(_ number: Int, crowd: Int = 1) async {
            state.withLock {
                $0.now += 1
                $0.highest = max($0.highest, $0.now)
                $0.order.append(number)
            }
            repeat { await Task.yield() } while highest < crowd
            state.withLock { $0.now -= 1 }
        }
    }

    @Test(arguments: [1, 3]) func givesNoMoreThanThereAre(count: Int) async {
        let turns = Turns(count)
        let peak = Peak()
        // The tasks are detached, because a test has a slot that its own tasks share.
        await withTaskGroup { group in
            for number in 0..<50 {
                group.addTask {
                    await Task.detached { await turns.take { await peak.visit(number, crowd: count) } }.value
                }
            }
        }
        #expect(peak.highest == count)
        #expect(peak.order.sorted() == Array(0..<50))
    }

    @Test func comesBackAfterAnError() async {
        struct Failure: Error {}
        let turns = Turns(1)
        for _ in 0..<3 {
            await #expect(throws: Failure.self) {
                try await Task.detached { try await turns.take { throw Failure() } }.value
            }
        }
    }

    @Test func nestedCallsShareATurn() async {
        let turns = Turns(1)
        let peak = Peak()
        await Task.detached { await turns.take { await turns.take { await peak.visit(0) } } }.value
        #expect(peak.order == [0])
    }
}
