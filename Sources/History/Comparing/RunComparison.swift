public import Audit
import Findings
import GRDB
public import Reports

import struct Foundation.Date

/// What changed between two runs of a database.
///
/// Domains whose results are alike are counted without being read; only the others are.
public enum RunComparison {
    /// The most domains that are told of though nothing changed about them: those that are still broken.
    private static let mostUnchanged = 1000

    /// Compares two runs.
    public static func compare(
        _ earlier: RunRecord, _ later: RunRecord, in database: RunDatabase
    ) throws(HistoryError) -> RunDiff {
        try database.read { db in try compare(earlier, later, tellsUnchanged: true, db) }
    }

    /// What is different between the run `number` and the one before it; `nil` when there is none.
    static func changes(of number: Int64, in database: RunDatabase) throws(HistoryError) -> RunChanges? {
        try database.read { db in
            guard let row = try Row.fetchOne(db, sql: Queries.runByID, arguments: [number]) else { return nil }
            let later = RunRecord(row)
            guard let earlier = try RunDatabase.runBefore(later, db) else { return nil }
            return try compare(earlier, later, tellsUnchanged: false, db).changes
        }
    }

    private static func compare(
        _ earlier: RunRecord, _ later: RunRecord, tellsUnchanged: Bool, _ db: Database
    ) throws -> RunDiff {
        var diff = RunDiff(before: RunDiff.Run(earlier), after: RunDiff.Run(later))
        let pair: StatementArguments = [earlier.number, later.number]
        let storage = (ReportStorage(), ReportStorage())
        let unlike = try Row.fetchCursor(db.cachedStatement(sql: Queries.unlike), arguments: pair)
        while let row = try unlike.next() {
            let domain: Int64 = row[0]
            let before = try storage.0.report(.init(reportID: row[2], delta: row[4]), fileID: row[3], db)
            let after = try storage.1.report(.init(reportID: row[5], delta: row[7]), fileID: row[6], db)
            let comparison = try DomainComparison(before, after) { identity in
                try wasSeen(identity, domain: domain, before: earlier.facts.startedAt, db)
            }
            diff.add(comparison.domain)
        }
        for (one, other, presence) in [
            (later, earlier, RunDiff.Domain.Presence.added), (earlier, later, .removed),
        ] {
            let arguments: StatementArguments = [one.number, other.number]
            let rows = try Row.fetchCursor(db.cachedStatement(sql: Queries.onlyIn), arguments: arguments)
            while let row = try rows.next() {
                let status = ResultStore.status(row[2])
                diff.add(
                    RunDiff.Domain(
                        name: Target.label(row[0], port: row[1]), presence: presence,
                        before: presence == .removed ? status : nil, after: presence == .added ? status : nil))
            }
        }
        if let alike = try Row.fetchOne(db.cachedStatement(sql: Queries.alike), arguments: pair) {
            let (errors, warnings): (Double, Double) = (alike[1], alike[2])
            diff.changes.still += Int(errors) + Int(warnings)
        }
        if tellsUnchanged { try addUnchanged(pair, to: &diff, storage.0, db) }
        diff.sortItems()
        return diff
    }

    /// Adds the domains that are as broken as before.
    private static func addUnchanged(
        _ pair: StatementArguments, to diff: inout RunDiff, _ storage: ReportStorage, _ db: Database
    ) throws {
        let rows = try Row.fetchCursor(
            db.cachedStatement(sql: Queries.alikeAndBroken), arguments: pair + [mostUnchanged])
        while let row = try rows.next() {
            let report = try storage.report(.init(reportID: row[2], delta: row[4]), fileID: nil, db)
            var domain = RunDiff.Domain(
                name: report.name, before: report.status, after: report.status)
            domain.findings = report.findings.filter { $0.severity > .info && $0.waived == nil }.map {
                .init(kind: .still, finding: $0)
            }
            diff.keep(domain)
        }
    }

    private static func wasSeen(
        _ identity: FindingIdentity, domain: Int64, before date: Date, _ db: Database
    ) throws -> Bool {
        let rows = try Row.fetchCursor(
            db.cachedStatement(sql: Queries.findingsBefore), arguments: [domain, date.milliseconds])
        while let row = try rows.next() {
            guard let code = FindingCode(rawValue: row[0]), let location = FindingLocation(rawValue: row[1]) else {
                continue
            }
            let other = FindingIdentity(code: code, location: location, pointer: row[2], message: row[3])
            if FindingIdentity.pair([identity], with: [other]) != [nil] { return true }
        }
        return false
    }
}

extension RunDiff.Run {
    init(_ record: RunRecord) {
        self.init(
            id: record.facts.id, number: record.number, startedAt: record.facts.startedAt,
            rulesVersion: record.facts.rulesVersion, source: record.source, complete: record.state == .complete)
    }
}

extension RunDiff {
    /// Counts a domain, and keeps it where there is something to say.
    fileprivate mutating func add(_ domain: Domain) {
        switch domain.presence {
        case .added: changes.domainsAdded += 1
        case .removed: changes.domainsRemoved += 1
        case .both: break
        }
        if domain.isNotCompared { changes.notCompared += 1 }
        // That a domain could not be checked is no finding that comes or goes: it is counted above.
        for change in domain.findings where !domain.isNotCompared {
            let kind: RunChanges.Change.Kind
            switch change.kind {
            case .still:
                changes.still += 1
                continue
            case .notCompared: continue
            case .new:
                changes.new += 1
                kind = .new
            case .returned:
                changes.returned += 1
                kind = .returned
            case .fixed:
                changes.fixed += 1
                kind = .fixed
            }
            let finding = change.finding
            changes.items.append(
                .init(
                    domain: domain.name, kind: kind, code: finding.code, severity: finding.severity,
                    message: finding.message, isWaived: finding.waived != nil))
        }
        if domain.isChanged || domain.isNotCompared || !domain.findings.isEmpty { keep(domain) }
        // Memory does not grow with the number of changes; the worst are kept.
        if changes.items.count >= 4 * RunChanges.mostItems { sortItems() }
    }

    fileprivate mutating func keep(_ domain: Domain) {
        if domains.count < Self.mostDomains { domains.append(domain) } else { domainsLeftOut += 1 }
    }

    /// Puts the worst first, and drops what is too much.
    fileprivate mutating func sortItems() {
        func rank(_ change: RunChanges.Change) -> Int {
            (change.kind == .fixed ? 2 : 0) + (change.severity == .error ? 0 : 1)
        }
        let ranked = changes.items.enumerated().sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }
        changes.items = ranked.prefix(RunChanges.mostItems).map(\.element)
    }
}
