import Basics
import Findings
import Transport

import struct Foundation.Date

/// Words that the messages of findings share.
enum Wording {
    /// The longest piece of foreign text in a message, in Unicode scalars.
    static let limit = 200

    /// Quotes foreign text, cut and made visible.
    static func quote(_ text: some StringProtocol) -> String { VisibleText.quote(text, limit: limit) }

    /// Foreign text without quotation marks, cut and made visible: for URLs and addresses.
    static func excerpt(_ text: some StringProtocol) -> String {
        VisibleText.quote(text, limit: limit, marks: ("", ""))
    }

    /// A sentence that quotes the words of a library, with a space before it; nothing when there are none.
    static func detail(_ failure: ExchangeFailure) -> String {
        failure.detail.isEmpty ? "" : " Detail: \(quote(failure.detail))."
    }

    /// The name for people, with its Punycode form where that differs.
    static func name(of target: Target) -> String {
        let name = excerpt(target.domain.displayHost)
        return target.domain.displayHost == target.host ? name : "\(name) (\(excerpt(target.host)))"
    }

    /// The address and port as `192.0.2.1, port 443`.
    static func endpoint(address: String?, port: Int) -> String {
        guard let address else { return "port \(port)" }
        return "\(excerpt(address)), port \(port)"
    }

    /// A list as `a, b and c`, the surplus over `limit` as a number; `total` counts items that are not there, too.
    static func list(_ items: [String], limit: Int = 6, of total: Int = 0) -> String {
        Phrase.list(items, limit: limit, of: total)
    }

    /// A moment to the minute, as `2026-05-01 12:00 UTC`.
    static func moment(_ date: Date?) -> String {
        date.flatMap(UTCTime.init)?.minuteText ?? "a date that cannot be read"
    }

    /// The time between two moments, rounded down: in hours up to two days, in days from then on.
    static func duration(from start: Date, to end: Date) -> String {
        let days = days(from: start, to: end)
        if days >= 2 { return Phrase.count(days, "day") }
        let hours = (end.timeIntervalSince(start) / 3600).rounded(.down)
        return hours.isFinite && hours >= 1 ? Phrase.count(Int(hours), "hour") : "less than an hour"
    }

    /// The whole days from one date to another, rounded down; clamped where dates are absurd.
    static func days(from start: Date, to end: Date) -> Int {
        let days = (end.timeIntervalSince(start) / 86_400).rounded(.down)
        guard days.isFinite else { return 0 }
        return Int(min(max(days, -4_000_000), 4_000_000))
    }

    /// Milliseconds in seconds, as `2.4 s`.
    static func seconds(_ milliseconds: Double) -> String {
        guard milliseconds.isFinite, abs(milliseconds) < 1e12 else { return "an unknown time" }
        let tenths = Int((milliseconds / 100).rounded())
        return "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10) s"
    }

    /// A number of bytes with its thousands apart, as `131 072 bytes`.
    static func bytes(_ number: Int) -> String { Phrase.count(number, "byte") }

    /// A status with its name, as `404 Not Found`.
    static func status(_ status: Int) -> String {
        StatusNames.names[status].map { "\(status) \($0)" } ?? "\(status)"
    }
}
