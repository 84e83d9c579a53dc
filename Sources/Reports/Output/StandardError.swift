package import Audit
import Platform
import Synchronization

/// The standard error of the process: everything that is no report.
package enum StandardError {
    private struct State {
        var stop: StopSignal?
        var isGivenUp = false
    }

    private static let state = Mutex(State())

    /// Writes all of `text`; when that fails, nobody is left to tell.
    package static func write(_ text: String) {
        let current = state.withLock { $0 }
        guard !current.isGivenUp else { return }
        let error = FileDescriptor(STDERR_FILENO, closes: false).write(Array(text.utf8), until: current.stop)
        if error == FileDescriptor.unread { state.withLock { $0.isGivenUp = true } }
    }

    /// Gives a reader up who does not read once `stop` was raised, so that messages do not hold up the end of a run.
    package static func stopWaiting(at stop: StopSignal) { state.withLock { $0.stop = stop } }
}
