package import Audit
import Platform
import Synchronization

/// The standard error of the process, for all output except reports.
package enum StandardError {
    private struct State {
        var stop: StopSignal?
        var isGivenUp = false
    }

    private static let state = Mutex(State())

    /// Writes all of `text`; a failure is ignored, because it cannot be reported anywhere.
    package static func write(_ text: String) {
        let current = state.withLock { $0 }
        guard !current.isGivenUp else { return }
        let error = FileDescriptor(STDERR_FILENO, closes: false).write(Array(text.utf8), until: current.stop)
        if error == FileDescriptor.unread { state.withLock { $0.isGivenUp = true } }
    }

    /// Stops waiting for inactive readers once `stop` is raised, so that messages do not delay the end of a run.
    package static func stopWaiting(at stop: StopSignal) { state.withLock { $0.stop = stop } }
}
