import Findings
package import Logging
import Reports
package import Settings
import Synchronization

import struct Foundation.Date

extension Logger {
    /// The log that somebody asks for; `nil` where nobody does, and the standard error is for a person.
    ///
    /// - Parameters:
    ///   - values: The settings of the log.
    ///   - run: The name of the run that the lines are about; ``name(run:)`` gives it another one.
    ///   - isQuiet: Whether less is to be said, where the settings do not tell how much.
    ///   - isVerbose: Whether more is.
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

    /// Gives the run another name, in this log and in all that were copied from it: it goes on with an earlier one.
    package func name(run: String) { (handler as? StandardErrorLogHandler)?.run.text.withLock { $0 = run } }
}

extension LogLevel {
    /// The same for swift-log.
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
        write(event.level, event.message.description, fields)
    }

    private func write(_ level: Logger.Level, _ message: String, _ fields: Evidence) {
        func text(_ level: Logger.Level, _ message: String, _ fields: Evidence) -> String {
            LogLine(time: Date(), level: level.rawValue, message: message, details: fields).text(format)
        }
        LogQueue.write(text(level, message, fields), isDebug: level <= .debug) { count in
            text(
                .warning, "debug lines were dropped: they are read too slowly",
                ["run": fields["run"] ?? .null, "lines": .integer(count)])
        }
    }
}

extension Evidence {
    /// Metadata of swift-log, sorted by name: it has no order of its own.
    init(_ metadata: Logger.Metadata) {
        self.init()
        for (key, value) in metadata.sorted(by: { $0.key < $1.key }) { self[key] = EvidenceValue(value) }
    }
}

extension EvidenceValue {
    /// A value of swift-log; numbers and booleans stay what they are.
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

    /// The same for swift-log; `nil` for null.
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

extension Evidence {
    /// The entries for swift-log; those that are null are left out.
    var metadata: Logger.Metadata {
        var result: Logger.Metadata = [:]
        for entry in entries { result[entry.key] = entry.value.metadata }
        return result
    }
}
