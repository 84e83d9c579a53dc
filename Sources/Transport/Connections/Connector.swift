import HeapModule
import Platform

/// Establishes TCP connections on the thread of one event loop, each to the first address of a route that responds.
///
/// libcurl could connect as part of a transfer. Because connections are established beforehand, a failed connection
/// does not need a transfer, and a failure can clearly be attributed to the time before or after connecting.
final class Connector {
    /// The time after which an address of the other family is tried in parallel (RFC 8305, section 5).
    private static let parallelAttemptDelay: Duration = .milliseconds(250)
    /// The minimum time limit of a timeout that counts as silence; a quarter of the connect timeout if that is shorter.
    private static let minSilenceDuration: Duration = .seconds(1)

    private let sockets: ConnectingSockets
    private let connectTimeout: Duration
    private let now: () -> ContinuousClock.Instant
    private var pending: [UInt64: PendingConnection] = [:]
    /// The pending connection of each watched socket.
    private var idsBySocket: [Int32: UInt64] = [:]
    private var deadlines = Heap<Deadline>()

    init(
        sockets: ConnectingSockets, connectTimeout: Duration, now: @escaping () -> ContinuousClock.Instant = { .now }
    ) {
        self.sockets = sockets
        self.connectTimeout = connectTimeout
        self.now = now
    }

    /// Establishes a connection; begins with the address at `index`, for which the caller holds a claim.
    func connect(
        _ id: UInt64, _ route: Route, from index: Int, timeout: Duration, claims: any AddressClaims,
        completion: @escaping (ConnectionResult) -> Void
    ) {
        let start = now()
        pending[id] = PendingConnection(
            route: route, nextIndex: index, start: start, deadline: start + min(connectTimeout, timeout),
            claims: claims, completion: completion, parallelAttemptDue: start)
        if index < route.addresses.count { tryNext(id, isClaimed: true) }
        performSteps(id)
    }

    func cancel(_ id: UInt64) { fail(id, ExchangeFailure(kind: .cancelled, phase: .connect, detail: "cancelled")) }

    func close() { for id in Array(pending.keys) { cancel(id) } }

    func act(on socket: Int32) {
        guard let id = idsBySocket[socket] else { return }
        switch sockets.state(socket) {
        case .connecting: break
        case .connected: complete(id, socket)
        case .failed(let reason):
            endAttempt(id, socket, reason)
            performSteps(id)
        }
    }

    var nextDeadline: ContinuousClock.Instant? { deadlines.min?.due }

    func processTimeouts() {
        let now = now()
        while let first = deadlines.min, first.due <= now || !pending.keys.contains(first.id) {
            deadlines.removeMin()
            performSteps(first.id)
        }
    }

    // MARK: Attempts

    /// Performs the steps that are due and sets the next timer; must be called after every change to a connection.
    private func performSteps(_ id: UInt64) {
        while let step = pending[id]?.nextStep(at: now()) {
            switch step {
            case .giveUp(let socket): endAttempt(id, socket, ETIMEDOUT)
            case .tryNext: tryNext(id)
            case .fail: fail(id)
            case .wait(let due): return deadlines.insert(Deadline(due: due, id: id))
            }
        }
    }

    private func tryNext(_ id: UInt64, isClaimed: Bool = false) {
        guard let connection = pending[id] else { return }
        let claims = connection.claims
        let index = connection.nextIndex
        let address = connection.route.addresses[index]
        guard isClaimed || claims.tryClaim(address) else { return postponeOrEnd(id, .limitReached(atIndex: index)) }
        let start = now()
        let (socket, state) = sockets.begin(address, connection.route.plan.port)
        if case .failed(let reason) = state {
            let lacksDescriptor = reason == EMFILE || reason == ENFILE
            if lacksDescriptor { claims.recordLackOfDescriptors() }
            claims.release(address)
            // A lack of descriptors is no evidence about the address, so the caller can try it again.
            if lacksDescriptor { return postponeOrEnd(id, .noDescriptor(atIndex: index)) }
            recordFailure(id, reason, address, timeLimit: .zero)
        }
        pending[id]?.nextIndex += 1
        guard let socket else { return }
        pending[id]?.attempts.append(
            PendingConnection.Attempt(
                socket: socket, address: address, start: start, timeLimit: claims.connectTimeLimit(at: address)))
        pending[id]?.parallelAttemptDue = start + Self.parallelAttemptDelay
        if case .connected = state { return complete(id, socket) }
        idsBySocket[socket] = id
        sockets.watch(socket)
    }

    /// Postpones the next address if an attempt is running; otherwise ends with `result`.
    private func postponeOrEnd(_ id: UInt64, _ result: ConnectionResult) {
        guard pending[id]?.attempts.isEmpty == true else {
            pending[id]?.parallelAttemptDue = now() + Self.parallelAttemptDelay
            return
        }
        pending.removeValue(forKey: id)?.completion(result)
    }

    // MARK: Ends

    private func complete(_ id: UInt64, _ socket: Int32) {
        guard let connection = pending.removeValue(forKey: id),
            let attempt = connection.attempts.first(where: { $0.socket == socket })
        else { return }
        stopWatching(socket)
        for other in connection.attempts where other.socket != socket { abandon(other, connection.claims) }
        connection.claims.recordResponse(from: attempt.address)
        let established = Connection(
            route: connection.route, address: attempt.address, socket: socket, connectTime: now() - connection.start)
        connection.completion(.connected(established))
    }

    private func endAttempt(_ id: UInt64, _ socket: Int32, _ reason: Int32) {
        guard let connection = pending[id], let index = connection.attempts.firstIndex(where: { $0.socket == socket })
        else { return }
        let attempt = connection.attempts[index]
        pending[id]?.attempts.remove(at: index)
        abandon(attempt, connection.claims)
        recordFailure(id, reason, attempt.address, timeLimit: connection.deadline(of: attempt) - attempt.start)
    }

    /// Records a failed attempt, and whether the address responds; with a short `timeLimit`, a timeout is no evidence.
    private func recordFailure(_ id: UInt64, _ reason: Int32, _ address: IPAddress, timeLimit: Duration) {
        let claims = pending[id]?.claims
        switch reason {
        case ETIMEDOUT where timeLimit >= min(connectTimeout / 4, Self.minSilenceDuration):
            claims?.recordSilence(of: address)
        case ECONNREFUSED, ECONNRESET: claims?.recordResponse(from: address)
        default: break
        }
        pending[id]?.failures.append((reason, address))
    }

    private func fail(_ id: UInt64, _ failure: ExchangeFailure? = nil) {
        guard let connection = pending.removeValue(forKey: id) else { return }
        for attempt in connection.attempts { abandon(attempt, connection.claims) }
        connection.completion(.failed(connection.exchange(failing: failure, at: now())))
    }

    private func abandon(_ attempt: PendingConnection.Attempt, _ claims: any AddressClaims) {
        stopWatching(attempt.socket)
        sockets.close(attempt.socket)
        claims.release(attempt.address)
    }

    private func stopWatching(_ socket: Int32) {
        sockets.forget(socket)
        idsBySocket[socket] = nil
    }
}
