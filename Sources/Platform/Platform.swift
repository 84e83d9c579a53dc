// The C library, so that no other file has to tell systems apart in order to import it.
#if canImport(Darwin)
    @_exported public import Darwin
#else
    @_exported public import Glibc
#endif

/// The kinds of sockets, as `socket` takes them: the headers of systems declare their names with different types.
package enum SocketType {
    #if canImport(Darwin)
        package static let stream = SOCK_STREAM
        package static let datagram = SOCK_DGRAM
    #else
        package static let stream = Int32(SOCK_STREAM.rawValue)
        package static let datagram = Int32(SOCK_DGRAM.rawValue)
    #endif
}

/// Lets other threads have the processors before the calling one, for good.
///
/// Darwin has priorities for classes of work; on Linux Dispatch has threads for each class, all of one priority.
package func lowerThreadPriority() {
    #if !canImport(Darwin)
        // On Linux 0 is the calling thread.
        let which = __priority_which_t(PRIO_PROCESS.rawValue)
        setpriority(which, 0, max(10, getpriority(which, 0)))
    #endif
}

/// Moves a descriptor of which there may be many to a number that is not reserved; -1 with an `errno` where there is none.
///
/// The lowest numbers are for libraries. Dispatch ends the process when it cannot open a file of `/proc`, which it does every
/// second, and a limit of open files counts by number: one that is free below it can always be had. Where there are no other
/// numbers, all reserved ones but the last are taken.
package func duplicatedAboveReserved(_ descriptor: Int32) -> Int32 {
    let reserved: Int32 = 32
    guard descriptor > STDERR_FILENO, descriptor < reserved else { return descriptor }
    let moved = fcntl(descriptor, F_DUPFD_CLOEXEC, reserved)
    if moved < 0 {
        let another = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        if another >= 0 { close(another) }
        if another >= 0, another < reserved { return descriptor }
    }
    close(descriptor)
    if moved < 0 { errno = EMFILE }
    return moved
}
