package import Audit

package import struct Foundation.Date

/// The number of domains by status on each day, in total and by team, with the durations of fixes and the domains that
/// broke most often.
///
/// Memory depends only on the number of days and teams. Reports call these days “nights”.
package struct OverallTimeline: Sendable {
    /// The last complete run of a day in UTC; a run in doubt only if all complete runs of the day are in doubt.
    package struct DailyRun: Hashable, Sendable {
        package var startedAt: Date
        package var summary: RunSummary
        package var isInDoubt: Bool

        package init(startedAt: Date, summary: RunSummary, isInDoubt: Bool = false) {
            self.startedAt = startedAt
            self.summary = summary
            self.isInDoubt = isInDoubt
        }

        package var day: Int { DomainPast.day(of: startedAt) }
    }

    /// The numbers of days from the first day with errors to the first day without errors.
    package struct FixDurations: Hashable, Sendable {
        private var countByDays: [Int: Int] = [:]
        package private(set) var count = 0

        mutating func add(days: Int) {
            count += 1
            countByDays[days, default: 0] += 1
        }

        /// Returns the number of days within which the fastest `share` of the fixes were made; `nil` without fixes.
        package func days(ofShare share: Double) -> Int? {
            var counted = 0
            for (days, count) in countByDays.sorted(by: { $0.key < $1.key }) {
                counted += count
                if Double(counted) >= Double(self.count) * share { return days }
            }
            return nil
        }
    }

    package struct Breakage: Hashable, Sendable {
        package var domain: String
        package var times: Int
        package var brokenDays: Int
        /// The number of days on which the status of the domain is known.
        package var knownDays: Int
    }

    /// The maximum number of days, including the day of the run.
    package static let maxDays = 90
    package static let maxBreakages = 5
    private static let maxSeparateTeams = 1000

    /// One run of each day, the oldest first; the last one is the run itself.
    package let dailyRuns: [DailyRun]
    package private(set) var fixDurations = FixDurations()
    /// The domains whose errors began most often, at least twice; the worst first.
    package private(set) var brokenMostOften: [Breakage] = []
    /// The number of domains of each current team by status, in the order of ``dailyRuns``.
    package private(set) var teams: [String: [[DomainStatus: Int]]] = [:]
    private let indexByDay: [Int: Int]

    /// Creates the timeline of the days up to a run; the caller must add the domains of the run.
    package init(of run: any StoredRun) {
        let current = DailyRun(
            startedAt: run.facts.startedAt, summary: run.summary, isInDoubt: run.ending.isInDoubt)
        dailyRuns =
            run.earlierDailyRuns().filter { $0.day > current.day - Self.maxDays && $0.day < current.day }
            + [current]
        indexByDay = Dictionary(dailyRuns.enumerated().map { ($1.day, $0) }, uniquingKeysWith: { $1 })
    }

    package var hasOnlyOneDay: Bool { dailyRuns.count < 2 }

    package mutating func add(_ report: DomainReport, _ past: DomainPast?) {
        guard !hasOnlyOneDay, let past else { return }
        for days in past.fixDurations { fixDurations.add(days: days) }
        add(
            Breakage(
                domain: report.name, times: past.timesBroken, brokenDays: past.brokenDays, knownDays: past.runs.count))
        guard let team = report.people.team, teams[team] != nil || teams.count < Self.maxSeparateTeams else { return }
        var counts = teams[team] ?? Array(repeating: [:], count: dailyRuns.count)
        for run in past.runs {
            if let index = indexByDay[run.day] { counts[index][run.status, default: 0] += 1 }
        }
        teams[team] = counts
    }

    private mutating func add(_ breakage: Breakage) {
        func rank(_ breakage: Breakage) -> (Int, Int) { (breakage.times, breakage.brokenDays) }
        guard breakage.times > 1 else { return }
        let index = brokenMostOften.firstIndex { rank($0) < rank(breakage) } ?? brokenMostOften.count
        brokenMostOften.insert(breakage, at: index)
        if brokenMostOften.count > Self.maxBreakages { brokenMostOften.removeLast() }
    }
}
