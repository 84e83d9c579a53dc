import HeapModule
import Platform

/// Makes TCP connections on the thread of one event loop, each at the first of its addresses that answers.
///
/// libcurl would do it as part of a transfer. Made beforehand, a connection without an answer costs a socket and no
/// transfer, and whether something failed before or after it was established is never a guess.
final class Connector {
    /// Addresses of the other family are tried when the first has not answered for so long (RFC 8305, section 5).
    private static let attemptDelay: Duration = .milliseconds(250)

    private let sockets: ConnectingSockets
    private let connectTimeout: Duration
    private let now: () -> ContinuousClock.Instant
    private var pending: [UInt64: PendingConnection] = [:]
    private var owners: [Int32: UInt64] = [:]
    private var deadlines = Heap<Deadline>()

    init(
        sockets: ConnectingSockets, connectTimeout: Duration, now: @escaping () -> ContinuousClock.Instant = { .now }
    ) {
        self.sockets = sockets
        self.connectTimeout = connectTimeout
        self.now = now
    }

    /// Connects along `route`, from the address of `index` on, for which the caller has a claim.
    func connect(
        _ id: UInt64, _ route: Route, from index: Int, timeout: Duration, claims: any AddressClaims,
        completion: @escaping (ConnectionResult) -> Void
    ) {
        let begun = now()
        pending[id] = PendingConnection(
            route: route, next: index, begun: begun, deadline: begun + min(connectTimeout, timeout), claims: claims,
            completion: completion)
        tryNext(id, isClaimed: true)
    }

    /// Gives up.
    func cancel(_ id: UInt64) {
        pending[id]?.failures = [(.cancelled, "cancelled")]
        fail(id)
    }

    /// Gives everything up.
    func close() {
        for id in Array(pending.keys) { cancel(id) }
    }

    /// Looks at a socket that has become ready.
    func act(on socket: Int32) {
        guard let id = owners[socket] else { return }
        switch sockets.state(socket) {
        case .connecting: break
        case .connected: connected(id, socket)
        case .failed(let reason):
            end(id, socket, .init(reason))
            goOn(id)
        }
    }

    /// When ``actOnTime()`` has something to do; `nil` for never.
    var nextDeadline: ContinuousClock.Instant? { deadlines.min?.due }

    /// Does what is due: gives attempts up, and begins others beside them.
    func actOnTime() {
        guard !deadlines.isEmpty else { return }
        let now = now()
        while let first = deadlines.min, first.due <= now {
            deadlines.removeMin()
            guard let connection = pending[first.id] else { continue }
            for attempt in connection.attempts where attempt.deadline <= now {
                end(first.id, attempt.socket, .timeout)
            }
            if pending[first.id]?.mayTryBeside(now) == true { tryBeside(first.id, now) } else { goOn(first.id) }
        }
    }

    // MARK: Attempts

    /// Tries the next address if no attempt is under way any more, and otherwise schedules the next step.
    private func goOn(_ id: UInt64) {
        guard let connection = pending[id] else { return }
        guard connection.attempts.isEmpty else { return schedule(id) }
        let isOver = connection.deadline <= now()
        guard !isOver, connection.next < connection.route.addresses.count else { return fail(id) }
        tryNext(id, isClaimed: false)
    }

    private func tryNext(_ id: UInt64, isClaimed: Bool) {
        guard let connection = pending[id] else { return }
        guard connection.next < connection.route.addresses.count else { return fail(id) }
        let address = connection.route.addresses[connection.next]
        guard isClaimed || connection.claims.tryClaim(address) else {
            pending[id] = nil
            return connection.completion(.noRoom(atIndex: connection.next))
        }
        begin(id, address)
    }

    /// Tries an address of the other family while the first one does not answer.
    private func tryBeside(_ id: UInt64, _ now: ContinuousClock.Instant) {
        guard let connection = pending[id] else { return }
        let address = connection.route.addresses[connection.next]
        if connection.claims.tryClaim(address) {
            begin(id, address)
        } else {
            pending[id]?.besideDue = now + Self.attemptDelay
            schedule(id)
        }
    }

    private func begin(_ id: UInt64, _ address: IPAddress) {
        guard let connection = pending[id] else { return }
        pending[id]?.next += 1
        let (socket, state) = sockets.begin(address, connection.route.plan.port)
        guard let socket else {
            guard case .failed(let reason) = state else { return }
            connection.claims.release(address)
            // That says nothing about the address, which is tried later.
            if reason == EMFILE || reason == ENFILE { return putBack(id, connection) }
            pending[id]?.failures.append((PendingConnection.Cause(reason), "\(address)"))
            return goOn(id)
        }
        let now = now()
        // While other addresses are left, one that is silent must not use up all the time.
        let isLast = connection.next + 1 >= connection.route.addresses.count
        let left = connection.deadline - now
        pending[id]?.attempts.append(
            PendingConnection.Attempt(socket: socket, address: address, deadline: now + (isLast ? left : left / 2)))
        pending[id]?.besideDue = now + Self.attemptDelay
        if case .connected = state { return connected(id, socket) }
        owners[socket] = id
        sockets.watch(socket)
        schedule(id)
    }

    /// Waits for the attempt that is under way, or else gives the connection back as it was before the last attempt.
    private func putBack(_ id: UInt64, _ connection: PendingConnection) {
        guard connection.attempts.isEmpty else {
            pending[id]?.next = connection.next
            pending[id]?.besideDue = now() + Self.attemptDelay
            return schedule(id)
        }
        pending[id] = nil
        connection.completion(.noDescriptor(atIndex: connection.next))
    }

    private func schedule(_ id: UInt64) {
        if let due = pending[id]?.nextDue { deadlines.insert(Deadline(due: due, id: id)) }
    }

    // MARK: Ends

    private func connected(_ id: UInt64, _ socket: Int32) {
        guard let connection = pending.removeValue(forKey: id),
            let won = connection.attempts.first(where: { $0.socket == socket })
        else { return }
        letGo(of: socket)
        for lost in connection.attempts where lost.socket != socket {
            letGo(of: lost.socket)
            sockets.close(lost.socket)
            connection.claims.release(lost.address)
        }
        connection.completion(
            .connected(
                Connection(
                    route: connection.route, address: won.address, socket: socket,
                    connectTime: now() - connection.begun)))
    }

    private func end(_ id: UInt64, _ socket: Int32, _ cause: PendingConnection.Cause) {
        guard let attempts = pending[id]?.attempts, let index = attempts.firstIndex(where: { $0.socket == socket })
        else { return }
        letGo(of: socket)
        sockets.close(socket)
        pending[id]?.attempts.remove(at: index)
        pending[id]?.claims.release(attempts[index].address)
        pending[id]?.failures.append((cause, "\(attempts[index].address)"))
    }

    private func fail(_ id: UInt64) {
        guard let connection = pending.removeValue(forKey: id) else { return }
        for attempt in connection.attempts {
            letGo(of: attempt.socket)
            sockets.close(attempt.socket)
            connection.claims.release(attempt.address)
        }
        connection.completion(.failed(connection.failedExchange(at: now())))
    }

    private func letGo(of socket: Int32) {
        sockets.forget(socket)
        owners[socket] = nil
    }
}
