import CrawlSchedule

/// The grants of the scheduler, and the conditions that must hold for them.
extension CrawlSimulation {
    mutating func take(_ grant: CrawlScheduler.Grant) {
        switch grant {
        case .read:
            if readPlanned != nil || inputEnded { fail("a second domain may be read before the first") }
            if isFull { fail("too many domains are in progress") }
            readPlanned = time + delay() / 4
        case .connect(let id, let other): connect(id, takingOver: other)
        case .skip(let id, let others):
            guard case .waiting(let peer, let wish, _) = domains[id]?.doing else {
                return fail("\(id) does not wait for a peer")
            }
            if wish == .first { fail("\(id) is skipped before its first connection") }
            if room(peer) > 0 { fail("\(id) is skipped although there is room") }
            if others != othersUnanswered(at: peer, by: id) { fail("\(id) is skipped for \(others) others") }
            set(id, .pausing)
            domains[id]?.stepsLeft -= 1
            plan(id, after: delay())
        case .communicate(let id):
            guard case .connected(let arrival) = domains[id]?.doing else { return fail("\(id) has no connection") }
            if busySlots >= governing.limit { fail("\(id) communicates although the limit is reached") }
            for other in domains.values {
                if case .connected(let earlier) = other.doing, earlier < arrival { fail("\(id) overtakes another") }
            }
            set(id, .communicating(since: time))
            plan(id, after: delay())
        case .request(let id):
            guard domains[id]?.doing == .requesting else { return fail("\(id) does not want to send anything") }
            pace(id)
            set(id, .communicating(since: time))
            plan(id, after: delay())
        }
    }

    private mutating func connect(_ id: Int, takingOver other: CrawlPeer?) {
        guard case .waiting(let peer, let wish, let arrival) = domains[id]?.doing else {
            return fail("\(id) does not wait for a peer")
        }
        if room(peer) <= 0 { fail("\(id) connects to a peer without room") }
        if inUse >= socketLimit { fail("\(id) connects without a free socket") }
        if busySlots + soon + connectedCount >= governing.limit { fail("\(id) connects too early") }
        if wish == .first, !hasRoomToBegin { fail("\(id) begins although the limit is reached") }
        for waiter in domains.values {
            guard case .waiting(let place, let wishes, let earlier) = waiter.doing, room(place) > 0 else { continue }
            if wish == .first, wishes != .first { fail("\(id) begins before one that has begun") }
            if (wish == .first) == (wishes == .first), earlier < arrival { fail("\(id) overtakes another") }
        }
        var expected: Int?
        if idle.contains(peer), wish == .shared || connections(at: peer) >= limit(peer) {
            expected = peer
        } else if socketCount >= socketLimit {
            expected = idle.first
        }
        if other != expected.map(Self.peer) { fail("\(id) does not take the right connection over") }
        if let expected, let index = idle.firstIndex(of: expected) { idle.remove(at: index) }
        if scheduler.otherDomainsUnanswered(at: Self.peer(peer), by: id) != othersUnanswered(at: peer, by: id) {
            fail("\(id) gets a wrong number of domains without a response from \(peer)")
        }
        pace(id)
        set(id, .connecting(since: time))
        domains[id]?.sockets.append(peer)
        domains[id]?.isShared = wish == .shared
        plan(id, after: delay())
    }

    private mutating func pace(_ id: Int) {
        guard let interval = limits.requestInterval else { return }
        let milliseconds = Int(interval / .milliseconds(1))
        if let lastPaced, time - lastPaced < milliseconds { fail("\(id) sends too early") }
        lastPaced = time
    }

    // MARK: The expected state

    private var communicatingCount: Int { slowCommunicating + quickCommunicating }
    private var slowCommunicating: Int {
        domains.values.count {
            if case .communicating(let since) = $0.doing { time - since >= Self.patience } else { false }
        }
    }
    private var quickCommunicating: Int {
        domains.values.count {
            if case .communicating(let since) = $0.doing {
                time - since < Self.patience
            } else {
                $0.doing == .requesting
            }
        }
    }
    /// The number of used slots: slow domains use none, except those that exceed the limit.
    private var busySlots: Int { quickCommunicating + max(0, slowCommunicating - governing.limit) + delivering }
    private var delivering: Int { domains.values.count { $0.doing == .delivering } }
    private var connectedCount: Int { domains.values.count { if case .connected = $0.doing { true } else { false } } }
    /// The number of connection attempts that have begun recently.
    private var soon: Int {
        domains.values.count {
            if case .connecting(let since) = $0.doing { time - since < Self.patience } else { false }
        }
    }
    /// The number of connections and connection attempts of domains.
    private var inUse: Int { domains.values.reduce(0) { $0 + $1.sockets.count } }
    /// The number of open sockets.
    var socketCount: Int { inUse + idle.count }
    func limit(_ peer: Int) -> Int { peer == Self.proxy ? limits.proxyConcurrency : limits.hostConcurrency }
    private func inUse(at peer: Int) -> Int { domains.values.reduce(0) { $0 + $1.sockets.count { $0 == peer } } }
    /// Returns the number of open connections to a peer.
    func connections(at peer: Int) -> Int { inUse(at: peer) + idle.count { $0 == peer } }
    /// Returns the number of further connections to a peer; idle ones are not counted, because they can be closed.
    private func room(_ peer: Int) -> Int { limit(peer) - inUse(at: peer) }

    private var waitingAtFirst: Int { domains.values.count { $0.isWaitingAtFirst } }
    private var open: Int { domains.count - waitingAtFirst }
    private var resolving: Int { domains.values.count { if case .resolving = $0.doing { true } else { false } } }
    private var isFull: Bool { open >= limits.maxOpen || waitingAtFirst + resolving >= limits.maxWaiting }
    /// Whether a domain may begin; a domain that is being read counts as open.
    private var hasRoomToBegin: Bool { open + (readPlanned == nil ? 0 : 1) < limits.maxOpen }

    private func othersUnanswered(at peer: Int, by id: Int) -> Int? {
        let others = silence[peer] - (domains[id]?.unanswered.contains(peer) == true ? 1 : 0)
        return others >= SilentPeers.minSilentCount ? others : nil
    }

    mutating func check() {
        if socketCount > socketLimit { fail("\(socketCount) sockets") }
        if open > limits.maxOpen { fail("\(open) domains are open") }
        if waitingAtFirst > limits.maxWaiting { fail("\(waitingAtFirst) domains wait for their first connection") }
        for peer in 0..<peerCount where connections(at: peer) > limit(peer) { fail("too many at peer \(peer)") }
        if scheduler.communicatingCount != communicatingCount {
            fail("\(scheduler.communicatingCount) communicate, not \(communicatingCount)")
        }
        // No domain waits for a free resource, or for a peer that does not respond.
        if connectedCount > 0, busySlots < governing.limit { fail("a connected domain waits although a slot is free") }
        for (id, domain) in domains {
            guard case .waiting(let peer, let wish, _) = domain.doing, wish != .first, room(peer) <= 0 else { continue }
            if othersUnanswered(at: peer, by: id) != nil { fail("\(id) waits for a peer that is silent and full") }
        }
        let isPaced =
            limits.requestInterval.map { interval in
                lastPaced.map { time - $0 < Int(interval / .milliseconds(1)) } ?? false
            } ?? false
        guard !isPaced else { return }
        if domains.values.contains(where: { $0.doing == .requesting }) { fail("a request waits for no reason") }
        let hasCapacity = busySlots + soon + connectedCount < governing.limit && inUse < socketLimit
        var ready = 0
        for peer in 0..<peerCount where room(peer) > 0 {
            let begun = domains.values.count { $0.isWaiting(at: peer, asFirst: false) }
            let first = domains.values.count { $0.isWaiting(at: peer, asFirst: true) }
            ready += min(begun + first, room(peer))
            if hasCapacity, begun > 0 { fail("a domain waits for a peer with room") }
            if hasCapacity, first > 0, hasRoomToBegin { fail("a first connection waits though there is room") }
        }
        let resolvingSoon = domains.values.count {
            if case .resolving(let since) = $0.doing { time - since < Self.patience } else { false }
        }
        if readPlanned == nil, !inputEnded, !isFull, resolvingSoon + ready < governing.limit {
            fail("nothing is read although there is room")
        }
    }
}
