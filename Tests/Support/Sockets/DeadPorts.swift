import Platform

/// Runs `body` with a port of 127.0.0.1 that refuses connections and cannot be used by other processes meanwhile.
public func withRefusingPort<Result>(_ body: (UInt16) async throws -> Result) async throws -> Result {
    // Bound, but not listening.
    let (descriptor, port) = try bindSocket(.stream, to: "127.0.0.1", port: 0)
    defer { close(descriptor) }
    return try await body(port)
}

/// Runs `body` with a port of 127.0.0.1 on which connection attempts get no response, as behind a silent firewall.
///
/// Linux ignores the first packet of a connection while a listener's queue is full, so the queue is filled here.
public func withBlackHole<Result>(_ body: (UInt16) async throws -> Result) async throws -> Result {
    let (listener, port) = try bindSocket(.stream, to: "127.0.0.1", port: 0)
    var held = [listener]
    defer { for descriptor in held { close(descriptor) } }
    guard listen(listener, 0) == 0 else { throw SupportError("a black hole cannot listen: \(systemError())") }
    let address = SocketAddress(text: "127.0.0.1", port: port)
    // On loopback, an attempt that does not complete immediately never will.
    for _ in 0..<64 {
        let descriptor = try address.makeSocket(.stream)
        held.append(descriptor)
        let begun = try address.withPointer { beginConnecting(descriptor, $0, $1) }
        if begun == 0 { continue }
        // On a busy machine, completion can take a while; the system retransmits only after a second.
        if waitForAny(of: [(descriptor, .writing)], atMost: .milliseconds(500)).isEmpty {
            return try await body(port)
        }
    }
    throw SupportError("the system answers every connection attempt: no black hole can be made")
}
