// The C library, so that no other file has to tell systems apart in order to import it.
#if canImport(Darwin)
    @_exported public import Darwin
#else
    @_exported public import Glibc
#endif

/// The kinds of sockets, as `socket` takes them: the headers of systems declare their names with different types.
public enum SocketType {
    #if canImport(Darwin)
        public static let stream = SOCK_STREAM
        public static let datagram = SOCK_DGRAM
    #else
        public static let stream = Int32(SOCK_STREAM.rawValue)
        public static let datagram = Int32(SOCK_DGRAM.rawValue)
    #endif
}
