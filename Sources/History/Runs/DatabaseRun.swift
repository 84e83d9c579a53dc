package import Audit
import Findings
import GRDB
package import Records

package import struct Foundation.Date

/// A run that is read from the database, with its domains and its comparison with earlier runs.
package final class DatabaseRun: StoredRun, DatabaseRunHistory {
    package let record: RunRecord
    package let summary: RunSummary
    package let changes: RunChanges?

    /// The reason why information about previous runs is missing; `nil` if all could be read.
    package private(set) var failure: HistoryError?

    private let database: RunDatabase
    private let aliases: Aliases

    package init(_ record: RunRecord, in database: RunDatabase) throws(HistoryError) {
        self.record = record
        self.database = database
        aliases = try database.read { db in
            let rows = try db.rows(Queries.aliases, [record.number])
            var aliases = Aliases()
            while let row = try rows.next() {
                let inputs: Aliases.Row? = StoredJSON.decode(row["inputs"])
                if let inputs { aliases[row["place"]] = inputs }
            }
            return aliases
        }
        changes = try database.read { db in
            try RunComparison.changes(of: record.number, isComplete: record.isComplete, db)
        }
        if let stored = record.summary {
            summary = stored
        } else {
            var counted = RunSummary()
            var last = (index: -1, domain: Int64(0))
            while let page = try Self.page(of: record.number, after: &last, in: database) {
                for report in page { counted.add(report) }
            }
            summary = counted
        }
    }

    package func changes(within subset: DomainSubset) throws(HistoryError) -> RunChanges? {
        try database.read { db in
            try RunComparison.changes(of: number, isComplete: record.isComplete, within: subset, db)
        }
    }

    package var number: Int64 { record.number }
    package var facts: RunFacts { record.facts }
    /// The time when the run ended; for a run that was killed, the time when it began.
    package var finishedAt: Date { record.finishedAt ?? facts.startedAt }
    package var ending: RunEnding {
        var ending = record.ending ?? RunEnding(isComplete: record.isComplete)
        if let shard = facts.part.shard {
            ending.warnings.insert(
                RunWarning(
                    .domainsLeftOut,
                    "This is shard \(shard) of the targets: those of other shards are not included."), at: 0)
        }
        return ending
    }

    package func forEachBatch(_ body: ([DomainReport]) throws(OutputError) -> Void) throws(OutputError) {
        // Other inputs for the same domain are known only after the run has ended.
        let aliases = record.finishedAt == nil ? nil : aliases
        var last = (index: -1, domain: Int64(0))
        while true {
            let page: [DomainReport]?
            do throws(HistoryError) {
                page = try Self.page(of: record.number, after: &last, aliases, in: database)
            } catch {
                throw .request("\(error)")
            }
            guard let page else { return }
            try body(page)
        }
    }

    func read<Value>(_ body: (Database) throws -> Value?) -> Value? {
        do throws(HistoryError) {
            return try database.read(body)
        } catch {
            failure = failure ?? error
            return nil
        }
    }

    /// Returns the next reports after `last`, at most 200, `nil` at the end; `last` includes the domain, because two
    /// domains can have the same index if the list was edited before the run was resumed.
    private static func page(
        of run: Int64, after last: inout (index: Int, domain: Int64), _ aliases: Aliases? = nil,
        in database: RunDatabase
    ) throws(HistoryError) -> [DomainReport]? {
        try database.read { db -> [DomainReport]? in
            let storage = ReportStorage()
            let rows = try db.rows(Queries.resultsInOrder, [run, last.index, last.domain, 200])
            var page: [DomainReport] = []
            while let row = try rows.next() {
                var report = try storage.report(row["report_id"], row["delta"], fileID: row["file_id"], db)
                last = (index: row["place"], domain: row["domain_id"])
                if let aliases { report.aliases = aliases[last.index] }
                page.append(report)
            }
            return page.isEmpty ? nil : page
        }
    }
}
