import Platform

@testable import Transport

/// A search for a route.
struct Search {
    let domain: Int
    let plan: RoutePlan
    let begun: ContinuousClock.Instant
    let deadline: ContinuousClock.Instant
    /// The addresses of the proxy that were sufficient after half of the time.
    var early: [IPAddress]?

    /// The time from which addresses of one family are sufficient.
    var half: ContinuousClock.Instant { begun + (deadline - begun) / 2 }
}

// MARK: The behaviour of name servers and searches

extension ConnectionModel {
    func ask(_ name: String, family: Int32, completion: @escaping (NameResult) -> Void) {
        let question = ModelNetwork.Question(name: name, isIPv6: family == AF_INET6)
        if let problem = servers.ask(question, at: now) { fail(problem) }
        guard let reply = network.replies[question] else { return }
        let pending = PendingQuestion(question: question, answer: reply.answer, completion: completion)
        if reply.delay == .zero { answer(pending) } else { schedule(.reply(pending), after: reply.delay) }
    }

    func answer(_ pending: PendingQuestion) {
        servers.answered(pending.question, at: now)
        pending.completion(pending.answer)
    }

    /// Checks the end of a search with `route`.
    func ended(_ operation: UInt64, _ route: Route) {
        guard let search = searches.removeValue(forKey: operation) else { return fail("\(operation) found twice") }
        let number = search.domain
        domains[number].timeLeft -= now - search.begun
        domains[number].outcome = route.failure.map { "\($0.kind)" } ?? "found"
        domains[number].stage = .ended
        if route.failure?.kind == .cancelled {
            if cancelled != operation, !isStopping { fail("\(operation) is said to be cancelled") }
            return
        }
        compare(route, with: expectation(search), search)
        if route.failure == nil, !route.addresses.isEmpty { wait(number, route, index: 0) }
    }

    /// The expected result of a search.
    private enum Expectation {
        case failure(ExchangeFailure.Kind)
        case addresses([IPAddress], targets: [IPAddress])
        /// The search should not have ended.
        case none(String)
    }

    private func compare(_ route: Route, with expected: Expectation, _ search: Search) {
        let found = "\(search.plan.url) is \(route.addresses), \(route.targetAddresses), \(route.failure?.kind as Any)"
        switch expected {
        case .none(let reason): fail("\(found): \(reason)")
        case .failure(let kind): if route.failure?.kind != kind { fail("\(found), and not \(kind)") }
        case .addresses(let addresses, let targets):
            let isRight =
                route.failure == nil && route.addresses == addresses
                && (route.targetAddresses == targets || route.plan.proxy?.requiresAddress != true)
            if !isRight { fail("\(found), and not \(addresses), \(targets)") }
        }
    }

    /// Returns the expected route, according to the plan and the known addresses of its names.
    private func expectation(_ search: Search) -> Expectation {
        let plan = search.plan
        let literal = IPAddress(plan.url.host)
        if let literal, !isAllowed(literal, plan) { return .failure(.addressBlocked) }
        var addresses = plan.addresses
        if let name = plan.name {
            switch lookedUp(name, search, isNeeded: true) {
            case .failure(let kind): return .failure(plan.proxy == nil ? kind : .proxyFailed)
            case .addresses(let whole, _):
                let found = search.early ?? whole
                let isTarget = plan.proxy == nil && !plan.isChosen
                addresses = isTarget ? found.filter { isAllowed($0, plan) } : found
                if addresses.isEmpty { return .failure(.addressBlocked) }
            case .none(let reason): return .none(reason)
            }
        }
        guard let proxy = plan.proxy, literal == nil, proxy.requiresAddress || isGuarded(plan) else {
            return .addresses(addresses, targets: [])
        }
        let isNeeded = proxy.requiresAddress || mustBeKnown(plan)
        let isWholeNeeded = !proxy.requiresAddress && mustBeKnown(plan)
        switch lookedUp(plan.url.host, search, isNeeded: isNeeded, isWholeNeeded: isWholeNeeded) {
        case .failure(let kind):
            if proxy.requiresAddress { return .failure(kind) }
            guard mustBeKnown(plan) else { return .addresses(addresses, targets: []) }
            return .failure([.nameNotFound, .noAddress].contains(kind) ? .addressUnknown : kind)
        case .addresses(let found, _):
            let targets = found.filter { isAllowed($0, plan) }
            // A proxy that resolves the name can connect to any of its addresses.
            let isBlocked = targets.isEmpty || !proxy.requiresAddress && targets != found
            return isBlocked ? .failure(.addressBlocked) : .addresses(addresses, targets: targets)
        case .none(let reason): return .none(reason)
        }
    }

    /// Returns the result that a search can have for a name.
    ///
    /// After half of the time, addresses of one family are sufficient, and so is no address if none is needed, unless
    /// all addresses must be known.
    private func lookedUp(
        _ name: String, _ search: Search, isNeeded: Bool, isWholeNeeded: Bool = false
    ) -> Expectation {
        switch servers.knowledge(of: name, since: search.begun) {
        case .whole(.addresses(let addresses)): return .addresses(addresses, targets: [])
        case .whole(.failure(let kind, _)): return .failure(kind)
        case .nothing: return .none("nobody has asked for \(name)")
        case .partial(let addresses):
            if !addresses.isEmpty, !isWholeNeeded, search.half <= now { return .addresses(addresses, targets: []) }
            let isOver = isNeeded ? search.deadline <= now : search.half <= now
            return isOver ? .failure(.resolverTimeout) : .none("\(name) is still being looked up")
        }
    }

    private func isGuarded(_ plan: RoutePlan) -> Bool {
        if case .publicOnly = plan.addressGuard { true } else { false }
    }

    private func mustBeKnown(_ plan: RoutePlan) -> Bool {
        if case .publicOnly(_, allowsUnresolved: false) = plan.addressGuard { true } else { false }
    }

    /// Returns whether the guard allows `address` for the domain itself.
    func isAllowed(_ address: IPAddress, _ plan: RoutePlan) -> Bool {
        guard case .publicOnly(let exception, _) = plan.addressGuard else { return true }
        return !ModelNetwork.privateAddresses.contains(address)
            || exception?.host == plan.url.host && exception?.address == address.description
    }

    /// Checks that no search waits for the second family after half of the time.
    func checkHalfTime() {
        for (operation, search) in searches where lastTurn < search.half && search.half <= now {
            guard let name = search.plan.name,
                case .partial(let addresses) = servers.knowledge(of: name, since: search.begun), !addresses.isEmpty
            else { continue }
            guard search.plan.proxy == nil else {
                searches[operation]?.early = addresses
                continue
            }
            fail("search \(operation) waits for the other family though \(addresses) are known")
        }
    }

    func checkSearches(nextDeadline: ContinuousClock.Instant?) {
        for (operation, search) in searches {
            if search.deadline <= now { fail("search \(operation) goes on after its deadline") }
            guard let nextDeadline, nextDeadline <= (now < search.half ? search.half : search.deadline) else {
                return fail("search \(operation) has no timer")
            }
        }
    }
}
