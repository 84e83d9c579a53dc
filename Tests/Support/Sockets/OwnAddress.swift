import Platform
import Synchronization

private let addressesTaken = Mutex(0)

/// Returns a loopback address that no other server of this process uses.
///
/// For programs that cannot take over sockets: their ports must remain free from selection until they bind them.
func ownLoopbackAddress() -> String {
    #if canImport(Darwin)
        return "127.0.0.1"
    #else
        let number = addressesTaken.withLock { taken in
            taken += 1
            return taken
        }
        // The process identifier distinguishes two test runs on one machine.
        return "127.\(64 + getpid() / 251 % 128).\(getpid() % 251 + 1).\(number % 250 + 2)"
    #endif
}

/// Returns two ports without a listener.
func unusedPorts(of address: String) throws -> (UInt16, UInt16) {
    let first = try bindSocket(.stream, to: address, port: 0)
    defer { close(first.descriptor) }
    let second = try bindSocket(.stream, to: address, port: 0)
    defer { close(second.descriptor) }
    return (first.port, second.port)
}
