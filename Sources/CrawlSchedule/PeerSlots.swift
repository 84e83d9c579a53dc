import DequeModule
import HeapModule

/// The connections to each peer, in use or idle, and the domains that wait for one.
struct PeerSlots {
    struct Waiter {
        let id: CrawlScheduler.ID
        /// Distinguishes the waits of a domain, and determines the order of arrival.
        let stage: Int
        let kind: CrawlScheduler.ConnectionKind
    }

    /// The waiting domains of one priority at a peer.
    private struct Line {
        /// The waiting domains in order of arrival; those that gave up are skipped when their turn comes.
        var arrivals: Deque<Waiter> = []
        var waiting = 0
        /// Whether the line has an entry in ``turns``.
        var hasTurn = false

        var needsTurn: Bool { waiting > 0 && !hasTurn }
    }

    private struct Queue {
        /// The number of connections in use, including attempts.
        var claims = 0
        var idle = 0
        /// The domains that have begun, which have priority.
        var begun = Line()
        /// The domains that wait for their first connection.
        var first = Line()

        subscript(isFirst isFirst: Bool) -> Line {
            get { isFirst ? first : begun }
            _modify { if isFirst { yield &first } else { yield &begun } }
        }

        var waiting: Int { begun.waiting + first.waiting }
        var isUnused: Bool { claims + idle + waiting == 0 && !begun.hasTurn && !first.hasTurn }
    }

    /// A peer with capacity for the first waiter of one of its lines; in order of priority, then of arrival.
    private struct Turn: Comparable {
        let isFirst: Bool
        let stage: Int
        let peer: CrawlPeer

        static func < (one: Self, other: Self) -> Bool {
            one.isFirst == other.isFirst ? one.stage < other.stage : other.isFirst
        }
    }

    private let settings: CrawlSettings
    private var peers: [CrawlPeer: Queue] = [:]
    private var turns = Heap<Turn>()
    /// The stages of all domains that still wait.
    private var waitingStages: Set<Int> = []
    /// The peers of idle connections, the longest idle first.
    private var idle: Deque<CrawlPeer> = []
    /// The number of connections in use, including attempts.
    private(set) var inUse = 0
    /// The number of waiting domains whose peer has capacity for them.
    private(set) var ready = 0

    init(_ settings: CrawlSettings) { self.settings = settings }

    var sockets: Int { inUse + idle.count }

    /// Returns the number of further connections that a peer may have in use; idle ones do not count.
    func room(at peer: CrawlPeer) -> Int { limit(at: peer) - (peers[peer]?.claims ?? 0) }

    private func limit(at peer: CrawlPeer) -> Int {
        peer.isProxy ? settings.proxyConcurrency : settings.hostConcurrency
    }

    /// Changes a peer's queue, and keeps ``ready`` up to date; an unused queue is removed.
    private mutating func update(_ peer: CrawlPeer, _ change: (inout Queue) -> Void) {
        ready -= readyCount(at: peer)
        change(&peers[peer, default: Queue()])
        ready += readyCount(at: peer)
        if peers[peer]?.isUnused == true { peers[peer] = nil }
    }

    private func readyCount(at peer: CrawlPeer) -> Int { min(peers[peer]?.waiting ?? 0, max(0, room(at: peer))) }

    // MARK: Waiting

    mutating func add(_ waiter: Waiter, at peer: CrawlPeer) {
        let isFirst = waiter.kind == .first
        waitingStages.insert(waiter.stage)
        update(peer) { queue in
            queue[isFirst: isFirst].arrivals.append(waiter)
            queue[isFirst: isFirst].waiting += 1
        }
        addTurn(of: peer, isFirst: isFirst)
    }

    /// Removes a domain that no longer waits, because it got its slot or gave up.
    mutating func remove(_ waiter: Waiter, at peer: CrawlPeer) {
        guard waitingStages.remove(waiter.stage) != nil else { return }
        update(peer) { $0[isFirst: waiter.kind == .first].waiting -= 1 }
    }

    func begunWaiters(at peer: CrawlPeer) -> [Waiter] {
        guard let line = peers[peer]?.begun, line.waiting > 0 else { return [] }
        return line.arrivals.filter { waitingStages.contains($0.stage) }
    }

    /// Removes and returns the next waiting domain whose peer has capacity, in order of arrival: one that has begun,
    /// or otherwise, if `includingFirst`, one that waits for its first connection.
    mutating func next(includingFirst: Bool) -> (waiter: Waiter, peer: CrawlPeer)? {
        while let turn = turns.min, includingFirst || !turn.isFirst {
            turns.removeMin()
            let (peer, isFirst) = (turn.peer, turn.isFirst)
            update(peer) { $0[isFirst: isFirst].hasTurn = false }
            guard room(at: peer) > 0, let head = head(at: peer, isFirst: isFirst) else { continue }
            // The waiter with this turn gave up; waiters at other peers may have arrived before the next one here.
            guard head.stage == turn.stage else {
                addTurn(of: peer, isFirst: isFirst)
                continue
            }
            peers[peer]?[isFirst: isFirst].arrivals.removeFirst()
            return (head, peer)
        }
        return nil
    }

    /// Returns the first domain in a line, after removing those that gave up.
    private mutating func head(at peer: CrawlPeer, isFirst: Bool) -> Waiter? {
        while let first = peers[peer]?[isFirst: isFirst].arrivals.first {
            if waitingStages.contains(first.stage) { return first }
            peers[peer]?[isFirst: isFirst].arrivals.removeFirst()
        }
        return nil
    }

    /// Gives a line of a peer its turn if the peer has capacity for the first waiter.
    private mutating func addTurn(of peer: CrawlPeer, isFirst: Bool) {
        // No copy of the line is kept, because `head` would then have to copy all its waiters.
        guard peers[peer]?[isFirst: isFirst].needsTurn == true, room(at: peer) > 0,
            let head = head(at: peer, isFirst: isFirst)
        else { return }
        update(peer) { $0[isFirst: isFirst].hasTurn = true }
        turns.insert(Turn(isFirst: isFirst, stage: head.stage, peer: peer))
    }

    // MARK: Connections

    /// Claims a connection to a peer with capacity; returns the peer of an idle connection that must be reused, or
    /// closed if it is not suitable.
    mutating func claim(_ peer: CrawlPeer, for kind: CrawlScheduler.ConnectionKind, socketLimit: Int) -> CrawlPeer? {
        var other: CrawlPeer?
        if let queue = peers[peer], queue.idle > 0, kind == .shared || queue.claims + queue.idle >= limit(at: peer) {
            other = peer
        } else if sockets >= socketLimit {
            other = idle.first
        }
        if let other, let index = idle.firstIndex(of: other) {
            idle.remove(at: index)
            update(other) { $0.idle -= 1 }
        }
        changeClaims(at: peer, by: 1)
        return other
    }

    /// Claims a connection for a parallel attempt if there is capacity that no domain waits for.
    mutating func tryClaim(_ peer: CrawlPeer, socketLimit: Int) -> Bool {
        let queue = peers[peer] ?? Queue()
        guard sockets < socketLimit, queue.claims + queue.idle < limit(at: peer), queue.waiting == 0 else {
            return false
        }
        changeClaims(at: peer, by: 1)
        return true
    }

    mutating func release(_ peer: CrawlPeer) { changeClaims(at: peer, by: -1) }

    private mutating func changeClaims(at peer: CrawlPeer, by change: Int) {
        inUse += change
        update(peer) { $0.claims += change }
        for isFirst in [false, true] { addTurn(of: peer, isFirst: isFirst) }
    }

    mutating func leaveOpen(_ peer: CrawlPeer) {
        idle.append(peer)
        update(peer) { $0.idle += 1 }
        release(peer)
    }
}
