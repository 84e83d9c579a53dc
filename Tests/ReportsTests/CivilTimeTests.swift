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
}
