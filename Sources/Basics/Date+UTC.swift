package import struct Foundation.Date

/// Writing and reading dates in UTC.
///
/// Foundation's formatters are slow: a date takes longer than the rest of an output line. They also use the Julian
/// calendar before 1582, and accept 30 February as 2 March.
extension Date {
    /// The time in the format of RFC 3339, with milliseconds: `2026-05-01T12:00:00.000Z`.
    ///
    /// The format has the years 0 to 9999; other dates are written as the nearest moment of these.
    package var rfc3339: String {
        // In this order, a date that is not a number becomes the first moment.
        let milliseconds = min(max(-62_167_219_200_000, (timeIntervalSince1970 * 1000).rounded()), 253_402_300_799_999)
        let (days, millisecondOfDay) = Self.divide(Int(milliseconds), by: 86_400_000)
        let (year, month, day) = Self.day(daysSince1970: days)
        return String(unsafeUninitializedCapacity: 24) { bytes in
            var end = 0
            func put(_ number: Int, _ width: Int, _ separator: Unicode.Scalar) {
                var rest = number
                for index in (end..<end + width).reversed() {
                    bytes[index] = UInt8(ascii: "0") + UInt8(rest % 10)
                    rest /= 10
                }
                bytes[end + width] = UInt8(ascii: separator)
                end += width + 1
            }
            put(year, 4, "-")
            put(month, 2, "-")
            put(day, 2, "T")
            put(millisecondOfDay / 3_600_000, 2, ":")
            put(millisecondOfDay / 60_000 % 60, 2, ":")
            put(millisecondOfDay / 1000 % 60, 2, ".")
            put(millisecondOfDay % 1000, 3, "Z")
            return end
        }
    }

    /// The time in the format of RFC 3339, to the second: `2026-05-01T12:00:00Z`.
    package var secondText: String { rfc3339.prefix(19) + "Z" }

    /// The time for display, to the minute: `2026-05-01 12:00 UTC`.
    package var minuteText: String { "\(dayText) \(rfc3339.dropFirst(11).prefix(5)) UTC" }

    /// The day in UTC: `2026-05-01`.
    package var dayText: String { String(rfc3339.prefix(10)) }

    /// Parses a UTC time of RFC 3339 such as `2026-05-01T12:00:00Z`, with any number of decimals; `nil` if invalid.
    package init?(rfc3339 text: String) {
        let utf8 = Array(text.utf8)
        guard utf8.count >= 20, utf8.last == UInt8(ascii: "Z"),
            zip([4, 7, 10, 13, 16], "--T::".utf8).allSatisfy({ utf8[$0] == $1 })
        else { return nil }
        func number(_ digits: ArraySlice<UInt8>) -> Int? {
            digits.reduce(0) { value, digit in
                guard let value, digit.isASCIIDigit else { return nil }
                return value * 10 + Int(digit - UInt8(ascii: "0"))
            }
        }
        guard let year = number(utf8[0..<4]), let month = number(utf8[5..<7]), (1...12).contains(month),
            let day = number(utf8[8..<10]), day >= 1, day <= Self.length(ofMonth: month, year),
            let hour = number(utf8[11..<13]), hour < 24, let minute = number(utf8[14..<16]), minute < 60,
            let second = number(utf8[17..<19]), second < 60
        else { return nil }
        var milliseconds = 0
        let fraction = utf8[19..<(utf8.count - 1)]
        if !fraction.isEmpty {
            let digits = fraction.dropFirst()
            guard fraction.first == UInt8(ascii: "."), !digits.isEmpty, digits.allSatisfy(\.isASCIIDigit)
            else { return nil }
            // “.5” is 500 milliseconds.
            milliseconds = number((digits + "00".utf8).prefix(3)) ?? 0
        }
        let seconds = Self.seconds(year, month, day, hour, minute, second)
        self.init(timeIntervalSince1970: Double(seconds * 1000 + milliseconds) / 1000)
    }

    /// Creates the first moment of a day such as `2026-12-31`; `nil` if the text is not a valid day.
    package init?(day text: String) {
        guard text.utf8.count == 10 else { return nil }
        self.init(rfc3339: text + "T00:00:00Z")
    }

    /// Creates a date of the Gregorian calendar; days and smaller units may exceed their range.
    package init(utc year: Int, _ month: Int, _ day: Int, _ hour: Int, _ minute: Int, _ second: Int) {
        self.init(timeIntervalSince1970: Double(Self.seconds(year, month, day, hour, minute, second)))
    }

    /// Returns the day of the Gregorian calendar that begins a number of days after 1 January 1970.
    private static func day(daysSince1970 days: Int) -> (year: Int, month: Int, day: Int) {
        // Years are counted from March, so that the leap day comes last, in eras of 400 years (146 097 days).
        let (era, dayOfEra) = divide(days + 719_468, by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }

    /// Returns the seconds since 1970.
    private static func seconds(
        _ year: Int, _ month: Int, _ day: Int, _ hour: Int, _ minute: Int, _ second: Int
    ) -> Int {
        let (era, yearOfEra) = divide(month <= 2 ? year - 1 : year, by: 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let days = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
        return ((days * 24 + hour) * 60 + minute) * 60 + second
    }

    private static func length(ofMonth month: Int, _ year: Int) -> Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    }

    /// Floor division: the remainder is never negative.
    private static func divide(_ number: Int, by divisor: Int) -> (quotient: Int, remainder: Int) {
        let remainder = ((number % divisor) + divisor) % divisor
        return ((number - remainder) / divisor, remainder)
    }
}
