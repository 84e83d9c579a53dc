import Platform

/// The number of files and sockets that this process may open.
package enum FileDescriptorLimit {
    /// Raises the soft limit to `wanted`, or to the hard limit if that is lower; returns the resulting limit,
    /// or `wanted` if the limit cannot be read.
    package static func raise(to wanted: Int) -> Int {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return wanted }
        let goal = min(rlim_t(wanted), limit.rlim_max)
        if limit.rlim_cur < goal {
            var raised = limit
            raised.rlim_cur = goal
            if setrlimit(resource, &raised) == 0 { limit = raised }
        }
        return Int(min(limit.rlim_cur, rlim_t(Int32.max)))
    }

    /// The number of descriptors that are reserved for files, DNS and the database.
    private static let reserve = 64

    /// Returns the number of sockets that can be open at once.
    package static func sockets(within limit: Int) -> Int { max(2, limit - reserve) }

    /// The number of descriptors that are reserved for short-lived files once lists, outputs and loops are open.
    private static let reserveForShortLivedFiles = 32

    /// Returns the number of further sockets that can be opened.
    package static func socketsLeft() -> Int {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0, let open = openDescriptors() else { return .max }
        return max(2, Int(clamping: limit.rlim_cur) - open - reserveForShortLivedFiles)
    }

    /// Returns the number of open descriptors; `nil` if the system does not list them.
    private static func openDescriptors() -> Int? {
        guard let folder = opendir("/dev/fd") else { return nil }
        defer { closedir(folder) }
        // Excludes the entries `.` and `..`, and the descriptor that reads the folder.
        var count = -3
        while readdir(folder) != nil { count += 1 }
        return count
    }

    /// Returns the number of domains that can communicate at once, if the same number of domains connect meanwhile.
    package static func concurrency(within limit: Int) -> Int { sockets(within: limit) / 2 }

    /// Returns the limit for `concurrency` communicating domains, as many connecting ones, and `alsoConnecting` more.
    package static func needed(for concurrency: Int, alsoConnecting: Int) -> Int {
        2 * concurrency + alsoConnecting + reserve
    }

    #if canImport(Glibc)
        private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
        private static let resource = RLIMIT_NOFILE
    #endif
}
