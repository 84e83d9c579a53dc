import DequeModule
import HeapModule

/// The connections at each peer, in use or idle, and who waits for one.
struct PeerPlaces {
    /// A domain that waits for a peer.
    struct Waiter {
        let id: CrawlScheduler.ID
        /// Tells its waits apart, and says who has come earlier.
        let stage: Int
        let wish: CrawlScheduler.Wish

        var isFirst: Bool { wish == .first }
    }

    private struct Line {
        /// The waiting domains in order of arrival; those that gave up are skipped when their turn comes.
        var arrivals: Deque<Waiter> = []
        /// The number of arrivals that are still waiting.
        var waiting = 0
        /// Whether it has a turn.
        var isListed = false
    }

    private struct Queue {
        /// Connections in use, attempts included.
        var claims = 0
        /// Connections that are open and that nobody uses.
        var idle = 0
        /// Domains that have begun: they come first.
        var begun = Line()
        /// Domains that wait for their first connection.
        var first = Line()

        subscript(isFirst isFirst: Bool) -> Line {
            get { isFirst ? first : begun }
            _modify { if isFirst { yield &first } else { yield &begun } }
        }

        var waiting: Int { begun.waiting + first.waiting }
        var isUnused: Bool { claims + idle + waiting == 0 && !begun.isListed && !first.isListed }
    }

    /// A peer with room for the head of one of its lines, in order of arrival.
    private struct Turn: Comparable {
        let stage: Int
        let peer: CrawlPeer

        static func < (first: Self, second: Self) -> Bool { first.stage < second.stage }
        static func == (first: Self, second: Self) -> Bool { first.stage == second.stage }
    }

    private let limits: CrawlLimits
    private var peers: [CrawlPeer: Queue] = [:]
    /// Peers with room for one who has begun, and for one who waits for the first connection.
    private var begunTurns = Heap<Turn>()
    private var firstTurns = Heap<Turn>()
    /// The stages of those who wait.
    private var stages: Set<Int> = []
    /// The peers of idle connections, the one that has been idle for the longest time first.
    private var idle: Deque<CrawlPeer> = []
    /// Connections in use, attempts included.
    private(set) var inUse = 0
    /// The number of waiting domains whose peer has room for them.
    private(set) var ready = 0

    init(_ limits: CrawlLimits) { self.limits = limits }

    /// All connections and attempts.
    var sockets: Int { inUse + idle.count }

    /// Returns the number of further connections to a peer that may be in use; idle connections make room for them.
    func room(at peer: CrawlPeer) -> Int { limit(at: peer) - (peers[peer]?.claims ?? 0) }

    private func limit(at peer: CrawlPeer) -> Int { peer.isProxy ? limits.perProxy : limits.perAddress }

    /// Changes a peer's queue and what is counted from it; an unused queue is removed.
    private mutating func update(_ peer: CrawlPeer, _ change: (inout Queue) -> Void) {
        ready -= readyCount(at: peer)
        change(&peers[peer, default: Queue()])
        ready += readyCount(at: peer)
        if peers[peer]?.isUnused == true { peers[peer] = nil }
    }

    private func readyCount(at peer: CrawlPeer) -> Int { min(peers[peer]?.waiting ?? 0, max(0, room(at: peer))) }

    // MARK: Waiting

    /// Adds one who waits.
    mutating func add(_ waiter: Waiter, at peer: CrawlPeer) {
        stages.insert(waiter.stage)
        update(peer) { queue in
            queue[isFirst: waiter.isFirst].arrivals.append(waiter)
            queue[isFirst: waiter.isFirst].waiting += 1
        }
        list(peer, isFirst: waiter.isFirst)
    }

    /// Removes one who does not wait any more: it has its turn, or gave up.
    mutating func remove(_ waiter: Waiter, at peer: CrawlPeer) {
        guard stages.remove(waiter.stage) != nil else { return }
        update(peer) { $0[isFirst: waiter.isFirst].waiting -= 1 }
    }

    /// Those who have begun and wait for a peer.
    func begunWaiters(at peer: CrawlPeer) -> [Waiter] {
        guard let line = peers[peer]?.begun, line.waiting > 0 else { return [] }
        return line.arrivals.filter { stages.contains($0.stage) }
    }

    /// Lets the next one in order of arrival whose peer has room have its turn; where nobody has begun, and
    /// `includingFirst`, of those who wait for their first connection.
    mutating func next(includingFirst: Bool) -> (waiter: Waiter, peer: CrawlPeer)? {
        next(isFirst: false) ?? (includingFirst ? next(isFirst: true) : nil)
    }

    private mutating func next(isFirst: Bool) -> (waiter: Waiter, peer: CrawlPeer)? {
        while let turn = isFirst ? firstTurns.popMin() : begunTurns.popMin() {
            let peer = turn.peer
            update(peer) { $0[isFirst: isFirst].isListed = false }
            guard room(at: peer) > 0, let head = head(at: peer, isFirst: isFirst) else { continue }
            guard head.stage == turn.stage else {
                list(peer, isFirst: isFirst)
                continue
            }
            peers[peer]?[isFirst: isFirst].arrivals.removeFirst()
            return (head, peer)
        }
        return nil
    }

    /// The first one in a line; those before it who gave up are removed.
    private mutating func head(at peer: CrawlPeer, isFirst: Bool) -> Waiter? {
        while let first = peers[peer]?[isFirst: isFirst].arrivals.first {
            if stages.contains(first.stage) { return first }
            peers[peer]?[isFirst: isFirst].arrivals.removeFirst()
        }
        return nil
    }

    /// Gives the lines of a peer a turn, where it has room for somebody who waits.
    private mutating func list(_ peer: CrawlPeer) {
        for isFirst in [false, true] { list(peer, isFirst: isFirst) }
    }

    private mutating func list(_ peer: CrawlPeer, isFirst: Bool) {
        guard let line = peers[peer]?[isFirst: isFirst], !line.isListed, line.waiting > 0, room(at: peer) > 0,
            let head = head(at: peer, isFirst: isFirst)
        else { return }
        update(peer) { $0[isFirst: isFirst].isListed = true }
        let turn = Turn(stage: head.stage, peer: peer)
        if isFirst { firstTurns.insert(turn) } else { begunTurns.insert(turn) }
    }

    // MARK: Connections

    /// Claims a connection at a peer that has room; an idle one is taken over where that will do, or has to give way.
    ///
    /// - Returns: The peer of the idle one.
    mutating func claim(_ peer: CrawlPeer, for wish: CrawlScheduler.Wish, socketLimit: Int) -> CrawlPeer? {
        var other: CrawlPeer?
        if let queue = peers[peer], queue.idle > 0, wish == .shared || queue.claims + queue.idle >= limit(at: peer) {
            other = peer
        } else if sockets >= socketLimit {
            other = idle.first
        }
        if let other, let index = idle.firstIndex(of: other) {
            idle.remove(at: index)
            update(other) { $0.idle -= 1 }
        }
        add(to: peer)
        return other
    }

    /// Claims a connection beside another attempt, where there is room for it that nobody waits for.
    mutating func tryClaim(_ peer: CrawlPeer, socketLimit: Int) -> Bool {
        let queue = peers[peer] ?? Queue()
        guard sockets < socketLimit, queue.claims + queue.idle < limit(at: peer), queue.waiting == 0 else {
            return false
        }
        add(to: peer)
        return true
    }

    private mutating func add(to peer: CrawlPeer) {
        inUse += 1
        update(peer) { $0.claims += 1 }
        list(peer)
    }

    /// Ends the claim to a connection.
    mutating func release(_ peer: CrawlPeer) {
        inUse -= 1
        update(peer) { $0.claims -= 1 }
        list(peer)
    }

    /// Ends the claim to a connection, which stays open.
    mutating func leaveOpen(_ peer: CrawlPeer) {
        idle.append(peer)
        update(peer) { $0.idle += 1 }
        release(peer)
    }
}
