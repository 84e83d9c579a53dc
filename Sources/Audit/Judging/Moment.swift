import struct Foundation.Date

/// A moment in UTC, in the words of reports.
struct Moment {
    private let seconds: Int

    /// Creates a moment; `nil` when `date` is further away than any calendar date of four digits.
    init?(_ date: Date) {
        let interval = date.timeIntervalSince1970
        // From year 0 to the end of year 9999.
        guard interval.isFinite, interval >= -62_167_219_200, interval < 253_402_300_800 else { return nil }
        seconds = Int(interval.rounded(.down))
    }

    /// The calendar date, as `2026-03-01`.
    var day: String {
        let (year, month, day) = civil
        return "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))"
    }

    /// Date and time as RFC 3339 writes them, as `2026-03-01T12:00:00Z`.
    var text: String {
        let time = seconds - days * 86_400
        return day + "T\(Self.padded(time / 3600, 2)):\(Self.padded(time / 60 % 60, 2)):\(Self.padded(time % 60, 2))Z"
    }

    private var days: Int { Int((Double(seconds) / 86_400).rounded(.down)) }

    /// Year, month and day of the proleptic Gregorian calendar, counted in eras of 400 years that begin in March.
    private var civil: (Int, Int, Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

extension Moment {
    /// The calendar date of `date` for a message.
    static func day(_ date: Date?) -> String { date.flatMap(Moment.init)?.day ?? "a date that cannot be read" }

    /// The whole days from one date to another, rounded down; clamped where dates are absurd.
    static func days(from start: Date, to end: Date) -> Int {
        let days = (end.timeIntervalSince(start) / 86_400).rounded(.down)
        guard days.isFinite else { return 0 }
        return Int(min(max(days, -4_000_000), 4_000_000))
    }
}
