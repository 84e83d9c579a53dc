import Platform

/// The state of a connection that a ``Connector`` establishes, and the decision on its next step.
struct PendingConnection {
    struct Attempt {
        let socket: Int32
        let address: IPAddress
        let start: ContinuousClock.Instant
        /// The time limit of the attempt; `nil` if only ``PendingConnection/deadline`` limits it.
        let timeLimit: Duration?
    }

    let route: Route
    /// The index of the next address to try.
    var nextIndex: Int
    let start: ContinuousClock.Instant
    let deadline: ContinuousClock.Instant
    let claims: any AddressClaims
    let completion: (ConnectionResult) -> Void
    /// The running attempts: at most two, of different families.
    var attempts: [Attempt] = []
    /// The time after which an address of the other family may be tried in parallel.
    var parallelAttemptDue: ContinuousClock.Instant
    /// The `errno` of each failed attempt; `ETIMEDOUT` for one that took too long.
    var failures: [(reason: Int32, address: IPAddress)] = []

    enum Step {
        case giveUp(socket: Int32)
        case tryNext
        case fail
        case wait(until: ContinuousClock.Instant)
    }

    private var nextAddress: IPAddress? { nextIndex < route.addresses.count ? route.addresses[nextIndex] : nil }

    /// Returns the time at which `attempt` is given up, which is later if it uses the last address.
    func deadline(of attempt: Attempt) -> ContinuousClock.Instant {
        let timeLeft = deadline - attempt.start
        // An address that does not respond must not use up the time for the remaining addresses.
        let share = nextAddress == nil ? timeLeft : timeLeft / 2
        return attempt.start + min(share, attempt.timeLimit ?? share)
    }

    func nextStep(at now: ContinuousClock.Instant) -> Step {
        if let overdue = attempts.first(where: { deadline(of: $0) <= now }) { return .giveUp(socket: overdue.socket) }
        guard let firstDeadline = attempts.map(deadline(of:)).min() else {
            return nextAddress != nil && now < deadline ? .tryNext : .fail
        }
        guard let nextAddress, attempts.count == 1, nextAddress.isIPv6 != attempts[0].address.isIPv6 else {
            return .wait(until: firstDeadline)
        }
        return parallelAttemptDue <= now ? .tryNext : .wait(until: min(firstDeadline, parallelAttemptDue))
    }

    /// Returns the failed exchange, by default with the most informative failure of the attempts.
    func exchange(failing failure: ExchangeFailure?, at now: ContinuousClock.Instant) -> Exchange {
        var exchange = route.exchange(failing: failure ?? mostInformativeFailure)
        exchange.timings.totalMs = (exchange.timings.dnsMs ?? 0) + (now - start).milliseconds
        if !route.isProxied, failure == nil { exchange.address = failures.last?.address.description }
        return exchange
    }

    private var mostInformativeFailure: ExchangeFailure {
        let kinds = failures.map { Self.kind(of: $0.reason) }
        // A lack of resources comes first. A refusal says more than silence, and silence more than a missing route.
        let precedence: [ExchangeFailure.Kind] = [.internalError, .connectRefused, .connectionClosed, .connectTimeout]
        let kind = precedence.first(where: kinds.contains) ?? kinds.first ?? .connectTimeout
        guard let proxy = route.plan.proxy else { return ExchangeFailure(kind: kind, phase: .connect, detail: detail) }
        return ExchangeFailure(
            kind: .proxyFailed, phase: .proxy, detail: "no connection to the proxy \(proxy.name): \(detail)")
    }

    private var detail: String {
        let port = route.plan.port
        let silence = "no answer in time"
        var clauses = failures.prefix(4).map { reason, address in
            "\(address) port \(port): \(reason == ETIMEDOUT ? silence : systemError(reason))"
        }
        if failures.count > 4 { clauses.append("and \(failures.count - 4) more addresses") }
        if route.untriedCount > 0 { clauses.append("\(route.untriedCount) addresses were not tried") }
        return clauses.isEmpty ? silence : clauses.joined(separator: "; ")
    }

    private static func kind(of reason: Int32) -> ExchangeFailure.Kind {
        switch reason {
        case ETIMEDOUT: .connectTimeout
        case ECONNREFUSED: .connectRefused
        case ECONNRESET: .connectionClosed
        // This machine lacks resources.
        case EMFILE, ENFILE, ENOBUFS, ENOMEM: .internalError
        default: .connectFailed
        }
    }
}
