import Basics
package import Findings
import Records

package import struct Foundation.Date

/// A line of the log.
///
/// Text from outside is escaped only here, so that a line remains one line and contains no control characters for a
/// terminal.
package struct LogLine: Hashable, Sendable {
    /// The maximum length of the text of a detail, in Unicode scalars; longer text is truncated with `…`.
    static let longestText = 2_000

    package var time: Date
    /// The level of the event: `debug`, `info`, `notice`, `warning` or `error`.
    package var level: String
    /// The event, in words that do not depend on the details.
    package var message: String
    package var details: Evidence

    package init(time: Date, level: String, message: String, details: Evidence = [:]) {
        self.time = time
        self.level = level
        self.message = message
        self.details = details
    }

    /// Returns the line in a format, with its line break.
    package func text(_ format: LogFormat) -> String {
        switch format {
        case .text: plainText + "\n"
        case .json: jsonText
        }
    }

    // MARK: JSON

    private var jsonText: String {
        var writer = JSONWriter(.compact)
        writer.object { writer in
            writer.field("time", time)
            writer.field("level", level)
            writer.field("message", Self.bounded(message))
            for entry in details.entries {
                // An existing name would occur in the object twice.
                let isTaken = ["time", "level", "message"].contains(entry.key)
                writer.field(isTaken ? entry.key + "_" : entry.key, Self.bounded(entry.value))
            }
        }
        return String(decoding: writer.takeBytes(), as: UTF8.self)
    }

    // MARK: Text

    private var plainText: String {
        var parts = [UTCTime(time)?.rfc3339 ?? "-", level.uppercased(), VisibleText.escape(Self.bounded(message))]
        for entry in details.entries { parts.append("\(VisibleText.escape(entry.key))=\(Self.word(entry.value))") }
        return parts.joined(separator: " ")
    }

    /// Returns a value as one word, quoted if its end would be ambiguous otherwise.
    private static func word(_ value: EvidenceValue) -> String {
        switch value {
        case .null: return "-"
        case .boolean(let flag): return flag ? "true" : "false"
        case .integer(let number): return String(number)
        case .number(let number): return Self.word(number)
        case .string(let text): return quoted(bounded(text))
        case .array(let values): return "[\(values.map(word).joined(separator: ","))]"
        case .object(let object):
            return
                "{\(object.entries.map { "\(VisibleText.escape($0.key))=\(word($0.value))" }.joined(separator: ","))}"
        }
    }

    private static func word(_ number: Double) -> String {
        let text = "\((number * 1000).rounded() / 1000)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    private static func quoted(_ text: String) -> String {
        let isWord =
            !text.isEmpty && text != "-"
            && text.unicodeScalars.allSatisfy { scalar in
                scalar.isASCII && scalar.value > 0x20 && scalar.value < 0x7F
                    && !#""\=,[]{}"#.unicodeScalars.contains(scalar)
            }
        if isWord { return text }
        return "\"\(VisibleText.escape(text.escaped { $0 == "\\" || $0 == "\"" ? "\\\($0)" : nil }))\""
    }

    // MARK: Bounds

    private static func bounded(_ value: EvidenceValue) -> EvidenceValue {
        switch value {
        case .null, .boolean, .integer, .number: return value
        case .string(let text): return .string(bounded(text))
        case .array(let values): return .array(values.map(bounded))
        case .object(let object):
            var result = Evidence()
            for entry in object.entries { result[entry.key] = bounded(entry.value) }
            return .object(result)
        }
    }

    private static func bounded(_ text: String) -> String { text.cut(to: longestText) }
}

package enum LogFormat: String, Sendable, CaseIterable {
    /// Text for human readers: time, level, message, and the details as `name=value`.
    case text
    /// JSON for programs: one object for each line.
    case json
}
