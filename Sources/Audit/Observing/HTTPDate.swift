import Basics

package import struct Foundation.Date

/// The date formats of HTTP (RFC 9110, section 5.6.7): the current one and the two obsolete ones.
package enum HTTPDate {
    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

    package static func parse(_ text: String) -> Date? {
        // `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` and `Sun Nov  6 08:49:37 1994` contain the
        // same parts with different orders and separators.
        let words = text.prefix(64).split { $0 == " " || $0 == "," || $0 == "-" }.map { $0.lowercased() }
        guard words.count >= 5 else { return nil }
        let isAsctime = months.contains(words[1])
        guard isAsctime || (words.count >= 6 && words[5] == "gmt") else { return nil }
        // Day, month, year and time.
        let parts = isAsctime ? [words[2], words[1], words[4], words[3]] : Array(words[1...4])
        let time = parts[3].split(separator: ":").map { Int($0) }
        guard let day = Int(parts[0]), let month = months.firstIndex(of: parts[1]), var year = Int(parts[2]),
            time.count == 3, let hour = time[0], let minute = time[1], let second = time[2],
            (1...31).contains(day), (0...9999).contains(year), (0...23).contains(hour), (0...59).contains(minute),
            (0...60).contains(second)
        else { return nil }
        // A year of two digits is from 1970 to 2069, because no server sends earlier dates.
        if year < 100 { year += year < 70 ? 2000 : 1900 }
        return Date(utc: year, month + 1, day, hour, minute, second)
    }
}
