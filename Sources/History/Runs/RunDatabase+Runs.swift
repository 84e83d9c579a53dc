import Basics
import GRDB
public import Runs

public import struct Foundation.Date

extension RunDatabase {
    /// The newest runs, the newest first; those of one estate where it is named.
    public func runs(most: Int, of estate: TargetSetID? = nil) throws(HistoryError) -> [RunRecord] {
        try read { db in
            try Row.fetchAll(db.cachedStatement(sql: Queries.runs), arguments: [estate?.text, most])
                .map { RunRecord($0) }
        }
    }

    /// The run that a user names: its number, the beginning of its name, a day (`2026-11-21`), or `latest`; the last two of one
    /// estate where it is named.
    public func run(named text: String, of estate: TargetSetID? = nil) throws(HistoryError) -> RunRecord {
        let found = try read { db -> [RunRecord] in
            if text == "latest" {
                return try Row.fetchAll(db, sql: Queries.newestRun, arguments: [estate?.text]).map { RunRecord($0) }
            }
            // A name can begin with digits only.
            if let number = Int64(text) {
                let rows = try Row.fetchAll(db, sql: Queries.runByID, arguments: [number])
                if !rows.isEmpty { return rows.map { RunRecord($0) } }
            }
            if let day = UTCTime.date(day: text) {
                let span: StatementArguments = [estate?.text, day.milliseconds, day.milliseconds + 86_400_000]
                return try Row.fetchAll(db, sql: Queries.runsBetween, arguments: span).map { RunRecord($0) }
            }
            let name = text.lowercased()
            guard name.count >= 4 else { return [] }
            return try Row.fetchAll(db, sql: Queries.runByName, arguments: [name, name + "~"]).map { RunRecord($0) }
        }
        if found.count > 1 { throw .run("“\(text)” is the beginning of more than one run's name; write more of it.") }
        guard let run = found.first else {
            throw .run(
                "There is no run “\(text)” in \(path). A run is named by its number, by the beginning of its name, by a day "
                    + "such as 2026-11-21, or as “latest”; “aasa-audit history” lists them.")
        }
        return run
    }

    /// The newest run that came to its end; `nil` when there is none.
    ///
    /// Without an estate it is one of any estate: runs of domains that somebody named for once are taken only where there are
    /// no others.
    public func newestComplete(of estate: TargetSetID? = nil) throws(HistoryError) -> RunRecord? {
        try read { db in
            try Row.fetchOne(db, sql: Queries.newestComplete, arguments: [estate?.text]).map { RunRecord($0) }
        }
    }

    /// When the first settled run of these targets began: what it found is the baseline, and what came later is new; `nil` where
    /// none was settled yet.
    public func baseline(of targets: String) throws(HistoryError) -> Date? {
        try read { db in
            try Int64.fetchOne(db.cachedStatement(sql: Queries.baseline), arguments: [targets]).map {
                Date(milliseconds: $0)
            }
        }
    }

    /// What the estates of complete runs are called.
    public func estates() throws(HistoryError) -> [String] {
        try read { db in try String.fetchAll(db, sql: Queries.estates).map { StoredText.decode($0) } }
    }

    /// The newest run that did not come to its end, whatever its targets; `nil` when there is none.
    public func newestUnfinished() throws(HistoryError) -> RunRecord? {
        try read { db in try Row.fetchOne(db, sql: Queries.newestUnfinished).map { RunRecord($0) } }
    }

    /// The run that `run` is compared with unasked: the one that it was compared with at its end, else the newest settled one
    /// before it with the same targets, else any settled one; for an estate one of an estate.
    public func runBefore(_ run: RunRecord) throws(HistoryError) -> RunRecord? {
        try read { db in try Self.runBefore(run, db) }
    }

    static func runBefore(_ run: RunRecord, _ db: Database) throws -> RunRecord? {
        if let baseline = run.baseline,
            let row = try Row.fetchOne(db.cachedStatement(sql: Queries.runByID), arguments: [baseline])
        {
            let record = RunRecord(row)
            if record.state == .complete { return record }
        }
        return try settled(before: run.number, targets: run.targets, isOfEstate: run.estate != nil, db)
    }

    /// The newest settled run before `number`, of the same targets where there is one.
    static func settled(
        before number: Int64, targets: String, isOfEstate: Bool, _ db: Database
    ) throws -> RunRecord? {
        let same = try Row.fetchOne(db.cachedStatement(sql: Queries.settledBefore), arguments: [targets, number])
        let any = {
            try Row.fetchOne(db.cachedStatement(sql: Queries.anySettledBefore), arguments: [number, isOfEstate])
        }
        return try (same ?? any()).map { RunRecord($0) }
    }
}
