import Dispatch
import Findings
package import Logging
import Records
import Reports
package import Settings
import Synchronization

import struct Foundation.Date

extension Logger {
    /// Creates the requested log, if any; ``name(run:)`` replaces the name of the run.
    package init?(
        _ values: SettingValues<SettingTable.Log>, run: String, isQuiet: Bool = false, isVerbose: Bool = false
    ) {
        guard values.logFormat != nil || values.logLevel != nil else { return nil }
        let detailed: LogLevel = isVerbose ? .debug : .info
        let level = (values.logLevel ?? (isQuiet ? .warning : detailed)).level
        self.init(label: "aasa-audit") { _ in
            StandardErrorLogHandler(format: values.logFormat ?? .text, run: RunName(run), logLevel: level)
        }
    }

    package func name(run: String) { (handler as? StandardErrorLogHandler)?.run.text.withLock { $0 = run } }
}

extension LogLevel {
    var level: Logger.Level { Logger.Level(rawValue: rawValue) ?? .info }
}

/// The name of the run that a log is about, shared by all copies of the log.
final class RunName: Sendable {
    let text: Mutex<String>

    init(_ text: String) { self.text = Mutex(text) }
}

struct StandardErrorLogHandler: LogHandler {
    let format: LogFormat
    let run: RunName
    var logLevel: Logger.Level
    var metadata: Logger.Metadata = [:]

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var fields: Evidence = ["run": .string(run.text.withLock { $0 })]
        if case .stringConvertible(let details as LoggedDetails)? = event.metadata?[LoggedDetails.key] {
            for entry in details.evidence.entries.sorted(by: { $0.key < $1.key }) { fields[entry.key] = entry.value }
        }
        func text(_ level: Logger.Level, _ message: String, _ fields: Evidence) -> String {
            LogLine.text(format, time: Date(), level: level.rawValue, message: message, details: fields)
        }
        let line = text(event.level, event.message.description, fields)
        LogQueue.write(line, isDebug: event.level <= .debug) { count in
            text(
                .warning, "debug lines were dropped: they are read too slowly",
                ["run": fields["run"] ?? .null, "lines": .integer(count)])
        }
    }
}

/// The details of a log entry, which swift-log passes on unchanged.
private struct LoggedDetails: CustomStringConvertible {
    static let key = "details"

    let evidence: Evidence

    var description: String { EvidenceJSON.text(evidence) }
}

extension Evidence {
    var metadata: Logger.Metadata { [LoggedDetails.key: .stringConvertible(LoggedDetails(evidence: self))] }
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
