import Audit
import Findings
import GRDB
package import Records

/// A comparison of two runs; only domains with different results are compared in detail, the others are counted.
package enum RunComparison {
    package static func compare(
        _ earlier: RunRecord, _ later: RunRecord, in database: RunDatabase
    ) throws(HistoryError) -> RunDiff {
        try database.read { db in
            var comparison = Comparison(
                db: db, earlier: [(earlier.number, Int.max)], later: later, maxUnchanged: 1000,
                diff: RunDiff(before: earlier, after: later))
            try comparison.compare()
            return comparison.diff
        }
    }

    /// Returns the changes in the run `number` since the previous settled run; `nil` if there is none, or if the run is
    /// in doubt. No domain is reported as removed unless the run `isComplete`. `onFixed` is called for each domain with
    /// resolved findings, even if the changes do not list it.
    static func changes(
        of number: Int64, isComplete: Bool, at subset: DomainSubset? = nil, _ db: Database,
        onFixed: ((DomainReport, [FindingCode]) -> Void)? = nil
    ) throws -> RunChanges? {
        guard let later = try RunRecord.fetchAll(Queries.runByID, [number], db).first, !later.isInDoubt,
            let earlier = try RunRecord.fetchAll(Queries.settledBefore, [number], db).first
        else { return nil }
        var comparison = Comparison(
            db: db, earlier: [(earlier.number, Int.max)], later: later, includesRemoved: isComplete, subset: subset,
            onFixed: onFixed, diff: RunDiff(before: earlier, after: later))
        try comparison.compare()
        return comparison.diff.changes
    }

    /// Returns the changes in the run `number` since the newest result of each domain in a message, or, before the
    /// first message, since the previous settled run; `nil` if there is nothing to compare with. `subset` contains the
    /// domains of a team: those that it has now, and those that it had in the compared result.
    static func news(
        of number: Int64, isComplete: Bool, at subset: DomainSubset?, _ db: Database
    ) throws -> (changes: RunChanges, moves: TeamMoves)? {
        guard let later = try RunRecord.fetchAll(Queries.runByID, [number], db).first else { return nil }
        var reported = try reportedRuns(before: later, db)
        if reported.isEmpty { reported = try RunRecord.fetchAll(Queries.settledBefore, [later.number], db) }
        // A first run that was interrupted and resumed is compared with its own first part, which is in a message.
        if reported.isEmpty, later.reportedPart == 0 { return nil }
        var comparison = Comparison(
            db: db, earlier: reported.map { ($0.number, $0.reportedPart > 0 ? $0.reportedPart : .max) }, later: later,
            laterPart: later.reportedPart, includesRemoved: isComplete, includesMoves: true, subset: subset,
            diff: RunDiff(before: reported.last ?? later, after: later))
        try comparison.compare()
        return (changes: comparison.diff.changes, moves: comparison.moves)
    }

    /// Returns the runs whose results are in messages, from the newest back to the last complete one without failures;
    /// without runs in doubt, whose messages contain nothing about individual domains.
    private static func reportedRuns(before run: RunRecord, _ db: Database) throws -> [RunRecord] {
        let rows = try db.rows(Queries.reportedBefore, [run.number])
        var runs: [RunRecord] = []
        // The limit applies if many runs in a row were interrupted.
        while let row = try rows.next(), runs.count < 10 {
            let record = RunRecord(row)
            if record.isInDoubt { continue }
            runs.append(record)
            let hasFailed = record.ending?.warnings.contains(where: \.isFailure) ?? false
            if record.isComplete, !hasFailed { break }
        }
        return runs
    }
}

private struct Comparison {
    let db: Database
    /// The earlier runs, each with its last included part, the newest first; each domain is compared with its result in
    /// the first run that has one.
    let earlier: [(number: Int64, lastPart: Int)]
    let later: RunRecord
    /// The last part of the later run whose results are excluded.
    var laterPart = 0
    /// Whether domains that are only in the oldest of the earlier runs are reported as removed.
    var includesRemoved = true
    /// Whether a domain that belongs to ``subset`` in only one of its two results is reported as moved.
    var includesMoves = false
    var subset: DomainSubset?
    var onFixed: ((DomainReport, [FindingCode]) -> Void)?
    /// The number of domains with unchanged problems that are kept with their findings.
    var maxUnchanged = 0

    var diff: RunDiff
    var moves = TeamMoves()
    private let earlierStorage = ReportStorage()
    private let laterStorage = ReportStorage()

    mutating func compare() throws {
        for index in earlier.indices {
            let arguments: StatementArguments = [
                earlier[index].number, later.number, earlier[index].lastPart, laterPart, Self.json(earlier[..<index]),
            ]
            try addDifferingDomains(arguments)
            try addUnchangedDomains(arguments)
        }
        try addNewDomains()
        if includesRemoved { try addRemovedDomains() }
        diff.sort()
    }

    private mutating func addDifferingDomains(_ arguments: StatementArguments) throws {
        let rows = try db.rows(Queries.differing, arguments)
        while let row = try rows.next() {
            let before = try earlierStorage.report(row[3], row[5], fileID: row[4], db)
            let after = try laterStorage.report(row[6], row[8], fileID: row[7], db)
            let isIncluded = includes(after.name)
            let wasIncluded = includesMoves ? includedEarlier(before) : isIncluded
            guard wasIncluded || isIncluded else { continue }
            let known = EarlierFindings(try KnownFinding.fetchAll(of: row[0], db), at: row[1], isPartial: row[2])
            let domain = RunDiff.Domain(before, after, known, at: row[9], rulesDiffer: diff.changes.rules != nil)
            guard isIncluded else {
                try moves.giveUp(domain, id: row[0], before, known, db)
                continue
            }
            guard wasIncluded else {
                diff.add(try moves.takeOver(domain, id: row[0], from: before.people.team, db))
                continue
            }
            diff.add(domain)
            let fixed = domain.comparedFindings.filter { $0.kind == .fixed }
            if !fixed.isEmpty { onFixed?(after, fixed.map(\.finding.code)) }
        }
    }

    private mutating func addUnchangedDomains(_ arguments: StatementArguments) throws {
        var kept = 0
        let rows = try db.rows(Queries.equalWithProblems, arguments)
        while let row = try rows.next() {
            let name = StoredText.decode(row[0])
            guard includes(name) else { continue }
            diff.add(unchanged: name, at: row[1], findingCount: row[2])
            guard kept < maxUnchanged else { continue }
            kept += 1
            let report = try laterStorage.report(row[3], row[4], db)
            var domain = RunDiff.Domain(name: report.name, at: row[1], before: report.status, after: report.status)
            domain.people = report.people.known
            domain.findings = report.findings.filter(\.counts).map { .init(kind: .still, finding: $0) }
            diff.keep(domain)
        }
    }

    private mutating func addNewDomains() throws {
        let rows = try db.rows(Queries.onlyInRun, [later.number, laterPart, Self.json(earlier[...])])
        while let row = try rows.next() {
            let findingCount: Int = row[2]
            guard includes(StoredText.decode(row[0])) else { continue }
            guard findingCount > 0 else {
                diff.add(
                    .init(
                        name: StoredText.decode(row[0]), at: row[5], presence: .added, before: nil,
                        after: ResultStore.status(row[1])))
                continue
            }
            let report = try laterStorage.report(row[3], row[4], db)
            if let reported = try reportedResult(of: row[6]), !includedEarlier(reported.report) {
                var domain = RunDiff.Domain(reported.report, report, reported.known, at: row[5])
                domain.presence = .added
                diff.add(try moves.takeOver(domain, id: row[6], from: reported.report.people.team, db))
            } else {
                diff.add(RunDiff.Domain(added: report, at: row[5]))
            }
        }
    }

    private mutating func addRemovedDomains() throws {
        let arguments: StatementArguments = [earlier.last?.number, 0, Self.json([(later.number, Int.max)])]
        let rows = try db.rows(Queries.onlyInRun, arguments)
        while let row = try rows.next() {
            if subset != nil, try !includedEarlier(laterStorage.report(row[3], row[4], db)) { continue }
            diff.add(
                .init(
                    name: StoredText.decode(row[0]), at: row[5], presence: .removed,
                    before: ResultStore.status(row[1]), after: nil))
        }
    }

    private func includes(_ name: String) -> Bool { subset?.names.contains(name) ?? true }

    private func includedEarlier(_ report: DomainReport) -> Bool { subset?.includes(report) ?? true }

    /// Returns a domain's newest result in a message, and the findings that were known at that time; `nil` if there is
    /// no such result, or if moves are ignored.
    private func reportedResult(of domain: Int64) throws -> (report: DomainReport, known: EarlierFindings)? {
        guard includesMoves, subset != nil,
            let row = try db.row(Queries.reportedResult, [domain, later.number])
        else { return nil }
        return (
            try earlierStorage.report(row[0], row[1], db),
            EarlierFindings(try KnownFinding.fetchAll(of: domain, db), at: row[2], isPartial: row[3])
        )
    }

    private static func json(_ runs: ArraySlice<(number: Int64, lastPart: Int)>) -> String {
        "[\(runs.map { "[\($0.number),\($0.lastPart)]" }.joined(separator: ","))]"
    }
}
