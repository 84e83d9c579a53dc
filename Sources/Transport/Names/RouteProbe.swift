// CAres exports the socket address types, which the C library's own module lacks on Linux.
import CAres
import Platform

/// Checks whether the kernel has a route to public IPv6 addresses, without sending anything.
enum RouteProbe {
    static func hasIPv6() -> Bool {
        let descriptor = socket(AF_INET6, SocketType.datagram, 0)
        guard descriptor >= 0, let target = IPAddress("2606:4700::1") else { return false }
        defer { close(descriptor) }
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_port = in_port_t(443).bigEndian
        withUnsafeMutableBytes(of: &address.sin6_addr) { $0.copyBytes(from: target.bytes) }
        // Connecting a datagram socket only selects a route and a source address.
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in6>.size)) == 0
            }
        }
    }
}
