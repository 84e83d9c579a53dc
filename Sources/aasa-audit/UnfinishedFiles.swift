import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The files that would be left behind by a process that ends at once.
final class UnfinishedFiles: Sendable {
    private let paths = Mutex<[String]>([])

    /// Remembers files.
    func add(_ new: [String]) { paths.withLock { $0 += new } }

    /// Removes what is still there; a file that is complete has its final name by then.
    func remove() {
        for path in paths.withLock({ $0 }) { unlink(path) }
    }
}
