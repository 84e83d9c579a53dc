import Audit

/// A day of the calendar, as `2026-12-31`.
enum CalendarDay {
    /// Reads a day, and gives it back as it is written.
    ///
    /// - Throws: `SettingError` where the calendar has no such day.
    static func read(_ text: String) throws(SettingError) -> String {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard parts.map(\.count) == [4, 2, 2], parts.allSatisfy({ $0.allSatisfy(digits.contains) }) else {
            throw SettingError(
                found: "\(Shown.quote(text)) is no date", expected: "a day is written as 2026-12-31")
        }
        let numbers = parts.map { Int(Substring($0)) ?? 0 }
        let (year, month, day) = (numbers[0], numbers[1], numbers[2])
        let isLeapYear = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
        let lengths = [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard (1...12).contains(month), (1...lengths[month - 1]).contains(day) else {
            throw SettingError(
                found: "the calendar has no \(text)", expected: "a day is written as 2026-12-31, the month second")
        }
        return text
    }
}
