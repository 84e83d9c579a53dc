import Platform
import Synchronization

/// The files that would be left behind by a process that ends at once.
final class UnfinishedFiles: Sendable {
    private let paths = Mutex<[String]>([])

    /// Remembers a file.
    func add(_ path: String) { paths.withLock { $0.append(path) } }

    /// Removes what is still there; a file that is complete has its final name by then.
    func remove() {
        for path in paths.withLock({ $0 }) { unlink(path) }
    }
}
