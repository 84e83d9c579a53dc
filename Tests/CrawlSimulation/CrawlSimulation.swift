import CrawlSchedule

/// A random crawl in virtual time: domains that resolve, connect, talk, pause, and are cut off, driven through a scheduler.
///
/// It keeps books of its own, written as plainly as possible, and holds the scheduler to them after each event.
struct CrawlSimulation {
    /// What a domain is doing, by the simulation's books.
    private enum Doing: Equatable {
        case resolving(since: Int)
        case waiting(peer: Int, arrival: Int)
        case connecting(peer: Int, since: Int)
        case connected(arrival: Int)
        case talking
        case requesting
        case pausing
        case delivering
    }

    private struct Domain {
        var doing: Doing
        /// Places at which it counts.
        var claims: [Int] = []
        var stepsLeft: Int
        /// Tells planned steps apart from those of an earlier stage.
        var stage = 0

        func isWaiting(at peer: Int) -> Bool {
            if case .waiting(peer, _) = doing { true } else { false }
        }
    }

    private struct Planned {
        let time: Int
        let id: Int
        let stage: Int
    }

    /// What went wrong; `nil` when nothing did.
    private(set) var problem: String?
    /// How many events there were.
    private(set) var events = 0

    private var random: SplitMix
    private var scheduler: CrawlScheduler
    private let limits: CrawlLimits
    private let count: Int
    private let placeCount: Int
    private var time = 0
    private var planned: [Planned] = []
    private var domains: [Int: Domain] = [:]
    private var ended: Set<Int> = []
    private var nextID = 0
    private var arrivals = 0
    private var readPlanned: Int?
    private var inputEnded = false
    private var highestLimit: Int
    /// How many sockets may be open; fewer after the system has refused one.
    private var socketLimit: Int
    private var lastPaced: Int?
    /// When the scheduler, after the last event, wants to hear of the time.
    private var clockDue: Int?
    private let slowness: Int

    private static let start = ContinuousClock.now
    private static let patience = 100
    private static let proxy = 3

    private static func peer(_ number: Int) -> CrawlPeer {
        CrawlPeer(0, UInt64(number), isProxy: number == proxy)
    }

    init(seed: UInt64) {
        var random = SplitMix(state: seed)
        count = 1 + random.below(8)
        placeCount = 1 + random.below(4)
        slowness = 1 + random.below(4)
        let talking = 1 + random.below(4)
        limits = CrawlLimits(
            talking: talking, open: talking + 1 + random.below(4), sockets: talking + random.below(4),
            perAddress: 1 + random.below(2), perProxy: 1 + random.below(3),
            requestInterval: random.below(4) == 0 ? .milliseconds(1 + random.below(40)) : nil,
            patience: .milliseconds(Self.patience))
        highestLimit = talking
        socketLimit = limits.sockets
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

    private var now: ContinuousClock.Instant { Self.start + .milliseconds(time) }

    private mutating func fail(_ text: String) { if problem == nil { problem = "at \(time) ms: \(text)" } }

    // MARK: What happens

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

    /// How long something takes: often at once, sometimes longer than patience.
    private mutating func delay() -> Int {
        switch random.below(4) {
        case 0: 0
        case 1: random.below(10)
        case 2: random.below(60)
        default: random.below(3 * Self.patience)
        }
    }

    private mutating func plan(_ id: Int, after delay: Int) {
        guard let stage = domains[id]?.stage else { return }
        planned.append(Planned(time: time + delay, id: id, stage: stage))
    }

    private mutating func set(_ id: Int, _ doing: Doing) {
        domains[id]?.doing = doing
        domains[id]?.stage += 1
    }

    private mutating func releaseAll(_ id: Int) {
        domains[id]?.claims = []
    }

    /// What a domain does by itself at the end of something that took time.
    private mutating func act(_ id: Int) {
        guard let domain = domains[id] else { return }
        if random.below(60) == 0 { return leave(id) }
        switch domain.doing {
        case .resolving: random.below(5) == 0 ? finish(id) : want(id)
        case .connecting(let peer, _): endAttempt(id, peer)
        case .talking:
            domains[id]?.stepsLeft -= 1
            switch random.below(5) {
            case _ where domain.stepsLeft <= 0: finish(id)
            case 0, 1:
                set(id, .requesting)
                // It may be cut off while it waits.
                if random.below(30) == 0 { plan(id, after: random.below(50)) }
                handle(.wantsRequest(id))
            case 2:
                releaseAll(id)
                set(id, .pausing)
                plan(id, after: delay())
                handle(.hungUp(id))
            case 3:
                // On to another host, as a redirect leads.
                releaseAll(id)
                set(id, .resolving(since: time))
                handle(.hungUp(id))
                guard domains[id] != nil else { return }
                plan(id, after: delay())
                handle(.resolves(id))
            default: finish(id)
            }
        case .pausing:
            random.below(2) == 0 ? want(id) : resolve(id)
        case .waiting, .connected, .requesting: leave(id)
        case .delivering:
            domains[id] = nil
            end(id)
            handle(.delivered(id))
        }
    }

    private mutating func resolve(_ id: Int) {
        set(id, .resolving(since: time))
        plan(id, after: delay())
        handle(.resolves(id))
    }

    private mutating func want(_ id: Int) {
        let peer = random.below(placeCount)
        arrivals += 1
        set(id, .waiting(peer: peer, arrival: arrivals))
        if random.below(40) == 0 { plan(id, after: random.below(200)) }
        handle(.wantsConnection(id, to: Self.peer(peer)))
    }

    /// A connection attempt ends: with a connection, beside another one, or without.
    private mutating func endAttempt(_ id: Int, _ peer: Int) {
        if random.below(20) == 0 { return lackDescriptor(id) }
        switch random.below(6) {
        case 0, 1:
            // No answer.
            releaseAll(id)
            domains[id]?.stepsLeft -= 1
            set(id, .pausing)
            plan(id, after: delay())
            handle(.hungUp(id))
        case 2:
            // A second address is tried beside the first, if there is room.
            let other = random.below(placeCount)
            let hasRoom =
                room(other) > 0 && socketCount < socketLimit && !domains.values.contains { $0.isWaiting(at: other) }
            guard scheduler.tryClaim(Self.peer(other), for: id) == hasRoom else {
                return fail("a second claim at \(other) was answered wrongly; room: \(hasRoom)")
            }
            domains[id]?.stage += 1
            plan(id, after: delay())
            guard hasRoom else { return }
            domains[id]?.claims.append(other)
            // One of the two is given up.
            let lost = random.below(2) == 0 ? other : peer
            guard let index = domains[id]?.claims.firstIndex(of: lost) else { return }
            domains[id]?.claims.remove(at: index)
            take(scheduler.release(Self.peer(lost), of: id, at: now))
            check()
        default:
            arrivals += 1
            set(id, .connected(arrival: arrivals))
            if random.below(40) == 0 { plan(id, after: random.below(50)) }
            handle(.wantsTalk(id))
        }
    }

    /// The system refuses a socket, and the domain waits once more.
    private mutating func lackDescriptor(_ id: Int) {
        releaseAll(id)
        set(id, .pausing)
        handle(.hungUp(id))
        if scheduler.lowerSocketLimit() != (socketCount > 0) { fail("\(id) was not told who has sockets") }
        socketLimit = max(1, min(socketLimit, socketCount))
        want(id)
    }

    private mutating func finish(_ id: Int) {
        releaseAll(id)
        set(id, .delivering)
        plan(id, after: delay() / 2 * (slowness - 1))
        handle(.finished(id))
    }

    private mutating func leave(_ id: Int) {
        domains[id] = nil
        end(id)
        handle(.left(id))
    }

    private mutating func end(_ id: Int) {
        if !ended.insert(id).inserted { fail("\(id) ended twice") }
    }

    // MARK: What the scheduler says

    private mutating func handle(_ event: CrawlScheduler.Event) {
        if random.below(50) == 0 {
            scheduler.talkLimit = 1 + random.below(limits.talking)
            highestLimit = scheduler.talkLimit
        }
        take(scheduler.handle(event, at: now))
        check()
    }

    private mutating func take(_ grants: [CrawlScheduler.Grant]) {
        clockDue = scheduler.nextDeadline(after: now).map { Int((($0 - Self.start) / .milliseconds(1)).rounded(.up)) }
        for grant in grants {
            switch grant {
            case .read:
                if readPlanned != nil || inputEnded { fail("something is to be read once more") }
                if domains.count >= limits.open { fail("too many domains are under way") }
                readPlanned = time + delay() / 4
            case .connect(let id):
                guard case .waiting(let peer, let arrival) = domains[id]?.doing else {
                    return fail("\(id) does not wait for a peer")
                }
                if room(peer) <= 0 { fail("\(id) connects where there is no room") }
                if socketCount >= socketLimit { fail("\(id) connects though there are no sockets") }
                if talkers + delivering + soon + connectedCount >= highestLimit { fail("\(id) connects too early") }
                for other in domains.values {
                    if case .waiting(peer, let earlier) = other.doing, earlier < arrival {
                        fail("\(id) jumps the queue")
                    }
                }
                pace(id)
                set(id, .connecting(peer: peer, since: time))
                domains[id]?.claims.append(peer)
                plan(id, after: delay())
            case .talk(let id):
                guard case .connected(let arrival) = domains[id]?.doing else { return fail("\(id) has no connection") }
                if talkers + delivering >= highestLimit { fail("\(id) talks though too many do") }
                for other in domains.values {
                    if case .connected(let earlier) = other.doing, earlier < arrival {
                        fail("\(id) talks before another")
                    }
                }
                set(id, .talking)
                plan(id, after: delay())
            case .request(let id):
                guard domains[id]?.doing == .requesting else { return fail("\(id) does not want to send anything") }
                pace(id)
                set(id, .talking)
                plan(id, after: delay())
            }
        }
    }

    private mutating func pace(_ id: Int) {
        guard let interval = limits.requestInterval else { return }
        let milliseconds = Int(interval / .milliseconds(1))
        if let lastPaced, time - lastPaced < milliseconds { fail("\(id) sends too early") }
        lastPaced = time
    }

    // MARK: What must hold

    private var talkers: Int { domains.values.count { $0.doing == .talking || $0.doing == .requesting } }
    private var delivering: Int { domains.values.count { $0.doing == .delivering } }
    private var connectedCount: Int { domains.values.count { if case .connected = $0.doing { true } else { false } } }
    /// Connections that are expected to come about soon.
    private var soon: Int {
        domains.values.count {
            if case .connecting(_, let since) = $0.doing { time - since < Self.patience } else { false }
        }
    }
    private var socketCount: Int { domains.values.reduce(0) { $0 + $1.claims.count } }
    private func limit(_ peer: Int) -> Int {
        peer == Self.proxy ? limits.perProxy : limits.perAddress
    }
    private func room(_ peer: Int) -> Int {
        limit(peer) - domains.values.reduce(0) { $0 + $1.claims.count { $0 == peer } }
    }

    private mutating func check() {
        if socketCount > socketLimit { fail("\(socketCount) sockets") }
        if domains.count > limits.open { fail("\(domains.count) domains under way") }
        for peer in 0..<placeCount where room(peer) < 0 { fail("too many at peer \(peer)") }
        if scheduler.open != domains.count {
            fail("\(scheduler.open) are said to be under way, and \(domains.count) are")
        }
        if scheduler.talking != talkers { fail("\(scheduler.talking) are said to talk, and \(talkers) do") }
        // Nobody waits while what it needs is free.
        if connectedCount > 0, talkers + delivering < highestLimit { fail("a connection waits for nothing") }
        let isPaced =
            limits.requestInterval.map { interval in
                lastPaced.map { time - $0 < Int(interval / .milliseconds(1)) } ?? false
            } ?? false
        guard !isPaced else { return }
        if domains.values.contains(where: { $0.doing == .requesting }) { fail("a request waits for nothing") }
        let hasCapacity = talkers + delivering + soon + connectedCount < highestLimit && socketCount < socketLimit
        var ready = 0
        for peer in 0..<placeCount {
            let waiting = domains.values.count { $0.isWaiting(at: peer) }
            ready += min(waiting, max(0, room(peer)))
        }
        if hasCapacity, ready > 0 { fail("somebody waits for a peer that is free") }
        let resolving = domains.values.count {
            if case .resolving(let since) = $0.doing { time - since < Self.patience } else { false }
        }
        if readPlanned == nil, !inputEnded, domains.count < limits.open, resolving + ready < highestLimit {
            fail("nothing is read though there is room")
        }
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
