package import Audit
import Basics
import GRDB
package import Records

package import struct Foundation.Date

extension RunDatabase {
    /// Returns the name of the series of runs that the database contains; `nil` before the first run.
    package func series() throws(HistoryError) -> String? {
        try read { db in try String.fetchOne(db, sql: Queries.series).map { StoredText.decode($0) } }
    }

    package func check(_ series: String) throws(HistoryError) {
        guard let found = try self.series(), found != series else { return }
        throw .otherSeries(path: path, found: found, expected: series)
    }

    package func runs(limit: Int) throws(HistoryError) -> [RunRecord] {
        try read { db in try RunRecord.fetchAll(Queries.runs, [limit], db) }
    }

    /// Returns the run that a user specified by its number, the beginning of its name, a day (`2026-11-21`), or
    /// `latest`.
    package func run(named text: String) throws(HistoryError) -> RunRecord {
        let found = try read { db -> [RunRecord] in
            if text == "latest" { return try RunRecord.fetchAll(Queries.runs, [1], db) }
            // A name can also begin with digits.
            if let number = Int64(text) {
                let runs = try RunRecord.fetchAll(Queries.runByID, [number], db)
                if !runs.isEmpty { return runs }
            }
            if let day = UTCTime.date(day: text) {
                let start = day.milliseconds
                return try RunRecord.fetchAll(Queries.runsBetween, [start, start + 86_400_000], db)
            }
            let name = text.lowercased()
            guard name.count >= 4 else { return [] }
            return try RunRecord.fetchAll(Queries.runByName, [name, name + "~"], db)
        }
        if found.count > 1 { throw .run("“\(text)” is the beginning of more than one run's name; specify more of it.") }
        guard let run = found.first else {
            throw .run(
                "There is no run “\(text)” in \(path). A run is named by its number, by the beginning of its name, by a day "
                    + "such as 2026-11-21, or as “latest”; “aasa-audit history” lists them.")
        }
        return run
    }

    /// Returns the newest complete run; if `believed`, the newest one that is not in doubt; `nil` if none.
    package func newestComplete(believed: Bool = false) throws(HistoryError) -> RunRecord? {
        try read { db in try RunRecord.fetchAll(Queries.newestComplete, [believed], db).first }
    }

    /// Returns the time at which the newest run ended that is not in doubt, since its clock may be wrong; `nil` if
    /// none.
    package func newestEnd() throws(HistoryError) -> Date? {
        try read { db in
            try Int64.fetchOne(db, sql: Queries.newestEnd).map { Date(milliseconds: $0) }
        }
    }

    /// Returns the domains that the predecessor of the run of `recorder` audited if it was interrupted; otherwise none.
    package func previouslyAuditedDomains(_ recorder: RunRecorder) throws(HistoryError) -> [DomainID] {
        try read { db in
            try Row.fetchAll(db, sql: Queries.reachedBefore, arguments: [recorder.number]).map {
                DomainID(host: StoredText.decode($0[0]), port: $0[1])
            }
        }
    }

    /// Returns the run with which the run `number` is compared: the newest settled one before it.
    package func settledRun(before number: Int64) throws(HistoryError) -> RunRecord? {
        try read { db in try Self.settledRun(before: number, db) }
    }

    static func settledRun(before number: Int64, _ db: Database) throws -> RunRecord? {
        try RunRecord.fetchAll(Queries.settledBefore, [number], db).first
    }

    /// Returns the report of a domain that was checked at `date`, with the states of its findings compared with `run`
    /// and the runs before it.
    package func compare(
        _ report: DomainReport, with run: RunRecord, at date: Date
    ) throws(HistoryError) -> DomainReport {
        try read { db in
            var report = report
            try KnownDomain.annotate(&report, run: .max, startedAt: date, baseline: run.number, isResumed: false, db)
            return report
        }
    }
}
