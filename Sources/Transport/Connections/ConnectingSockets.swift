// CAres exports the socket address types, which the C library's own module lacks on Linux.
import CAres
import Platform

/// The system calls of a ``Connector``, which tests replace.
struct ConnectingSockets {
    enum State {
        case connected
        case connecting
        case failed(errno: Int32)
    }

    /// Starts to connect to an address and port; returns the socket, if one was created, and its state.
    let begin: (_ address: IPAddress, _ port: Int) -> (socket: Int32?, state: State)
    let state: (_ socket: Int32) -> State
    /// Starts to call ``Connector/act(on:)`` whenever a socket becomes ready.
    let watch: (_ socket: Int32) -> Void
    let forget: (_ socket: Int32) -> Void
    let close: (_ socket: Int32) -> Void
}

extension ConnectingSockets {
    init(in watch: SocketWatch) {
        self.init(
            begin: Self.begin, state: Self.state,
            watch: { watch.watch($0, for: .connections, readable: false, writable: true) },
            forget: { watch.forget($0) }, close: { _ = Platform.close($0) })
    }

    private static func begin(_ address: IPAddress, port: Int) -> (socket: Int32?, state: State) {
        #if canImport(Glibc)
            let type = SocketType.stream | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        #else
            let type = SocketType.stream
        #endif
        let descriptor = movedAboveReserved(socket(address.isIPv6 ? AF_INET6 : AF_INET, type, 0))
        guard descriptor >= 0 else { return (nil, .failed(errno: errno)) }
        #if !canImport(Glibc)
            _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        #endif
        let status = address.withSocketAddress(port: port) { connect(descriptor, $0, $1) }
        if status == 0 { return (descriptor, .connected) }
        let reason = errno
        // After a signal, the attempt continues in the background.
        if reason == EINPROGRESS || reason == EINTR { return (descriptor, .connecting) }
        _ = Platform.close(descriptor)
        return (nil, .failed(errno: reason))
    }

    private static func state(of socket: Int32) -> State {
        var reason: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        guard getsockopt(socket, SOL_SOCKET, SO_ERROR, &reason, &length) == 0 else { return .failed(errno: errno) }
        guard reason == 0 else { return .failed(errno: reason) }
        // Without an error, the socket may still be connecting, if the event was for an earlier one of the same number.
        var peer = sockaddr_storage()
        length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let status = withUnsafeMutablePointer(to: &peer) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(socket, $0, &length) }
        }
        if status == 0 { return .connected }
        return errno == ENOTCONN ? .connecting : .failed(errno: errno)
    }
}

extension IPAddress {
    /// Calls `body` with the address and `port` in the form of the system.
    func withSocketAddress<Result>(port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        let port = in_port_t(truncatingIfNeeded: port).bigEndian
        if isIPv6 {
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port
            withUnsafeMutableBytes(of: &address.sin6_addr) { $0.copyBytes(from: bytes) }
            return Self.withGenericPointer(to: &address, body)
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port
        withUnsafeMutableBytes(of: &address.sin_addr) { $0.copyBytes(from: bytes) }
        return Self.withGenericPointer(to: &address, body)
    }

    /// Whether the kernel has a route to public IPv6 addresses; nothing is sent.
    static func hasIPv6Route() -> Bool {
        let descriptor = socket(AF_INET6, SocketType.datagram, 0)
        guard descriptor >= 0, let target = IPAddress("2606:4700::1") else { return false }
        defer { close(descriptor) }
        // Connecting a datagram socket only selects a route and a source address.
        return target.withSocketAddress(port: 443) { connect(descriptor, $0, $1) == 0 }
    }

    private static func withGenericPointer<Address, Result>(
        to address: inout Address, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<Address>.size)) }
        }
    }
}
