import Platform

#if canImport(Glibc)
    import CLinux
#endif

/// The sockets that an event loop monitors, with their owners.
///
/// Must only be used on one thread. Uses epoll on Linux, because `poll` would check hundreds of idle sockets for every
/// packet, and `poll` on other systems.
final class SocketWatch {
    enum Owner: UInt8 {
        /// The queue of commands and jobs.
        case wakeup
        case resolver
        /// The connector, for sockets that are connecting.
        case connections
        case transfers
    }

    struct Event {
        let socket: Int32
        let owner: Owner
        /// Whether there is something to read: bytes, the end of the stream, or an error.
        let readable: Bool
        let writable: Bool
    }

    private struct Interest: Equatable {
        let owner: Owner
        let readable: Bool
        let writable: Bool
    }

    private var interests: [Int32: Interest] = [:]

    func owner(of socket: Int32) -> Owner? { interests[socket]?.owner }

    #if canImport(Glibc)
        private let descriptor: Int32
        private var ready: [epoll_event]

        init() throws(TransportError) {
            descriptor = epoll_create1(aasa_epoll_cloexec)
            guard descriptor >= 0 else { throw .library("an epoll instance could not be made: \(systemError())") }
            ready = [epoll_event](repeating: epoll_event(), count: 256)
        }

        deinit { close(descriptor) }

        /// Monitors `socket` for reading, writing or both; with neither, stops monitoring it.
        func watch(_ socket: Int32, for owner: Owner, readable: Bool, writable: Bool) {
            guard readable || writable else { return forget(socket) }
            let interest = Interest(owner: owner, readable: readable, writable: writable)
            let known = interests.updateValue(interest, forKey: socket)
            guard known != interest else { return }
            var event = epoll_event()
            event.events = (readable ? aasa_epollin : 0) | (writable ? aasa_epollout : 0)
            event.data.fd = socket
            // When a known socket is closed, epoll removes it by itself; if its number is reused, only ADD succeeds.
            // Conversely, an unknown number may still be registered; ADD then fails with EEXIST.
            if known != nil, epoll_ctl(descriptor, EPOLL_CTL_MOD, socket, &event) == 0 { return }
            if epoll_ctl(descriptor, EPOLL_CTL_ADD, socket, &event) != 0, errno == EEXIST {
                epoll_ctl(descriptor, EPOLL_CTL_MOD, socket, &event)
            }
        }

        func forget(_ socket: Int32) {
            guard interests.removeValue(forKey: socket) != nil else { return }
            epoll_ctl(descriptor, EPOLL_CTL_DEL, socket, nil)
        }

        /// Waits until sockets have events, for at most the given number of milliseconds, and returns the events.
        func wait(milliseconds: Int) -> [Event] {
            let count = epoll_wait(descriptor, &ready, Int32(ready.count), Int32(clamping: milliseconds))
            // An interrupting signal is not an event of a socket.
            guard count > 0 else { return [] }
            return ready[..<Int(count)].compactMap { event in
                let socket = event.data.fd
                guard let interest = interests[socket] else { return nil }
                // An error is reported as readable, or as writable if the owner does not wait for reading.
                let failed = event.events & (aasa_epollerr | aasa_epollhup) != 0
                return Event(
                    socket: socket, owner: interest.owner,
                    readable: event.events & aasa_epollin != 0 || failed,
                    writable: event.events & aasa_epollout != 0 || failed && !interest.readable)
            }
        }
    #else
        init() throws(TransportError) {}

        func watch(_ socket: Int32, for owner: Owner, readable: Bool, writable: Bool) {
            guard readable || writable else { return forget(socket) }
            interests[socket] = Interest(owner: owner, readable: readable, writable: writable)
        }

        func forget(_ socket: Int32) { interests[socket] = nil }

        func wait(milliseconds: Int) -> [Event] {
            let timeout = Int32(clamping: milliseconds)
            var descriptors = interests.map { socket, interest in
                let events = Int16(interest.readable ? POLLIN : 0) | Int16(interest.writable ? POLLOUT : 0)
                return pollfd(fd: socket, events: events, revents: 0)
            }
            let count = descriptors.withUnsafeMutableBufferPointer { poll($0.baseAddress, nfds_t($0.count), timeout) }
            guard count > 0 else { return [] }
            return descriptors.compactMap { descriptor in
                guard descriptor.revents != 0, let interest = interests[descriptor.fd] else { return nil }
                let what = Int32(descriptor.revents)
                return Event(
                    socket: descriptor.fd, owner: interest.owner, readable: what & ~Int32(POLLOUT) != 0,
                    writable: what & Int32(POLLOUT) != 0)
            }
        }
    #endif
}
