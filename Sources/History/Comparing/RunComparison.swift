import Audit
import Findings
import GRDB
package import Records

/// A comparison of two runs; only domains with different results are compared in detail, the others are counted.
package enum RunComparison {
    private static let maxUnchanged = 1000

    package static func compare(
        _ earlier: RunRecord, _ later: RunRecord, in database: RunDatabase
    ) throws(HistoryError) -> RunDiff {
        try database.read { db in
            let runs = ComparedRuns(earlier: [(earlier.number, Int.max)], later: later)
            return try compare(runs, from: earlier, keepsUnchanged: true, db).diff
        }
    }

    /// Returns the changes in the run `number` since the previous settled run; `nil` if there is none, or if the run
    /// is in doubt.
    ///
    /// Unless the run `isComplete`, no domain is reported as removed, because the run may not have reached it.
    /// `onFixed` is called for each domain with resolved findings, even if the changes do not list it.
    static func changes(
        of number: Int64, isComplete: Bool, at subset: DomainSubset? = nil, _ db: Database,
        onFixed: ((DomainReport, [FindingCode]) -> Void)? = nil
    ) throws -> RunChanges? {
        guard let later = try RunRecord.fetchAll(Queries.runByID, [number], db).first, !later.isInDoubt,
            let earlier = try RunRecord.fetchAll(Queries.settledBefore, [number], db).first
        else { return nil }
        let runs = ComparedRuns(
            earlier: [(earlier.number, Int.max)], later: later, includesRemoved: isComplete, subset: subset,
            onFixed: onFixed)
        return try compare(runs, from: earlier, keepsUnchanged: false, db).diff.changes
    }

    /// Returns the changes in the run `number` since the last messages; `nil` if there is nothing to compare with.
    ///
    /// Each domain is compared with its newest result in a message, which can be from an interrupted run. Before the
    /// first message, domains are compared with the previous settled run. `subset` limits the comparison to the domains
    /// of a team: those that it has now, and those that it had in the result that they are compared with.
    static func news(
        of number: Int64, isComplete: Bool, at subset: DomainSubset?, _ db: Database
    ) throws -> (changes: RunChanges, moves: TeamMoves)? {
        guard let later = try RunRecord.fetchAll(Queries.runByID, [number], db).first else { return nil }
        var reported = try reportedRuns(before: later, db)
        if reported.isEmpty { reported = try RunRecord.fetchAll(Queries.settledBefore, [later.number], db) }
        // A first run that was interrupted and resumed is compared with its own first part, which is in a message.
        if reported.isEmpty, later.reportedPart == 0 { return nil }
        let runs = ComparedRuns(
            earlier: reported.map { ($0.number, $0.reportedPart > 0 ? $0.reportedPart : .max) },
            later: later, laterPart: later.reportedPart, includesRemoved: isComplete, includesMoves: true,
            subset: subset)
        let (diff, moves) = try compare(runs, from: reported.last ?? later, keepsUnchanged: false, db)
        return (changes: diff.changes, moves: moves)
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

    private static func compare(
        _ runs: ComparedRuns, from earlier: RunRecord, keepsUnchanged: Bool, _ db: Database
    ) throws -> (diff: RunDiff, moves: TeamMoves) {
        var diff = RunDiff(before: earlier, after: runs.later)
        let earlierStorage = ReportStorage()
        let laterStorage = ReportStorage()
        var moves = TeamMoves()
        for index in runs.earlier.indices {
            let arguments = runs.arguments(forEarlierRunAt: index)
            let rows = try db.rows(Queries.differing, arguments)
            while let row = try rows.next() {
                let before = try earlierStorage.report(row[3], row[5], fileID: row[4], db)
                let after = try laterStorage.report(row[6], row[8], fileID: row[7], db)
                let isIncluded = runs.includes(after.name)
                let wasIncluded = runs.includesMoves ? runs.includedEarlier(before) : isIncluded
                guard wasIncluded || isIncluded else { continue }
                let known = EarlierFindings(try KnownFinding.fetchAll(of: row[0], db), at: row[1], isPartial: row[2])
                let domain = RunDiff.Domain(
                    before, after, known, at: row[9], rulesDiffer: diff.changes.rules != nil)
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
                if !fixed.isEmpty { runs.onFixed?(after, fixed.map(\.finding.code)) }
            }
            try addUnchanged(arguments, of: runs, to: &diff, limit: keepsUnchanged ? maxUnchanged : 0, laterStorage, db)
        }
        try addNewAndRemovedDomains(runs, to: &diff, &moves, laterStorage, db)
        diff.sort()
        return (diff, moves)
    }

    private static func addNewAndRemovedDomains(
        _ runs: ComparedRuns, to diff: inout RunDiff, _ moves: inout TeamMoves, _ storage: ReportStorage,
        _ db: Database
    ) throws {
        let earlierStorage = ReportStorage()
        let added = try db.rows(Queries.onlyInRun, runs.argumentsForAddedDomains)
        while let row = try added.next() {
            let findingCount: Int = row[2]
            let name = StoredText.decode(row[0])
            guard runs.includes(name) else { continue }
            guard findingCount > 0 else {
                diff.add(
                    .init(name: name, at: row[5], presence: .added, before: nil, after: ResultStore.status(row[1])))
                continue
            }
            let report = try storage.report(row[3], row[4], db)
            let reported = try runs.reportedResult(of: row[6], earlierStorage, db)
            if let reported, !runs.includedEarlier(reported.report) {
                var domain = RunDiff.Domain(reported.report, report, reported.known, at: row[5])
                domain.presence = .added
                diff.add(try moves.takeOver(domain, id: row[6], from: reported.report.people.team, db))
            } else {
                diff.add(RunDiff.Domain(added: report, at: row[5]))
            }
        }
        guard runs.includesRemoved else { return }
        let removed = try db.rows(Queries.onlyInRun, runs.argumentsForRemovedDomains)
        while let row = try removed.next() {
            let name = StoredText.decode(row[0])
            if runs.subset != nil, try !runs.includedEarlier(storage.report(row[3], row[4], db)) { continue }
            diff.add(.init(name: name, at: row[5], presence: .removed, before: ResultStore.status(row[1]), after: nil))
        }
    }

    /// Adds the domains with unchanged problems, the first `limit` of them with their findings.
    private static func addUnchanged(
        _ arguments: StatementArguments, of runs: ComparedRuns, to diff: inout RunDiff, limit: Int,
        _ storage: ReportStorage, _ db: Database
    ) throws {
        var kept = 0
        let rows = try db.rows(Queries.equalWithProblems, arguments)
        while let row = try rows.next() {
            let name = StoredText.decode(row[0])
            guard runs.includes(name) else { continue }
            diff.add(unchanged: name, at: row[1], findingCount: row[2])
            guard kept < limit else { continue }
            kept += 1
            let report = try storage.report(row[3], row[4], db)
            var domain = RunDiff.Domain(name: report.name, at: row[1], before: report.status, after: report.status)
            domain.people = report.people.known
            domain.findings = report.findings.filter(\.counts).map { .init(kind: .still, finding: $0) }
            diff.keep(domain)
        }
    }
}

private struct ComparedRuns {
    /// The earlier runs, each with its last included part, the newest first; each domain is compared with its result in
    /// the first run that has one.
    var earlier: [(number: Int64, lastPart: Int)]
    var later: RunRecord
    /// The last part of the later run whose results are excluded.
    var laterPart = 0
    /// Whether domains that are only in the oldest of the earlier runs are reported as removed.
    var includesRemoved = true
    /// Whether a domain that belongs to ``subset`` in only one of its two results is reported as moved.
    var includesMoves = false
    var subset: DomainSubset?
    var onFixed: ((DomainReport, [FindingCode]) -> Void)?

    func includes(_ name: String) -> Bool { subset?.names.contains(name) ?? true }

    func includedEarlier(_ report: DomainReport) -> Bool { subset?.includes(report) ?? true }

    /// Returns a domain's newest result in a message, and the findings that were known at that time; `nil` if there is
    /// no such result, or if moves are ignored.
    func reportedResult(
        of domain: Int64, _ storage: ReportStorage, _ db: Database
    ) throws -> (report: DomainReport, known: EarlierFindings)? {
        guard includesMoves, subset != nil,
            let row = try db.row(Queries.reportedResult, [domain, later.number])
        else { return nil }
        return (
            try storage.report(row[0], row[1], db),
            EarlierFindings(try KnownFinding.fetchAll(of: domain, db), at: row[2], isPartial: row[3])
        )
    }

    func arguments(forEarlierRunAt index: Int) -> StatementArguments {
        [earlier[index].number, later.number, earlier[index].lastPart, laterPart, Self.json(earlier[..<index])]
    }

    var argumentsForAddedDomains: StatementArguments { [later.number, laterPart, Self.json(earlier[...])] }

    var argumentsForRemovedDomains: StatementArguments {
        [earlier.last?.number, 0, Self.json([(later.number, Int.max)])]
    }

    private static func json(_ runs: ArraySlice<(number: Int64, lastPart: Int)>) -> String {
        "[\(runs.map { "[\($0.number),\($0.lastPart)]" }.joined(separator: ","))]"
    }
}
