#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The sockets that an event loop waits for.
struct SocketWatch {
    /// A socket that something has happened to.
    struct Event {
        let socket: Int32
        /// There is something to read: bytes, the end, or an error.
        let readable: Bool
        let writable: Bool
    }

    private var descriptors: [pollfd] = []
    private var places: [Int32: Int] = [:]

    /// Waits for `socket` from now on, to read, to write or both; for neither it is forgotten.
    mutating func watch(_ socket: Int32, readable: Bool, writable: Bool) {
        guard readable || writable else { return forget(socket) }
        let events = Int16(readable ? POLLIN : 0) | Int16(writable ? POLLOUT : 0)
        if let place = places[socket] {
            descriptors[place].events = events
        } else {
            places[socket] = descriptors.count
            descriptors.append(pollfd(fd: socket, events: events, revents: 0))
        }
    }

    /// Waits for `socket` no longer.
    mutating func forget(_ socket: Int32) {
        guard let place = places.removeValue(forKey: socket) else { return }
        let last = descriptors.removeLast()
        guard last.fd != socket else { return }
        descriptors[place] = last
        places[last.fd] = place
    }

    /// Sleeps until something happens to a socket, at most for so many milliseconds, and says to which.
    mutating func wait(milliseconds: Int) -> [Event] {
        let timeout = Int32(clamping: milliseconds)
        let happened = descriptors.withUnsafeMutableBufferPointer { poll($0.baseAddress, nfds_t($0.count), timeout) }
        // A signal that comes meanwhile is nothing that happened to a socket.
        guard happened > 0 else { return [] }
        var events: [Event] = []
        events.reserveCapacity(Int(happened))
        for descriptor in descriptors where descriptor.revents != 0 {
            let what = Int32(descriptor.revents)
            // Errors are learnt by reading.
            events.append(
                Event(
                    socket: descriptor.fd, readable: what & ~Int32(POLLOUT) != 0, writable: what & Int32(POLLOUT) != 0))
        }
        return events
    }
}
