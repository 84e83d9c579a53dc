// The C library; other files import it without conditions for each system.
#if canImport(Darwin)
    @_exported public import Darwin
#else
    @_exported public import Glibc
#endif

/// The socket types as arguments of `socket`; the types of the constants differ between systems.
package enum SocketType {
    #if canImport(Darwin)
        package static let stream = SOCK_STREAM
        package static let datagram = SOCK_DGRAM
    #else
        package static let stream = Int32(SOCK_STREAM.rawValue)
        package static let datagram = Int32(SOCK_DGRAM.rawValue)
    #endif
}

/// Returns the message for an error number.
package func systemError(_ code: Int32 = errno) -> String { String(cString: strerror(code)) }

/// Permanently lowers the priority of the calling thread on Linux; on Darwin, quality of service determines it.
package func lowerThreadPriority() {
    #if !canImport(Darwin)
        // On Linux, 0 is the calling thread; a higher value is a lower priority.
        let kind = __priority_which_t(PRIO_PROCESS.rawValue)
        setpriority(kind, 0, max(10, getpriority(kind, 0)))
    #endif
}

/// Moves a descriptor out of the range that is reserved for libraries, and returns the new descriptor; on failure,
/// closes the descriptor, sets `errno` and returns -1.
///
/// Dispatch opens a file of `/proc` every second, and ends the process if it cannot. If no number above the range is
/// free, the descriptor keeps its own, provided that six reserved ones remain: each event loop (by default, there are
/// at most four) uses one for a moment when it creates a socket, even if the socket is then refused.
package func movedAboveReserved(_ descriptor: Int32) -> Int32 {
    let reservedCount: Int32 = 32
    guard descriptor > STDERR_FILENO, descriptor < reservedCount else { return descriptor }
    let moved = fcntl(descriptor, F_DUPFD_CLOEXEC, reservedCount)
    if moved < 0 {
        let freeCount = (0..<min(reservedCount, getdtablesize())).count { fcntl($0, F_GETFD) < 0 }
        if freeCount >= 6 { return descriptor }
    }
    close(descriptor)
    if moved < 0 { errno = EMFILE }
    return moved
}
