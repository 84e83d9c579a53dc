import Audit
import Findings
import GRDB
package import Records

/// A comparison of a run with earlier runs; only domains with different results are compared in detail, the others are
/// counted.
package struct RunComparison {
    private let db: Database
    /// The earlier runs, newest first, each with its last included segment; the first run with a result of a domain is
    /// used for this domain.
    private let earlier: [(number: Int64, lastSegment: Int)]
    private let later: RunRecord
    /// The last excluded segment of the later run; 0 if all segments are included.
    private var excludedSegment = 0
    /// Whether domains that are only in the oldest of the earlier runs are reported as removed.
    private var includesRemoved = true
    /// Whether a domain that belongs to ``subset`` in only one of its two results is reported as moved.
    private var includesMoves = false
    private var subset: DomainSubset?
    private var onFixed: ((DomainReport, [FindingCode]) -> Void)?
    /// The number of domains with unchanged problems that are kept with their findings.
    private var maxUnchanged = 0

    private var diff: RunDiff
    private var moves = TeamMoves()
    private let earlierStorage = ReportStorage()
    private let laterStorage = ReportStorage()

    package static func compare(
        _ earlier: RunRecord, _ later: RunRecord, in database: RunDatabase
    ) throws(HistoryError) -> RunDiff {
        try database.read { db in
            var comparison = RunComparison(
                db: db, earlier: [(number: earlier.number, lastSegment: .max)], later: later, maxUnchanged: 1000,
                diff: RunDiff(from: earlier, to: later))
            try comparison.compare()
            return comparison.diff
        }
    }

    /// Returns the changes in the run `number` since the previous settled run (``RunRecord/isSettled``); `nil` if there
    /// is none, or if the run is in doubt.
    ///
    /// Domains are reported as removed only if the run `isComplete`. `onFixed` is called for each domain with resolved
    /// findings, even if the changes do not list it.
    static func changes(
        of number: Int64, isComplete: Bool, within subset: DomainSubset? = nil, _ db: Database,
        onFixed: ((DomainReport, [FindingCode]) -> Void)? = nil
    ) throws -> RunChanges? {
        guard let later = try RunRecord.fetchAll(Queries.runByID, [number], db).first, !later.isInDoubt,
            let earlier = try RunRecord.fetchAll(Queries.settledBefore, [number], db).first
        else { return nil }
        var comparison = RunComparison(
            db: db, earlier: [(number: earlier.number, lastSegment: .max)], later: later, includesRemoved: isComplete,
            subset: subset, onFixed: onFixed, diff: RunDiff(from: earlier, to: later))
        try comparison.compare()
        return comparison.diff.changes
    }

    /// Compares each domain of the run `number` with its newest result that a message reported; before the first
    /// message, with the previous settled run.
    ///
    /// Returns `nil` if there is nothing to compare with. `subset` contains the domains of a team: by name in the run,
    /// and by report in earlier runs.
    static func news(
        of number: Int64, isComplete: Bool, within subset: DomainSubset?, _ db: Database
    ) throws -> (changes: RunChanges, moves: TeamMoves)? {
        guard let later = try RunRecord.fetchAll(Queries.runByID, [number], db).first else { return nil }
        var reported = try reportedRuns(before: later, db)
        if reported.isEmpty { reported = try RunRecord.fetchAll(Queries.settledBefore, [later.number], db) }
        // A first run that was interrupted and resumed is compared with its own reported segment.
        if reported.isEmpty, later.reportedSegment == 0 { return nil }
        var comparison = RunComparison(
            db: db, earlier: reported.map { ($0.number, $0.reportedSegment > 0 ? $0.reportedSegment : .max) },
            later: later, excludedSegment: later.reportedSegment, includesRemoved: isComplete, includesMoves: true,
            subset: subset, diff: RunDiff(from: reported.last ?? later, to: later))
        try comparison.compare()
        return (changes: comparison.diff.changes, moves: comparison.moves)
    }

    /// Returns the runs whose results messages reported, newest first, back to the newest complete run without
    /// failures; runs in doubt are omitted, whose messages contain nothing about individual domains.
    private static func reportedRuns(before run: RunRecord, _ db: Database) throws -> [RunRecord] {
        let rows = try db.rows(Queries.reportedBefore, [run.number])
        var runs: [RunRecord] = []
        // The limit is reached only if many runs in a row were interrupted or failed.
        while let row = try rows.next(), runs.count < 10 {
            let record = RunRecord(row)
            if record.isInDoubt { continue }
            runs.append(record)
            let hasFailed = record.ending?.warnings.contains(where: \.isFailure) ?? false
            if record.isComplete, !hasFailed { break }
        }
        return runs
    }

    private mutating func compare() throws {
        for (index, run) in earlier.enumerated() {
            let arguments: StatementArguments = [
                run.number, later.number, run.lastSegment, excludedSegment, Self.json(earlier[..<index]),
            ]
            try addDifferingDomains(arguments)
            try addUnchangedDomains(arguments)
        }
        try addNewDomains()
        if includesRemoved { try addRemovedDomains() }
        diff.sortAndLimit()
    }

    private mutating func addDifferingDomains(_ arguments: StatementArguments) throws {
        let rows = try db.rows(Queries.differing, arguments)
        while let row = try rows.next() {
            let id: Int64 = row["domain_id"]
            let before = try earlierStorage.report(
                row["earlier_report"], row["earlier_delta"], fileID: row["earlier_file"], db)
            let after = try laterStorage.report(row["later_report"], row["later_delta"], fileID: row["later_file"], db)
            let isIncluded = isInSubsetNow(after.name)
            let wasIncluded = includesMoves ? wasInSubset(before) : isIncluded
            guard wasIncluded || isIncluded else { continue }
            let known = try EarlierFindings(of: id, atResult: row, db)
            let domain = RunDiff.Domain(
                before, after, known, listIndex: row["place"], rulesDiffer: diff.changes.rules != nil)
            if !isIncluded {
                try moves.recordDeparture(of: domain, id: id, before, known, db)
            } else if !wasIncluded {
                diff.add(try moves.recordArrival(of: domain, id: id, from: before.people.team, db))
            } else {
                diff.add(domain)
                let fixed = domain.findingsWhenChecked.filter { $0.kind == .fixed }
                if !fixed.isEmpty { onFixed?(after, fixed.map(\.finding.code)) }
            }
        }
    }

    private mutating func addUnchangedDomains(_ arguments: StatementArguments) throws {
        var kept = 0
        let rows = try db.rows(Queries.equalWithProblems, arguments)
        while let row = try rows.next() {
            let name = StoredText.decode(row["display"])
            guard isInSubsetNow(name) else { continue }
            let index: Int = row["place"]
            diff.add(unchanged: name, listIndex: index, findingCount: row["finding_count"])
            guard kept < maxUnchanged else { continue }
            kept += 1
            let report = try laterStorage.report(row["report_id"], row["delta"], db)
            diff.keep(RunDiff.Domain(unchanged: report, listIndex: index))
        }
    }

    private mutating func addNewDomains() throws {
        let rows = try db.rows(Queries.onlyInRun, [later.number, excludedSegment, Self.json(earlier[...])])
        while let row = try rows.next() {
            let name = StoredText.decode(row["display"])
            guard isInSubsetNow(name) else { continue }
            let (id, index, findingCount): (Int64, Int, Int) = (row["domain_id"], row["place"], row["finding_count"])
            guard findingCount > 0 else {
                let status = ResultStore.status(row["status"])
                diff.add(.init(name: name, listIndex: index, presence: .added, from: nil, to: status))
                continue
            }
            let report = try laterStorage.report(row["report_id"], row["delta"], db)
            // The domain may have belonged to another team in a message about an older run.
            if let reported = try reportedResult(of: id), !wasInSubset(reported.report) {
                var domain = RunDiff.Domain(reported.report, report, reported.known, listIndex: index)
                domain.presence = .added
                diff.add(try moves.recordArrival(of: domain, id: id, from: reported.report.people.team, db))
            } else {
                diff.add(RunDiff.Domain(added: report, listIndex: index))
            }
        }
    }

    private mutating func addRemovedDomains() throws {
        let allSegments = Self.json([(number: later.number, lastSegment: .max)])
        let rows = try db.rows(Queries.onlyInRun, [earlier.last?.number, 0, allSegments])
        while let row = try rows.next() {
            if subset != nil, try !wasInSubset(laterStorage.report(row["report_id"], row["delta"], db)) { continue }
            let (name, status) = (StoredText.decode(row["display"]), ResultStore.status(row["status"]))
            diff.add(.init(name: name, listIndex: row["place"], presence: .removed, from: status, to: nil))
        }
    }

    private func isInSubsetNow(_ name: String) -> Bool { subset?.names.contains(name) ?? true }

    private func wasInSubset(_ report: DomainReport) -> Bool { subset?.includes(report) ?? true }

    /// Returns a domain's newest result in a message, and the findings that were known then; `nil` without such a
    /// result, or if moves are ignored.
    private func reportedResult(of domain: Int64) throws -> (report: DomainReport, known: EarlierFindings)? {
        guard includesMoves, subset != nil,
            let row = try db.row(Queries.reportedResult, [domain, later.number])
        else { return nil }
        let report = try earlierStorage.report(row["report_id"], row["delta"], db)
        return (report, try EarlierFindings(of: domain, atResult: row, db))
    }

    private static func json(_ runs: ArraySlice<(number: Int64, lastSegment: Int)>) -> String {
        "[\(runs.map { "[\($0.number),\($0.lastSegment)]" }.joined(separator: ","))]"
    }
}
