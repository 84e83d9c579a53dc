import Audit
import Foundation
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1))) struct AuditRunTests {
    static let date = Date(timeIntervalSince1970: 1_800_000_000)

    static func report(_ target: Target) -> DomainReport {
        DomainReport(
            input: target.input, domain: target.host, displayDomain: target.host, status: .pass, startedAt: date)
    }

    /// A door that audits wait at; it counts them, and tells when a number of them stands there.
    final class Door: Sendable {
        private struct State {
            var waiting: [CheckedContinuation<Void, Never>] = []
            var most = 0
            var open = false
        }
        private let state = Mutex(State())
        let arrivals: AsyncStream<Void>
        private let arrived: AsyncStream<Void>.Continuation

        init() { (arrivals, arrived) = AsyncStream.makeStream() }

        var most: Int { state.withLock(\.most) }

        func pass() async {
            await withCheckedContinuation { continuation in
                let isOpen = state.withLock { state in
                    if !state.open { state.waiting.append(continuation) }
                    state.most = max(state.most, state.waiting.count)
                    return state.open
                }
                if isOpen { continuation.resume() }
                arrived.yield()
            }
        }

        func open() {
            let waiting = state.withLock { state in
                state.open = true
                defer { state.waiting = [] }
                return state.waiting
            }
            for continuation in waiting { continuation.resume() }
        }
    }

    @Test func neverAuditsMoreThanTheLimitAtOnce() async throws {
        let list = TargetList((0..<20).map { "host\($0).example" })
        let door = Door()
        async let opened: Void = {
            var count = 0
            for await _ in door.arrivals {
                count += 1
                if count == 3 { break }
            }
            door.open()
        }()
        var delivered: Set<Int> = []
        let complete = try await AuditRun(maxConcurrency: 3).run(
            list, now: { Self.date },
            audit: { target in
                await door.pass()
                return Self.report(target)
            },
            deliver: { index, report in
                #expect(report.domain == "host\(index).example")
                delivered.insert(index)
            })
        await opened
        #expect(complete)
        #expect(delivered == Set(0..<20))
        #expect(door.most == 3)
    }

    @Test func givesARowToWhatCannotBeUnderstood() async throws {
        let list = TargetList(["a b", "example.com", "example.com."])
        var reports: [Int: DomainReport] = [:]
        let complete = try await AuditRun(maxConcurrency: 2).run(
            list, now: { Self.date }, audit: { Self.report($0) }, deliver: { reports[$0] = $1 })
        #expect(complete)
        let invalid = try #require(reports[0])
        #expect(invalid.status == .invalid)
        #expect(invalid.domain == nil)
        #expect(invalid.notes.first?.contains("a space") == true)
        #expect(reports[1]?.alsoGivenAs == ["example.com."])
    }

    @Test func cutsOffWhatIsInFlightWhenItIsCancelled() async throws {
        let list = TargetList((0..<10).map { "host\($0).example" })
        let door = Door()
        let run = Task {
            var delivered: [Int] = []
            let complete = try await AuditRun(maxConcurrency: 2).run(
                list, now: { Self.date },
                audit: { target in
                    if target.host != "host0.example" { await door.pass() }
                    return Self.report(target)
                },
                deliver: { index, _ in delivered.append(index) })
            return (complete, delivered)
        }
        var count = 0
        for await _ in door.arrivals {
            count += 1
            if count == 2 { break }
        }
        run.cancel()
        door.open()
        let (complete, delivered) = try await run.value
        #expect(!complete)
        #expect(delivered == [0])
    }

    @Test func endsWhenAReportCannotBeDelivered() async throws {
        struct Full: Error {}
        let list = TargetList((0..<10).map { "host\($0).example" })
        await #expect(throws: Full.self) {
            try await AuditRun(maxConcurrency: 2).run(
                list, now: { Self.date }, audit: { Self.report($0) }, deliver: { _, _ in throw Full() })
        }
    }

    @Test func bringsThingsBackIntoOrder() {
        var order = InputOrder<String>()
        #expect(order.add("c", at: 2).isEmpty)
        #expect(order.add("a", at: 0) == ["a"])
        #expect(order.add("e", at: 4).isEmpty)
        #expect(order.add("b", at: 1) == ["b", "c"])
        #expect(order.add("g", at: 6).isEmpty)
        #expect(order.flush() == ["e", "g"])
    }
}
