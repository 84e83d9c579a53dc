import Basics
import Testing

import struct Foundation.Date

struct DateUTCTests {
    @Test(arguments: [
        (0, "1970-01-01T00:00:00.000Z"),
        (1_777_636_800.25, "2026-05-01T12:00:00.250Z"),
        (951_782_399, "2000-02-28T23:59:59.000Z"),
        (951_782_400, "2000-02-29T00:00:00.000Z"),
        (4_107_542_400, "2100-03-01T00:00:00.000Z"),
        (-0.001, "1969-12-31T23:59:59.999Z"),
        (1.0006, "1970-01-01T00:00:01.001Z"),
        (-62_167_219_200, "0000-01-01T00:00:00.000Z"),
        (253_402_300_799, "9999-12-31T23:59:59.000Z"),
    ])
    func writesRFC3339(seconds: Double, expected: String) {
        #expect(Date(timeIntervalSince1970: seconds).rfc3339 == expected)
    }

    /// Every time that can be parsed can be written.
    @Test(arguments: ["0000-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z"])
    func writesWhatItReads(text: String) throws {
        #expect(Date(rfc3339: text)?.rfc3339 == text)
    }

    @Test(arguments: [
        (-62_167_219_201, "0000-01-01T00:00:00.000Z"), (-Double.infinity, "0000-01-01T00:00:00.000Z"),
        (.nan, "0000-01-01T00:00:00.000Z"), (253_402_300_800, "9999-12-31T23:59:59.999Z"),
        (1e300, "9999-12-31T23:59:59.999Z"), (.infinity, "9999-12-31T23:59:59.999Z"),
    ])
    func writesTheNearestMomentThatRFC3339Has(seconds: Double, expected: String) {
        #expect(Date(timeIntervalSince1970: seconds).rfc3339 == expected)
    }

    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0), ("2026-05-01T12:00:00.250Z", 1_777_636_800.25),
        ("2026-05-01T12:00:00.2Z", 1_777_636_800.2), ("2000-02-29T00:00:00.000999Z", 951_782_400),
        ("0000-01-01T00:00:00.000Z", -62_167_219_200), ("9999-12-31T23:59:59.000Z", 253_402_300_799),
        ("1969-12-31T23:59:59.999Z", -0.001),
        ("2026-05-01T12:00:00.250\(String(repeating: "9", count: 40))Z", 1_777_636_800.25),
    ])
    func readsRFC3339(text: String, seconds: Double) {
        #expect(Date(rfc3339: text) == Date(timeIntervalSince1970: seconds))
    }

    @Test(arguments: [
        "", "2026-05-01", "2026-05-01T12:00:00", "2026-05-01 12:00:00Z", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z",
        "2026-02-29T00:00:00Z", "2100-02-29T00:00:00Z", "2026-05-00T00:00:00Z", "2026-05-01T24:00:00Z",
        "2026-05-01T12:60:00Z", "2026-05-01T12:00:60Z", "2026-05-01T12:00:00.Z", "2026-05-01T12:00:00,5Z",
        "2026-05-01T12:00:00.5xZ", "202x-05-01T12:00:00Z", "10000-01-01T00:00:00Z", "2026-05-01T12:00:00+00:00",
    ])
    func refusesOtherTexts(text: String) {
        #expect(Date(rfc3339: text) == nil)
    }

    @Test
    func readsEveryDayThatItWrites() {
        for day in stride(from: -719_528, through: 2_932_896, by: 97) {
            let date = Date(timeIntervalSince1970: Double(day) * 86_400 + 0.125)
            #expect(Date(rfc3339: date.rfc3339) == date)
        }
    }

    @Test(arguments: [
        (0.0, "1970-01-01T00:00:00Z"), (951_782_400, "2000-02-29T00:00:00Z"), (1_772_366_400, "2026-03-01T12:00:00Z"),
        (-1, "1969-12-31T23:59:59Z"), (4_107_542_399, "2100-02-28T23:59:59Z"),
        (253_402_300_799, "9999-12-31T23:59:59Z"),
        (-62_167_219_200, "0000-01-01T00:00:00Z"), (1.999, "1970-01-01T00:00:01Z"),
    ])
    func writesSeconds(seconds: Double, text: String) {
        #expect(Date(timeIntervalSince1970: seconds).secondText == text)
    }

    @Test func writesForPeople() {
        let time = Date(timeIntervalSince1970: 1_777_636_859)
        #expect(time.minuteText == "2026-05-01 12:00 UTC")
        #expect(time.dayText == "2026-05-01")
    }

    @Test(arguments: [
        ("1970-01-01", 0), ("2026-12-31", 1_798_675_200), ("2024-02-29", 1_709_164_800), ("2026-02-29", nil),
        ("2026-02-30", nil), ("2026-04-31", nil), ("2026-13-01", nil), ("2026-1-1", nil), ("26-01-01", nil),
        ("2026-12-31T00:00:00Z", nil), ("２０２６-12-31", nil), ("2026/12/31", nil), ("", nil),
    ])
    func readsDays(text: String, seconds: Double?) {
        #expect(Date(day: text) == seconds.map { Date(timeIntervalSince1970: $0) })
    }
}
