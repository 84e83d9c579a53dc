package import Audit

package import struct Foundation.Date

/// The statuses of a domain in the previous runs and in this run.
package struct DomainPast: Hashable, Sendable {
    /// The last run of a day in UTC.
    package struct Run: Hashable, Sendable {
        package var startedAt: Date
        package var status: DomainStatus

        package init(startedAt: Date, status: DomainStatus) {
            self.startedAt = startedAt
            self.status = status
        }

        package var day: Int { DomainPast.day(of: startedAt) }
    }

    /// The start of the first run of the uninterrupted sequence with the current status; `nil` if unknown.
    package var statusSince: Date?
    /// The last run of each day that included the domain, the oldest first, at most ``OverallTimeline/maxDays``.
    package var runs: [Run]

    package init(statusSince: Date?, runs: [Run]) {
        self.statusSince = statusSince
        self.runs = runs
    }

    package var brokenDays: Int { runs.count { $0.status == .fail } }

    /// The number of times that errors began; errors on the first known day are counted as well.
    package var timesBroken: Int { errorPeriods.count }

    /// For each fix, the number of days from the first day with errors to the first without.
    ///
    /// Errors on the first known day are omitted, because they began at an unknown time. A day with accepted errors or
    /// without a check is no fix.
    package var fixDurations: [Int] {
        errorPeriods.compactMap { start, end in
            guard start > 0, let end else { return nil }
            return runs[end].day - runs[start].day
        }
    }

    /// For each period of errors, the indices of its first run and of the first run without errors, if any.
    private var errorPeriods: [(start: Int, end: Int?)] {
        var periods: [(start: Int, end: Int?)] = []
        var start: Int?
        for (index, run) in runs.enumerated() {
            switch run.status {
            case .fail: start = start ?? index
            case .pass, .warn:
                if let began = start { periods.append((began, index)) }
                start = nil
            // Errors continue while they are accepted, or while the domain cannot be checked.
            case .accepted, .unreachable, .invalid: break
            }
        }
        if let start { periods.append((start, nil)) }
        return periods
    }

    /// Returns the day of `date` in UTC, counted from 1970.
    package static func day(of date: Date) -> Int {
        let days = (date.timeIntervalSince1970 / 86_400).rounded(.down)
        return days.isFinite && abs(days) < 1e9 ? Int(days) : 0
    }
}
