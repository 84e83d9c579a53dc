// The C library, so that no other file has to tell systems apart in order to import it.
#if canImport(Darwin)
    @_exported public import Darwin
#else
    @_exported public import Glibc
#endif
