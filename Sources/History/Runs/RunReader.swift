import Audit
import Findings
import GRDB
import Records

import struct Foundation.Date

enum RunReader {
    /// Returns the time at which the newest complete run before `run` ended; `nil` if none.
    static func completion(before run: Int64, _ db: Database) throws -> Date? {
        let milliseconds: Int64? = try db.value(Queries.completionBefore, [run])
        return milliseconds.map { Date(milliseconds: $0) }
    }

    /// Returns the statuses of the domain of `report` up to `run`, which began at `date`.
    static func past(of report: DomainReport, run: Int64, at date: Date, _ db: Database) throws -> DomainPast? {
        guard let domain = try KnownDomain.find(DomainKey(report), db) else { return nil }
        let since = firstNight(before: date)
        let rows = try db.rows(Queries.statusesOfDomain, [domain.id, since, run, since, date.milliseconds])
        // The last run of a day counts; runs are read from the newest.
        var byDay: [Int: DomainPast.Run] = [:]
        while let row = try rows.next() {
            let night = DomainPast.Run(startedAt: Date(milliseconds: row[0]), status: ResultStore.status(row[1]))
            if byDay[night.day] == nil { byDay[night.day] = night }
        }
        // A run with a wrong clock is still assigned to its day.
        let runs = byDay.values.sorted { $0.day < $1.day }
        guard let today = runs.last else { return nil }
        let other: Int64? = try db.value(
            Queries.lastOtherStatus, [domain.id, run, ResultStore.number(of: today.status)])
        let first: Int64? = try db.value(Queries.firstAfter, [domain.id, other ?? 0, run])
        return DomainPast(statusSince: first.map { Date(milliseconds: $0) }, runs: runs)
    }

    /// Returns the nights before the run that began at `date`, the oldest first: of each day, the last complete run
    /// that is not in doubt.
    static func nights(
        before run: Int64, at date: Date, _ db: Database
    ) throws -> [OverallTimeline.Night] {
        let rows = try db.rows(Queries.nights, [firstNight(before: date), date.milliseconds, run])
        var byDay: [Int: OverallTimeline.Night] = [:]
        while let row = try rows.next() {
            let startedAt = Date(milliseconds: row[1])
            guard let summary: RunSummary = StoredJSON.decode(row[2]) else { continue }
            var night = OverallTimeline.Night(id: row[0], startedAt: startedAt, summary: summary)
            night.isInDoubt = row[3]
            let later = byDay[night.day]
            if later == nil || later?.isInDoubt == true && !night.isInDoubt { byDay[night.day] = night }
        }
        return byDay.values.sorted { $0.day < $1.day }
    }

    /// Returns the start of the first day that is considered, in milliseconds.
    private static func firstNight(before date: Date) -> Int64 {
        (date.milliseconds / 86_400_000 - Int64(OverallTimeline.limit - 1)) * 86_400_000
    }
}
