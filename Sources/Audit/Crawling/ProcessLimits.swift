#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// What the system allows this process.
public enum ProcessLimits {
    /// Descriptors of one domain at once: its connection, a name server's socket, and a second family tried meanwhile.
    static let descriptorsPerDomain = 3
    /// Descriptors of everything else: outputs, the loops' own, libraries.
    static let descriptorsForTheRest = 64

    /// Raises the limit of open files as far as the system lets this process; the result is the limit.
    public static func raiseOpenFiles() -> Int {
        #if canImport(Glibc)
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let resource = RLIMIT_NOFILE
        #endif
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return 256 }
        var raised = limit
        // Over this, tables of descriptors cost more than they are worth; macOS refuses more than its own OPEN_MAX.
        raised.rlim_cur = min(limit.rlim_max, 65_536)
        if raised.rlim_cur > limit.rlim_cur {
            if setrlimit(resource, &raised) == 0 { limit = raised }
        }
        return Int(clamping: limit.rlim_cur)
    }

    /// How many domains can be audited at once with `openFiles` open files.
    public static func mostDomains(openFiles: Int) -> Int {
        max(1, (openFiles - descriptorsForTheRest) / descriptorsPerDomain)
    }
}
