package import Audit
import Basics
package import Records

/// Parses the values of settings; each error contains the found and the allowed values.
package enum SettingReader {
    /// The maximum duration of a setting: a year.
    package static let maxDuration = Duration.seconds(365 * 86_400)

    private static let units: [(suffix: String, milliseconds: Double)] = [
        ("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000),
    ]

    /// Reads the id of a run, which can also be part of a path.
    static func runID(_ text: String) throws(SettingError) -> String {
        guard text.utf8.allSatisfy(\.isHostByte), (1...100).contains(text.utf8.count), !text.hasPrefix(".") else {
            throw SettingError(
                found: "\(VisibleText.quote(text)) is not the id of a run",
                expected: "expected 1 to 100 letters, digits, dots, hyphens and underscores, without a dot in front")
        }
        return text
    }

    /// Reads a time with its unit, such as `500ms`, `1.5s`, `2m`, `1h` or `1d`; from a millisecond to a year.
    package static func duration(_ text: String) throws(SettingError) -> Duration {
        let expected = "expected a number and a unit, such as 500ms, 10s or 2m"
        // “ms” precedes “s” in the list, so that the first match is the longest.
        guard let unit = units.first(where: { text.hasSuffix($0.suffix) }) else {
            if isDecimal(Substring(text)) {
                let examples = Double(text) == 0 ? "60s or 5m" : "\(text)s, \(text)m or \(text)d"
                throw SettingError(found: "“\(text)” has no unit", expected: "write, for example, \(examples)")
            }
            throw SettingError(found: "\(VisibleText.quote(text)) is not a time", expected: expected)
        }
        let number = text.dropLast(unit.suffix.count)
        guard isDecimal(number), let value = Double(number) else {
            throw SettingError(found: "\(VisibleText.quote(text)) is not a time", expected: expected)
        }
        let milliseconds = value * unit.milliseconds
        guard milliseconds >= 1 else {
            throw SettingError(
                found: "\(VisibleText.quote(text)) is less than a millisecond", expected: "the minimum is 1ms")
        }
        guard milliseconds <= maxDuration / .milliseconds(1) else {
            throw SettingError(found: "\(VisibleText.quote(text)) is over a year", expected: "the maximum is 365d")
        }
        return .milliseconds(milliseconds.rounded())
    }

    package static func integer(_ text: String, in range: ClosedRange<Int>) throws(SettingError) -> Int {
        let digits = text.hasPrefix("-") ? text.dropFirst() : Substring(text)
        let isNumber = !digits.isEmpty && digits.utf8.allSatisfy(\.isASCIIDigit)
        guard isNumber, let value = Int(text), range.contains(value) else {
            throw SettingError(
                found: "\(VisibleText.quote(text)) is \(isNumber ? "out of range" : "not a whole number")",
                expected: "expected a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }

    /// Reads a Boolean: `1`, `true` or `yes`, `0`, `false` or `no`.
    package static func boolean(_ text: String) throws(SettingError) -> Bool {
        switch text.lowercased() {
        case "1", "true", "yes": return true
        case "0", "false", "no": return false
        default: throw SettingError(found: "“\(text)” was found", expected: "expected 1, true, yes, 0, false or no")
        }
    }

    package static func hostExpression(_ text: String) throws(SettingError) -> String {
        guard (try? Regex(text)) != nil else {
            throw SettingError(
                found: "\(VisibleText.quote(text)) is not a regular expression",
                expected: "to exclude the hosts that begin with “staging.”, write ^staging[.]")
        }
        return text
    }

    /// Reads the name of a series of runs: a line of at most 100 characters.
    package static func name(_ text: String) throws(SettingError) -> String {
        let isPlain = text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        guard !text.isEmpty, text.unicodeScalars.count <= 100, isPlain else {
            throw SettingError(
                found: text.isEmpty ? "it is empty" : "\(VisibleText.quote(text)) is not a name",
                expected: "expected one line of at most 100 characters, such as production")
        }
        return text
    }

    /// Reads a calendar day, and returns it as written.
    package static func day(_ text: String) throws(SettingError) -> String {
        // Every digit counts as 0.
        guard text.utf8.map({ $0.isASCIIDigit ? UInt8(ascii: "0") : $0 }) == Array("0000-00-00".utf8) else {
            throw SettingError(
                found: "\(VisibleText.quote(text)) is not a date", expected: "a day is written as 2026-12-31")
        }
        guard UTCTime.date(day: text) != nil else {
            throw SettingError(
                found: "the calendar has no day \(text)", expected: "a day is written as 2026-12-31, the month second")
        }
        return text
    }

    /// Reads the reason for an acceptance: one line of text.
    package static func reason(_ text: String) throws(SettingError) -> String {
        guard !text.isEmpty, text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
            throw SettingError(
                found: text.isEmpty ? "it is empty" : "it has a control character or a line break",
                expected: "a reason is one line of text")
        }
        return text
    }

    /// Returns whether a text consists of digits with at most one dot between them, and is short enough for exact
    /// arithmetic.
    static func isDecimal(_ text: Substring) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return (1...2).contains(parts.count)
            && parts.allSatisfy { (1...12).contains($0.utf8.count) && $0.utf8.allSatisfy(\.isASCIIDigit) }
    }

    private static let targetCounts = 0...1_000_000_000

    /// Reads a number such as `20`, or a percentage such as `5%` or `0.5%`.
    package static func runLimit(_ text: String) throws(SettingError) -> RunLimit {
        guard text.hasSuffix("%") else {
            do throws(SettingError) {
                return .count(try integer(text, in: targetCounts))
            } catch {
                throw SettingError(
                    found: error.found,
                    expected: "expected a number from \(targetCounts.lowerBound) to \(targetCounts.upperBound), "
                        + "or a percentage such as 5%")
            }
        }
        guard isDecimal(text.dropLast()), let percent = Double(text.dropLast()), percent <= 100 else {
            throw SettingError(
                found: "\(VisibleText.quote(text)) is not a percentage",
                expected: "expected a percentage from 0% to 100%, such as 5% or 0.5%")
        }
        return .percent(percent)
    }
}
