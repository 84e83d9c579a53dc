import CrawlSchedule

/// A random crawl in virtual time: domains that resolve, connect, talk, pause, share connections and are cut off, driven through a
/// scheduler.
///
/// It keeps books of its own, written as plainly as possible, and holds the scheduler to them after each event.
struct CrawlSimulation {
    /// The activity of a domain, according to the simulation's books.
    enum Doing: Equatable {
        case resolving(since: Int)
        case waiting(peer: Int, CrawlScheduler.ConnectionKind, arrival: Int)
        case connecting(since: Int)
        case connected(arrival: Int)
        case talking(since: Int)
        case requesting
        case pausing
        /// Its task was cancelled while it waited; it is going to leave.
        case cancelled(atFirst: Bool)
        case delivering
    }

    struct Domain {
        var doing: Doing
        /// Whether it has asked for its first connection.
        var hasBegun = false
        /// The peers of its connections and attempts.
        var sockets: [Int] = []
        /// Whether its connection is one that domains share.
        var isShared = false
        /// The peers that did not answer it.
        var unanswered: Set<Int> = []
        var stepsLeft: Int
        /// Tells planned steps apart from those of an earlier stage.
        var stage = 0

        /// Whether it waits at a peer; `asFirst` for its first connection.
        func isWaiting(at peer: Int, asFirst: Bool? = nil) -> Bool {
            guard case .waiting(peer, let wish, _) = doing else { return false }
            return asFirst.map { $0 == (wish == .first) } ?? true
        }

        /// Whether it waits, or has waited, for its first connection, and does not get it any more.
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
    /// The peers of connections that were left open and that nobody uses, the oldest first.
    var idle: [Int] = []
    /// The peer whose connections domains share.
    let sharedPeer: Int
    /// Until when each peer answers nobody.
    let silentUntil: [Int]
    /// The number of consecutive domains that each peer did not answer.
    var silence: [Int]
    var arrivals = 0
    var readPlanned: Int?
    var inputEnded = false
    /// The number of sockets that may be open; fewer after the system has refused one.
    var socketLimit: Int
    var lastPaced: Int?
    var governing: Governing

    private let count: Int
    private(set) var time = 0
    private var planned: [Planned] = []
    private var ended: Set<Int> = []
    private var nextID = 0
    /// When the scheduler, after the last event, wants to hear of the time.
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
        let talking = 1 + random.below(4)
        var limits = CrawlSettings(
            maxConcurrency: talking, maxOpen: talking + 1 + random.below(4), maxWaiting: 1 + random.below(8),
            maxSockets: talking + random.below(4), hostConcurrency: 1 + random.below(3),
            proxyConcurrency: 1 + random.below(3),
            requestInterval: random.below(4) == 0 ? .milliseconds(1 + random.below(40)) : nil,
            timeout: .milliseconds(Governing.timeout))
        limits.patience = .milliseconds(Self.patience)
        limits.floor = 1 + random.below(talking)
        self.limits = limits
        socketLimit = limits.maxSockets
        governing = Governing(limits, slowness: random.below(3))
        scheduler = CrawlScheduler(limits)
        self.random = random
    }

    /// Runs to the end, or until something is wrong.
    mutating func run() {
        handle(.clock)
        while problem == nil {
            // The next thing that happens: a step of a domain, the input, or the clock.
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
            if events > 5_000 { fail("it does not come to an end") }
        }
        if problem == nil, ended.count != count || !scheduler.isDone || scheduler.talking != 0 {
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
        if case .finished(_, let took) = event, let wrong = governing.note(took, limit: scheduler.talkLimit) {
            fail(wrong)
        }
        if scheduler.talkLimit != governing.limit { fail("the limit of those who talk changed by itself") }
        take(grants)
    }

    mutating func take(_ grants: [CrawlScheduler.Grant]) {
        clockDue = scheduler.nextDeadline(after: now).map { Int((($0 - Self.start) / .milliseconds(1)).rounded(.up)) }
        for grant in grants { take(grant) }
        check()
    }
}

/// A small random number generator (SplitMix64), so that a seed says everything.
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
