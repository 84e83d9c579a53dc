import Basics
import Findings
import Transport

import struct Foundation.Date

/// Phrases that the messages of findings share.
enum Wording {
    /// The maximum length of foreign text in a message, in Unicode scalars.
    static let limit = 200

    /// Quotes foreign text, truncated and with invisible characters made visible.
    static func quote(_ text: some StringProtocol) -> String { VisibleText.quote(text, limit: limit) }

    /// Returns foreign text without quotation marks, truncated and with invisible characters made visible: for URLs
    /// and addresses.
    static func excerpt(_ text: some StringProtocol) -> String {
        VisibleText.quote(text, limit: limit, marks: ("", ""))
    }

    /// Returns a sentence that quotes a library's message, preceded by a space; empty if there is no message.
    static func detail(_ failure: ExchangeFailure) -> String {
        failure.detail.isEmpty ? "" : " Detail: \(quote(failure.detail))."
    }

    /// Returns the name for display, with its Punycode form if different.
    static func name(of target: Target) -> String {
        let name = excerpt(target.domain.displayHost)
        return target.domain.displayHost == target.host ? name : "\(name) (\(excerpt(target.host)))"
    }

    /// Returns a list such as `a, b and c`, with a number for the items beyond `limit`; `total` includes items that
    /// `items` does not contain.
    static func list(_ items: [String], limit: Int = 6, of total: Int = 0) -> String {
        Phrase.list(items, limit: limit, of: total)
    }

    /// Returns a moment with minute precision, such as `2026-05-01 12:00 UTC`.
    static func moment(_ date: Date?) -> String {
        date.flatMap(UTCTime.init)?.minuteText ?? "a date that cannot be read"
    }

    /// Returns the time between two moments, rounded down: in hours up to two days, then in days.
    static func duration(from start: Date, to end: Date) -> String {
        let days = days(from: start, to: end)
        if days >= 2 { return Phrase.count(days, "day") }
        let hours = (end.timeIntervalSince(start) / 3600).rounded(.down)
        return hours.isFinite && hours >= 1 ? Phrase.count(Int(hours), "hour") : "less than an hour"
    }

    /// Returns the whole days between two dates, rounded down; clamped for implausible dates.
    static func days(from start: Date, to end: Date) -> Int {
        let days = (end.timeIntervalSince(start) / 86_400).rounded(.down)
        guard days.isFinite else { return 0 }
        return Int(min(max(days, -4_000_000), 4_000_000))
    }

    /// Returns milliseconds as seconds, such as `2.4 s`.
    static func seconds(_ milliseconds: Double) -> String {
        guard milliseconds.isFinite, abs(milliseconds) < 1e12 else { return "an unknown time" }
        let tenths = Int((milliseconds / 100).rounded())
        return "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10) s"
    }

    /// Returns a number of bytes with grouped thousands, such as `131 072 bytes`.
    static func bytes(_ number: Int) -> String { Phrase.count(number, "byte") }

    /// Returns a status with its name, such as `404 Not Found`.
    static func status(_ status: Int) -> String {
        StatusNames.names[status].map { "\(status) \($0)" } ?? "\(status)"
    }
}
