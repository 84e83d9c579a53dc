import AppSiteAssociation
package import Audit
import Basics
package import Records
import Reports
package import Transport

import struct Foundation.Date

extension SettingError {
    /// Creates an error about a text that is not a secret.
    init(_ text: some StringProtocol, _ problem: String, expected: String) {
        self.init(found: "\(VisibleText.quote(text)) \(problem)", expected: expected)
    }
}

/// Parses the values of settings; each error contains the found and the allowed values.
package enum SettingReader {
    package static let maxDuration = Duration.seconds(365 * 86_400)

    private static let units: [(suffix: String, milliseconds: Double)] = [
        ("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000),
    ]

    static func runID(_ text: String) throws(SettingError) -> String {
        guard text.utf8.allSatisfy(\.isHostByte), (1...100).contains(text.utf8.count), !text.hasPrefix(".") else {
            throw SettingError(
                text, "is not the id of a run",
                expected: "expected 1 to 100 letters, digits, dots, hyphens and underscores, without a dot in front")
        }
        return text
    }

    /// Reads a time with its unit, such as `500ms`, `1.5s`, `2m`, `1h` or `1d`; from a millisecond to a year.
    package static func duration(_ text: String) throws(SettingError) -> Duration {
        let expected = "expected a number and a unit, such as 500ms, 10s or 2m"
        // “ms” precedes “s” in the list, so that the first match is the longest.
        guard let unit = units.first(where: { text.hasSuffix($0.suffix) }) else {
            guard isDecimal(text[...]) else { throw SettingError(text, "is not a time", expected: expected) }
            let examples = Double(text) == 0 ? "60s or 5m" : "\(text)s, \(text)m or \(text)d"
            throw SettingError(text, "has no unit", expected: "write, for example, \(examples)")
        }
        let number = text.dropLast(unit.suffix.count)
        guard isDecimal(number), let value = Double(number) else {
            throw SettingError(text, "is not a time", expected: expected)
        }
        let milliseconds = value * unit.milliseconds
        guard milliseconds >= 1 else {
            throw SettingError(text, "is less than a millisecond", expected: "the minimum is 1ms")
        }
        guard milliseconds <= maxDuration / .milliseconds(1) else {
            throw SettingError(text, "is over a year", expected: "the maximum is 365d")
        }
        return .milliseconds(milliseconds.rounded())
    }

    package static func integer(_ text: String, in range: ClosedRange<Int>) throws(SettingError) -> Int {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        let isNumber = !digits.isEmpty && digits.utf8.allSatisfy(\.isASCIIDigit)
        guard isNumber, let value = Int(text), range.contains(value) else {
            throw SettingError(
                text, isNumber ? "is out of range" : "is not a whole number",
                expected: "expected a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }

    package static func boolean(_ text: String) throws(SettingError) -> Bool {
        switch text.lowercased() {
        case "1", "true", "yes": return true
        case "0", "false", "no": return false
        default: throw SettingError(text, "was found", expected: "expected one of: 1, true, yes, 0, false, no")
        }
    }

    package static func hostExpression(_ text: String) throws(SettingError) -> String {
        guard (try? Regex(text)) != nil else {
            throw SettingError(
                text, "is not a regular expression",
                expected: "to exclude the hosts that begin with “staging.”, write ^staging[.]")
        }
        return text
    }

    package static func name(_ text: String) throws(SettingError) -> String {
        guard !text.isEmpty, text.unicodeScalars.count <= 100, !text.hasControlCharacter else {
            throw SettingError(
                found: text.isEmpty ? "it is empty" : "\(VisibleText.quote(text)) is not a name",
                expected: "expected one line of at most 100 characters, such as production")
        }
        return text
    }

    package static func day(_ text: String) throws(SettingError) -> String {
        guard text.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}/) != nil else {
            throw SettingError(text, "is not a date", expected: "a day is written as 2026-12-31")
        }
        guard Date(day: text) != nil else {
            throw SettingError(
                found: "the calendar has no day \(text)", expected: "a day is written as 2026-12-31, the month second")
        }
        return text
    }

    package static func reason(_ text: String) throws(SettingError) -> String {
        guard !text.isEmpty, !text.hasControlCharacter else {
            throw SettingError(
                found: text.isEmpty ? "it is empty" : "it has a control character or a line break",
                expected: "a reason is one line of text")
        }
        return text
    }

    /// Returns whether a text is digits with at most one dot between them, short enough for exact arithmetic.
    static func isDecimal(_ text: Substring) -> Bool { text.wholeMatch(of: /[0-9]{1,12}(?:\.[0-9]{1,12})?/) != nil }

    /// Reads a number such as `20`, or a percentage such as `5%` or `0.5%`.
    package static func runLimit(_ text: String) throws(SettingError) -> RunLimit {
        guard text.hasSuffix("%") else {
            do throws(SettingError) {
                return .count(try integer(text, in: 0...1_000_000_000))
            } catch {
                throw SettingError(found: error.found, expected: "\(error.expected), or a percentage such as 5%")
            }
        }
        guard isDecimal(text.dropLast()), let percent = Double(text.dropLast()), percent <= 100 else {
            throw SettingError(
                text, "is not a percentage", expected: "expected a percentage from 0% to 100%, such as 5% or 0.5%")
        }
        return .percent(percent)
    }
}

extension String {
    var hasControlCharacter: Bool { unicodeScalars.contains { $0.properties.generalCategory == .control } }
}

extension SettingReader {
    /// Fields that are determined by the request itself, with the alternative for each.
    private static let reservedFields: [String: String] = [
        "host": "the host comes from the domain; --connect-to and --resolve use another server",
        "content-length": "the requests have no body",
        "transfer-encoding": "the requests have no body",
        "connection": "connections are managed by the program",
    ]

    /// Reads `NAME: VALUE`, or `NAME;` for no value, like curl's `--header`; errors never quote what may be a secret.
    package static func header(_ text: String) throws(SettingError) -> HeaderField {
        let expected = "expected NAME: VALUE, or NAME; for an empty value"
        guard let end = text.firstIndex(where: { $0 == ":" || $0 == ";" }) else {
            throw SettingError(found: "there is no “:” in the header field", expected: expected)
        }
        let name = String(text[..<end])
        let value = text[text.index(after: end)...].drop { $0 == " " || $0 == "\t" }
        guard !name.isEmpty, name.utf8.allSatisfy(isTokenByte) else {
            throw SettingError(
                found: "the text before “:” is not the name of a header field (RFC 9110, section 5.6.2)",
                expected: expected)
        }
        guard !value.utf8.contains(where: { $0.isASCIIControl && $0 != UInt8(ascii: "\t") }) else {
            throw SettingError(
                found: "the value of the header field has a control character",
                expected: "expected visible characters and spaces")
        }
        if text[end] == ";" {
            guard value.isEmpty else { throw SettingError(found: "something follows “NAME;”", expected: expected) }
        } else if value.isEmpty {
            throw SettingError(found: "the header field has no value", expected: "“NAME;” sends it empty")
        }
        if let reason = reservedFields[name.lowercased()] {
            throw SettingError(found: "\(name) cannot be set", expected: reason)
        }
        return HeaderField(name: name, value: String(value))
    }

    package static func userAgent(_ text: String) throws(SettingError) -> String {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            throw SettingError(
                found: text.isEmpty ? "the user agent is empty" : "\(VisibleText.quote(text)) has other characters",
                expected: "expected visible ASCII characters and spaces")
        }
        return text
    }

    /// Reads `[SCHEME://][USER:PASSWORD@]HOST[:PORT]`, like curl's `--proxy`; errors never quote it.
    package static func proxy(_ text: String) throws(SettingError) -> String {
        do throws(ProxyURL.Mistake) {
            return try ProxyURL(text).text
        } catch {
            throw SettingError(found: error.found, expected: error.expected)
        }
    }

    /// Returns whether a byte is allowed in a token (RFC 9110, section 5.6.2).
    private static func isTokenByte(_ byte: UInt8) -> Bool { byte.isHostByte || "!#$%&'*+^`|~".utf8.contains(byte) }

    /// Reads the URL of a server that replaces Apple's CDN; `/a/v1/DOMAIN` is appended to it.
    package static func cdnURL(_ text: String) throws(SettingError) -> String {
        try url(text, of: ["https"], expected: "expected an https URL without a query, such as https://cdn.example")
    }

    /// Reads the URL of a published report or site: anchors or paths of domains are added to it.
    package static func reportURL(_ text: String) throws(SettingError) -> String {
        let expected = "expected an https or http URL without a query, such as https://links.example/night.html"
        guard text.utf8.count <= ReportURL.maxBytes else {
            throw SettingError(found: "it is longer than \(ReportURL.maxBytes) characters", expected: expected)
        }
        return try url(text, of: ["https", "http"], expected: expected)
    }

    /// Reads the URL of a webhook; errors never quote it, because it is often a secret.
    package static func webhook(_ text: String) throws(SettingError) -> String {
        try url(
            text, of: ["https", "http"], isWebhook: true,
            expected: "expected an https or http URL without a user name, such as https://hooks.example/T1/B2")
    }

    private static func url(
        _ text: String, of schemes: [String], isWebhook: Bool = false, expected: String
    ) throws(SettingError) -> String {
        func wrong(_ found: String) -> SettingError { SettingError(found: found, expected: expected) }
        guard let url = try? LinkURL(text), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw wrong(isWebhook ? "its syntax is wrong" : "\(VisibleText.quote(text)) is not a URL")
        }
        guard schemes.contains(url.scheme) else { throw wrong("its scheme is not supported") }
        guard url.userInfo == nil else { throw wrong("there is user information in it") }
        guard url.fragment == nil, isWebhook || url.query == nil else {
            throw wrong("there is \(isWebhook ? "" : "a query or ")a “#” in it")
        }
        return text
    }
}
