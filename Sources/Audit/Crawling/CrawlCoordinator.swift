import CrawlSchedule
import DequeModule
import Dispatch
import Synchronization
import Transport

/// Reports the events of a crawl to its scheduler, and resumes the tasks that receive grants.
///
/// All decisions are made by ``CrawlScheduler``.
final class CrawlCoordinator: Sendable {
    typealias ID = CrawlScheduler.ID
    private typealias GrantContinuation = CheckedContinuation<CrawlScheduler.Grant, any Error>

    private struct State {
        var scheduler: CrawlScheduler
        var waits: [ID: Wait] = [:]
        /// Whether reading the next domain was allowed while no reader was waiting.
        var isReadGranted = false
        var reader: CheckedContinuation<Bool, Never>?
        /// Reports that have not been delivered yet.
        var finished: Deque<(index: ID, report: DomainReport)> = []
        var consumer: CheckedContinuation<Void, Never>?
        /// Whether a tick is due that the consumer has not received yet.
        var isTickPending = false
        /// Whether the crawl was stopped, so that nothing more is read.
        var isStopped = false
        /// Whether reading and all domains have ended.
        var hasEnded = false
        var timerDue: ContinuousClock.Instant?

        mutating func takeGrant(of id: ID) -> CrawlScheduler.Grant? {
            guard case .granted(let grant) = waits[id] else { return nil }
            waits[id] = nil
            return grant
        }

        /// Assigns a grant to a domain; if the domain is already waiting, returns the continuation to resume.
        mutating func give(_ grant: CrawlScheduler.Grant, to id: ID) -> GrantContinuation? {
            switch waits[id] {
            case .requested?: waits[id] = .granted(grant)
            case .waiting(let continuation)?:
                waits[id] = nil
                return continuation
            case nil, .granted?: break
            }
            return nil
        }
    }

    private enum Wait {
        /// The domain has requested the grant, but is not waiting for it yet.
        case requested
        case waiting(GrantContinuation)
        /// The grant arrived before the domain waited for it.
        case granted(CrawlScheduler.Grant)
    }

    /// The continuations to resume after the lock is released.
    private struct Wakeups {
        var domains: [(GrantContinuation, CrawlScheduler.Grant)] = []
        var reader: CheckedContinuation<Bool, Never>?
        var consumer: CheckedContinuation<Void, Never>?

        func resume() {
            for (domain, grant) in domains { domain.resume(returning: grant) }
            reader?.resume(returning: true)
            consumer?.resume()
        }
    }

    private let state: Mutex<State>
    /// Unsafe only in name: dispatch sources are thread-safe, as documented by libdispatch.
    private nonisolated(unsafe) let timer: any DispatchSourceTimer

    init(_ settings: CrawlSettings) {
        state = Mutex(State(scheduler: CrawlScheduler(settings)))
        timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "crawl"))
        timer.setEventHandler { [weak self] in self?.fireTimer() }
        timer.activate()
    }

    deinit { timer.cancel() }

    func withScheduler<Result: Sendable>(_ body: (inout CrawlScheduler) -> Result) -> Result {
        state.withLock { body(&$0.scheduler) }
    }

    // MARK: Domains

    func send(_ event: CrawlScheduler.Event) { state.withLock { handle(event, &$0) }.resume() }

    /// Requests a grant for a domain; returns `nil` if the domain has to wait with ``grant(to:)``.
    func requestGrant(to id: ID, for event: CrawlScheduler.Event) -> CrawlScheduler.Grant? {
        let (grant, wakeups) = state.withLock { state in
            state.waits[id] = .requested
            let wakeups = handle(event, &state)
            return (state.takeGrant(of: id), wakeups)
        }
        wakeups.resume()
        return grant
    }

    /// Waits for the grant that the domain has requested; throws if the task is cancelled.
    func grant(to id: ID) async throws -> CrawlScheduler.Grant {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let grant = state.withLock { state in
                    let grant = state.takeGrant(of: id)
                    if grant == nil { state.waits[id] = .waiting(continuation) }
                    return grant
                }
                if let grant { continuation.resume(returning: grant) }
                // The cancellation handler may have run before the wait was registered.
                if Task.isCancelled { cancelWait(id) }
            }
        } onCancel: {
            cancelWait(id)
        }
    }

    private func cancelWait(_ id: ID) {
        let (domain, wakeups) = state.withLock { state -> (GrantContinuation?, Wakeups) in
            let domain: GrantContinuation?
            switch state.waits[id] {
            case nil, .granted?: return (nil, Wakeups())
            case .requested?: domain = nil
            case .waiting(let continuation)?: domain = continuation
            }
            state.waits[id] = nil
            return (domain, handle(.gaveUp(id), &state))
        }
        domain?.resume(throwing: CancellationError())
        wakeups.resume()
    }

    // MARK: Reading

    /// Waits until another domain may be read; returns `false` if reading has to end.
    func mayRead() async -> Bool {
        await withCheckedContinuation { continuation in
            let answer: Bool? = state.withLock { state in
                if state.isStopped { return false }
                if state.isReadGranted {
                    state.isReadGranted = false
                    return true
                }
                state.reader = continuation
                return nil
            }
            if let answer { continuation.resume(returning: answer) }
        }
    }

    /// Records that reading and all domains have ended.
    func recordEnd() { wakeConsumer { $0.hasEnded = true } }

    /// Ends reading; the tasks of domains are not affected, and end when they are cancelled.
    func stopReading() {
        let reader = state.withLock { state in
            state.isStopped = true
            return state.reader.take()
        }
        reader?.resume(returning: false)
    }

    // MARK: Reports

    func finish(_ id: ID, _ report: DomainReport) {
        state.withLock { state in
            state.finished.append((id, report))
            var wakeups = handle(.finished(id, answeredAfter: report.firstAnswerTime), &state)
            wakeups.consumer = state.consumer.take()
            return wakeups
        }.resume()
    }

    /// The next event for the consumer of the reports.
    enum News {
        case report(index: ID, DomainReport)
        /// The tick interval has passed, and no report is waiting.
        case tick
        /// All reports were delivered, and no more will follow.
        case end
    }

    func nextNews() async -> News {
        while true {
            let news: News? = state.withLock { state in
                defer { state.isTickPending = false }
                if let (index, report) = state.finished.popFirst() { return .report(index: index, report) }
                if state.hasEnded { return .end }
                return state.isTickPending ? .tick : nil
            }
            if let news { return news }
            await withCheckedContinuation { continuation in
                let hasNews = state.withLock { state in
                    guard state.finished.isEmpty, !state.hasEnded, !state.isTickPending else { return true }
                    state.consumer = continuation
                    return false
                }
                if hasNews { continuation.resume() }
            }
        }
    }

    // MARK: Time

    /// Wakes the consumer of the reports repeatedly, until cancelled.
    func ticker(every interval: Duration) -> any DispatchSourceTimer {
        let ticker = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "ticks"))
        let seconds = interval / .seconds(1)
        ticker.schedule(deadline: .now() + seconds, repeating: seconds, leeway: .milliseconds(50))
        ticker.setEventHandler { [weak self] in self?.wakeConsumer { $0.isTickPending = true } }
        ticker.activate()
        return ticker
    }

    private func wakeConsumer(_ change: (inout State) -> Void) {
        let consumer = state.withLock { state in
            change(&state)
            return state.consumer.take()
        }
        consumer?.resume()
    }

    private func fireTimer() {
        state.withLock { state in
            state.timerDue = nil
            return handle(.clock, &state)
        }.resume()
    }

    func updateSchedule(_ change: (inout CrawlScheduler, ContinuousClock.Instant) -> [CrawlScheduler.Grant]) {
        state.withLock { state in
            let now = ContinuousClock.now
            return apply(change(&state.scheduler, now), &state, now)
        }.resume()
    }

    private func handle(_ event: CrawlScheduler.Event, _ state: inout State) -> Wakeups {
        let now = ContinuousClock.now
        // An abandoned or finished domain does not use its grant any more.
        switch event {
        case .abandoned(let id), .finished(let id, _): state.waits[id] = nil
        default: break
        }
        return apply(state.scheduler.handle(event, at: now), &state, now)
    }

    /// Assigns `grants` to the domains, and sets the timer to the scheduler's next deadline.
    private func apply(
        _ grants: [CrawlScheduler.Grant], _ state: inout State, _ now: ContinuousClock.Instant
    ) -> Wakeups {
        var wakeups = Wakeups()
        for grant in grants {
            switch grant {
            case .read:
                guard let reader = state.reader.take() else {
                    state.isReadGranted = true
                    continue
                }
                wakeups.reader = reader
            case .connect(let id, _), .skip(let id, _), .communicate(let id), .request(let id):
                if let continuation = state.give(grant, to: id) { wakeups.domains.append((continuation, grant)) }
            }
        }
        guard let due = state.scheduler.nextDeadline(after: now) else { return wakeups }
        if let timerDue = state.timerDue, timerDue <= due { return wakeups }
        state.timerDue = due
        timer.schedule(deadline: .now() + max(.zero, due - now) / .seconds(1), leeway: .milliseconds(1))
        return wakeups
    }
}

extension DomainReport {
    /// The time to the first byte of the first response, without name resolution; `nil` without a response.
    fileprivate var firstAnswerTime: Duration? {
        guard let exchange = wellKnown?.exchange, exchange.status != nil else { return nil }
        let timings = exchange.timings
        return .milliseconds((timings.connectMs ?? 0) + (timings.tlsMs ?? 0) + (timings.firstByteMs ?? 0))
    }
}

extension CrawlPeer {
    init(_ address: IPAddress) {
        // Distinguishes IPv4 addresses from IPv6 addresses with the same number.
        self.init(address.high, address.isIPv6 ? address.low : address.low | 1 << 63)
    }
}

extension Route {
    func peer(of address: IPAddress) -> CrawlPeer {
        // A run has at most two proxies, so that a hash is sufficient.
        proxyName.map { CrawlPeer(0, UInt64(truncatingIfNeeded: $0.hashValue), isProxy: true) } ?? CrawlPeer(address)
    }
}

extension Connection {
    var peer: CrawlPeer { route.peer(of: address) }
}
