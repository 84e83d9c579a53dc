import Platform
import Synchronization

/// The incomplete files to delete if the process ends before its work is done.
package final class AbortCleanup: Sendable {
    private let paths = Mutex<[String]>([])

    package init() {}

    func add(_ path: String) { paths.withLock { $0.append(path) } }

    /// Deletes the files that still exist; a completed file has its final name by then.
    package func deleteFiles() {
        for path in paths.withLock({ $0 }) { unlink(path) }
    }
}
