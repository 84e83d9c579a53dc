import HeapModule

/// Finds routes to URLs on the thread of one event loop: looks names up within their time, and guards addresses.
final class RouteFinder {
    private let resolver: NameResolver
    private let nameTimeout: Duration
    private var searches: [UInt64: Search] = [:]
    private var deadlines = Heap<Deadline>()

    /// A route of which names are still to be looked up.
    private struct Search {
        var route: Route
        let begun: ContinuousClock.Instant
        let completion: (Route) -> Void
        /// The name that is looked up: answers to an earlier question are passed over.
        var asked: String
        /// Whether that is the proxy's name rather than the domain's.
        var isForProxy: Bool
    }

    init(resolver: NameResolver, nameTimeout: Duration) {
        self.resolver = resolver
        self.nameTimeout = nameTimeout
    }

    /// Finds the route of `plan` within `timeout`; `completion` may be called at once.
    func find(_ id: UInt64, _ plan: RoutePlan, timeout: Duration, completion: @escaping (Route) -> Void) {
        var route = Route(plan, addresses: plan.addresses)
        // An address in a URL is judged wherever the connection would really go.
        if let literal = IPAddress(plan.url.host), plan.judged([literal]).allowed.isEmpty {
            route.lead(to: [literal])
            return completion(route)
        }
        guard let name = plan.name ?? plan.targetName else { return completion(route) }
        let begun = ContinuousClock.now
        searches[id] = Search(
            route: route, begun: begun, completion: completion, asked: name,
            isForProxy: plan.proxy != nil && plan.name != nil)
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
        let now = ContinuousClock.now
        while let first = deadlines.min, first.due <= now || searches[first.id] == nil {
            deadlines.removeMin()
            unanswered(first.id, .resolverTimeout, "no answer from the name servers in time")
        }
    }

    /// When ``endOverdue()`` has something to do; `nil` for never.
    var nextDeadline: ContinuousClock.Instant? { deadlines.min?.due }

    /// Ends all searches.
    func close() {
        for id in Array(searches.keys) { cancel(id) }
    }

    private func ask(_ id: UInt64, _ name: String) {
        let isJudgedOnly = searches[id].map { !$0.isForProxy && $0.route.plan.isLookedUpByProxy } ?? false
        resolver.resolve(name, isOfAnyFamily: isJudgedOnly) { [weak self] answer in
            guard let self, searches[id]?.asked == name else { return }
            switch answer {
            case .failure(let kind, let detail): unanswered(id, kind, detail)
            case .addresses(let addresses): answered(id, addresses)
            }
        }
    }

    private func answered(_ id: UInt64, _ addresses: [IPAddress]) {
        guard var search = searches[id] else { return }
        let plan = search.route.plan
        if search.isForProxy || plan.isChosen {
            search.route.addresses = addresses
        } else {
            search.route.lead(to: addresses)
        }
        let target = search.isForProxy ? plan.targetName : nil
        search.isForProxy = false
        search.asked = target ?? search.asked
        searches[id] = search
        if let target { ask(id, target) } else { complete(id) }
    }

    private func unanswered(_ id: UInt64, _ kind: ExchangeFailure.Kind, _ detail: String) {
        guard let search = searches[id] else { return }
        if search.isForProxy {
            // That the proxy's own name is not found says nothing of the domain.
            let detail = "the proxy's name was not found: \(detail)"
            fail(id, ExchangeFailure(kind: .proxyFailed, phase: .proxy, detail: detail))
        } else if let failure = search.route.plan.unanswered(kind, detail) {
            fail(id, failure)
        } else {
            complete(id)
        }
    }

    private func fail(_ id: UInt64, _ failure: ExchangeFailure) {
        searches[id]?.route.failure = failure
        complete(id)
    }

    private func complete(_ id: UInt64) {
        guard var search = searches.removeValue(forKey: id) else { return }
        search.route.dnsMs = (ContinuousClock.now - search.begun).milliseconds
        search.completion(search.route)
    }
}
