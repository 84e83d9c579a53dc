import Dispatch
import Reports
import Synchronization

/// Writes the lines of the log to the standard error, in order and on its own thread.
///
/// Debug lines also come from event loops, which must never wait for a reader: if the limit is exceeded, a debug line
/// is dropped and counted. All other lines wait until they are written.
enum LogQueue {
    private struct State {
        /// The size of the pending lines.
        var bytes = 0
        var dropped = 0
    }

    /// The maximum size of pending lines at which debug lines are still accepted.
    private static let maxBytes = 65_536

    private static let state = Mutex(State())
    private static let queue = DispatchQueue(label: "log")

    /// Writes a line, preceded by a remark about lines that were dropped before it.
    static func write(_ line: String, isDebug: Bool, afterDropping remark: (_ count: Int) -> String) {
        state.withLock { state in
            guard !isDebug || state.bytes + line.utf8.count <= maxBytes else {
                state.dropped += 1
                return
            }
            let text = (state.dropped > 0 ? remark(state.dropped) : "") + line
            state.dropped = 0
            let count = text.utf8.count
            state.bytes += count
            queue.async {
                StandardError.write(text)
                Self.state.withLock { $0.bytes -= count }
            }
        }
        if !isDebug { queue.sync {} }
    }
}
