/// Limits on connections to peers, and the detection of peers that do not respond.
extension CrawlScheduler {
    /// Whether another connection may be opened; idle ones are closed if necessary.
    var canOpenConnection: Bool { slots.inUseCount < socketLimit }

    /// Claims another connection for a domain that tries a second address in parallel; returns whether limits allow it.
    package mutating func tryClaim(_ peer: CrawlPeer, for id: ID) -> Bool {
        guard isInProgress(id), slots.tryClaim(peer, socketLimit: socketLimit) else { return false }
        domains[id]?.claims.append(peer)
        return true
    }

    /// Claims a connection for a waiting domain; returns the peer of an idle connection that it takes over.
    mutating func claim(_ peer: CrawlPeer, for waiter: PeerSlots.Waiter, _ now: ContinuousClock.Instant) -> CrawlPeer? {
        let other = slots.claim(peer, for: waiter.kind, socketLimit: socketLimit)
        domains[waiter.id]?.claims.append(peer)
        enter(.connecting, waiter.id, now)
        skipWaiters(atSilentPeer: peer, now)
        return other
    }

    package mutating func release(_ peer: CrawlPeer, of id: ID, at now: ContinuousClock.Instant) -> [Grant] {
        if removeClaim(peer, of: id) { slots.release(peer) }
        return grants(now)
    }

    mutating func leaveOpen(_ peer: CrawlPeer, of id: ID) {
        if removeClaim(peer, of: id) { slots.leaveOpen(peer) }
    }

    private mutating func removeClaim(_ peer: CrawlPeer, of id: ID) -> Bool {
        guard let index = domains[id]?.claims.firstIndex(of: peer) else { return false }
        domains[id]?.claims.remove(at: index)
        return true
    }

    mutating func releaseAll(_ id: ID) {
        guard let claims = domains[id]?.claims, !claims.isEmpty else { return }
        domains[id]?.claims = []
        for peer in claims { slots.release(peer) }
    }

    // MARK: Silence

    package mutating func recordResponse(from peer: CrawlPeer) { silence.recordResponse(from: peer) }

    /// Records that a domain's attempt to connect to a peer has timed out.
    package mutating func recordSilence(of peer: CrawlPeer, for id: ID, at now: ContinuousClock.Instant) -> [Grant] {
        if isInProgress(id), domains[id]?.unresponsivePeers.contains(peer) == false {
            domains[id]?.unresponsivePeers.append(peer)
            silence.recordSilence(of: peer)
            skipWaiters(atSilentPeer: peer, now)
        }
        return grants(now)
    }

    /// Returns the number of other domains in a row that a peer did not respond to; `nil` if insignificant.
    package func otherDomainsUnanswered(at peer: CrawlPeer, by id: ID) -> Int? {
        let others = silence.count(at: peer) - (domains[id]?.unresponsivePeers.contains(peer) == true ? 1 : 0)
        return others >= SilentPeers.minSilentCount ? others : nil
    }

    /// Stops domains that have begun from waiting for a peer that is full and does not respond.
    mutating func skipWaiters(atSilentPeer peer: CrawlPeer, _ now: ContinuousClock.Instant) {
        guard silence.count(at: peer) >= SilentPeers.minSilentCount, slots.freeSlots(at: peer) == 0 else { return }
        for waiter in slots.begunWaiters(at: peer) {
            guard let others = otherDomainsUnanswered(at: peer, by: waiter.id) else { continue }
            enter(.idle, waiter.id, now)
            skipped.append(.skip(waiter.id, others: others))
        }
    }
}
