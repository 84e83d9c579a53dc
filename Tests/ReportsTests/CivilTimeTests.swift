import Testing

import struct Foundation.Date

@testable import Reports

struct CivilTimeTests {
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
    func writesRFC3339(seconds: Double, expected: String) throws {
        #expect(try #require(CivilTime(Date(timeIntervalSince1970: seconds))).rfc3339 == expected)
    }

    @Test(arguments: [-62_167_219_201, 253_402_300_800, .infinity, -.infinity, .nan, 1e300])
    func refusesWhatRFC3339CannotWrite(seconds: Double) {
        #expect(CivilTime(Date(timeIntervalSince1970: seconds)) == nil)
    }

    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0), ("2026-05-01T12:00:00.250Z", 1_777_636_800.25),
        ("2026-05-01T12:00:00.2Z", 1_777_636_800.2), ("2000-02-29T00:00:00.000999Z", 951_782_400),
        ("0000-01-01T00:00:00.000Z", -62_167_219_200), ("9999-12-31T23:59:59.000Z", 253_402_300_799),
        ("1969-12-31T23:59:59.999Z", -0.001),
    ])
    func readsRFC3339(text: String, seconds: Double) {
        #expect(CivilTime.date(rfc3339: text) == Date(timeIntervalSince1970: seconds))
    }

    @Test(arguments: [
        "", "2026-05-01", "2026-05-01T12:00:00", "2026-05-01 12:00:00Z", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z",
        "2026-02-29T00:00:00Z", "2100-02-29T00:00:00Z", "2026-05-00T00:00:00Z", "2026-05-01T24:00:00Z",
        "2026-05-01T12:60:00Z", "2026-05-01T12:00:60Z", "2026-05-01T12:00:00.Z", "2026-05-01T12:00:00,5Z",
        "2026-05-01T12:00:00.5xZ", "202x-05-01T12:00:00Z", "2026-05-01T12:00:00+00:00",
    ])
    func refusesOtherTexts(text: String) {
        #expect(CivilTime.date(rfc3339: text) == nil)
    }

    @Test
    func readsEveryDayThatItWrites() throws {
        for day in stride(from: -719_528, through: 2_932_896, by: 97) {
            let date = Date(timeIntervalSince1970: Double(day) * 86_400 + 0.125)
            #expect(CivilTime.date(rfc3339: try #require(CivilTime(date)).rfc3339) == date)
        }
    }
}
