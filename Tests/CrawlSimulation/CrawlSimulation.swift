import CrawlSchedule

/// A random crawl in virtual time, in which a scheduler controls domains that resolve names, connect, communicate,
/// pause, share connections and are cancelled.
///
/// The simulation has its own simple model of the state, and compares the scheduler with it after each event.
struct CrawlSimulation {
    /// The activity of a domain, according to the simulation.
    enum Doing: Equatable {
        case resolving(since: Int)
        case waiting(peer: Int, CrawlScheduler.ConnectionKind, arrival: Int)
        case connecting(since: Int)
        case connected(arrival: Int)
        case communicating(since: Int)
        case requesting
        case pausing
        /// The domain's task was cancelled while it waited, and will end soon.
        case cancelled(atFirst: Bool)
        case delivering
    }

    struct Domain {
        var doing: Doing
        /// Whether the domain has requested its first connection.
        var hasBegun = false
        /// The peers of the domain's connections and connection attempts.
        var sockets: [Int] = []
        /// Whether the domain's connection can be reused by other domains.
        var isShared = false
        /// The peers that did not respond to the domain.
        var unanswered: Set<Int> = []
        var stepsLeft: Int
        /// A number that increases with each change, so that planned steps of an earlier stage are ignored.
        var stage = 0

        /// Returns whether the domain waits for a connection to a peer; `asFirst` is `nil` for any connection.
        func isWaiting(at peer: Int, asFirst: Bool? = nil) -> Bool {
            guard case .waiting(peer, let wish, _) = doing else { return false }
            return asFirst.map { $0 == (wish == .first) } ?? true
        }

        /// Whether the domain waits for its first connection, or was cancelled while it waited.
        var isWaitingAtFirst: Bool {
            if case .waiting(_, .first, _) = doing { true } else { doing == .cancelled(atFirst: true) }
        }
    }

    private struct Planned {
        let time: Int
        let id: Int
        let stage: Int
    }

    /// The first error; `nil` if there is none.
    private(set) var problem: String?
    /// The number of events.
    private(set) var events = 0

    var random: SplitMix
    var scheduler: CrawlScheduler
    let limits: CrawlSettings
    let peerCount: Int
    var domains: [Int: Domain] = [:]
    /// The peers of open connections that no domain uses, the oldest first.
    var idle: [Int] = []
    /// The peer whose connections domains can share.
    let sharedPeer: Int
    /// For each peer, the time until which it does not respond, in milliseconds.
    let silentUntil: [Int]
    /// For each peer, the number of consecutive domains to which it did not respond.
    var silence: [Int]
    var arrivals = 0
    var readPlanned: Int?
    var inputEnded = false
    /// The maximum number of open sockets, which decreases when the system refuses one.
    var socketLimit: Int
    var lastPaced: Int?
    var governing: Governing

    private let count: Int
    private(set) var time = 0
    private var planned: [Planned] = []
    private var ended: Set<Int> = []
    private var nextID = 0
    /// The time at which the scheduler must be called next, according to its deadline after the last event.
    private var clockDue: Int?

    private static let start = ContinuousClock.now
    static let patience = 100
    static let proxy = 3

    static func peer(_ number: Int) -> CrawlPeer { CrawlPeer(0, UInt64(number), isProxy: number == proxy) }

    init(seed: UInt64) {
        var random = SplitMix(state: seed)
        count = 1 + random.below(12)
        peerCount = 1 + random.below(4)
        sharedPeer = random.below(peerCount)
        silentUntil = (0..<peerCount).map { _ in
            switch random.below(4) {
            case 0: Int.max
            case 1: random.below(2_000)
            default: 0
            }
        }
        silence = Array(repeating: 0, count: peerCount)
        let concurrency = 1 + random.below(4)
        var limits = CrawlSettings(
            maxConcurrency: concurrency, maxOpen: concurrency + 1 + random.below(4), maxWaiting: 1 + random.below(8),
            maxSockets: concurrency + random.below(4), hostConcurrency: 1 + random.below(3),
            proxyConcurrency: 1 + random.below(3),
            requestInterval: random.below(4) == 0 ? .milliseconds(1 + random.below(40)) : nil,
            timeout: .milliseconds(Governing.timeout))
        limits.patience = .milliseconds(Self.patience)
        limits.minConcurrency = 1 + random.below(concurrency)
        self.limits = limits
        socketLimit = limits.maxSockets
        governing = Governing(limits, slowness: random.below(3))
        scheduler = CrawlScheduler(limits)
        self.random = random
    }

    /// Runs the crawl to its end, or to the first error.
    mutating func run() {
        handle(.clock)
        while problem == nil {
            // The next event is a step of a domain, the input, or the clock.
            let step = planned.indices.min { planned[$0].time < planned[$1].time }
            let times = [step.map { planned[$0].time }, readPlanned, clockDue].compactMap { $0 }
            guard let next = times.min() else { break }
            time = max(time, next)
            if let readPlanned, readPlanned <= time {
                read()
            } else if let step, planned[step].time <= time {
                let plan = planned.remove(at: step)
                if domains[plan.id]?.stage == plan.stage { act(plan.id) }
            } else {
                handle(.clock)
            }
            events += 1
            if events > 5_000 { fail("the crawl does not end") }
        }
        if problem == nil, ended.count != count || scheduler.communicatingCount != 0 {
            fail("\(ended.count) of \(count) ended, and nothing more happens: \(domains)")
        }
    }

    var now: ContinuousClock.Instant { Self.start + .milliseconds(time) }

    mutating func fail(_ text: String) { if problem == nil { problem = "at \(time) ms: \(text)" } }

    private mutating func read() {
        readPlanned = nil
        guard nextID < count else {
            inputEnded = true
            return handle(.inputEnded)
        }
        let id = nextID
        nextID += 1
        domains[id] = Domain(doing: .resolving(since: time), stepsLeft: 1 + random.below(5))
        plan(id, after: delay())
        handle(.admitted(id))
    }

    mutating func plan(_ id: Int, after delay: Int) {
        guard let stage = domains[id]?.stage else { return }
        planned.append(Planned(time: time + delay, id: id, stage: stage))
    }

    mutating func set(_ id: Int, _ doing: Doing) {
        domains[id]?.doing = doing
        domains[id]?.stage += 1
    }

    mutating func end(_ id: Int) {
        domains[id] = nil
        if !ended.insert(id).inserted { fail("\(id) ended twice") }
    }

    // MARK: The scheduler

    mutating func handle(_ event: CrawlScheduler.Event) {
        let grants = scheduler.handle(event, at: now)
        if case .finished(_, let took) = event, let wrong = governing.note(took, limit: scheduler.concurrencyLimit) {
            fail(wrong)
        }
        if scheduler.concurrencyLimit != governing.limit { fail("the limit changed without a response") }
        take(grants)
    }

    mutating func take(_ grants: [CrawlScheduler.Grant]) {
        clockDue = scheduler.nextDeadline(after: now).map { Int((($0 - Self.start) / .milliseconds(1)).rounded(.up)) }
        for grant in grants { take(grant) }
        check()
    }
}

/// A small random number generator (SplitMix64), whose seed makes a simulation reproducible.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var value = state
        value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
        return value ^ (value >> 31)
    }

    mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
}
