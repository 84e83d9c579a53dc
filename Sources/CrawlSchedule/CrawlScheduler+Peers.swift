/// Connections at peers: who has one, and which peers are silent.
extension CrawlScheduler {
    /// A peer that so many domains in a row got no answer from is tried briefly by the next ones; when it is full, only a domain's
    /// first connection waits for it.
    package static let silenceThatConvinces = 3

    /// Whether one more connection may be in use; idle ones give way.
    var hasSocket: Bool { places.inUse < socketLimit }

    /// Claims one more connection to a peer for a domain that connects and tries a second address at the same time.
    ///
    /// - Returns: Whether there was room; a domain that got none waits for it when the first attempt has failed.
    package mutating func tryClaim(_ peer: CrawlPeer, for id: ID) -> Bool {
        guard isUnderWay(id), places.tryClaim(peer, socketLimit: socketLimit) else { return false }
        domains[id]?.claims.append(peer)
        return true
    }

    /// Claims a connection for one who waited for it; gives back the peer of an idle one that it takes over.
    mutating func claim(_ peer: CrawlPeer, for waiter: PeerPlaces.Waiter, _ now: ContinuousClock.Instant) -> CrawlPeer?
    {
        let other = places.claim(peer, for: waiter.wish, socketLimit: socketLimit)
        domains[waiter.id]?.claims.append(peer)
        enter(.connecting(isSlow: false), waiter.id, now)
        skipHopeless(at: peer, now)
        return other
    }

    /// Releases one claim: the attempt to connect to the peer has ended.
    package mutating func release(_ peer: CrawlPeer, of id: ID, at now: ContinuousClock.Instant) -> [Grant] {
        if let index = domains[id]?.claims.firstIndex(of: peer) {
            domains[id]?.claims.remove(at: index)
            places.release(peer)
        }
        return grants(now)
    }

    /// Releases one claim, and leaves the connection open.
    mutating func leaveOpen(_ peer: CrawlPeer, _ id: ID) {
        guard let index = domains[id]?.claims.firstIndex(of: peer) else { return }
        domains[id]?.claims.remove(at: index)
        places.leaveOpen(peer)
    }

    mutating func releaseAll(_ id: ID) {
        guard let claims = domains[id]?.claims, !claims.isEmpty else { return }
        domains[id]?.claims = []
        for peer in claims { places.release(peer) }
    }

    // MARK: Silence

    /// A peer has answered an attempt to connect.
    package mutating func answered(_ peer: CrawlPeer) { silence.answered(peer) }

    /// A peer has not answered a domain's attempt to connect in time, which has ended.
    package mutating func stayedSilent(_ peer: CrawlPeer, for id: ID, at now: ContinuousClock.Instant) -> [Grant] {
        if isUnderWay(id), domains[id]?.unanswered.contains(peer) == false {
            domains[id]?.unanswered.append(peer)
            silence.stayedSilent(peer)
            skipHopeless(at: peer, now)
        }
        return grants(now)
    }

    /// Returns the number of other domains in a row that a peer did not respond to; `nil` if they are too few to be
    /// significant.
    package func otherDomainsUnanswered(at peer: CrawlPeer, by id: ID) -> Int? {
        let others = silence.count(at: peer) - (domains[id]?.unanswered.contains(peer) == true ? 1 : 0)
        return others >= Self.silenceThatConvinces ? others : nil
    }

    /// Has those who have begun not wait for a peer that is full and silent.
    mutating func skipHopeless(at peer: CrawlPeer, _ now: ContinuousClock.Instant) {
        guard silence.count(at: peer) >= Self.silenceThatConvinces, places.room(at: peer) <= 0 else { return }
        for waiter in places.begunWaiters(at: peer) {
            guard let others = otherDomainsUnanswered(at: peer, by: waiter.id) else { continue }
            enter(.idle, waiter.id, now)
            skipped.append(.skip(waiter.id, others: others))
        }
    }
}
