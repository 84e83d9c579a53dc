import Basics
import Records

import struct Foundation.Date

enum RelativeTime {
    /// Returns the time between two dates, in the largest unit with a value of at least two: `3 days`, `36 hours`.
    static func distance(from start: Date, to end: Date) -> String { span(seconds: abs(end.timeIntervalSince(start))) }

    /// Returns the day of a change, and the number of days since then, as in `since 2026-04-19 (12 days)`.
    static func since(_ date: Date, at runAt: Date) -> String {
        let days = DomainPast.day(of: runAt) - DomainPast.day(of: date)
        return "since \(date.dayText)" + (days > 0 ? " (\(Phrase.count(days, "day")))" : "")
    }

    static func span(seconds: Double) -> String {
        guard seconds.isFinite, seconds < 1e12 else { return "a very long time" }
        let minutes = Int(seconds / 60)
        if minutes < 2 { return "less than 2 minutes" }
        if minutes < 120 { return "\(minutes) minutes" }
        if minutes < 48 * 60 { return "\(minutes / 60) hours" }
        return "\(minutes / 1440) days"
    }

    /// Returns a duration in milliseconds or seconds: `31.3 ms`, `2.4 s`.
    static func duration(_ milliseconds: Double) -> String {
        guard milliseconds.isFinite, abs(milliseconds) < 1e12 else { return "not known" }
        let milliseconds = max(0, milliseconds)
        return milliseconds < 1000 ? "\(milliseconds.roundedToTenths) ms" : "\((milliseconds / 1000).roundedToTenths) s"
    }
}

extension Double {
    /// The number with at most one decimal; its absolute value must be less than 1e12.
    var roundedToTenths: String {
        let rounded = (self * 10).rounded() / 10
        return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
    }
}
