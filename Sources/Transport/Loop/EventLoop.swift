import Platform

/// Performs name lookups, connections and transfers; used only on the loop's thread, except for ``CommandQueue``.
final class EventLoop {
    private let queue: CommandQueue
    private let watch: SocketWatch
    private let resolver: NameResolver
    private let routes: RouteFinder
    private let connector: Connector
    private let transfers: TransferTable
    private var isStopping = false
    /// The end of the last wait, of jobs, or of ``processCommandsAndTimers(_:)``; timers have been waiting since then.
    private var turnStart = LoopMoment.now

    init(
        settings: TransportSettings, store: CertificateStore, hosts: HostsFile, prefersIPv6: Bool, queue: CommandQueue
    ) throws(TransportError) {
        self.queue = queue
        watch = try SocketWatch()
        watch.watch(queue.wakeup.readEnd, for: .wakeup, readable: true, writable: false)
        transfers = try TransferTable(settings: settings, store: store, watch: watch)
        connector = Connector(sockets: ConnectingSockets(in: watch), connectTimeout: settings.connectTimeout)
        resolver = try NameResolver(settings, watch: watch)
        let names = NameLookups(
            settings.addressFamily, hosts: hosts, prefersIPv6: prefersIPv6,
            sendQuery: resolver.query(_:family:completion:))
        routes = RouteFinder(names: names, nameTimeout: settings.nameTimeout)
    }

    private static let maxCommandsPerTurn = 64
    /// The maximum time for handling sockets, or for running the jobs of tasks, before other work is done.
    private static let maxTurnTime: Duration = .milliseconds(20)

    func run() {
        while !isStopping {
            processCommandsAndTimers(queue.take(atMost: Self.maxCommandsPerTurn))
            guard !isStopping else { break }
            if queue.runJobs(until: turnStart.time + Self.maxTurnTime) { recordPause() }
            let events = watch.wait(milliseconds: queue.prepareToSleep() ? maxSleepMilliseconds : 0)
            // Waiting uses little processor time, and updating `turnStart.work` would be another system call.
            turnStart.time = .now
            for event in events { handle(event) }
        }
        for command in queue.close() { handle(command) }
        routes.close()
        connector.close()
        transfers.close()
        resolver.close()
    }

    /// Does all work that does not depend on a socket: `commands`, timers, completed transfers, overdue name lookups.
    private func processCommandsAndTimers(_ commands: [LoopCommand] = []) {
        recordPause()
        for command in commands { handle(command) }
        transfers.processTimeouts()
        connector.processTimeouts()
        resolver.processTimeouts()
        routes.processTimeouts()
        recordPause()
    }

    /// Records the time since ``turnStart``, from which the next pause is measured.
    private func recordPause() {
        let now = LoopMoment.now
        queue.record(now - turnStart)
        turnStart = now
    }

    /// Lets the owner of a socket read from it and write to it.
    ///
    /// A handshake takes a millisecond or two, and hundreds may be ready at once, so timers and completed transfers are
    /// processed in between.
    private func handle(_ event: SocketWatch.Event) {
        // The socket may have been closed since the event, and its descriptor may have been reused.
        guard watch.owner(of: event.socket) == event.owner else { return }
        switch event.owner {
        case .wakeup: queue.wakeup.drain()
        case .resolver: resolver.act(on: event)
        case .connections: connector.act(on: event.socket)
        case .transfers: transfers.act(on: event)
        }
        if .now - turnStart.time > Self.maxTurnTime { processCommandsAndTimers() }
    }

    private func handle(_ command: LoopCommand) {
        switch command {
        case .find(let id, let plan, let timeout, let continuation):
            routes.find(id, plan, timeout: timeout) { continuation.resume(returning: $0) }
        case .connect(let id, let route, let index, let timeout, let claims, let continuation):
            connector.connect(id, route, from: index, timeout: timeout, claims: claims) {
                continuation.resume(returning: $0)
            }
        case .start(let id, let request, let connection, let continuation):
            transfers.start(id, request, connection, continuation)
        case .close(let connection, let continuation):
            transfers.close(connection)
            continuation.resume()
        case .cancel(let id):
            routes.cancel(id)
            connector.cancel(id)
            transfers.cancel(id)
        case .stop: isStopping = true
        }
    }

    /// The time for which the loop may sleep if no socket becomes ready and no command arrives.
    private var maxSleepMilliseconds: Int {
        let now = ContinuousClock.now
        let deadlines = [now + .seconds(60), routes.nextDeadline, connector.nextDeadline, transfers.nextDeadline]
        let due = deadlines.compactMap(\.self).min() ?? now
        let untilDue = due <= now ? 0 : (due - now).wholeMilliseconds
        return min(untilDue, resolver.millisecondsLeft ?? untilDue)
    }
}

/// The longest time that an event loop spent on one task while timers, lookups and completed transfers waited.
///
/// On an overloaded machine, ``time`` is always long; only ``work`` shows how long a single server occupies a loop.
package struct LoopPause: Hashable, Sendable {
    package var time = Duration.zero
    /// The longest processor time; not necessarily of the same pause.
    package var work = Duration.zero

    mutating func formMaximum(_ other: LoopPause) {
        time = max(time, other.time)
        work = max(work, other.work)
    }
}

/// A point in time on the thread of an event loop.
struct LoopMoment {
    var time: ContinuousClock.Instant
    /// The processor time that the thread has used so far.
    let work: Duration

    static var now: LoopMoment {
        var spent = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &spent)
        return LoopMoment(time: .now, work: .seconds(Int64(spent.tv_sec)) + .nanoseconds(Int64(spent.tv_nsec)))
    }

    static func - (end: LoopMoment, begin: LoopMoment) -> LoopPause {
        LoopPause(time: end.time - begin.time, work: end.work - begin.work)
    }
}

/// The time at which the operation `id` must be checked; later deadlines of the same operation may exist.
struct Deadline: Comparable {
    let due: ContinuousClock.Instant
    let id: UInt64

    static func < (first: Self, second: Self) -> Bool { first.due < second.due }
}
