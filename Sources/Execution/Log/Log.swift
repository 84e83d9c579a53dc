import Dispatch
package import Findings
import Reports
package import Settings
import Synchronization

import struct Foundation.Date

/// The log of a run, on the standard error.
package final class Log: Sendable {
    private let format: LogFormat
    private let levels: [LogLevel]
    /// The name of the run that the log is about.
    private let run: Mutex<String>

    /// Creates the requested log, if any; ``name(run:)`` replaces the name of the run.
    package init?(
        _ values: SettingValues<SettingTable.Log>, run: String, isQuiet: Bool = false, isVerbose: Bool = false
    ) {
        guard values.logFormat != nil || values.logLevel != nil else { return nil }
        let level = values.logLevel ?? (isQuiet ? .warning : isVerbose ? .debug : .info)
        format = values.logFormat ?? .text
        levels = Array(LogLevel.allCases.drop { $0 != level })
        self.run = Mutex(run)
    }

    package func name(run name: String) { run.withLock { $0 = name } }

    func includes(_ level: LogLevel) -> Bool { levels.contains(level) }

    package func write(_ level: LogLevel, _ message: String, _ details: @autoclosure () -> Evidence = [:]) {
        guard includes(level) else { return }
        let name = EvidenceValue.string(run.withLock { $0 })
        var fields: Evidence = ["run": name]
        for entry in details().entries.sorted(by: { $0.key < $1.key }) { fields[entry.key] = entry.value }
        func line(_ level: LogLevel, _ message: String, _ fields: Evidence) -> String {
            LogLine.text(format, time: Date(), level: level.rawValue, message: message, details: fields)
        }
        LogQueue.write(line(level, message, fields), isDebug: level == .debug) { count in
            line(
                .warning, "debug lines were dropped: they are read too slowly",
                ["run": name, "lines": .integer(count)])
        }
    }
}

/// Writes the lines of the log to the standard error, in order and on its own thread.
///
/// Event loops, which write debug lines, must never wait for a reader: beyond the limit, these lines are only counted.
enum LogQueue {
    private struct State {
        var bytes = 0
        var dropped = 0
    }

    /// The maximum size of pending lines at which debug lines are still accepted.
    private static let maxBytes = 65_536

    private static let state = Mutex(State())
    private static let queue = DispatchQueue(label: "log")

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
