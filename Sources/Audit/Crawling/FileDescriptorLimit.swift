import Platform

import class Foundation.FileManager

/// The number of files and sockets that this process may open.
package enum FileDescriptorLimit {
    /// Raises the soft limit to `wanted`, or to the hard limit if that is lower; returns the resulting limit.
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

    /// Returns the number of sockets that can be open; 64 descriptors are reserved for files, DNS and the database.
    package static func sockets(within limit: Int) -> Int { max(2, limit - 64) }

    /// Returns the number of further sockets that can be opened, with a reserve for a few short-lived ones.
    package static func socketsLeft() -> Int {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0,
            let open = try? FileManager.default.contentsOfDirectory(atPath: "/dev/fd")
        else { return .max }
        // One of the open descriptors reads the folder.
        return max(2, Int(clamping: limit.rlim_cur) - (open.count - 1) - 32)
    }

    /// Returns the number of domains that can communicate at once, with as many sockets left for domains that connect.
    package static func concurrency(within limit: Int) -> Int { sockets(within: limit) / 2 }

    /// Returns the limit required for `concurrency` communicating domains and `open` others that connect.
    package static func needed(for concurrency: Int, open: Int) -> Int { 2 * concurrency + open + 64 }

    #if canImport(Glibc)
        private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
        private static let resource = RLIMIT_NOFILE
    #endif
}
