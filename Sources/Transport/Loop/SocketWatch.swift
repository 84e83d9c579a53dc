import Platform

#if canImport(Glibc)
    import CLinux
#endif

/// The sockets that an event loop waits for, and which part of it each belongs to.
///
/// Used on one thread. On Linux it is an epoll instance, because hundreds of sockets without an answer would have to be
/// looked at for every packet that comes; elsewhere it is `poll`.
final class SocketWatch {
    /// A part of an event loop that has sockets.
    enum Owner: UInt8 {
        case wakeup
        case names
        case connections
        case transfers
    }

    /// A socket that something has happened to.
    struct Event {
        let socket: Int32
        let owner: Owner
        /// There is something to read: bytes, the end, or an error.
        let readable: Bool
        let writable: Bool
    }

    private struct Interest: Equatable {
        let owner: Owner
        let readable: Bool
        let writable: Bool
    }

    private var interests: [Int32: Interest] = [:]

    /// The part that waits for `socket`; `nil` for none.
    func owner(of socket: Int32) -> Owner? { interests[socket]?.owner }

    #if canImport(Glibc)
        private let descriptor: Int32
        private var ready: [epoll_event]

        init() throws(TransportError) {
            descriptor = epoll_create1(aasa_epoll_cloexec)
            guard descriptor >= 0 else {
                throw .library("an epoll instance could not be made: \(String(cString: strerror(errno)))")
            }
            ready = [epoll_event](repeating: epoll_event(), count: 256)
        }

        deinit { close(descriptor) }

        /// Waits for `socket` from now on, to read, to write or both; for neither it is forgotten.
        func watch(_ socket: Int32, for owner: Owner, readable: Bool, writable: Bool) {
            guard readable || writable else { return forget(socket) }
            let interest = Interest(owner: owner, readable: readable, writable: writable)
            let known = interests.updateValue(interest, forKey: socket)
            guard known != interest else { return }
            var event = epoll_event()
            event.events = (readable ? aasa_epollin : 0) | (writable ? aasa_epollout : 0)
            event.data.fd = socket
            // A socket that was closed without forgetting it is gone from the instance, and its number may be in use again.
            if known != nil, epoll_ctl(descriptor, EPOLL_CTL_MOD, socket, &event) == 0 { return }
            if epoll_ctl(descriptor, EPOLL_CTL_ADD, socket, &event) != 0, errno == EEXIST {
                epoll_ctl(descriptor, EPOLL_CTL_MOD, socket, &event)
            }
        }

        /// Waits for `socket` no longer.
        func forget(_ socket: Int32) {
            guard interests.removeValue(forKey: socket) != nil else { return }
            epoll_ctl(descriptor, EPOLL_CTL_DEL, socket, nil)
        }

        /// Sleeps until sockets have events, at most for so many milliseconds, and returns the events.
        func wait(milliseconds: Int) -> [Event] {
            let count = epoll_wait(descriptor, &ready, Int32(ready.count), Int32(clamping: milliseconds))
            // A signal that comes meanwhile is nothing that happened to a socket.
            guard count > 0 else { return [] }
            return ready[..<Int(count)].compactMap { event in
                let socket = event.data.fd
                guard let interest = interests[socket] else { return nil }
                // An error is found by reading, or by writing where nothing is read.
                let failed = event.events & (aasa_epollerr | aasa_epollhup) != 0
                return Event(
                    socket: socket, owner: interest.owner,
                    readable: event.events & aasa_epollin != 0 || failed,
                    writable: event.events & aasa_epollout != 0 || failed && !interest.readable)
            }
        }
    #else
        private var descriptors: [pollfd] = []
        private var indices: [Int32: Int] = [:]

        init() throws(TransportError) {}

        /// Waits for `socket` from now on, to read, to write or both; for neither it is forgotten.
        func watch(_ socket: Int32, for owner: Owner, readable: Bool, writable: Bool) {
            guard readable || writable else { return forget(socket) }
            interests[socket] = Interest(owner: owner, readable: readable, writable: writable)
            let events = Int16(readable ? POLLIN : 0) | Int16(writable ? POLLOUT : 0)
            if let index = indices[socket] {
                descriptors[index].events = events
            } else {
                indices[socket] = descriptors.count
                descriptors.append(pollfd(fd: socket, events: events, revents: 0))
            }
        }

        /// Waits for `socket` no longer.
        func forget(_ socket: Int32) {
            interests[socket] = nil
            guard let index = indices.removeValue(forKey: socket) else { return }
            let last = descriptors.removeLast()
            guard last.fd != socket else { return }
            descriptors[index] = last
            indices[last.fd] = index
        }

        /// Sleeps until sockets have events, at most for so many milliseconds, and returns the events.
        func wait(milliseconds: Int) -> [Event] {
            let timeout = Int32(clamping: milliseconds)
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
