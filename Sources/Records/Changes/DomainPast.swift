package import Audit
package import Findings

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
    package var timesBroken: Int { outages.count }

    /// For each fix, the number of days from the first day with errors to the first without.
    ///
    /// Errors on the first known day are omitted, because they began at an unknown time. A day with accepted errors or
    /// without a check is no fix.
    package var repairs: [Int] {
        outages.compactMap { outage in
            guard outage.start > 0, let end = outage.end else { return nil }
            return runs[end].day - runs[outage.start].day
        }
    }

    private var outages: [(start: Int, end: Int?)] {
        var outages: [(start: Int, end: Int?)] = []
        var start: Int?
        for (index, run) in runs.enumerated() {
            switch run.status {
            case .fail: start = start ?? index
            case .pass, .warn:
                if let began = start { outages.append((began, index)) }
                start = nil
            // Errors continue while they are accepted, or while the domain cannot be checked.
            case .accepted, .unreachable, .invalid: break
            }
        }
        if let start { outages.append((start, nil)) }
        return outages
    }

    /// Returns the day of `date` in UTC, counted from 1970.
    package static func day(of date: Date) -> Int {
        let days = (date.timeIntervalSince1970 / 86_400).rounded(.down)
        return days.isFinite && abs(days) < 1e9 ? Int(days) : 0
    }
}

package struct DomainTimeline: Sendable {
    package struct Entry: Hashable, Sendable {
        package var run: Int64
        package var id: String
        package var startedAt: Date
        package var status: DomainStatus
        package var errors: Int
        package var warnings: Int
        /// Whether anything differs from the previous run; `nil` for the first run.
        package var isChanged: Bool?
        package var isInDoubt: Bool

        package init(
            run: Int64, id: String, startedAt: Date, status: DomainStatus, errors: Int, warnings: Int, isChanged: Bool?,
            isInDoubt: Bool = false
        ) {
            self.run = run
            self.id = id
            self.startedAt = startedAt
            self.status = status
            self.errors = errors
            self.warnings = warnings
            self.isChanged = isChanged
            self.isInDoubt = isInDoubt
        }
    }

    /// A finding during an uninterrupted sequence of runs, as of its last run, with its state and the start of its first
    /// run; and the starts of the last run with it, and of the first run without it, `nil` if it still exists.
    package typealias Span = (finding: Finding, lastSeen: Date, fixedAt: Date?)

    package var name: String
    /// The runs, the newest first.
    package var entries: [Entry]
    /// The current findings, the most severe first, followed by the resolved findings, the latest first.
    package var findings: [Span]

    package init(name: String, entries: [Entry], findings: [Span]) {
        self.name = name
        self.entries = entries
        self.findings = findings
    }
}
