import CrawlSchedule
import DequeModule
import Dispatch
import Synchronization
import Transport

/// Carries what happens in a crawl to its scheduler, and wakes those whom the scheduler grants something.
///
/// Nothing here decides anything; see ``CrawlScheduler``.
final class CrawlCoordinator: Sendable {
    typealias ID = CrawlScheduler.ID
    private typealias Waiter = CheckedContinuation<CrawlScheduler.Grant, any Error>

    private struct State {
        var scheduler: CrawlScheduler
        /// Domains that want something.
        var waits: [ID: Wait] = [:]
        /// The peers to which connections were left open, as the scheduler knows them.
        var idlePeers: [CrawlPeer: ConnectionPeer] = [:]
        /// Whether the next domain may be read, and who waits for that.
        var mayRead = false
        var reader: CheckedContinuation<Bool, Never>?
        /// Reports that nobody has taken yet, and who waits for one.
        var finished: Deque<(index: ID, report: DomainReport)> = []
        var consumer: CheckedContinuation<Void, Never>?
        /// Somebody wants to look, also where no report has come.
        var isTickDue = false
        /// Nothing more is read, and nobody goes on.
        var isCutOff = false
        /// The reader has ended, and with it all domains.
        var isFed = false
        /// When the timer rings.
        var ringsAt: ContinuousClock.Instant?

        /// Takes the grant of a domain that has asked for it, where it has come.
        mutating func takeGrant(of id: ID) -> CrawlScheduler.Grant? {
            guard case .granted(let grant) = waits[id] else { return nil }
            waits[id] = nil
            return grant
        }

        /// Hands a grant to the domain; gives back the continuation that is to be resumed with it.
        mutating func give(_ grant: CrawlScheduler.Grant, to id: ID) -> Waiter? {
            switch waits[id] {
            case nil, .granted?: return nil
            case .asked?:
                waits[id] = .granted(grant)
                return nil
            case .awaited(let continuation)?:
                waits[id] = nil
                return continuation
            }
        }
    }

    /// A domain's wait for a grant.
    private enum Wait {
        /// The domain will come back for it.
        case asked
        case awaited(Waiter)
        /// It has come before the domain.
        case granted(CrawlScheduler.Grant)
    }

    /// The continuations to resume after the lock is released.
    private struct Wakeups {
        var domains: [(Waiter, CrawlScheduler.Grant)] = []
        var reader: CheckedContinuation<Bool, Never>?
        var consumer: CheckedContinuation<Void, Never>?

        func resume() {
            for (domain, grant) in domains { domain.resume(returning: grant) }
            reader?.resume(returning: true)
            consumer?.resume()
        }
    }

    private let state: Mutex<State>
    /// Unsafe only in name: dispatch sources are objects for several threads, as libdispatch documents.
    private nonisolated(unsafe) let timer: any DispatchSourceTimer

    init(_ limits: CrawlLimits) {
        state = Mutex(State(scheduler: CrawlScheduler(limits)))
        timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "crawl"))
        timer.setEventHandler { [weak self] in self?.ring() }
        timer.activate()
    }

    deinit { timer.cancel() }

    /// The number of domains that talk now.
    var talking: Int { state.withLock { $0.scheduler.talking } }
    /// The lowest number of talking domains that the machine's load made necessary.
    var lowestConcurrency: Int { state.withLock { $0.scheduler.lowestTalkLimit } }

    // MARK: Domains

    /// Says what a domain does now.
    func note(_ event: CrawlScheduler.Event) {
        let wakeups = state.withLock { Self.handle(event, &$0, timer) }
        wakeups.resume()
    }

    /// Says what a domain wants; gives back the grant, or `nil` where it has to be waited for.
    func ask(_ id: ID, for event: CrawlScheduler.Event) -> CrawlScheduler.Grant? {
        let (grant, wakeups) = state.withLock { state in
            state.waits[id] = .asked
            let wakeups = Self.handle(event, &state, timer)
            return (state.takeGrant(of: id), wakeups)
        }
        wakeups.resume()
        return grant
    }

    /// Waits for what a domain has asked for; throws when the task is cancelled.
    func grant(to id: ID) async throws -> CrawlScheduler.Grant {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let grant = state.withLock { state in
                    let grant = state.takeGrant(of: id)
                    if grant == nil { state.waits[id] = .awaited(continuation) }
                    return grant
                }
                if let grant { continuation.resume(returning: grant) }
                // The handler may have run before there was anything to take out.
                if Task.isCancelled { cancelWait(id) }
            }
        } onCancel: {
            cancelWait(id)
        }
    }

    private func cancelWait(_ id: ID) {
        let (domain, wakeups) = state.withLock { state -> (Waiter?, Wakeups) in
            let domain: Waiter?
            switch state.waits[id] {
            case nil, .granted?: return (nil, Wakeups())
            case .asked?: domain = nil
            case .awaited(let waiter)?: domain = waiter
            }
            state.waits[id] = nil
            return (domain, Self.handle(.gaveUp(id), &state, timer))
        }
        domain?.resume(throwing: CancellationError())
        wakeups.resume()
    }

    func tryClaim(_ peer: ConnectionPeer, for id: ID) -> Bool {
        state.withLock { $0.scheduler.tryClaim(CrawlPeer(peer), for: id) }
    }

    func release(_ peer: ConnectionPeer, of id: ID) {
        change { $0.release(CrawlPeer(peer), of: id, at: $1) }
    }

    /// Says that a domain has left its connection to a peer open for others.
    func leaveOpen(_ peer: ConnectionPeer, by id: ID) {
        let wakeups = state.withLock { state in
            state.idlePeers[CrawlPeer(peer)] = peer
            return Self.handle(.leftOpen(id, CrawlPeer(peer)), &state, timer)
        }
        wakeups.resume()
    }

    /// The peer of an idle connection that is taken over.
    func idlePeer(_ peer: CrawlPeer) -> ConnectionPeer? { state.withLock { $0.idlePeers[peer] } }

    func lacksDescriptor() { state.withLock { $0.scheduler.lowerSocketLimit() } }
    /// The number of sockets that may be open after this process was refused one; `nil` where it was never refused one.
    var loweredSocketLimit: Int? { state.withLock { $0.scheduler.loweredSocketLimit } }

    func answered(_ peer: ConnectionPeer) { state.withLock { $0.scheduler.answered(CrawlPeer(peer)) } }
    func stayedSilent(_ peer: ConnectionPeer, for id: ID) {
        change { $0.stayedSilent(CrawlPeer(peer), for: id, at: $1) }
    }
    func otherDomainsUnanswered(at peer: ConnectionPeer, by id: ID) -> Int? {
        state.withLock { $0.scheduler.otherDomainsUnanswered(at: CrawlPeer(peer), by: id) }
    }

    // MARK: Reading

    /// Waits until one more domain may be read; false when nothing more is to be read.
    func mayRead() async -> Bool {
        await withCheckedContinuation { continuation in
            let answer: Bool? = state.withLock { state in
                if state.isCutOff { return false }
                if state.mayRead {
                    state.mayRead = false
                    return true
                }
                state.reader = continuation
                return nil
            }
            if let answer { continuation.resume(returning: answer) }
        }
    }

    /// The first grant: reading begins.
    func begin() { note(.clock) }

    /// All that was read has ended.
    func fed() {
        let consumer = state.withLock { state in
            state.isFed = true
            defer { state.consumer = nil }
            return state.consumer
        }
        consumer?.resume()
    }

    /// Ends everything: nothing more is read.
    ///
    /// Those who wait are woken by the cancellation of their tasks.
    func cutOff() {
        let reader = state.withLock { state in
            state.isCutOff = true
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume(returning: false)
    }

    // MARK: Reports

    /// Hands a report to whoever takes them.
    func finish(_ id: ID, _ report: DomainReport) {
        let wakeups = state.withLock { state in
            state.finished.append((id, report))
            var wakeups = Self.handle(.finished(id, answeredAfter: report.firstAnswerTime), &state, timer)
            (wakeups.consumer, state.consumer) = (state.consumer, nil)
            return wakeups
        }
        wakeups.resume()
    }

    /// The next event for the consumer of the reports.
    enum News {
        case report(index: ID, DomainReport)
        /// No report has come, and somebody wants to look.
        case tick
    }

    /// The next report, or a tick where there is none; `nil` when all were taken and nothing more will come.
    func nextNews() async -> News? {
        while true {
            let (news, isOver) = state.withLock { state -> (News?, Bool) in
                defer { state.isTickDue = false }
                if let (index, report) = state.finished.popFirst() { return (.report(index: index, report), false) }
                return (state.isTickDue && !state.isFed ? .tick : nil, state.isFed)
            }
            if let news { return news }
            if isOver { return nil }
            await withCheckedContinuation { continuation in
                let isNews = state.withLock { state in
                    guard state.finished.isEmpty, !state.isFed, !state.isTickDue else { return true }
                    state.consumer = continuation
                    return false
                }
                if isNews { continuation.resume() }
            }
        }
    }

    // MARK: Time

    /// Wakes whoever takes the reports again and again, until it is cancelled.
    func ticker(every interval: Duration) -> any DispatchSourceTimer {
        let ticker = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "ticks"))
        let nanoseconds = Int(interval / .nanoseconds(1))
        ticker.schedule(
            deadline: .now() + .nanoseconds(nanoseconds), repeating: .nanoseconds(nanoseconds),
            leeway: .milliseconds(50))
        ticker.setEventHandler { [weak self] in self?.tick() }
        ticker.activate()
        return ticker
    }

    private func tick() {
        let consumer = state.withLock { state in
            state.isTickDue = true
            defer { state.consumer = nil }
            return state.consumer
        }
        consumer?.resume()
    }

    private func ring() {
        let wakeups = state.withLock { state in
            state.ringsAt = nil
            return Self.handle(.clock, &state, timer)
        }
        wakeups.resume()
    }

    /// Changes what is scheduled, and wakes those who may go on.
    private func change(
        _ change: (inout CrawlScheduler, ContinuousClock.Instant) -> [CrawlScheduler.Grant]
    ) {
        let wakeups = state.withLock { state in
            let now = ContinuousClock.now
            return Self.wakeups(change(&state.scheduler, now), &state, timer, now)
        }
        wakeups.resume()
    }

    private static func handle(
        _ event: CrawlScheduler.Event, _ state: inout State, _ timer: any DispatchSourceTimer
    ) -> Wakeups {
        let now = ContinuousClock.now
        // Whoever was given up meanwhile does not come back.
        if case .left(let id) = event { state.waits[id] = nil }
        if case .finished(let id, _) = event { state.waits[id] = nil }
        return wakeups(state.scheduler.handle(event, at: now), &state, timer, now)
    }

    private static func wakeups(
        _ grants: [CrawlScheduler.Grant], _ state: inout State, _ timer: any DispatchSourceTimer,
        _ now: ContinuousClock.Instant
    ) -> Wakeups {
        var wakeups = Wakeups()
        for grant in grants {
            switch grant {
            case .read:
                guard let reader = state.reader else {
                    state.mayRead = true
                    continue
                }
                (wakeups.reader, state.reader) = (reader, nil)
            case .connect(let id, _), .skip(let id, _), .talk(let id), .request(let id):
                if let continuation = state.give(grant, to: id) { wakeups.domains.append((continuation, grant)) }
            }
        }
        if let due = state.scheduler.nextDeadline(after: now), state.ringsAt.map({ due < $0 }) ?? true {
            state.ringsAt = due
            let wait = max(.zero, due - now)
            timer.schedule(deadline: .now() + .nanoseconds(Int(wait / .nanoseconds(1))), leeway: .milliseconds(1))
        }
        return wakeups
    }
}

extension DomainReport {
    /// The time to the first byte of the first response, without name resolution; `nil` where there was no response.
    fileprivate var firstAnswerTime: Duration? {
        guard let exchange = wellKnown?.exchange, exchange.status != nil else { return nil }
        let timings = exchange.timings
        return .milliseconds((timings.connectMs ?? 0) + (timings.tlsMs ?? 0) + (timings.firstByteMs ?? 0))
    }
}

extension CrawlPeer {
    /// The place of a connection as the scheduler counts it.
    init(_ peer: ConnectionPeer) {
        switch peer {
        // The IPv4 addresses do not meet those of IPv6 that have the same number.
        case .address(let address): self.init(address.high, address.isIPv6 ? address.low : address.low | 1 << 63)
        // There is one proxy in a run, or two.
        case .proxy(let name): self.init(0, UInt64(truncatingIfNeeded: name.hashValue), isProxy: true)
        }
    }
}
