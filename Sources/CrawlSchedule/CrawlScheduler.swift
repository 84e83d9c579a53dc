import DequeModule
import HeapModule

/// Decides which domain of a crawl may go on, and when: events go in, grants come out.
///
/// It has neither input and output nor a clock of its own. A domain that waits for something holds nothing that another one
/// could wait for: neither while its address is busy, nor during a pause, in which its connection is closed, nor while its report
/// waits for the reader. What is
/// limited is what costs something: domains that talk (from the first byte of a handshake on) keep the processor busy, while
/// one that resolves, connects or pauses costs some memory and at most two sockets and has wider limits.
///
/// A connection that is likely to come about soon has a talk slot kept free for it. After
/// ``CrawlLimits/patience`` the peer is assumed not to answer, and the slot goes to another domain.
package struct CrawlScheduler {
    /// A domain, by its index in the input.
    package typealias ID = Int

    /// What happened.
    package enum Event: Hashable {
        /// A domain was read from the input, and looks up its name.
        case admitted(ID)
        /// The input came to its end.
        case inputEnded
        /// The domain looks up a name once more.
        case resolves(ID)
        /// The domain asks to connect to a peer.
        case wantsConnection(ID, to: CrawlPeer)
        /// A connection is established, and the domain is ready to talk.
        case wantsTalk(ID)
        /// The domain asks to send one more request on its connection.
        case wantsRequest(ID)
        /// The domain has closed its connection, or got none.
        case hungUp(ID)
        /// The domain is done, and its report waits for the reader.
        case finished(ID)
        /// The reader has taken the report.
        case delivered(ID)
        /// The domain was cut off.
        case left(ID)
        /// Time has passed.
        case clock
    }

    /// What may be done now.
    package enum Grant: Hashable {
        /// One more domain may be read from the input.
        case read
        /// The domain may connect to the peer for which it waited.
        case connect(ID)
        /// The domain may talk, and send its first request.
        case talk(ID)
        /// The domain may send one more request.
        case request(ID)
    }

    private enum State {
        case resolving(isSlow: Bool)
        case waiting(for: CrawlPeer)
        case connecting(isSlow: Bool)
        case connected
        case talking
        /// It talks, and waits until the next request may be sent.
        case requesting
        case delivering
        /// Between two of the others, and in pauses.
        case idle
    }

    private struct Domain {
        var state: State
        /// Tells stages of the same kind apart: what was planned for an earlier one does not concern this one.
        var stage: Int
        /// The peers at which it has a connection, or tries to get one.
        var claims: [CrawlPeer] = []
    }

    private struct Queue {
        var claims = 0
        /// Who waits, in order of arrival; those who gave up are passed over when it is their turn.
        var arrivals: Deque<(id: ID, stage: Int)> = []
        /// How many of the queue really wait.
        var waiting = 0
        /// Whether it is in ``CrawlScheduler/ready``.
        var isListed = false
    }

    /// A peer with room for a waiting domain, in order of arrival.
    private struct ReadyPeer: Comparable {
        let stage: Int
        let peer: CrawlPeer

        static func < (first: Self, second: Self) -> Bool { first.stage < second.stage }
        static func == (first: Self, second: Self) -> Bool { first.stage == second.stage }
    }

    /// How many domains may talk at once; a governor lowers and raises it.
    package var talkLimit: Int
    private let limits: CrawlLimits
    /// How many sockets may be open after the system has refused one; `nil` where it has not.
    package private(set) var loweredSocketLimit: Int?

    private var domains: [ID: Domain] = [:]
    private var peers: [CrawlPeer: Queue] = [:]
    private var ready = Heap<ReadyPeer>()
    private var connected: Deque<(id: ID, stage: Int)> = []
    private var requesting: Deque<(id: ID, stage: Int)> = []
    /// Who resolves or connects, in the order in which they become slow.
    private var aging: Deque<(due: ContinuousClock.Instant, id: ID, stage: Int)> = []
    private var nextStage = 0
    /// The earliest time of the next request, where requests are paced.
    private var nextRequest: ContinuousClock.Instant?
    private var isReading = false
    private var inputEnded = false

    private var resolvingSoon = 0
    private var connectingSoon = 0
    private var waitingToTalk = 0
    package private(set) var talking = 0
    private var delivering = 0
    private var sockets = 0
    /// How many of those who wait for a peer have room there.
    private var readyCount = 0

    package init(_ limits: CrawlLimits) {
        self.limits = limits
        talkLimit = limits.talking
    }

    /// How many domains were admitted and are not done.
    package var open: Int { domains.count }
    /// Whether everything is done.
    package var isDone: Bool { inputEnded && domains.isEmpty }

    /// When ``Event/clock`` should come, after `now`, at which everything possible was granted; `nil` for not at all.
    package func nextDeadline(after now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        let aged = aging.first?.due
        guard let nextRequest, nextRequest > now, !requesting.isEmpty || readyCount > 0 else { return aged }
        return aged.map { min($0, nextRequest) } ?? nextRequest
    }

    private var socketLimit: Int { loweredSocketLimit ?? limits.sockets }

    /// Allows no more sockets than are open: the system has refused one.
    ///
    /// - Returns: Whether any is open, so that one will be free.
    package mutating func lowerSocketLimit() -> Bool {
        loweredSocketLimit = max(1, min(socketLimit, sockets))
        return sockets > 0
    }

    /// Updates the schedule for `event` at `now`, and returns what may be done now.
    package mutating func handle(_ event: Event, at now: ContinuousClock.Instant) -> [Grant] {
        switch event {
        case .admitted(let id):
            isReading = false
            domains[id] = Domain(state: .idle, stage: 0)
            enter(.resolving(isSlow: false), id, now)
        case .inputEnded:
            isReading = false
            inputEnded = true
        case .resolves(let id): enter(.resolving(isSlow: false), id, now)
        case .wantsConnection(let id, let peer): enter(.waiting(for: peer), id, now)
        case .wantsTalk(let id): enter(.connected, id, now)
        case .wantsRequest(let id): enter(.requesting, id, now)
        case .hungUp(let id):
            enter(.idle, id, now)
            releaseAll(id)
        case .finished(let id):
            enter(.delivering, id, now)
            releaseAll(id)
        case .delivered(let id), .left(let id):
            enter(.idle, id, now)
            releaseAll(id)
            domains[id] = nil
        case .clock: break
        }
        return grants(now)
    }

    /// Claims one more connection to a peer for a domain that connects and tries a second address at the same time.
    ///
    /// - Returns: Whether there was room; a domain that got none waits for it when the first attempt has failed.
    package mutating func tryClaim(_ peer: CrawlPeer, for id: ID) -> Bool {
        guard domains[id] != nil, sockets < socketLimit, room(at: peer) > 0,
            peers[peer]?.waiting ?? 0 == 0
        else { return false }
        claim(peer, for: id)
        return true
    }

    /// Releases one claim: the attempt to connect to the peer has ended.
    package mutating func release(_ peer: CrawlPeer, of id: ID, at now: ContinuousClock.Instant) -> [Grant] {
        guard let index = domains[id]?.claims.firstIndex(of: peer) else { return [] }
        domains[id]?.claims.remove(at: index)
        unclaim(peer)
        return grants(now)
    }

    // MARK: States

    /// Ends what a domain does, and begins something else.
    private mutating func enter(_ state: State, _ id: ID, _ now: ContinuousClock.Instant) {
        guard var domain = domains[id] else { return }
        count(domain.state, -1)
        nextStage += 1
        domain.state = state
        domain.stage = nextStage
        domains[id] = domain
        count(state, 1)
        switch state {
        case .resolving, .connecting: aging.append((now + limits.patience, id, nextStage))
        case .waiting(let peer):
            peers[peer, default: Queue()].arrivals.append((id, nextStage))
            list(peer)
        case .connected: connected.append((id, nextStage))
        case .requesting: requesting.append((id, nextStage))
        case .talking, .delivering, .idle: break
        }
    }

    private mutating func count(_ state: State, _ change: Int) {
        switch state {
        case .resolving(let isSlow): if !isSlow { resolvingSoon += change }
        case .connecting(let isSlow): if !isSlow { connectingSoon += change }
        case .connected: waitingToTalk += change
        case .talking, .requesting: talking += change
        case .delivering: delivering += change
        case .waiting(let peer): update(peer) { $0.waiting += change }
        case .idle: break
        }
    }

    private func isCurrent(_ entry: (id: ID, stage: Int)) -> Bool { domains[entry.id]?.stage == entry.stage }

    // MARK: Peers

    private func limit(at peer: CrawlPeer) -> Int {
        peer.isProxy ? limits.perProxy : limits.perAddress
    }

    private func room(at peer: CrawlPeer) -> Int { limit(at: peer) - (peers[peer]?.claims ?? 0) }

    /// Changes a peer's queue and what is counted from it; an unused queue is removed.
    private mutating func update(_ peer: CrawlPeer, _ change: (inout Queue) -> Void) {
        var entry = peers[peer] ?? Queue()
        let limit = limit(at: peer)
        readyCount -= min(entry.waiting, max(0, limit - entry.claims))
        change(&entry)
        readyCount += min(entry.waiting, max(0, limit - entry.claims))
        peers[peer] = entry.claims == 0 && entry.waiting == 0 && !entry.isListed ? nil : entry
    }

    private mutating func claim(_ peer: CrawlPeer, for id: ID) {
        sockets += 1
        domains[id]?.claims.append(peer)
        update(peer) { $0.claims += 1 }
    }

    private mutating func unclaim(_ peer: CrawlPeer) {
        sockets -= 1
        update(peer) { $0.claims -= 1 }
        list(peer)
    }

    private mutating func releaseAll(_ id: ID) {
        guard let claims = domains[id]?.claims, !claims.isEmpty else { return }
        domains[id]?.claims = []
        for peer in claims { unclaim(peer) }
    }

    /// Adds a peer to those that have room for a waiting domain.
    private mutating func list(_ peer: CrawlPeer) {
        guard let entry = peers[peer], !entry.isListed, entry.waiting > 0, room(at: peer) > 0 else { return }
        dropGone(at: peer)
        guard let first = peers[peer]?.arrivals.first else { return }
        update(peer) { $0.isListed = true }
        ready.insert(ReadyPeer(stage: first.stage, peer: peer))
    }

    /// Removes those who gave up from the head of a queue.
    private mutating func dropGone(at peer: CrawlPeer) {
        while let first = peers[peer]?.arrivals.first, !isCurrent(first) { peers[peer]?.arrivals.removeFirst() }
    }

    /// The first in order of arrival of those who wait for a peer that has room.
    private mutating func nextReady() -> (id: ID, peer: CrawlPeer)? {
        while let first = ready.popMin() {
            let peer = first.peer
            update(peer) { $0.isListed = false }
            guard room(at: peer) > 0 else { continue }
            dropGone(at: peer)
            guard let head = peers[peer]?.arrivals.first else { continue }
            guard head.stage == first.stage else {
                list(peer)
                continue
            }
            peers[peer]?.arrivals.removeFirst()
            return (head.id, peer)
        }
        return nil
    }

    // MARK: Grants

    private mutating func grants(_ now: ContinuousClock.Instant) -> [Grant] {
        var grants: [Grant] = []
        age(now)
        while talking + delivering < talkLimit, let id = nextConnected() {
            enter(.talking, id, now)
            grants.append(.talk(id))
        }
        while let grant = nextRequestOrConnection(now) { grants.append(grant) }
        if !isReading, !inputEnded, domains.count < limits.open, resolvingSoon + readyCount < talkLimit {
            isReading = true
            grants.append(.read)
        }
        return grants
    }

    /// Counts those who have resolved or connected for too long as slow.
    private mutating func age(_ now: ContinuousClock.Instant) {
        while let first = aging.first {
            let isOver = !isCurrent((first.id, first.stage))
            guard isOver || first.due <= now else { return }
            aging.removeFirst()
            if isOver { continue }
            switch domains[first.id]?.state {
            case .resolving:
                resolvingSoon -= 1
                domains[first.id]?.state = .resolving(isSlow: true)
            case .connecting:
                connectingSoon -= 1
                domains[first.id]?.state = .connecting(isSlow: true)
            default: break
            }
        }
    }

    private mutating func nextConnected() -> ID? {
        while let first = connected.popFirst() { if isCurrent(first) { return first.id } }
        return nil
    }

    /// The next one who may send: on an established connection before any new one, because an established one does not
    /// wait for ever.
    private mutating func nextRequestOrConnection(_ now: ContinuousClock.Instant) -> Grant? {
        if limits.requestInterval != nil, let nextRequest, nextRequest > now { return nil }
        while let first = requesting.popFirst() {
            guard isCurrent(first) else { continue }
            pace(now)
            enter(.talking, first.id, now)
            return .request(first.id)
        }
        guard talking + delivering + connectingSoon + waitingToTalk < talkLimit, sockets < socketLimit,
            let (id, peer) = nextReady()
        else { return nil }
        pace(now)
        claim(peer, for: id)
        enter(.connecting(isSlow: false), id, now)
        list(peer)
        return .connect(id)
    }

    private mutating func pace(_ now: ContinuousClock.Instant) {
        guard let interval = limits.requestInterval else { return }
        nextRequest = max(nextRequest ?? now, now) + interval
    }
}
