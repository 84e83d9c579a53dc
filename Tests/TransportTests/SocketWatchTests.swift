import Platform
import Synchronization
import Testing

import class Foundation.Thread

@testable import Transport

struct SocketWatchTests {
    /// The two ends of a connection, which are closed at the end.
    private final class Pair {
        let near: Int32
        let far: Int32

        init() throws {
            var ends: [Int32] = [-1, -1]
            try #require(socketpair(AF_UNIX, SocketType.stream, 0, &ends) == 0)
            (near, far) = (ends[0], ends[1])
        }

        deinit {
            close(near)
            close(far)
        }

        func sendFromFar() { _ = write(far, "x", 1) }
    }

    @Test func saysWhatCanBeDone() throws {
        let pair = try Pair()
        let watch = try SocketWatch()
        watch.watch(pair.near, for: .transfers, readable: true, writable: false)
        #expect(watch.wait(milliseconds: 0).isEmpty)
        pair.sendFromFar()
        let event = try #require(watch.wait(milliseconds: 1_000).first)
        #expect(event.socket == pair.near && event.readable && !event.writable)
        watch.watch(pair.near, for: .transfers, readable: true, writable: true)
        let both = try #require(watch.wait(milliseconds: 1_000).first)
        #expect(both.readable && both.writable)
    }

    @Test func anEndIsSomethingToRead() throws {
        let pair = try Pair()
        let watch = try SocketWatch()
        watch.watch(pair.near, for: .transfers, readable: true, writable: false)
        shutdown(pair.far, Int32(SHUT_RDWR))
        #expect(watch.wait(milliseconds: 1_000).first?.readable == true)
    }

    @Test func forgetsOneOfMany() throws {
        let pairs = try (0..<5).map { _ in try Pair() }
        let watch = try SocketWatch()
        for pair in pairs { watch.watch(pair.near, for: .transfers, readable: true, writable: false) }
        for pair in pairs { pair.sendFromFar() }
        watch.forget(pairs[0].near)
        watch.watch(pairs[4].near, for: .transfers, readable: false, writable: false)
        watch.forget(pairs[2].near)
        watch.forget(pairs[2].near)
        let ready = Set(watch.wait(milliseconds: 1_000).map(\.socket))
        #expect(ready == [pairs[1].near, pairs[3].near])
        watch.watch(pairs[2].near, for: .transfers, readable: true, writable: false)
        #expect(watch.wait(milliseconds: 1_000).count == 3)
    }
}

struct CommandQueueTests {
    private func numbers(_ commands: [LoopCommand]) -> [UInt64] {
        commands.compactMap { if case .cancel(let id) = $0 { id } else { nil } }
    }

    @Test func handsOutInOrderAndNoMoreThanIsAskedFor() throws {
        let queue = CommandQueue(wakeup: try WakeupPipe())
        for id in 1...5 { #expect(queue.send(.cancel(id: UInt64(id)))) }
        #expect(numbers(queue.take(atMost: 0)).isEmpty)
        #expect(numbers(queue.take(atMost: 2)) == [1, 2])
        #expect(queue.send(.cancel(id: 6)))
        #expect(numbers(queue.take(atMost: 4)) == [3, 4, 5, 6])
        #expect(numbers(queue.take(atMost: 4)).isEmpty)
    }

    /// libcurl begins all new transfers in one call, in which the loop does nothing else.
    @Test(arguments: [(false, [2, 1, 1, 1, 0]), (true, [5, 0])])
    func handsOutOneHandshakeAtATime(isConnectionInUse: Bool, counts: [Int]) async throws {
        let queue = CommandQueue(wakeup: try WakeupPipe())
        let url = try #require(AbsoluteURL("https://a.test/"))
        let address = try #require(IPAddress("127.0.0.1"))
        let route = Route(RoutePlan(url, addressGuard: .any, settings: TransportSettings(userAgent: "test")))
        queue.send(.cancel(id: 9))
        let (sent, signal) = AsyncStream.makeStream(of: Void.self)
        await withTaskGroup(of: Void.self) { group in
            for id in 1...3 {
                group.addTask {
                    _ = await withCheckedContinuation { continuation in
                        let connection = Connection(route: route, address: address, socket: -1, connectTime: .zero)
                        if isConnectionInUse { _ = connection.takeSocket() }
                        queue.send(.start(id: UInt64(id), Request(url: url), connection, continuation))
                        signal.yield()
                    }
                }
            }
            var arrivals = sent.makeAsyncIterator()
            for _ in 1...3 { await arrivals.next() }
            queue.send(.cancel(id: 10))
            for count in counts {
                let commands = queue.take(atMost: 8)
                #expect(commands.count == count)
                for case .start(_, _, _, let continuation) in commands { continuation.resume(returning: nil) }
            }
        }
    }

    @Test func takesNothingInAfterItWasClosed() throws {
        let queue = CommandQueue(wakeup: try WakeupPipe())
        queue.send(.cancel(id: 1))
        #expect(numbers(queue.close()) == [1])
        #expect(!queue.send(.cancel(id: 2)))
        #expect(queue.close().isEmpty)
    }

    @Test func wakesOnceHoweverOftenItWasWoken() throws {
        let wakeup = try WakeupPipe()
        let watch = try SocketWatch()
        watch.watch(wakeup.readEnd, for: .transfers, readable: true, writable: false)
        // More than the capacity of a pipe.
        for _ in 0..<200_000 { wakeup.wake() }
        #expect(watch.wait(milliseconds: 1_000).map(\.socket) == [wakeup.readEnd])
        wakeup.drain()
        #expect(watch.wait(milliseconds: 0).isEmpty)
        wakeup.wake()
        #expect(watch.wait(milliseconds: 1_000).count == 1)
    }

    @Test func wakesALoopThatMaySleepAndNoOther() throws {
        let wakeup = try WakeupPipe()
        let queue = CommandQueue(wakeup: wakeup)
        let watch = try SocketWatch()
        watch.watch(wakeup.readEnd, for: .transfers, readable: true, writable: false)
        queue.send(.stop)
        #expect(watch.wait(milliseconds: 0).isEmpty)
        #expect(!queue.prepareToSleep())
        _ = queue.take(atMost: 8)
        for _ in 1...2 {
            #expect(queue.prepareToSleep())
            queue.send(.stop)
            #expect(watch.wait(milliseconds: 1_000).count == 1)
            wakeup.drain()
            queue.send(.stop)
            #expect(watch.wait(milliseconds: 0).isEmpty)
            _ = queue.take(atMost: 8)
        }
    }

    @Test func runsTasksWhereTheLoopIs() async throws {
        let wakeup = try WakeupPipe()
        let queue = CommandQueue(wakeup: wakeup)
        let watch = try SocketWatch()
        watch.watch(wakeup.readEnd, for: .transfers, readable: true, writable: false)
        #expect(queue.prepareToSleep())
        let ran = Ran()
        let task = Task(executorPreference: queue) { ran.count() }
        #expect(watch.wait(milliseconds: 10_000).count == 1)
        #expect(!queue.prepareToSleep() && ran.number == 0)
        _ = queue.runJobs(until: .now + .seconds(60))
        #expect(queue.prepareToSleep() && ran.number == 1)
        await task.value

        // After their turn, jobs wait for the next one.
        let two = [1, 2].map { _ in Task(executorPreference: queue) { ran.count() } }
        for number in 2...3 {
            _ = queue.runJobs(until: .now)
            #expect(ran.number == number && queue.prepareToSleep() == (number == 3))
        }
        for task in two { await task.value }

        // Jobs that remain or are added after the end of the loop still run.
        let left = Task(executorPreference: queue) { ran.count() }
        _ = queue.close()
        await left.value
        await Task(executorPreference: queue) { ran.count() }.value
        #expect(ran.number == 5)
    }

    @Test func tasksPreferTheThreadOfALoopAndGoOnWhenItHasEnded() async throws {
        let transport = try Transport(TransportSettings(userAgent: "aasa-audit-tests"))
        let executor = transport.executor(for: "example.test", port: 443)
        #expect(await Task(executorPreference: executor) { Self.threadName }.value == "aasa-loop-1")
        transport.shutDown()
        #expect(await Task(executorPreference: executor) { Self.threadName }.value != "aasa-loop-1")
    }

    /// The number of jobs that have run.
    private final class Ran: Sendable {
        private let jobs = Mutex(0)

        var number: Int { jobs.withLock { $0 } }

        func count() { jobs.withLock { $0 += 1 } }
    }

    private static var threadName: String? { Thread.current.name }
}
