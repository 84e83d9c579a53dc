import DequeModule

/// Decides when each domain of a crawl may continue: accepts events and returns grants.
///
/// The scheduler performs no input or output and has no clock. A domain does not hold a connection while it waits for a
/// busy address, pauses, or waits for the reader to receive its report.
///
/// Each state has its own limit. Communicating domains (from the first byte of a handshake) use the processor. Domains
/// that resolve, connect or pause take some memory and at most two sockets, and have higher limits. Domains that wait
/// for their first connection take little memory; their separate limit ensures that many names at one address do not
/// block the input. They have lower priority than domains that have begun.
///
/// A slot for communicating is reserved for each connection that is likely to be established soon. After
/// ``CrawlSettings/patience``, the peer is assumed not to respond, and the slot is given to another domain. A domain
/// that communicates for longer than that also loses its slot, because servers that stall do not use the processor.
/// Therefore up to twice as many domains as slots can communicate.
package struct CrawlScheduler {
    /// A domain, by its index in the input.
    package typealias ID = Int

    enum State {
        case resolving
        case waiting(for: CrawlPeer, ConnectionKind)
        case connecting
        case connected
        case communicating
        /// Communicating, and waiting until the next request may be sent.
        case requesting
        case delivering
        /// Between other states, and during pauses.
        case idle
    }

    struct Domain {
        var state: State
        /// Whether the domain has resolved, connected or communicated for longer than ``CrawlSettings/patience``.
        var isSlow = false
        /// A number that changes with the state, to recognise queue entries that belong to an earlier state.
        var stage: Int
        /// The peers to which the domain has a connection or an attempt.
        var claims: [CrawlPeer] = []
        var unresponsivePeers: [CrawlPeer] = []
    }

    let settings: CrawlSettings
    /// The limit of open sockets after the system refused one; `nil` if none was refused.
    package private(set) var loweredSocketLimit: Int?

    var domains: [ID: Domain] = [:]
    var slots: PeerSlots
    var silence = SilentPeers()
    private var governor: ConcurrencyGovernor
    private var connectedQueue: Deque<(id: ID, stage: Int)> = []
    private var requestingQueue: Deque<(id: ID, stage: Int)> = []
    /// The domains that resolve, connect or communicate, with the time at which each counts as slow, in order.
    private var aging: Deque<(due: ContinuousClock.Instant, id: ID, stage: Int)> = []
    /// The pending grants for domains that must no longer wait for a peer, because it is full and does not respond.
    var skipped: [Grant] = []
    private var nextStage = 0
    /// The earliest time of the next request, if requests are rate-limited.
    private var nextRequestTime: ContinuousClock.Instant?
    private var isReading = false
    private var inputEnded = false

    // The numbers of domains by state; “quickly” excludes the domains with `isSlow`, “slowly” counts only those.
    private var resolving = 0
    private var resolvingQuickly = 0
    private var waitingForFirst = 0
    private var connectingQuickly = 0
    private var waitingToCommunicate = 0
    /// The number of communicating domains.
    package private(set) var communicatingCount = 0
    private var communicatingSlowly = 0
    private var delivering = 0

    package init(_ settings: CrawlSettings) {
        self.settings = settings
        slots = PeerSlots(settings)
        governor = ConcurrencyGovernor(settings)
    }

    /// The maximum number of communicating domains, adjusted by the governor.
    package var concurrencyLimit: Int { governor.limit }
    /// The lowest ``concurrencyLimit`` so far.
    package var lowestConcurrencyLimit: Int { governor.lowestLimit }

    /// The number of domains in progress, excluding those that wait for their first connection.
    private var openCount: Int { domains.count - waitingForFirst }
    /// Whether no more domains may be read; a domain that resolves will wait for its first connection.
    private var isFull: Bool { openCount >= settings.maxOpen || waitingForFirst + resolving >= settings.maxWaiting }

    /// Returns the time at which ``Event/clock`` must be sent if nothing else happens; `nil` if it need not be sent.
    package func nextDeadline(after now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        let nextSlow = aging.first?.due
        let hasWaiters = !requestingQueue.isEmpty || slots.readyCount > 0
        guard let nextRequestTime, nextRequestTime > now, hasWaiters else { return nextSlow }
        return min(nextSlow ?? nextRequestTime, nextRequestTime)
    }

    var socketLimit: Int { loweredSocketLimit ?? settings.maxSockets }

    /// Lowers the limit to the number of sockets that are open, which excludes the one that the system refused.
    package mutating func lowerSocketLimit() { loweredSocketLimit = max(1, min(socketLimit, slots.socketCount - 1)) }

    /// Updates the schedule for `event` at `now`, and returns the actions that are possible now.
    ///
    /// Events of a domain that has ended are ignored, because the scheduler no longer controls it.
    package mutating func handle(_ event: Event, at now: ContinuousClock.Instant) -> [Grant] {
        switch event {
        case .admitted(let id):
            isReading = false
            domains[id] = Domain(state: .idle, stage: 0)
            enter(.resolving, id, now)
        case .inputEnded:
            isReading = false
            inputEnded = true
        case .resolves(let id): enterIfInProgress(.resolving, id, now)
        case .wantsConnection(let id, let peer, let kind):
            enterIfInProgress(.waiting(for: peer, kind), id, now)
            skipWaiters(atSilentPeer: peer, now)
        case .connected(let id): enterIfInProgress(.connected, id, now)
        case .wantsRequest(let id): enterIfInProgress(.requesting, id, now)
        case .gaveUp(let id): giveUp(id, now)
        case .hungUp(let id):
            enterIfInProgress(.idle, id, now)
            releaseAll(id)
        case .leftOpen(let id, let peer):
            enterIfInProgress(.idle, id, now)
            leaveOpen(peer, of: id)
            releaseAll(id)
        case .finished(let id, let responseTime):
            if let responseTime { governor.record(responseTime: responseTime) }
            enter(.delivering, id, now)
            releaseAll(id)
        case .delivered(let id), .abandoned(let id):
            enter(.idle, id, now)
            releaseAll(id)
            domains[id] = nil
        case .clock: break
        }
        return grants(now)
    }

    // MARK: States

    /// Returns whether a domain is in progress: it was admitted, and is not finished.
    func isInProgress(_ id: ID) -> Bool {
        switch domains[id]?.state {
        case nil, .delivering?: false
        default: true
        }
    }

    private mutating func enterIfInProgress(_ state: State, _ id: ID, _ now: ContinuousClock.Instant) {
        if isInProgress(id) { enter(state, id, now) }
    }

    private mutating func giveUp(_ id: ID, _ now: ContinuousClock.Instant) {
        if let domain = domains[id], case .waiting(let peer, .first) = domain.state {
            // The domain keeps its state, because in any other it would count as one that has begun.
            slots.remove(PeerSlots.Waiter(id: id, stage: domain.stage, kind: .first), at: peer)
        } else {
            enterIfInProgress(.idle, id, now)
        }
    }

    mutating func enter(_ state: State, _ id: ID, _ now: ContinuousClock.Instant) {
        guard var domain = domains[id] else { return }
        adjustCounts(for: domain, by: -1)
        if case .waiting(let peer, let kind) = domain.state {
            slots.remove(PeerSlots.Waiter(id: id, stage: domain.stage, kind: kind), at: peer)
        }
        nextStage += 1
        domain.state = state
        domain.isSlow = false
        domain.stage = nextStage
        domains[id] = domain
        adjustCounts(for: domain, by: 1)
        switch state {
        case .resolving, .connecting, .communicating: aging.append((now + settings.patience, id, nextStage))
        case .waiting(let peer, let kind):
            slots.add(PeerSlots.Waiter(id: id, stage: nextStage, kind: kind), at: peer)
        case .connected: connectedQueue.append((id, nextStage))
        case .requesting: requestingQueue.append((id, nextStage))
        case .delivering, .idle: break
        }
    }

    private mutating func adjustCounts(for domain: Domain, by change: Int) {
        switch domain.state {
        case .resolving:
            resolving += change
            if !domain.isSlow { resolvingQuickly += change }
        case .waiting(_, let kind): if kind == .first { waitingForFirst += change }
        case .connecting: if !domain.isSlow { connectingQuickly += change }
        case .connected: waitingToCommunicate += change
        case .communicating:
            communicatingCount += change
            if domain.isSlow { communicatingSlowly += change }
        case .requesting: communicatingCount += change
        case .delivering: delivering += change
        case .idle: break
        }
    }

    private func isCurrent(_ entry: (id: ID, stage: Int)) -> Bool { domains[entry.id]?.stage == entry.stage }

    // MARK: Grants

    /// The number of slots for communicating that are in use.
    ///
    /// Slow domains use no slot, unless there are more of them than slots. A domain whose report waits uses a slot.
    private var busySlots: Int { communicatingCount - min(communicatingSlowly, concurrencyLimit) + delivering }

    mutating func grants(_ now: ContinuousClock.Instant) -> [Grant] {
        var grants: [Grant] = []
        markSlowDomains(now)
        while busySlots < concurrencyLimit, let id = nextConnected() {
            enter(.communicating, id, now)
            grants.append(.communicate(id))
        }
        while let grant = nextRequestOrConnection(now) { grants.append(grant) }
        grants += skipped
        skipped = []
        if !isReading, !inputEnded, !isFull, resolvingQuickly + slots.readyCount < concurrencyLimit {
            isReading = true
            grants.append(.read)
        }
        return grants
    }

    private mutating func markSlowDomains(_ now: ContinuousClock.Instant) {
        while let first = aging.first {
            guard var domain = domains[first.id], domain.stage == first.stage else {
                aging.removeFirst()
                continue
            }
            guard first.due <= now else { return }
            aging.removeFirst()
            adjustCounts(for: domain, by: -1)
            domain.isSlow = true
            adjustCounts(for: domain, by: 1)
            domains[first.id] = domain
        }
    }

    private mutating func nextConnected() -> ID? {
        while let first = connectedQueue.popFirst() {
            if isCurrent(first) { return first.id }
        }
        return nil
    }

    /// Returns the next grant for a request or a connection; servers close idle connections, so requests come first.
    private mutating func nextRequestOrConnection(_ now: ContinuousClock.Instant) -> Grant? {
        if let nextRequestTime, nextRequestTime > now { return nil }
        while let first = requestingQueue.popFirst() {
            guard isCurrent(first) else { continue }
            delayNextRequest(after: now)
            enter(.communicating, first.id, now)
            return .request(first.id)
        }
        guard busySlots + connectingQuickly + waitingToCommunicate < concurrencyLimit, canOpenConnection,
            let (waiter, peer) = slots.next(includingUnbegun: canBeginDomain)
        else { return nil }
        delayNextRequest(after: now)
        let other = claim(peer, for: waiter, now)
        return .connect(waiter.id, takingOver: other)
    }

    /// Whether another domain may begin, in addition to the one that is being read.
    private var canBeginDomain: Bool { openCount + (isReading ? 1 : 0) < settings.maxOpen }

    private mutating func delayNextRequest(after now: ContinuousClock.Instant) {
        guard let interval = settings.requestInterval else { return }
        nextRequestTime = max(nextRequestTime ?? now, now) + interval
    }
}
