import Findings
package import Logging
import Reports
package import Settings
import Synchronization

import struct Foundation.Date

extension Logger {
    /// Creates the requested log; `nil` if none is requested, so that the standard error is for a user.
    ///
    /// - Parameters:
    ///   - values: The settings of the log.
    ///   - run: The name of the run that the lines are about; ``name(run:)`` replaces it.
    ///   - isQuiet: Whether to log less, unless the settings specify the level.
    ///   - isVerbose: Whether to log more.
    package init?(
        _ values: SettingValues<SettingTable.Log>, run: String, isQuiet: Bool = false, isVerbose: Bool = false
    ) {
        guard values.logFormat != nil || values.logLevel != nil else { return nil }
        let usual: LogLevel = isQuiet ? .warning : isVerbose ? .debug : .info
        self.init(label: "aasa-audit") { _ in
            StandardErrorLogHandler(
                format: values.logFormat ?? .text, run: RunName(run), logLevel: (values.logLevel ?? usual).level)
        }
    }

    /// Sets the name of a resumed run, in this log and in all its copies.
    package func name(run: String) { (handler as? StandardErrorLogHandler)?.run.text.withLock { $0 = run } }
}

extension LogLevel {
    /// The corresponding level of swift-log.
    var level: Logger.Level {
        switch self {
        case .debug: .debug
        case .info: .info
        case .warning: .warning
        case .error: .error
        }
    }
}

/// The name of the run that a log is about.
final class RunName: Sendable {
    let text: Mutex<String>

    init(_ text: String) { self.text = Mutex(text) }
}

/// Writes log events to the standard error, a whole line at a time.
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
        let details = metadata.merging(event.metadata ?? [:]) { $1 }
        var fields: Evidence = ["run": .string(run.text.withLock { $0 })]
        for entry in Evidence(details).entries { fields[entry.key] = entry.value }
        func text(_ level: Logger.Level, _ message: String, _ fields: Evidence) -> String {
            LogLine(time: Date(), level: level.rawValue, message: message, details: fields).text(format)
        }
        let line = text(event.level, event.message.description, fields)
        LogQueue.write(line, isDebug: event.level <= .debug) { count in
            text(
                .warning, "debug lines were dropped: they are read too slowly",
                ["run": fields["run"] ?? .null, "lines": .integer(count)])
        }
    }
}

extension Evidence {
    /// Converts metadata of swift-log, sorted by name, because it has no order.
    init(_ metadata: Logger.Metadata) {
        self.init()
        for (key, value) in metadata.sorted(by: { $0.key < $1.key }) { self[key] = EvidenceValue(value) }
    }

    /// The entries for swift-log, without null values.
    var metadata: Logger.Metadata {
        var result: Logger.Metadata = [:]
        for entry in entries { result[entry.key] = entry.value.metadata }
        return result
    }
}

extension EvidenceValue {
    /// Converts a value of swift-log; numbers and Booleans keep their types.
    init(_ value: Logger.Metadata.Value) {
        switch value {
        case .string(let text): self = .string(text)
        case .stringConvertible(let value as Int): self = .integer(value)
        case .stringConvertible(let value as Double): self = .number(value)
        case .stringConvertible(let value as Bool): self = .boolean(value)
        case .stringConvertible(let value): self = .string(value.description)
        case .dictionary(let values): self = .object(Evidence(values))
        case .array(let values): self = .array(values.map { EvidenceValue($0) })
        }
    }

    /// The corresponding value of swift-log; `nil` for null.
    var metadata: Logger.Metadata.Value? {
        switch self {
        case .null: nil
        case .boolean(let flag): .stringConvertible(flag)
        case .integer(let number): .stringConvertible(number)
        case .number(let number): .stringConvertible(number)
        case .string(let text): .string(text)
        case .array(let values): .array(values.compactMap(\.metadata))
        case .object(let object): .dictionary(object.metadata)
        }
    }
}
