import CrawlSchedule

/// The behaviour of domains.
extension CrawlSimulation {
    /// Returns a random duration: often zero, sometimes longer than `patience`.
    mutating func delay() -> Int {
        switch random.below(4) {
        case 0: 0
        case 1: random.below(10)
        case 2: random.below(60)
        default: random.below(3 * Self.patience)
        }
    }

    /// Performs the next step of a domain after the time of the previous one has passed.
    mutating func act(_ id: Int) {
        guard let domain = domains[id] else { return }
        if random.below(60) == 0 { return leave(id) }
        switch domain.doing {
        case .resolving: random.below(5) == 0 ? finish(id) : want(id)
        case .connecting: endAttempt(id)
        case .communicating: goOn(id)
        case .pausing: random.below(2) == 0 ? want(id) : resolve(id)
        case .waiting, .connected, .requesting:
            set(id, .cancelled(atFirst: domain.isWaitingAtFirst))
            plan(id, after: delay())
            handle(.gaveUp(id))
        case .cancelled: leave(id)
        case .delivering:
            if random.below(20) == 0 { return stray(id) }
            end(id)
            handle(.delivered(id))
            if random.below(20) == 0 { stray(id) }
        }
    }

    private mutating func goOn(_ id: Int) {
        domains[id]?.stepsLeft -= 1
        guard let domain = domains[id], domain.stepsLeft > 0 else { return finish(id) }
        switch random.below(5) {
        case 0, 1:
            set(id, .requesting)
            mayBeCancelled(id)
            handle(.wantsRequest(id))
        case 2 where domain.isShared: leaveOpen(id)
        case 2: hangUp(id)
        case 3:
            // Continues with another host, as after a redirect.
            hangUp(id)
            if domains[id] != nil { resolve(id) }
        default: finish(id)
        }
    }

    private mutating func hangUp(_ id: Int) {
        domains[id]?.sockets = []
        set(id, .pausing)
        plan(id, after: delay())
        handle(.hungUp(id))
    }

    private mutating func leaveOpen(_ id: Int) {
        guard let peer = domains[id]?.sockets.last else { return fail("\(id) communicates without a connection") }
        domains[id]?.sockets = []
        idle.append(peer)
        set(id, .pausing)
        plan(id, after: delay())
        handle(.leftOpen(id, Self.peer(peer)))
    }

    private mutating func resolve(_ id: Int) {
        set(id, .resolving(since: time))
        plan(id, after: delay())
        handle(.resolves(id))
    }

    private mutating func want(_ id: Int) {
        var peer = random.below(peerCount)
        var wish = CrawlScheduler.ConnectionKind.first
        if domains[id]?.hasBegun == true {
            wish = random.below(3) == 0 ? .shared : .further
            if wish == .shared { peer = sharedPeer }
        }
        arrivals += 1
        domains[id]?.hasBegun = true
        set(id, .waiting(peer: peer, wish, arrival: arrivals))
        mayBeCancelled(id)
        handle(.wantsConnection(id, to: Self.peer(peer), wish))
    }

    private mutating func mayBeCancelled(_ id: Int) { if random.below(30) == 0 { plan(id, after: random.below(200)) } }

    // MARK: Attempts

    /// Ends a connection attempt: with a connection, with a second attempt in parallel, or with a failure.
    private mutating func endAttempt(_ id: Int) {
        guard let domain = domains[id], let peer = domain.sockets.last else { return fail("\(id) has no attempt") }
        if random.below(20) == 0 { return lackDescriptor(id) }
        switch random.below(8) {
        case _ where time < silentUntil[peer], 0: getNoAnswer(id)
        case 1:
            // A refused connection is a response.
            note(answerOf: peer)
            domains[id]?.stepsLeft -= 1
            hangUp(id)
        case 2, 3: tryBeside(id, peer)
        default:
            note(answerOf: peer)
            arrivals += 1
            set(id, .connected(arrival: arrivals))
            mayBeCancelled(id)
            handle(.connected(id))
        }
    }

    private mutating func note(answerOf peer: Int) {
        silence[peer] = 0
        scheduler.recordResponse(from: Self.peer(peer))
    }

    /// Ends all attempts of a domain without a response; the scheduler is informed about each of them.
    private mutating func getNoAnswer(_ id: Int) {
        for peer in domains[id]?.sockets ?? [] {
            close(peer, of: id)
            guard domains[id] != nil else { return }
            if domains[id]?.unanswered.insert(peer).inserted == true { silence[peer] += 1 }
            take(scheduler.recordSilence(of: Self.peer(peer), for: id, at: now))
        }
        domains[id]?.stepsLeft -= 1
        hangUp(id)
    }

    private mutating func close(_ peer: Int, of id: Int) {
        guard let index = domains[id]?.sockets.firstIndex(of: peer) else { return }
        domains[id]?.sockets.remove(at: index)
        take(scheduler.release(Self.peer(peer), of: id, at: now))
    }

    /// Tries a second address in parallel if there is room, and sometimes closes one of the two attempts.
    private mutating func tryBeside(_ id: Int, _ peer: Int) {
        let other = random.below(peerCount)
        let hasRoom =
            connections(at: other) < limit(other) && socketCount < socketLimit
            && !domains.values.contains { $0.isWaiting(at: other) }
        guard scheduler.tryClaim(Self.peer(other), for: id) == hasRoom else {
            return fail("a second claim at \(other) has the wrong result; room: \(hasRoom)")
        }
        domains[id]?.stage += 1
        plan(id, after: delay())
        guard hasRoom else { return }
        domains[id]?.sockets.append(other)
        if random.below(2) == 0 { close(random.below(2) == 0 ? other : peer, of: id) }
    }

    /// Simulates that the system refuses a socket, so that the domain waits again.
    private mutating func lackDescriptor(_ id: Int) {
        scheduler.lowerSocketLimit()
        socketLimit = max(1, min(socketLimit, socketCount - 1))
        hangUp(id)
        if domains[id] != nil { want(id) }
    }

    // MARK: Ends

    private mutating func finish(_ id: Int) {
        let hasAnswered = if case .communicating = domains[id]?.doing { true } else { false }
        domains[id]?.sockets = []
        set(id, .delivering)
        plan(id, after: delay() / 2 * (limits.maxConcurrency - 1))
        // A domain without a response, such as one that timed out, provides no response time.
        let took = hasAnswered ? governing.answerTime(&random) : nil
        handle(.finished(id, answeredAfter: took.map { .milliseconds($0) }))
    }

    private mutating func leave(_ id: Int) {
        end(id)
        handle(.abandoned(id))
    }

    /// Sends an event of a domain that has already ended, which must have no effect.
    private mutating func stray(_ id: Int) {
        let peer = Self.peer(random.below(peerCount))
        switch random.below(7) {
        case 0: handle(.resolves(id))
        case 1: handle(.wantsConnection(id, to: peer, .further))
        case 2: handle(.connected(id))
        case 3: handle(.leftOpen(id, peer))
        case 4: take(scheduler.release(peer, of: id, at: now))
        case 5: take(scheduler.recordSilence(of: peer, for: id, at: now))
        default: if scheduler.tryClaim(peer, for: id) { fail("\(id) has ended, and gets a claim") }
        }
        if domains[id] != nil { plan(id, after: delay()) }
    }
}
