import Audit
import GRDB
import Records

import struct Foundation.Date

/// A run of a database, which reads the information that its previous runs provide.
protocol DatabaseRunHistory: RunHistory {
    var number: Int64 { get }
    var facts: RunFacts { get }

    /// Returns the result of `body`; `nil` if the database fails.
    func read<Value>(_ body: (Database) throws -> Value?) -> Value?
}

extension DatabaseRunHistory {
    package var previousCompletion: Date? {
        read { db in try RunRecord.fetchAll(Queries.newestComplete, [number, false], db).first?.finishedAt }
    }

    package func earlierDailyRuns() -> [OverallTimeline.DailyRun] {
        read { db -> [OverallTimeline.DailyRun]? in
            let rows = try db.rows(Queries.dailyRuns, [startOfFirstDay, facts.startedAt.milliseconds, number])
            var byDay: [Int: OverallTimeline.DailyRun] = [:]
            while let row = try rows.next() {
                guard let summary: RunSummary = StoredJSON.decode(row["summary"]) else { continue }
                let dailyRun = OverallTimeline.DailyRun(
                    startedAt: Date(milliseconds: row["started_at"]), summary: summary, isInDoubt: row["is_in_doubt"])
                // Rows are newest first; a run that is not in doubt replaces a newer run in doubt.
                if let newer = byDay[dailyRun.day], !newer.isInDoubt || dailyRun.isInDoubt { continue }
                byDay[dailyRun.day] = dailyRun
            }
            return byDay.values.sorted { $0.day < $1.day }
        } ?? []
    }

    package func past(of report: DomainReport) -> DomainPast? {
        read { db -> DomainPast? in
            guard let domain = try KnownDomain.find(report.storedID, db) else { return nil }
            let rows = try db.rows(
                Queries.statusesOfDomain, [domain.id, startOfFirstDay, number, facts.startedAt.milliseconds])
            // Rows are newest first, so the first row of a day is that of its last run.
            var byDay: [Int: DomainPast.Run] = [:]
            while let row = try rows.next() {
                let dailyRun = DomainPast.Run(
                    startedAt: Date(milliseconds: row["started_at"]), status: ResultStore.status(row["status"]))
                if byDay[dailyRun.day] == nil { byDay[dailyRun.day] = dailyRun }
            }
            // The order of the rows is that of run numbers, which may not be that of days if a clock was wrong.
            let runs = byDay.values.sorted { $0.day < $1.day }
            guard let today = runs.last else { return nil }
            let statusSince: Int64? = try db.value(
                Queries.startOfStatus, [domain.id, number, ResultStore.statusCode(of: today.status)])
            return DomainPast(statusSince: statusSince.map { Date(milliseconds: $0) }, runs: runs)
        }
    }

    /// The start of the first day that is considered, in milliseconds.
    private var startOfFirstDay: Int64 {
        (facts.startedAt.milliseconds / 86_400_000 - Int64(OverallTimeline.maxDays - 1)) * 86_400_000
    }
}
