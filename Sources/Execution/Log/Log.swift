import Dispatch
package import Findings
import Reports
package import Settings
import Synchronization

import struct Foundation.Date

/// The log of a run: lines on the standard error, written in order on a separate thread.
///
/// Event loops, which write debug lines, must never wait for a reader: if too much is pending, they are only counted.
package final class Log: Sendable {
    /// The maximum size of pending lines at which debug lines are still accepted.
    private static let maxPendingBytes = 65_536

    private static let pending = Mutex((bytes: 0, dropped: 0))
    private static let queue = DispatchQueue(label: "log")

    private let format: LogFormat
    private let levels: [LogLevel]
    /// The ID of the run that the log is about.
    private let run: Mutex<String>

    /// Creates the log; `nil` if none was requested.
    package init?(
        _ values: SettingValues<SettingTable.Log>, run: String, isQuiet: Bool = false, isVerbose: Bool = false
    ) {
        guard values.logFormat != nil || values.logLevel != nil else { return nil }
        let level = values.logLevel ?? (isQuiet ? .warning : isVerbose ? .debug : .info)
        format = values.logFormat ?? .text
        levels = Array(LogLevel.allCases.drop { $0 != level })
        self.run = Mutex(run)
    }

    package func setRun(_ id: String) { run.withLock { $0 = id } }

    func includes(_ level: LogLevel) -> Bool { levels.contains(level) }

    package func write(_ level: LogLevel, _ message: String, _ details: @autoclosure () -> Evidence = [:]) {
        guard includes(level) else { return }
        let line = line(level, message, details())
        let isDebug = level == .debug
        Self.pending.withLock { pending in
            guard !isDebug || pending.bytes + line.utf8.count <= Self.maxPendingBytes else {
                pending.dropped += 1
                return
            }
            var text = line
            if pending.dropped > 0 {
                let details: Evidence = ["lines": .integer(pending.dropped)]
                text = self.line(.warning, "debug lines were dropped: they are read too slowly", details) + line
                pending.dropped = 0
            }
            pending.bytes += text.utf8.count
            Self.queue.async { [text] in
                StandardError.write(text)
                Self.pending.withLock { $0.bytes -= text.utf8.count }
            }
        }
        if !isDebug { Self.queue.sync {} }
    }

    private func line(_ level: LogLevel, _ message: String, _ details: Evidence) -> String {
        var fields: Evidence = ["run": .string(run.withLock { $0 })]
        for entry in details.entries.sorted(by: { $0.key < $1.key }) { fields[entry.key] = entry.value }
        return LogLine.text(format, time: Date(), level: level.rawValue, message: message, details: fields)
    }
}
