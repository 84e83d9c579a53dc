import Platform
import Synchronization

/// The files that would be left behind by a process that ends at once.
package final class AbortCleanup: Sendable {
    private let paths = Mutex<[String]>([])

    /// Creates a value without files.
    package init() {}

    /// Remembers a file.
    func add(_ path: String) { paths.withLock { $0.append(path) } }

    /// Removes what is still there; a file that is complete has its final name by then.
    package func remove() {
        for path in paths.withLock({ $0 }) { unlink(path) }
    }
}
