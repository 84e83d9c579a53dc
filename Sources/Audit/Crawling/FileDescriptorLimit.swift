#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The number of files and sockets that this process may have open.
public enum FileDescriptorLimit {
    /// Raises the soft limit to `wanted`, as far as the hard limit allows; returns what holds now.
    public static func raise(to wanted: Int) -> Int {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return wanted }
        let goal = min(rlim_t(wanted), limit.rlim_max)
        if limit.rlim_cur < goal {
            var raised = limit
            raised.rlim_cur = goal
            if setrlimit(resource, &raised) == 0 { limit = raised }
        }
        return limit.rlim_cur > rlim_t(Int32.max) ? Int(Int32.max) : Int(limit.rlim_cur)
    }

    /// How many domains can be in flight: two sockets each while addresses of both families are tried, and some to spare.
    public static func concurrency(within limit: Int) -> Int { max(1, (limit - 64) / 2) }

    /// The limit that is enough for `concurrency` domains in flight.
    public static func needed(for concurrency: Int) -> Int { concurrency * 2 + 64 }

    #if canImport(Glibc)
        private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
        private static let resource = RLIMIT_NOFILE
    #endif
}
