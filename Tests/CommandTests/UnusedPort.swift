import Platform

/// A TCP port of 127.0.0.1 without a listener, reserved for the lifetime of the object.
final class UnusedPort {
    struct Failure: Error {
        var code = errno
    }

    let number: UInt16
    private let descriptor: CInt

    init() throws {
        // The socket is bound but not listening, so connections are refused, and the system does not reuse the port.
        descriptor = socket(AF_INET, SocketType.stream, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        let code = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(descriptor, pointer, length) | getsockname(descriptor, pointer, &length)
            }
        }
        number = UInt16(bigEndian: address.sin_port)
        guard code == 0 else { throw Failure() }
    }

    deinit { close(descriptor) }
}
