package import Audit

package import struct Foundation.Date

/// The number of domains by status in each night (a day in UTC, represented by its last run), in total and by team,
/// with repair times and the domains that broke most often. Memory depends only on the number of nights and teams.
package struct OverallTimeline: Sendable {
    package struct Night: Hashable, Sendable {
        package var id: String
        package var startedAt: Date
        package var summary: RunSummary
        package var isInDoubt: Bool

        package init(id: String, startedAt: Date, summary: RunSummary, isInDoubt: Bool = false) {
            self.id = id
            self.startedAt = startedAt
            self.summary = summary
            self.isInDoubt = isInDoubt
        }

        package var day: Int { DomainPast.day(of: startedAt) }
    }

    /// The numbers of days from the first night with errors to the first night without errors.
    package struct Repairs: Hashable, Sendable {
        private var countByDays: [Int: Int] = [:]

        package private(set) var count = 0

        mutating func add(days: Int) {
            count += 1
            countByDays[days, default: 0] += 1
        }

        /// Returns the number of days within which the fastest `share` of the repairs were made; `nil` without repairs.
        package func days(ofShare share: Double) -> Int? {
            var counted = 0
            for (days, repairs) in countByDays.sorted(by: { $0.key < $1.key }) {
                counted += repairs
                if Double(counted) >= Double(count) * share { return days }
            }
            return nil
        }
    }

    package struct Breakage: Hashable, Sendable {
        package var domain: String
        package var times: Int
        package var nights: Int
        /// The number of nights in which the status of the domain is known.
        package var knownNights: Int
    }

    /// The maximum number of nights, including the night of the run.
    package static let maxNights = 90
    package static let maxBreakages = 5
    private static let maxSeparateTeams = 1000

    /// The nights, the oldest first; the last one is the night of the run.
    package let nights: [Night]
    package private(set) var repairs = Repairs()
    /// The domains whose errors began most often, at least twice; the worst first.
    package private(set) var brokenMostOften: [Breakage] = []
    /// The number of domains of each current team by status, in the order of ``nights``.
    package private(set) var teams: [String: [[DomainStatus: Int]]] = [:]
    private let indexByDay: [Int: Int]

    /// Creates the timeline of the nights up to a run; the caller must add the domains of the run.
    package init(of run: any StoredRun) {
        let current = Night(
            id: run.facts.id, startedAt: run.facts.startedAt, summary: run.summary, isInDoubt: run.ending.isInDoubt)
        nights =
            run.nightsBefore().filter { $0.day > current.day - Self.maxNights && $0.day < current.day }
            + [current]
        indexByDay = Dictionary(nights.enumerated().map { ($1.day, $0) }, uniquingKeysWith: { $1 })
    }

    package var isEmpty: Bool { nights.count < 2 }

    package mutating func add(_ report: DomainReport, _ past: DomainPast?) {
        guard !isEmpty, let past else { return }
        for days in past.repairs { repairs.add(days: days) }
        add(
            Breakage(
                domain: report.name, times: past.timesBroken, nights: past.nightsBroken, knownNights: past.runs.count))
        guard let team = report.people.team, teams[team] != nil || teams.count < Self.maxSeparateTeams else { return }
        var counts = teams[team] ?? Array(repeating: [:], count: nights.count)
        for night in past.runs {
            if let index = indexByDay[night.day] { counts[index][night.status, default: 0] += 1 }
        }
        teams[team] = counts
    }

    private mutating func add(_ breakage: Breakage) {
        func rank(_ breakage: Breakage) -> (Int, Int) { (breakage.times, breakage.nights) }
        guard breakage.times > 1 else { return }
        if brokenMostOften.count == Self.maxBreakages {
            guard let last = brokenMostOften.last, rank(last) < rank(breakage) else { return }
            brokenMostOften.removeLast()
        }
        let index = brokenMostOften.firstIndex { rank($0) < rank(breakage) } ?? brokenMostOften.count
        brokenMostOften.insert(breakage, at: index)
    }
}
