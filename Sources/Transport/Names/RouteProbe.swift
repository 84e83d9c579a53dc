// CAres exports the socket address types, which the C library's own module lacks on Linux.
import CAres
import Platform

/// Checks whether the kernel has a route to public IPv6 addresses, without sending anything.
enum RouteProbe {
    static func hasIPv6() -> Bool {
        let descriptor = socket(AF_INET6, SocketType.datagram, 0)
        guard descriptor >= 0, let target = IPAddress("2606:4700::1") else { return false }
        defer { close(descriptor) }
        // Connecting a datagram socket only selects a route and a source address.
        return target.withSocketAddress(port: 443) { connect(descriptor, $0, $1) == 0 }
    }
}
