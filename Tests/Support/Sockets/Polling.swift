import Platform

/// The reason why a conversation with a client ended.
enum StreamEnd: Error, Hashable {
    /// The server stops.
    case stopped
    /// The client closed its side.
    case closed
    /// The connection broke.
    case broken(String)
    /// TLS failed; contains OpenSSL's message.
    case tls(String)
}

/// The state of a descriptor that can be awaited.
enum Readiness {
    case reading
    case writing

    var events: Int16 {
        switch self {
        case .reading: Int16(POLLIN)
        case .writing: Int16(POLLOUT)
        }
    }
}

/// Waits until at least one of the descriptors is ready, hung up or broken, and returns their indices; empty after the
/// time limit.
func waitForAny(of descriptors: [(Int32, Readiness)], atMost limit: Duration? = nil) -> [Int] {
    var entries = descriptors.map { pollfd(fd: $0.0, events: $0.1.events, revents: 0) }
    let clock = ContinuousClock()
    let end = limit.map { clock.now.advanced(by: $0) }
    while true {
        let milliseconds = end.map { clock.now.duration(to: $0).roundedUpMilliseconds } ?? -1
        let count = poll(&entries, nfds_t(entries.count), milliseconds)
        if count < 0 && errno == EINTR { continue }
        if count == 0, let end, clock.now < end { continue }
        return entries.indices.filter { entries[$0].revents != 0 }
    }
}

extension Duration {
    /// The timeout for `poll`: rounded up, from 0 to one day.
    fileprivate var roundedUpMilliseconds: Int32 {
        let (seconds, attoseconds) = components
        let milliseconds = Double(seconds) * 1000 + (Double(attoseconds) / 1e15).rounded(.up)
        return Int32(min(max(milliseconds, 0), 86_400_000))
    }
}
