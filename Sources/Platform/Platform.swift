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
