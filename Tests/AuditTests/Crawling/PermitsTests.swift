import Synchronization
import TestSupport
import Testing
import Transport

@testable import Audit

/// Counts how many are inside at once.
private final class Peak: Sendable {
    private let state = Mutex((now: 0, most: 0))

    var value: Int { state.withLock { $0.most } }
    func enter() {
        state.withLock {
            $0.now += 1
            $0.most = max($0.most, $0.now)
        }
    }
    func leave() { state.withLock { $0.now -= 1 } }
}

struct PermitsTests {
    @Test(.inTurn(minutes: 3)) func neverGivesMoreThanTheLimit() async throws {
        let permits = Permits(3)
        let most = Peak()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<200 {
                group.addTask {
                    try await permits.acquire()
                    most.enter()
                    await Task.yield()
                    most.leave()
                    permits.release()
                }
            }
            try await group.waitForAll()
        }
        #expect(most.value == 3)
        #expect(permits.isIdle)
    }

    @Test(.inTurn(minutes: 3)) func oneWhoIsCancelledHoldsNothing() async throws {
        let permits = Permits(1)
        try await permits.acquire()
        let waiting = Task { try await permits.acquire() }
        while permits.waiting == 0 { await Task.yield() }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        permits.release()
        #expect(permits.isIdle)
        #expect(permits.tryAcquire())
    }

    @Test(.inTurn(minutes: 3)) func oneWhoWasCancelledBeforeHoldsNothing() async throws {
        let permits = Permits(1)
        try await permits.acquire()
        let cancelled = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await permits.acquire()
        }
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        #expect(permits.waiting == 0)
    }

    @Test(.inTurn(minutes: 3)) func aHigherLimitLetsThoseWhoWaitGoOn() async throws {
        let permits = Permits(1)
        try await permits.acquire()
        let second = Task { try await permits.acquire() }
        while permits.waiting == 0 { await Task.yield() }
        permits.limit = 2
        try await second.value
        #expect(permits.taken == 2)
    }

    @Test(.inTurn(minutes: 3)) func addressesHaveLimitsOfTheirOwnAndAreForgotten() async throws {
        let permits = AddressPermits(limit: 1)
        let one = try #require(IPAddress("192.0.2.1"))
        let two = try #require(IPAddress("192.0.2.2"))
        #expect(permits.tryAcquire(one))
        #expect(!permits.tryAcquire(one))
        #expect(permits.tryAcquire(two))
        let waiting = Task { try await permits.acquire(one) }
        let cancelled = Task { try await permits.acquire(one) }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        permits.release(one)
        try await waiting.value
        permits.release(one)
        permits.release(two)
        #expect(permits.count == 0)
    }

    @Test(.inTurn(minutes: 3)) func thePacerSpreadsRequests() async throws {
        let pacer = RequestPacer(rate: 200)
        let begun = ContinuousClock.now
        for _ in 0..<21 { try await pacer.turn() }
        // Twenty pauses of 5 ms lie between 21 turns; a slow machine only takes longer.
        #expect(begun.duration(to: .now) >= .milliseconds(100))
    }
}
