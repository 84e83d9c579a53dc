import Platform

@testable import Transport

/// The expected state of a connection that is being established.
struct Attempt {
    let domain: Int
    let route: Route
    let first: Int
    let begun: ContinuousClock.Instant
    let deadline: ContinuousClock.Instant
    /// The addresses for which the attempt holds a claim.
    var held: [IPAddress]
    /// The index of the next address.
    var next: Int
    /// The time at which an attempt last began, or was postponed because a claim or a descriptor was missing.
    var lastStep: ContinuousClock.Instant
    /// The missing resource because of which the last step postponed the next address; `nil` if none.
    var lacks: Lack?
    /// The failures of addresses, in the order in which they occurred.
    var failures: [(address: IPAddress, errno: Int32)] = []
    /// The addresses that were reported as responding, in order.
    var answered: [IPAddress] = []
    /// The closed sockets that have not been checked yet.
    var closed: [Closed] = []

    enum Lack { case place, descriptor }

    struct Closed {
        let socket: ModelSockets.Socket
        let time: ContinuousClock.Instant
        let othersAreLeft: Bool
    }

    var nextAddress: IPAddress? { next < route.addresses.count ? route.addresses[next] : nil }

    /// Returns the time at which an attempt with `socket` must be given up.
    func end(of socket: ModelSockets.Socket, _ network: ModelNetwork, othersAreLeft: Bool) -> ContinuousClock.Instant {
        let share = othersAreLeft ? (deadline - socket.begun) / 2 : deadline - socket.begun
        return socket.begun + min(share, network.timeLimits[socket.address] ?? share)
    }
}

/// The claims of one operation, and its reports about addresses.
///
/// Unchecked, because a model runs on one thread, and only the model has its claims.
struct ModelClaims: AddressClaims, @unchecked Sendable {
    unowned let model: ConnectionModel
    let operation: UInt64

    func tryClaim(_ address: IPAddress) -> Bool { model.tryClaim(address, operation) }
    func release(_ address: IPAddress) { model.release(address, operation) }
    func connectTimeLimit(at address: IPAddress) -> Duration? { model.network.timeLimits[address] }
    func recordResponse(from address: IPAddress) { model.attempts[operation]?.answered.append(address) }
    func recordSilence(of address: IPAddress) { model.recordSilence(of: address, operation) }
}

// MARK: Claims and sockets

extension ConnectionModel {
    func hasPlace(at address: IPAddress) -> Bool {
        let claimed = attempts.values.reduce(0) { $0 + $1.held.count { $0 == address } }
        return claimed + sockets.takenCount(at: address) < network.places[address] ?? .max
    }

    func tryClaim(_ address: IPAddress, _ operation: UInt64) -> Bool {
        guard let attempt = attempts[operation] else {
            fail("\(operation) asks for a place after its end")
            return false
        }
        if attempt.nextAddress != address { fail("\(operation) asks for a place at \(address) out of turn") }
        let isFree = hasPlace(at: address) && !(network.refusesPlaces && dice.once(in: 3))
        if isFree { attempts[operation]?.held.append(address) } else { putOff(operation, .place) }
        return isFree
    }

    func release(_ address: IPAddress, _ operation: UInt64) {
        guard let index = attempts[operation]?.held.firstIndex(of: address) else {
            return fail("\(operation) gives a place at \(address) back that it does not have")
        }
        attempts[operation]?.held.remove(at: index)
        if sockets.of(operation).contains(where: { $0.socket.address == address }) {
            fail("\(operation) gives the place at \(address) back before its socket is closed")
        }
    }

    /// Checks that an address is reported as silent only after an attempt with enough time.
    func recordSilence(of address: IPAddress, _ operation: UInt64) {
        guard let closed = attempts[operation]?.closed.last, closed.socket.address == address else {
            return fail("\(address) is said to be silent, and was not tried")
        }
        let enough = min(network.connectTimeout / 4, .seconds(1))
        switch closed.socket.failure {
        case nil: if closed.time - closed.socket.begun < enough { fail("\(address) is said to be silent too early") }
        case ETIMEDOUT: break
        case let reason?: fail("\(address) is said to be silent, and has failed with \(reason)")
        }
    }

    private func putOff(_ operation: UInt64, _ lack: Attempt.Lack) {
        attempts[operation]?.lastStep = now
        attempts[operation]?.lacks = lack
    }

    func begin(_ address: IPAddress, port: Int) -> (socket: Int32?, state: ConnectingSockets.State) {
        guard let (operation, attempt) = attempts.first(where: { ModelNetwork.port(of: $0.value.domain) == port })
        else {
            fail("a connection to port \(port) is nobody's")
            return (nil, .failed(errno: ECONNREFUSED))
        }
        if attempt.nextAddress != address { fail("\(operation) tries \(address) out of turn") }
        if !attempt.held.contains(address) { fail("\(operation) tries \(address) without a place") }
        if attempt.deadline <= now { fail("\(operation) tries \(address) after its deadline") }
        if sockets.of(operation).contains(where: { now - $0.socket.begun < .milliseconds(250) }) {
            fail("\(operation) tries \(address) beside another one too early")
        }
        let plan = attempt.route.plan
        if plan.proxy == nil, !plan.isChosen, !isAllowed(address, plan) { fail("\(address) is tried, past the guard") }
        guard sockets.count < network.socketLimit else {
            putOff(operation, .descriptor)
            return (nil, .failed(errno: EMFILE))
        }
        attempts[operation]?.next += 1
        attempts[operation]?.lastStep = now
        attempts[operation]?.lacks = nil
        var end: (delay: Duration, state: ConnectingSockets.State)?
        switch network.behaviours[address] ?? .silent {
        case .fails(let reason, .zero):
            attempts[operation]?.failures.append((address, reason))
            return (nil, .failed(errno: reason))
        case .fails(let reason, let delay): end = (delay, .failed(errno: reason))
        case .answers(let delay): end = (delay, .connected)
        case .silent: break
        }
        let socket = ModelSockets.Socket(
            operation: operation, address: address, begun: now, end: end.map { (now + $0.delay, $0.state) })
        if let end { schedule(.ready, after: end.delay) }
        let number = sockets.add(socket)
        return (number, sockets.state(number, at: now))
    }

    func close(_ number: Int32) {
        guard let socket = sockets[number], let operation = socket.operation, let attempt = attempts[operation] else {
            return fail("socket \(number) is closed by no owner of it")
        }
        if socket.isWatched { fail("socket \(number) is closed while it is watched") }
        attempts[operation]?.failures.append((socket.address, socket.failure ?? ETIMEDOUT))
        attempts[operation]?.closed.append(
            Attempt.Closed(socket: socket, time: now, othersAreLeft: attempt.nextAddress != nil))
        sockets.remove(number)
    }
}
