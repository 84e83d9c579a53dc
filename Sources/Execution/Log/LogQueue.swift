import Dispatch
import Reports
import Synchronization

/// The lines of the log on their way to the standard error, written in order on a thread of their own.
///
/// Debug lines come from event loops as well, which must never wait for a reader: a debug line that finds no room is dropped and
/// counted. All other lines wait until they are written.
enum LogQueue {
    private struct State {
        /// The size of the lines that are not written yet.
        var bytes = 0
        var dropped = 0
    }

    /// The limit of the size of the lines that are not written yet, for debug lines.
    private static let maxBytes = 65_536

    private static let state = Mutex(State())
    private static let queue = DispatchQueue(label: "log")

    /// Writes a line, after what there is to say about the lines that were dropped before it.
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
