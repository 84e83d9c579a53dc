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
        let completion: (Route) -> Void
        /// The name that is looked up: answers to an earlier question are passed over.
        var asked: String
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
        guard let name = plan.name ?? plan.targetName else { return completion(route) }
        let begun = now()
        searches[id] = Search(route: route, begun: begun, completion: completion, asked: name)
        deadlines.insert(Deadline(due: begun + min(nameTimeout, timeout), id: id))
        ask(id, name)
    }

    /// Gives a search up.
    func cancel(_ id: UInt64) {
        fail(id, ExchangeFailure(kind: .cancelled, phase: .dns, detail: "cancelled"))
    }

    /// Ends searches whose time is up.
    func endOverdue() {
        guard !deadlines.isEmpty else { return }
        let now = now()
        while let first = deadlines.min, first.due <= now || searches[first.id] == nil {
            deadlines.removeMin()
            fail(
                first.id,
                ExchangeFailure(
                    kind: .resolverTimeout, phase: .dns, detail: "no answer from the name servers in time"))
        }
    }

    /// When ``endOverdue()`` has something to do; `nil` for never.
    var nextDeadline: ContinuousClock.Instant? { deadlines.min?.due }

    /// Ends all searches.
    func close() {
        for id in Array(searches.keys) { cancel(id) }
    }

    private func ask(_ id: UInt64, _ name: String) {
        names.resolve(name) { [weak self] answer in
            guard let self, searches[id]?.asked == name else { return }
            answered(id, name, answer)
        }
    }

    private func answered(_ id: UInt64, _ name: String, _ answer: NameAnswer) {
        guard var search = searches[id] else { return }
        let plan = search.route.plan
        let isTarget = name != plan.name
        switch answer {
        case .failure(let kind, let detail):
            // A proxy may know a name that is not known here.
            if isTarget, plan.proxy?.takesAddresses != true { return complete(id) }
            return fail(id, ExchangeFailure(kind: kind, phase: .dns, detail: detail))
        case .addresses(let addresses):
            let allowed = plan.isChosen || plan.proxy != nil && !isTarget ? addresses : plan.allowed(addresses)
            guard !allowed.isEmpty else { return fail(id, plan.blocked(addresses)) }
            if isTarget { search.route.targets = allowed } else { search.route.addresses = allowed }
            searches[id] = search
            guard !isTarget, let target = plan.targetName, target != name else { return complete(id) }
            searches[id]?.asked = target
            ask(id, target)
        }
    }

    private func fail(_ id: UInt64, _ failure: ExchangeFailure) {
        guard let search = searches[id] else { return }
        var failure = failure
        // That the proxy's own name is not found says nothing of the domain.
        if search.route.isProxied, search.asked == search.route.plan.name, failure.kind != .cancelled {
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
