public import Audit
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
    ///
    /// - Parameters:
    ///   - estate: The estate; `nil` for any.
    ///   - believed: Whether runs in doubt are passed over.
    /// - Returns: The run.
    /// - Throws: ``HistoryError`` where the database cannot be read.
    public func newestComplete(
        of estate: TargetSetID? = nil, believed: Bool = false
    ) throws(HistoryError) -> RunRecord? {
        try read { db in
            try Row.fetchOne(db, sql: Queries.newestComplete, arguments: [estate?.text, believed]).map { RunRecord($0) }
        }
    }

    /// When the first settled run of these targets began: what it found is the baseline, and what came later is new; `nil` where
    /// none was settled yet.
    ///
    /// Runs that the next one takes over count, too.
    public func baseline(of targets: TargetSetID) throws(HistoryError) -> Date? {
        try read { db in
            try Self.baseline(of: Set(Self.earlierRuns(of: targets, db).map(\.targets) + [targets.text]), db)
        }
    }

    /// The same, by the mark that a run has.
    public func baseline(of mark: String) throws(HistoryError) -> Date? {
        try read { db in try Self.baseline(of: [mark], db) }
    }

    private static func baseline(of marks: Set<String>, _ db: Database) throws -> Date? {
        try Int64.fetchOne(db.cachedStatement(sql: Queries.baseline), arguments: [TargetSetID.json(marks)]).map {
            Date(milliseconds: $0)
        }
    }

    /// The estates of complete runs, by what they are called.
    public func estates() throws(HistoryError) -> [TargetSetID] { try estates(complete: true).map(\.targets) }

    private func estates(complete: Bool) throws(HistoryError) -> [(targets: TargetSetID, newest: Int64)] {
        try read { db in
            try Row.fetchAll(db, sql: Queries.estates, arguments: [complete]).map { row in
                (TargetSetID(stored: row[0], estate: StoredText.decode(row[1])), row[2])
            }
        }
    }

    /// The estate that is meant by `name`: the one that has its mark, else the one that is called so, or whose only share there
    /// are runs of.
    ///
    /// - Returns: Its mark; that of `name` where there are no runs of it.
    /// - Throws: ``HistoryError/run(_:)`` where several are called so: none of them stands for the others.
    public func estate(_ name: TargetSetID) throws(HistoryError) -> TargetSetID {
        guard let called = name.estate else { return name }
        if let run = try read({ db in try Self.earlierRuns(of: name, db).last }), let estate = run.estate {
            return TargetSetID(stored: run.targets, estate: estate)
        }
        let known = try estates(complete: false)
        if known.contains(where: { $0.targets.text == name.text }) { return name }
        let meant = known.filter { estate, _ in
            estate.estate == called || estate.estate?.hasPrefix(called + TargetSetID.shareMark) ?? false
        }
        guard meant.count > 1 else { return meant.first?.targets ?? name }
        let names = meant.map { "\($0.targets.called) (run \($0.newest))" }
        throw .run(
            "\(name.called) is not one estate, but \(Phrase.list(names, limit: 10)), each with its newest run. Name one of them "
                + "with --estate, or a run by its number and no estate.")
    }

    /// When the newest run of these targets ended; `nil` where none has.
    ///
    /// Runs in doubt do not count: their clock may be wrong.
    public func newestEnd(of targets: TargetSetID) throws(HistoryError) -> Date? {
        try read { db in
            try Int64.fetchOne(db, sql: Queries.newestEnd, arguments: [targets.text]).map { Date(milliseconds: $0) }
        }
    }

    /// The domains that the run before the one of `recorder` has audited, where that was cut off; else none.
    public func domainsReachedBefore(_ recorder: RunRecorder) throws(HistoryError) -> [DomainID] {
        try read { db in
            try Row.fetchAll(db, sql: Queries.reachedBefore, arguments: [recorder.targets, recorder.number]).map {
                DomainID(host: $0[0], displayHost: $0[2], port: $0[1])
            }
        }
    }

    /// The run that `run` is compared with unasked: the one that it was compared with at its end, else the newest settled one
    /// before it with the same targets; for domains that were named for once else any settled one.
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
    ///
    /// An estate is compared with itself alone: its first run is its baseline.
    static func settled(
        before number: Int64, targets: String, isOfEstate: Bool, _ db: Database
    ) throws -> RunRecord? {
        let same = try Row.fetchOne(db.cachedStatement(sql: Queries.settledBefore), arguments: [targets, number])
        let any = {
            isOfEstate ? nil : try Row.fetchOne(db.cachedStatement(sql: Queries.anySettledBefore), arguments: [number])
        }
        return try (same ?? any()).map { RunRecord($0) }
    }
}
