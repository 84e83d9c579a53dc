import HeapModule

/// Finds routes to URLs on the thread of one event loop: looks names up within their time, and guards addresses.
final class RouteFinder {
    private let names: NameLookups
    private let nameTimeout: Duration
    private let now: () -> ContinuousClock.Instant
    private var searches: [UInt64: Search] = [:]
    private var deadlines = Heap<Deadline>()

    /// A route of which names are still to be looked up.
    private struct Search {
        var route: Route
        let begun: ContinuousClock.Instant
        let deadline: ContinuousClock.Instant
        let completion: (Route) -> Void
        /// Whether the domain's own name is looked up beside a proxy's address, and not the name to connect to.
        var asksForTarget: Bool
        /// The name that is looked up.
        var name: String? { asksForTarget ? route.plan.targetName : route.plan.name }
        /// Whether there is no connection without an answer: a proxy may know a name that is not known here.
        var needsAnswer: Bool { !asksForTarget || route.plan.proxy?.takesAddresses == true }
    }

    init(names: NameLookups, nameTimeout: Duration, now: @escaping () -> ContinuousClock.Instant = { .now }) {
        self.names = names
        self.nameTimeout = nameTimeout
        self.now = now
    }

    /// Finds the route of `plan` within `timeout`; `completion` may be called at once.
    func find(_ id: UInt64, _ plan: RoutePlan, timeout: Duration, completion: @escaping (Route) -> Void) {
        // An address in a URL is judged wherever the connection would really go.
        if let literal = IPAddress(plan.url.host), plan.allowed([literal]).isEmpty {
            return completion(Route(plan, failure: plan.blocked([literal])))
        }
        let route = Route(plan, addresses: plan.addresses)
        let begun = now()
        let timeout = min(nameTimeout, timeout)
        let search = Search(
            route: route, begun: begun, deadline: begun + timeout, completion: completion,
            asksForTarget: plan.name == nil)
        guard search.name != nil else { return completion(route) }
        searches[id] = search
        for due in [begun + timeout / 2, search.deadline] { deadlines.insert(Deadline(due: due, id: id)) }
        ask(id)
    }

    /// Gives a search up.
    func cancel(_ id: UInt64) {
        fail(id, ExchangeFailure(kind: .cancelled, phase: .dns, detail: "cancelled"))
    }

    /// Goes on with what is known where half of the time is up, and ends searches whose time is up.
    func actOnTime() {
        guard !deadlines.isEmpty else { return }
        let now = now()
        while let first = deadlines.min, first.due <= now || searches[first.id] == nil {
            deadlines.removeMin()
            hurry(first.id, now)
        }
    }

    /// Waits no longer for the other family of a name that has an address, nor for a name that the connection does not need.
    private func hurry(_ id: UInt64, _ now: ContinuousClock.Instant) {
        while let search = searches[id], let name = search.name {
            let known = names.known(name)
            if !known.isEmpty {
                answered(id, .addresses(known))
            } else if search.deadline <= now || !search.needsAnswer {
                answered(id, .failure(.resolverTimeout, detail: "no answer from the name servers in time"))
            } else {
                return
            }
        }
    }

    /// When ``actOnTime()`` has something to do; `nil` for never.
    var nextDeadline: ContinuousClock.Instant? { deadlines.min?.due }

    /// Ends all searches.
    func close() {
        for id in Array(searches.keys) { cancel(id) }
    }

    private func ask(_ id: UInt64) {
        guard let search = searches[id], let name = search.name else { return }
        names.resolve(name) { [weak self] answer in
            // The whole answer to the question before may still come.
            guard let self, searches[id]?.asksForTarget == search.asksForTarget else { return }
            answered(id, answer)
        }
    }

    private func answered(_ id: UInt64, _ answer: NameAnswer) {
        guard var search = searches[id] else { return }
        let plan = search.route.plan
        switch answer {
        case .failure(let kind, let detail):
            guard search.needsAnswer else { return complete(id) }
            return fail(id, ExchangeFailure(kind: kind, phase: .dns, detail: detail))
        case .addresses(let addresses):
            let isProxy = plan.proxy != nil && !search.asksForTarget
            let allowed = plan.isChosen || isProxy ? addresses : plan.allowed(addresses)
            guard !allowed.isEmpty else { return fail(id, plan.blocked(addresses)) }
            if search.asksForTarget { search.route.targets = allowed } else { search.route.addresses = allowed }
            search.asksForTarget = isProxy
            searches[id] = search
            guard isProxy, plan.targetName != nil else { return complete(id) }
            ask(id)
        }
    }

    private func fail(_ id: UInt64, _ failure: ExchangeFailure) {
        guard let search = searches[id] else { return }
        var failure = failure
        // That the proxy's own name is not found says nothing of the domain.
        if search.route.isProxied, !search.asksForTarget, failure.kind != .cancelled {
            failure = ExchangeFailure(
                kind: .proxyFailed, phase: .proxy, detail: "the proxy's name was not found: \(failure.detail)")
        }
        searches[id]?.route.failure = failure
        complete(id)
    }

    private func complete(_ id: UInt64) {
        guard var search = searches.removeValue(forKey: id) else { return }
        search.route.dnsMs = (now() - search.begun).milliseconds
        search.completion(search.route)
    }
}
