import HeapModule

/// Finds routes on the thread of one event loop: resolves names in time, and applies the address guard.
final class RouteFinder {
    private let names: NameLookups
    private let nameTimeout: Duration
    private let now: () -> ContinuousClock.Instant
    private var searches: [UInt64: Search] = [:]
    private var deadlines = Heap<Deadline>()

    private struct Search {
        var route: Route
        let start: ContinuousClock.Instant
        let deadline: ContinuousClock.Instant
        let completion: (Route) -> Void
        /// Whether the current lookup is for ``RoutePlan/targetName``; otherwise, it is for ``RoutePlan/name``.
        var asksForTarget: Bool
        var name: String? { asksForTarget ? route.plan.targetName : route.plan.name }
        var isForProxy: Bool { route.isProxied && !asksForTarget }
        /// Whether the addresses are only checked, because a proxy resolves the name itself.
        var isCheckOnly: Bool { asksForTarget && route.plan.isLookedUpByProxy }
        /// Whether a proxy may be used without a result of the lookup, because it resolves the name itself.
        var isOptional: Bool { isCheckOnly && route.plan.lookupFailure(.resolverTimeout, "") == nil }
    }

    init(names: NameLookups, nameTimeout: Duration, now: @escaping () -> ContinuousClock.Instant = { .now }) {
        self.names = names
        self.nameTimeout = nameTimeout
        self.now = now
    }

    func find(_ id: UInt64, _ plan: RoutePlan, timeout: Duration, completion: @escaping (Route) -> Void) {
        var route = Route(plan, addresses: plan.addresses)
        // An address literal in a URL is checked even if the connection is made to another address.
        if let literal = IPAddress(plan.url.host), plan.divideByGuard([literal]).allowed.isEmpty {
            route.setAddresses(from: [literal])
            return completion(route)
        }
        let start = now()
        let limit = min(nameTimeout, timeout)
        let search = Search(
            route: route, start: start, deadline: start + limit, completion: completion,
            asksForTarget: plan.name == nil)
        guard search.name != nil else { return completion(route) }
        searches[id] = search
        for due in [start + limit / 2, search.deadline] { deadlines.insert(Deadline(due: due, id: id)) }
        ask(id)
    }

    func cancel(_ id: UInt64) { fail(id, ExchangeFailure(kind: .cancelled, phase: .dns, detail: "cancelled")) }

    /// Continues searches with the available results after half of their time, and ends those that have timed out.
    func processTimeouts() {
        let now = now()
        while let first = deadlines.min, first.due <= now || !searches.keys.contains(first.id) {
            deadlines.removeMin()
            processTimeout(first.id, now)
        }
    }

    /// Continues the search without missing results if they are not needed; after its deadline, the search fails.
    ///
    /// If a proxy may connect to any address of a name, the guard must check both families.
    private func processTimeout(_ id: UInt64, _ now: ContinuousClock.Instant) {
        while let search = searches[id], let name = search.name {
            let known = names.knownAddresses(of: name, inAllFamilies: search.isCheckOnly)
            if !known.isEmpty, !search.isCheckOnly || search.isOptional {
                receive(id, .addresses(known))
            } else if search.deadline <= now || search.isOptional {
                receive(id, .failure(.resolverTimeout, detail: "no answer from the name servers in time"))
            } else {
                return
            }
        }
    }

    var nextDeadline: ContinuousClock.Instant? { deadlines.min?.due }

    func close() { for id in Array(searches.keys) { cancel(id) } }

    private func ask(_ id: UInt64) {
        guard let search = searches[id], let name = search.name else { return }
        names.resolve(name, inAllFamilies: search.isCheckOnly) { [weak self] result in
            // A late result of the previous lookup may still arrive.
            guard let self, searches[id]?.asksForTarget == search.asksForTarget else { return }
            receive(id, result)
        }
    }

    private func receive(_ id: UInt64, _ result: NameResult) {
        guard var search = searches[id] else { return }
        let plan = search.route.plan
        switch result {
        case .failure(_, let detail) where search.isForProxy:
            // An unresolved proxy name is no evidence about the domain.
            let notFound = "the proxy's name was not found: \(detail)"
            fail(id, ExchangeFailure(kind: .proxyFailed, phase: .proxy, detail: notFound))
        case .failure(let kind, let detail):
            if let failure = plan.lookupFailure(kind, detail) { fail(id, failure) } else { complete(id) }
        case .addresses(let addresses):
            if search.isForProxy || plan.isChosen {
                search.route.addresses = addresses
            } else {
                search.route.setAddresses(from: addresses)
            }
            // After the proxy's name, the domain's own name may have to be resolved.
            search.asksForTarget = search.isForProxy
            searches[id] = search
            if search.asksForTarget, search.name != nil { ask(id) } else { complete(id) }
        }
    }

    private func fail(_ id: UInt64, _ failure: ExchangeFailure) {
        searches[id]?.route.failure = failure
        complete(id)
    }

    private func complete(_ id: UInt64) {
        guard var search = searches.removeValue(forKey: id) else { return }
        search.route.dnsMs = (now() - search.start).milliseconds
        search.completion(search.route)
    }
}
