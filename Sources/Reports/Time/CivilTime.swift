import struct Foundation.Date

/// A moment in UTC, taken apart for printing.
///
/// Made without a formatter: reports print many moments, and a formatter costs more than all the rest of a line.
struct CivilTime: Hashable, Sendable {
    let year: Int
    let month: Int
    let day: Int
    let hour: Int
    let minute: Int
    let second: Int
    let millisecond: Int

    /// Takes `date` apart; `nil` outside the years 0 to 9999, which is all that RFC 3339 can write.
    init?(_ date: Date) {
        let seconds = date.timeIntervalSince1970
        guard seconds >= -62_167_219_200, seconds < 253_402_300_799.999 else { return nil }
        let milliseconds = Int((seconds * 1000).rounded())
        let (days, ofDay) = Self.divide(milliseconds, by: 86_400_000)
        (year, month, day) = Self.civil(fromDays: days)
        hour = ofDay / 3_600_000
        minute = ofDay / 60_000 % 60
        second = ofDay / 1000 % 60
        millisecond = ofDay % 1000
    }

    /// The moment as RFC 3339 writes it, with milliseconds: `2026-05-01T12:00:00.000Z`.
    var rfc3339: String {
        "\(dayText)T\(pad(hour, 2)):\(pad(minute, 2)):\(pad(second, 2)).\(pad(millisecond, 3))Z"
    }

    /// The moment for people, to the minute: `2026-05-01 12:00 UTC`.
    var minuteText: String { "\(dayText) \(pad(hour, 2)):\(pad(minute, 2)) UTC" }

    /// The day: `2026-05-01`.
    var dayText: String { "\(pad(year, 4))-\(pad(month, 2))-\(pad(day, 2))" }

    private func pad(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    /// Floor division: the remainder is never negative.
    private static func divide(_ number: Int, by divisor: Int) -> (quotient: Int, remainder: Int) {
        let remainder = ((number % divisor) + divisor) % divisor
        return ((number - remainder) / divisor, remainder)
    }

    /// The proleptic Gregorian date of a day counted from 1970-01-01.
    ///
    /// Years are counted from March, so that the leap day comes last, in eras of 400 years (146 097 days).
    private static func civil(fromDays days: Int) -> (Int, Int, Int) {
        let (era, dayOfEra) = divide(days + 719_468, by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }
}
