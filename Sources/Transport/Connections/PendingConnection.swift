import Platform

/// A connection that is being made: the attempts under way, and what came of the earlier ones.
struct PendingConnection {
    /// An attempt at one address.
    struct Attempt {
        let socket: Int32
        let address: IPAddress
        /// When it is given up.
        let deadline: ContinuousClock.Instant
    }

    /// Why an attempt failed.
    enum Cause: Hashable {
        case system(Int32)
        case timeout
        case cancelled

        init(_ reason: Int32) { self = reason == ETIMEDOUT ? .timeout : .system(reason) }
    }

    let route: Route
    /// The index of the address that is tried next.
    var next: Int
    let begun: ContinuousClock.Instant
    /// When all of it is given up.
    let deadline: ContinuousClock.Instant
    let claims: any AddressClaims
    let completion: (ConnectionResult) -> Void
    /// At most two, of different families.
    var attempts: [Attempt] = []
    /// When an address of the other family may be tried beside the first attempt.
    var besideDue: ContinuousClock.Instant?
    /// What came of attempts, with their addresses.
    var failures: [(cause: Cause, address: String)] = []

    /// Whether there is an address of the other family to try beside the only attempt.
    private var hasOther: Bool {
        attempts.count == 1 && next < route.addresses.count
            && route.addresses[next].isIPv6 != attempts[0].address.isIPv6
    }

    func mayTryBeside(_ now: ContinuousClock.Instant) -> Bool {
        hasOther && besideDue.map { $0 <= now } == true
    }

    /// When something has to be done without a socket having become ready.
    var nextDue: ContinuousClock.Instant? {
        let ends = attempts.map(\.deadline).min()
        guard hasOther, let besideDue else { return ends }
        return ends.map { min($0, besideDue) } ?? besideDue
    }

    /// The exchange that was to take place over the connection, with the cause that says most.
    func failedExchange(at now: ContinuousClock.Instant) -> Exchange {
        var exchange = route.exchange()
        let failure = failure
        exchange.failure = failure
        exchange.timings.connectMs = nil
        exchange.timings.totalMs = (exchange.timings.dnsMs ?? 0) + (now - begun).milliseconds
        if !route.isProxied, failure.kind != .cancelled { exchange.address = failures.last?.address }
        return exchange
    }

    private var failure: ExchangeFailure {
        let kinds = failures.map { Self.kind(of: $0.cause) }
        // A refusal says more than silence, and silence more than a missing route.
        let order: [ExchangeFailure.Kind] = [
            .cancelled, .internalError, .connectRefused, .connectionClosed, .connectTimeout, .connectFailed,
        ]
        let kind = order.first { kinds.contains($0) } ?? .connectTimeout
        if kind == .cancelled { return ExchangeFailure(kind: kind, phase: .connect, detail: "cancelled") }
        guard let proxy = route.plan.proxy else {
            return ExchangeFailure(kind: kind, phase: .connect, detail: detail)
        }
        return ExchangeFailure(
            kind: .proxyFailed, phase: .proxy, detail: "no connection to the proxy \(proxy.name): \(detail)")
    }

    private var detail: String {
        let port = route.plan.port
        var texts = failures.prefix(4).map { "\($0.address) port \(port): \(Self.text(of: $0.cause))" }
        if failures.count > 4 { texts.append("and \(failures.count - 4) more addresses") }
        return texts.isEmpty ? "no answer in time" : texts.joined(separator: "; ")
    }

    private static func text(of cause: Cause) -> String {
        switch cause {
        case .system(let reason): String(cString: strerror(reason))
        case .timeout: "no answer in time"
        case .cancelled: "cancelled"
        }
    }

    private static func kind(of cause: Cause) -> ExchangeFailure.Kind {
        switch cause {
        case .timeout: .connectTimeout
        case .cancelled: .cancelled
        case .system(ECONNREFUSED): .connectRefused
        case .system(ECONNRESET): .connectionClosed
        // Files that may be open, memory: nothing of the domain's.
        case .system(EMFILE), .system(ENFILE), .system(ENOBUFS), .system(ENOMEM): .internalError
        case .system: .connectFailed
        }
    }
}
