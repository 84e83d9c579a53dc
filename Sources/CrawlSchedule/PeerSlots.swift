import DequeModule
import HeapModule

/// The connections to each peer, in use or idle, and the domains that wait for one.
struct PeerSlots {
    struct Waiter {
        let id: CrawlScheduler.ID
        /// Distinguishes the waits of a domain, and determines the order of arrival.
        let stage: Int
        let kind: CrawlScheduler.ConnectionKind

        fileprivate var priority: Priority { kind == .first ? .unbegun : .begun }
    }

    /// The priority of a waiting domain: one that has begun precedes one that waits for its first connection.
    fileprivate enum Priority: CaseIterable {
        case begun, unbegun
    }

    /// The waiting domains of one priority at a peer.
    private struct Line {
        /// The waiting domains in order of arrival; those that gave up are skipped when their turn comes.
        var arrivals: Deque<Waiter> = []
        var waitingCount = 0
        /// Whether the line has an entry in ``turns``.
        var hasTurn = false

        var needsTurn: Bool { waitingCount > 0 && !hasTurn }
    }

    private struct Queue {
        /// The number of connections in use, including attempts.
        var claimCount = 0
        var idleCount = 0
        var begun = Line()
        var unbegun = Line()

        subscript(priority: Priority) -> Line {
            get { priority == .begun ? begun : unbegun }
            _modify { if priority == .begun { yield &begun } else { yield &unbegun } }
        }

        var waitingCount: Int { begun.waitingCount + unbegun.waitingCount }
        var socketCount: Int { claimCount + idleCount }
        var isUnused: Bool { socketCount + waitingCount == 0 && !begun.hasTurn && !unbegun.hasTurn }
    }

    /// A peer with capacity for the first waiter of one of its lines; in order of priority, then of arrival.
    private struct Turn: Comparable {
        let priority: Priority
        let stage: Int
        let peer: CrawlPeer

        static func < (one: Self, other: Self) -> Bool {
            one.priority == other.priority ? one.stage < other.stage : one.priority == .begun
        }
    }

    private let settings: CrawlSettings
    private var peers: [CrawlPeer: Queue] = [:]
    private var turns = Heap<Turn>()
    /// The stages of all domains that still wait.
    private var waitingStages: Set<Int> = []
    /// The peers of idle connections, the longest idle first.
    private var idlePeers: Deque<CrawlPeer> = []
    /// The number of connections in use, including attempts.
    private(set) var inUseCount = 0
    /// The number of waiting domains whose peer has capacity for them.
    private(set) var readyCount = 0

    init(_ settings: CrawlSettings) { self.settings = settings }

    var socketCount: Int { inUseCount + idlePeers.count }

    /// Returns the number of further connections that a peer may have in use; idle ones do not count.
    func freeSlots(at peer: CrawlPeer) -> Int { max(0, limit(at: peer) - (peers[peer]?.claimCount ?? 0)) }

    private func limit(at peer: CrawlPeer) -> Int {
        peer.isProxy ? settings.proxyConcurrency : settings.hostConcurrency
    }

    /// Changes a peer's queue, and keeps ``readyCount`` up to date; an unused queue is removed.
    private mutating func update(_ peer: CrawlPeer, _ change: (inout Queue) -> Void) {
        readyCount -= readyCount(at: peer)
        change(&peers[peer, default: Queue()])
        readyCount += readyCount(at: peer)
        if peers[peer]?.isUnused == true { peers[peer] = nil }
    }

    private func readyCount(at peer: CrawlPeer) -> Int { min(peers[peer]?.waitingCount ?? 0, freeSlots(at: peer)) }

    // MARK: Waiting

    mutating func add(_ waiter: Waiter, at peer: CrawlPeer) {
        waitingStages.insert(waiter.stage)
        update(peer) { queue in
            queue[waiter.priority].arrivals.append(waiter)
            queue[waiter.priority].waitingCount += 1
        }
        addTurn(of: peer, waiter.priority)
    }

    /// Removes a domain that no longer waits, because it got its slot or gave up.
    mutating func remove(_ waiter: Waiter, at peer: CrawlPeer) {
        guard waitingStages.remove(waiter.stage) != nil else { return }
        update(peer) { $0[waiter.priority].waitingCount -= 1 }
    }

    func begunWaiters(at peer: CrawlPeer) -> [Waiter] {
        guard let line = peers[peer]?.begun, line.waitingCount > 0 else { return [] }
        return line.arrivals.filter { waitingStages.contains($0.stage) }
    }

    /// Removes and returns the next waiting domain whose peer has capacity, in order of arrival: one that has begun,
    /// or otherwise, if `includingUnbegun`, one that waits for its first connection.
    mutating func next(includingUnbegun: Bool) -> (waiter: Waiter, peer: CrawlPeer)? {
        while let turn = turns.min, includingUnbegun || turn.priority == .begun {
            turns.removeMin()
            let (peer, priority) = (turn.peer, turn.priority)
            update(peer) { $0[priority].hasTurn = false }
            guard freeSlots(at: peer) > 0, let head = head(at: peer, priority) else { continue }
            // The waiter with this turn gave up; waiters at other peers may have arrived before the next one here.
            guard head.stage == turn.stage else {
                addTurn(of: peer, priority)
                continue
            }
            peers[peer]?[priority].arrivals.removeFirst()
            return (head, peer)
        }
        return nil
    }

    /// Returns the first domain in a line, after removing those that gave up.
    private mutating func head(at peer: CrawlPeer, _ priority: Priority) -> Waiter? {
        while let first = peers[peer]?[priority].arrivals.first {
            if waitingStages.contains(first.stage) { return first }
            peers[peer]?[priority].arrivals.removeFirst()
        }
        return nil
    }

    /// Gives a line of a peer its turn if the peer has capacity for the first waiter.
    private mutating func addTurn(of peer: CrawlPeer, _ priority: Priority) {
        // No copy of the line is kept, because `head` would then have to copy all its waiters.
        guard peers[peer]?[priority].needsTurn == true, freeSlots(at: peer) > 0,
            let head = head(at: peer, priority)
        else { return }
        update(peer) { $0[priority].hasTurn = true }
        turns.insert(Turn(priority: priority, stage: head.stage, peer: peer))
    }

    // MARK: Connections

    /// Claims a connection to a peer with capacity; returns the peer of an idle connection that must be reused, or
    /// closed if it is not suitable.
    mutating func claim(_ peer: CrawlPeer, for kind: CrawlScheduler.ConnectionKind, socketLimit: Int) -> CrawlPeer? {
        var takenOver: CrawlPeer?
        if let queue = peers[peer], queue.idleCount > 0, kind == .shared || queue.socketCount >= limit(at: peer) {
            takenOver = peer
        } else if socketCount >= socketLimit {
            takenOver = idlePeers.first
        }
        if let takenOver, let index = idlePeers.firstIndex(of: takenOver) {
            idlePeers.remove(at: index)
            update(takenOver) { $0.idleCount -= 1 }
        }
        changeClaims(at: peer, by: 1)
        return takenOver
    }

    /// Claims a connection for a parallel attempt if there is capacity that no domain waits for.
    mutating func tryClaim(_ peer: CrawlPeer, socketLimit: Int) -> Bool {
        let queue = peers[peer] ?? Queue()
        guard socketCount < socketLimit, queue.socketCount < limit(at: peer), queue.waitingCount == 0 else {
            return false
        }
        changeClaims(at: peer, by: 1)
        return true
    }

    mutating func release(_ peer: CrawlPeer) { changeClaims(at: peer, by: -1) }

    private mutating func changeClaims(at peer: CrawlPeer, by change: Int) {
        inUseCount += change
        update(peer) { $0.claimCount += change }
        for priority in Priority.allCases { addTurn(of: peer, priority) }
    }

    mutating func leaveOpen(_ peer: CrawlPeer) {
        idlePeers.append(peer)
        update(peer) { $0.idleCount += 1 }
        release(peer)
    }
}
