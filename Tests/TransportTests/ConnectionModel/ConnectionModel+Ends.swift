import Platform

@testable import Transport

// MARK: Conditions during and at the end of connection attempts

extension ConnectionModel {
    /// Checks the end of a connection attempt with `result`.
    func ended(_ operation: UInt64, _ result: ConnectionResult) {
        if case .failed(let exchange) = result, exchange.failure?.kind == .cancelled {
            if cancelled != operation, !isStopping { fail("\(operation) is said to be cancelled") }
            attempts[operation]?.closed = []
        }
        if case .connected = result { checkLost(operation) } else { checkClosed(operation) }
        guard let attempt = attempts.removeValue(forKey: operation) else { return fail("\(operation) ended twice") }
        checkAnswered(attempt, result)
        let number = attempt.domain
        domains[number].timeLeft -= now - attempt.begun
        domains[number].stage = .ended
        let left = sockets.of(operation)
        if case .connected(let connection) = result {
            return connected(connection, attempt, left)
        }
        if !left.isEmpty { fail("\(operation) leaves sockets open") }
        if !attempt.held.isEmpty { fail("\(operation) keeps places at \(attempt.held)") }
        switch result {
        case .connected: break
        case .failed(let exchange): failed(exchange, attempt)
        case .limitReached(let index), .noDescriptor(let index):
            let lack = if case .limitReached = result { Attempt.Lack.place } else { Attempt.Lack.descriptor }
            let isTrue = attempt.lacks == lack && attempt.lastStep == now && index == attempt.next
            if !isTrue { fail("\(operation) lacks a \(lack) at \(index), and not \(attempt.lacks as Any)") }
            domains[number].outcome = "no \(lack) at \(index)"
            wait(number, attempt.route, index: index)
        }
    }

    private func connected(
        _ connection: Connection, _ attempt: Attempt, _ left: [(number: Int32, socket: ModelSockets.Socket)]
    ) {
        let address = connection.address
        domains[attempt.domain].outcome = "connected to \(address)"
        // The socket is taken, so that no real descriptor is closed.
        guard let number = connection.takeSocket(), let won = left.first(where: { $0.number == number }) else {
            return fail("a connection to \(address) has no socket")
        }
        if left.count != 1 { fail("a connection to \(address) leaves others open") }
        if attempt.held != [address] { fail("a connection to \(address) has places at \(attempt.held)") }
        if won.socket.address != address { fail("a connection to \(address) is one to \(won.socket.address)") }
        if won.socket.isWatched { fail("a connection to \(address) is still watched") }
        if !won.socket.hasConnected(by: now) { fail("there is no connection to \(address)") }
        if connection.connectTime != now - attempt.begun { fail("it took \(connection.connectTime)") }
        sockets.takeOver(number)
        domains[attempt.domain].stage = .connected(socket: number)
        schedule(.hangUp(domain: attempt.domain), after: dice.time(upTo: .seconds(20)))
    }

    private func failed(_ exchange: Exchange, _ attempt: Attempt) {
        guard let failure = exchange.failure else { return fail("a failure without a cause") }
        domains[attempt.domain].outcome = "\(failure.kind)"
        if failure.kind == .cancelled { return }
        if attempt.nextAddress != nil, now < attempt.deadline { fail("not every address was tried") }
        // Each address has at least half of the time that the earlier ones left, unless its own limit is lower.
        var share = (attempt.deadline - attempt.begun) / 2
        for address in attempt.route.addresses[attempt.first...] where network.lateness == .zero {
            if case .answers(let delay) = network.behaviours[address],
                delay < min(share, network.timeLimits[address] ?? share)
            {
                fail("\(address) answers after \(delay), and was not found")
            }
            share /= 2
        }
        let reasons = Set(attempt.failures.map(\.errno))
        let kind: ExchangeFailure.Kind =
            if attempt.route.isProxied {
                .proxyFailed
            } else if reasons.contains(ECONNREFUSED) {
                .connectRefused
            } else if reasons.contains(ECONNRESET) {
                .connectionClosed
            } else if reasons.contains(ETIMEDOUT) || reasons.isEmpty {
                .connectTimeout
            } else {
                .connectFailed
            }
        if failure.kind != kind { fail("\(failure.kind) in place of \(kind)") }
        for (address, _) in attempt.failures.prefix(4) where !failure.detail.contains("\(address) port") {
            fail("\(address) is missing in: \(failure.detail)")
        }
    }

    /// Checks that exactly the addresses that have responded are reported as responding.
    private func checkAnswered(_ attempt: Attempt, _ result: ConnectionResult) {
        var answered = attempt.failures.filter { [ECONNREFUSED, ECONNRESET].contains($0.errno) }.map(\.address)
        if case .connected(let connection) = result { answered.append(connection.address) }
        if attempt.answered != answered { fail("\(attempt.answered) are said to have answered, and not \(answered)") }
    }

    /// Checks that no other address responded before the one that was used.
    private func checkLost(_ operation: UInt64) {
        for closed in attempts[operation]?.closed ?? [] where closed.socket.hasConnected(by: lastTurn) {
            fail("\(closed.socket.address) had answered before")
        }
    }

    /// Checks that each closed socket had failed, or was given up at the right time.
    func checkClosed(_ operation: UInt64) {
        guard let attempt = attempts[operation] else { return }
        for closed in attempt.closed where closed.socket.failure == nil {
            let address = closed.socket.address
            if closed.socket.hasConnected(by: lastTurn) { fail("\(address) had answered, and was given up") }
            let end = attempt.end(of: closed.socket, network, othersAreLeft: closed.othersAreLeft)
            if closed.time < end { fail("\(address) was given up early") }
        }
        attempts[operation]?.closed = []
    }

    /// Checks that nothing waits for an event in the past, and that every attempt has a timer.
    func checkAttempts(nextDeadline: ContinuousClock.Instant?) {
        for (operation, attempt) in attempts {
            let open = sockets.of(operation).map(\.socket)
            let next = attempt.nextAddress
            var due = open.reduce(attempt.deadline) {
                min($0, attempt.end(of: $1, network, othersAreLeft: next != nil))
            }
            if let next, open.count == 1, open[0].address.isIPv6 != next.isIPv6 {
                due = min(due, attempt.lastStep + .milliseconds(250))
            }
            if open.isEmpty { fail("\(operation) tries nothing") }
            if open.count > 2 || open.count == 2 && open[0].address.isIPv6 == open[1].address.isIPv6 {
                fail("\(operation) tries \(open.map(\.address)) at once")
            }
            if attempt.held.count != open.count { fail("\(operation) has places at \(attempt.held)") }
            if attempt.deadline <= now { fail("\(operation) goes on after its deadline") }
            if due <= now { fail("\(operation) did not do what was due at \(now - due)") }
            guard let nextDeadline, nextDeadline <= due else { return fail("\(operation) has no timer") }
        }
    }
}
