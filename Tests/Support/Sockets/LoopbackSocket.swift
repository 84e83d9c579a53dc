import Platform

/// The transport protocols of the test servers.
enum SocketKind {
    case stream
    case datagram

    var rawValue: Int32 {
        self == .stream ? SocketType.stream : SocketType.datagram
    }
}

/// A numeric address with a port, in the format of socket calls.
struct SocketAddress: Sendable {
    let text: String
    let port: UInt16

    private var isVersion6: Bool { text.contains(":") }

    /// Creates a non-blocking socket of the address's family, not inherited by child processes.
    func makeSocket(_ kind: SocketKind) throws -> Int32 {
        let descriptor = socket(isVersion6 ? AF_INET6 : AF_INET, kind.rawValue, 0)
        guard descriptor >= 0 else { throw SupportError("no socket for \(text): \(systemError())") }
        configure(descriptor)
        return descriptor
    }

    /// Passes the address to a socket call such as `bind` or `connect`.
    func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) throws -> Result {
        if isVersion6 {
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port.bigEndian
            guard inet_pton(AF_INET6, text, &address.sin6_addr) == 1 else { throw notAnAddress }
            return withUnsafePointer(to: address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    body($0, socklen_t(MemoryLayout<sockaddr_in6>.size))
                }
            }
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        guard inet_pton(AF_INET, text, &address.sin_addr) == 1 else { throw notAnAddress }
        return withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    private var notAnAddress: SupportError {
        SupportError("\(text) is not a numeric IP address such as 127.0.0.1 or ::1")
    }
}

/// Calls `connect` of the system, which methods with this name hide.
func beginConnecting(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t) -> Int32 {
    connect(descriptor, address, size)
}

/// Accepts the next connection of a listening socket; negative, with `errno`, if there is none.
func acceptConnection(on listener: Int32) -> Int32 {
    let descriptor = accept(listener, nil, nil)
    if descriptor >= 0 { configure(descriptor) }
    return descriptor
}

/// Makes a socket non-blocking and not inherited, and disables SIGPIPE if that is a property of the socket.
func configure(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    #if canImport(Darwin)
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
    #endif
}

/// Binds a new socket to a loopback address; port 0 lets the system choose.
func bindSocket(_ kind: SocketKind, to address: String, port: UInt16) throws -> (descriptor: Int32, port: UInt16) {
    let target = SocketAddress(text: address, port: port)
    let descriptor = try target.makeSocket(kind)
    if kind == .stream && port != 0 {
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    }
    do {
        guard try target.withPointer({ bind(descriptor, $0, $1) }) == 0 else {
            throw SupportError("\(address) port \(port) cannot be bound: \(systemError())")
        }
        return (descriptor, localPort(of: descriptor))
    } catch {
        close(descriptor)
        throw error
    }
}

/// Returns the port that a socket is bound to.
func localPort(of descriptor: Int32) -> UInt16 {
    var storage = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &storage) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = getsockname(descriptor, $0, &size) }
        // The port is at the same offset in both families.
        return pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { UInt16(bigEndian: $0.pointee.sin_port) }
    }
}

/// Binds sockets for all addresses (and kinds) to one port that is free for all of them.
func bindTogether(_ wanted: [(kind: SocketKind, address: String)], port: UInt16) throws -> ([Int32], UInt16) {
    var lastError: any Error = SupportError("no address was given to listen on")
    // If the port that the system chose for the first address is used on the second, another one is tried.
    for _ in 0..<(port == 0 ? 64 : 1) {
        var descriptors: [Int32] = []
        var chosen = port
        do {
            for (kind, address) in wanted {
                let bound = try bindSocket(kind, to: address, port: chosen)
                descriptors.append(bound.descriptor)
                chosen = bound.port
            }
            if !descriptors.isEmpty { return (descriptors, chosen) }
        } catch {
            lastError = error
            for descriptor in descriptors { close(descriptor) }
        }
    }
    throw lastError
}
