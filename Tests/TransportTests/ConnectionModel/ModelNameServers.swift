@testable import Transport

/// A question without an answer yet.
struct PendingQuestion {
    let question: ModelNetwork.Question
    let answer: NameResult
    let completion: (NameResult) -> Void
}

/// The name servers of a ``ConnectionModel``, and the expected state of their questions.
struct ModelNameServers {
    private let network: ModelNetwork
    /// The names that are being resolved, with the families that were requested and those that were answered.
    private var open: [String: (asked: Set<Bool>, answered: Set<Bool>)] = [:]
    /// The time at which the last lookup of a name ended, and whether it found addresses.
    private var closed: [String: (time: ContinuousClock.Instant, found: Bool)] = [:]

    /// The knowledge about a name.
    enum Knowledge {
        case whole(NameResult)
        /// Only some families were answered.
        case partial([IPAddress])
        case nothing
    }

    init(_ network: ModelNetwork) { self.network = network }

    /// Records a question; returns a description of the error if it should not have been asked.
    mutating func ask(_ question: ModelNetwork.Question, at now: ContinuousClock.Instant) -> String? {
        let name = question.name
        if network.hosts.addresses(of: name) != nil { return "\(name) is asked for though the hosts file has it" }
        if !network.families(of: name).contains(question.isIPv6) { return "a family is asked for that is not wanted" }
        if let closed = closed[name], closed.found, now - closed.time < .seconds(30) {
            return "\(name) is asked for though it is known"
        }
        let known = open[name] ?? ([], [])
        if known.asked.union(known.answered).contains(question.isIPv6) { return "\(name) is asked for twice" }
        open[name] = (known.asked.union([question.isIPv6]), known.answered)
        return nil
    }

    mutating func answered(_ question: ModelNetwork.Question, at now: ContinuousClock.Instant) {
        let families = network.families(of: question.name)
        open[question.name]?.asked.remove(question.isIPv6)
        open[question.name]?.answered.insert(question.isIPv6)
        guard open[question.name]?.answered.count == families.count else { return }
        open[question.name] = nil
        let isFound = if case .addresses = merged(question.name, families) { true } else { false }
        closed[question.name] = (now, isFound)
    }

    /// Returns the knowledge about `name` that a search that began at `begun` may have.
    func knowledge(of name: String, since begun: ContinuousClock.Instant) -> Knowledge {
        if let known = network.hosts.addresses(of: name) {
            let wanted = known.filter { network.families(of: name).contains($0.isIPv6) }
            return .whole(wanted.isEmpty ? .failure(.noAddress, detail: "") : .addresses(inOrder(wanted)))
        }
        if let open = open[name] {
            if case .addresses(let addresses) = merged(name, Array(open.answered)) { return .partial(addresses) }
            return .partial([])
        }
        guard let closed = closed[name] else { return .nothing }
        let isFresh = closed.time >= begun || closed.found && begun - closed.time < .seconds(30)
        return isFresh ? .whole(merged(name, network.families(of: name))) : .nothing
    }

    /// Returns the combined answer for `families`.
    private func merged(_ name: String, _ families: [Bool]) -> NameResult {
        var addresses: [IPAddress] = []
        var failures: [ExchangeFailure.Kind] = []
        for isIPv6 in families {
            switch network.replies[ModelNetwork.Question(name: name, isIPv6: isIPv6)]?.answer {
            case .addresses(let found): addresses += found
            case .failure(let kind, _): failures.append(kind)
            case nil: break
            }
        }
        guard addresses.isEmpty else { return .addresses(inOrder(addresses)) }
        for kind in [ExchangeFailure.Kind.nameNotFound, .resolverTimeout, .resolverFailed]
        where failures.contains(kind) {
            return .failure(kind, detail: "")
        }
        return .failure(.noAddress, detail: "")
    }

    private func inOrder(_ addresses: [IPAddress]) -> [IPAddress] {
        addresses.filter { $0.isIPv6 == network.prefersIPv6 } + addresses.filter { $0.isIPv6 != network.prefersIPv6 }
    }
}
