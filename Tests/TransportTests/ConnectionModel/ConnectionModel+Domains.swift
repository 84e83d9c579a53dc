@testable import Transport

// MARK: The behaviour of domains and their owners

extension ConnectionModel {
    func find(_ domain: Int) {
        let operation = makeOperation()
        let timeout = max(domains[domain].timeLeft, .milliseconds(1))
        domains[domain].stage = .finding(operation: operation)
        searches[operation] = Search(
            domain: domain, plan: network.domains[domain].plan, begun: now,
            deadline: now + min(timeout, network.nameTimeout))
        perform {
            routes.find(operation, network.domains[domain].plan, timeout: timeout) { [unowned self] route in
                results.append((operation, .route(route)))
            }
        }
    }

    /// Connects if a claim is available; otherwise, tries again later.
    func takePlace(_ domain: Int) {
        guard case .waiting(let route, let index) = domains[domain].stage else { return }
        domains[domain].waits += 1
        guard domains[domain].waits < 30, !hasStopped else { return domains[domain].stage = .ended }
        let address = route.addresses[index]
        guard hasPlace(at: address) else { return wait(domain, route, index: index) }
        let operation = makeOperation()
        let timeout = max(domains[domain].timeLeft, .milliseconds(1))
        domains[domain].stage = .connecting(operation: operation)
        attempts[operation] = Attempt(
            domain: domain, route: route, first: index, begun: now,
            deadline: now + min(timeout, network.connectTimeout), held: [address], next: index, lastStep: now)
        perform {
            connector.connect(
                operation, route, from: index, timeout: timeout, claims: ModelClaims(model: self, operation: operation)
            ) { [unowned self] result in results.append((operation, .connection(result))) }
        }
    }

    func cancel(_ domain: Int) {
        switch domains[domain].stage {
        case .finding(let operation), .connecting(let operation):
            cancelled = operation
            perform { cancel(operation: operation) }
            cancelled = nil
            let isOver = searches[operation] == nil && attempts[operation] == nil
            if !isOver { fail("\(operation) goes on though cancelled") }
            // An owner can cancel an operation that has just ended.
            schedule(.cancelEnded(operation: operation), after: dice.time(upTo: .seconds(5)))
        case .connected: hangUp(domain)
        case .waitingToStart, .waiting, .ended: break
        }
        domains[domain].stage = .ended
    }

    /// Cancels an operation of unknown type, like the event loop.
    func cancel(operation: UInt64) {
        routes.cancel(operation)
        connector.cancel(operation)
    }

    func hangUp(_ domain: Int) {
        guard case .connected(let socket) = domains[domain].stage else { return }
        sockets.remove(socket)
        domains[domain].stage = .ended
    }

    private func makeOperation() -> UInt64 {
        defer { nextOperation += 1 }
        return nextOperation
    }

    /// Waits for a claim for the address at `index`, within the limits.
    func wait(_ domain: Int, _ route: Route, index: Int) {
        domains[domain].stage = .waiting(route, index: index)
        schedule(.place(domain: domain), after: dice.time(upTo: .seconds(2)))
    }
}
