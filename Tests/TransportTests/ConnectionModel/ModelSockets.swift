@testable import Transport

/// The sockets of a ``ConnectionModel``, numbered like those of the system: each has the lowest free number.
struct ModelSockets {
    struct Socket {
        /// The operation of the socket; `nil` after its connection was taken over.
        var operation: UInt64?
        let address: IPAddress
        let begun: ContinuousClock.Instant
        /// The final state of the socket and its time; `nil` if nothing ever happens.
        let end: (time: ContinuousClock.Instant, state: ConnectingSockets.State)?
        var isWatched = false
        /// The failure that was reported.
        var failure: Int32?

        func hasConnected(by time: ContinuousClock.Instant) -> Bool {
            if let end, end.time <= time, case .connected = end.state { true } else { false }
        }
    }

    /// The first number; it is above all real descriptors, so that closing it by mistake has no effect.
    private static let first: Int32 = 1_000_000
    private var sockets: [Int32: Socket] = [:]

    subscript(number: Int32) -> Socket? { sockets[number] }
    var isEmpty: Bool { sockets.isEmpty }
    var count: Int { sockets.count }

    /// Returns the sockets of an operation.
    func of(_ operation: UInt64) -> [(number: Int32, socket: Socket)] {
        sockets.filter { $0.value.operation == operation }.map { ($0.key, $0.value) }
    }

    /// Returns the number of connections to `address` that were taken over.
    func takenCount(at address: IPAddress) -> Int {
        sockets.values.count { $0.operation == nil && $0.address == address }
    }

    mutating func add(_ socket: Socket) -> Int32 {
        var number = Self.first
        while sockets[number] != nil { number += 1 }
        sockets[number] = socket
        return number
    }

    mutating func remove(_ number: Int32) { sockets[number] = nil }

    mutating func takeOver(_ number: Int32) { sockets[number]?.operation = nil }

    /// Returns the watched sockets that are ready, in the order in which they became ready.
    func ready(at time: ContinuousClock.Instant) -> [Int32] {
        let ready = sockets.compactMap { number, socket in
            socket.isWatched ? socket.end.flatMap { $0.time <= time ? (time: $0.time, number: number) : nil } : nil
        }
        return ready.sorted { $0 < $1 }.map(\.number)
    }

    /// Returns a watched socket that is not ready; an event for it was meant for an earlier socket with its number.
    func waiting(at time: ContinuousClock.Instant) -> Int32? {
        sockets.filter { _, socket in socket.isWatched && !(socket.end.map { $0.time <= time } ?? false) }.keys.min()
    }

    func state(_ number: Int32, at time: ContinuousClock.Instant) -> ConnectingSockets.State {
        guard let end = sockets[number]?.end, end.time <= time else { return .connecting }
        return end.state
    }

    /// Returns the state of a socket to report to the tested code.
    mutating func report(_ number: Int32, at time: ContinuousClock.Instant) -> ConnectingSockets.State {
        let state = state(number, at: time)
        if case .failed(let reason) = state { sockets[number]?.failure = reason }
        return state
    }

    /// Watches a socket; returns a description of the error if this is not allowed.
    mutating func watch(_ number: Int32) -> String? {
        guard sockets[number]?.operation != nil else { return "socket \(number) is watched by no owner of it" }
        sockets[number]?.isWatched = true
        return nil
    }

    /// Stops watching a socket; returns a description of the error if this is not allowed.
    mutating func forget(_ number: Int32) -> String? {
        guard sockets[number]?.operation != nil else { return "socket \(number) is forgotten by no owner of it" }
        sockets[number]?.isWatched = false
        return nil
    }
}
