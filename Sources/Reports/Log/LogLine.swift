import Basics
package import Findings
import Records

package import struct Foundation.Date

/// A line of the log, without line breaks and control characters in untrusted text.
package enum LogLine {
    /// The maximum length of a message or a text among the details, in Unicode scalars; longer text ends in `…`.
    static let maxTextLength = 2_000

    /// Returns the line about an event; `level` is `debug`, `info`, `notice`, `warning` or `error`.
    package static func text(
        _ format: LogFormat, time: Date, level: String, message: String, details: Evidence = [:]
    ) -> String {
        switch format {
        case .text:
            let start = [time.rfc3339, level.uppercased(), VisibleText.escape(bounded(message))]
            return (start + details.entries.map(pair)).joined(separator: " ") + "\n"
        case .json:
            var writer = JSONWriter()
            writer.object { writer in
                writer.field("time", time)
                writer.field("level", level)
                writer.field("message", bounded(message))
                for entry in details.entries {
                    let isTaken = ["time", "level", "message"].contains(entry.key)
                    writer.field(isTaken ? entry.key + "_" : entry.key, bounded(entry.value))
                }
            }
            return String(decoding: writer.takeBytes(), as: UTF8.self)
        }
    }

    /// Returns a value as one word, which is quoted if its end would otherwise be ambiguous.
    private static func word(_ value: EvidenceValue) -> String {
        switch value {
        case .null: "-"
        case .boolean(let flag): flag ? "true" : "false"
        case .integer(let number): String(number)
        case .number(let number): word(number)
        case .string(let text): quotedIfNeeded(bounded(text))
        case .array(let values): "[\(values.map(word).joined(separator: ","))]"
        case .object(let object): "{\(object.entries.map(pair).joined(separator: ","))}"
        }
    }

    private static func pair(_ entry: Evidence.Entry) -> String {
        "\(VisibleText.escape(entry.key))=\(word(entry.value))"
    }

    private static func word(_ number: Double) -> String {
        let text = "\((number * 1000).rounded() / 1000)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    private static func quotedIfNeeded(_ text: String) -> String {
        let isWord =
            !text.isEmpty && text != "-"
            && text.unicodeScalars.allSatisfy { scalar in
                scalar.isASCII && scalar.value > 0x20 && scalar.value < 0x7F
                    && !#""\=,[]{}"#.unicodeScalars.contains(scalar)
            }
        if isWord { return text }
        return "\"\(VisibleText.escape(text.escaped { $0 == "\\" || $0 == "\"" ? "\\\($0)" : nil }))\""
    }

    private static func bounded(_ value: EvidenceValue) -> EvidenceValue {
        switch value {
        case .null, .boolean, .integer, .number: value
        case .string(let text): .string(bounded(text))
        case .array(let values): .array(values.map(bounded))
        case .object(let object): .object(object.entries.reduce(into: Evidence()) { $0[$1.key] = bounded($1.value) })
        }
    }

    private static func bounded(_ text: String) -> String { text.cut(to: maxTextLength) }
}

package enum LogFormat: String, Sendable, CaseIterable {
    case text
    case json
}
