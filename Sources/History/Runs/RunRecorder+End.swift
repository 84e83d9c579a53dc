package import Audit
package import Findings
import GRDB
package import Records

package import struct Foundation.Date

/// The steps at the end of a run, in this order.
extension RunRecorder {
    /// Stores remaining results, and compares the run with the previous run; one that is in doubt is not compared.
    ///
    /// `onFixed` is called for each domain with resolved findings; it must not use the database.
    package func compare(
        aliases: Aliases, _ ending: RunEnding, onFixed: ((DomainReport, [FindingCode]) -> Void)? = nil
    ) {
        flush()
        guard failure == nil else { return }
        do throws(HistoryError) {
            try database.write { db in
                if ending.complete, part > 1 { try RunReversal.revertRemovedDomains(run: number, db) }
                for (index, row) in aliases.rows {
                    var inputs: Evidence = ["inputs": .strings(row.inputs)]
                    if row.omitted > 0 { inputs["omitted"] = .integer(row.omitted) }
                    try db.cachedStatement(sql: Queries.insertAlias).execute(arguments: [
                        number, index, EvidenceJSON.text(inputs),
                    ])
                }
            }
            guard !ending.isInDoubt else { return }
            changes = try RunComparison.changes(of: number, complete: ending.complete, in: database, onFixed: onFixed)
        } catch {
            give(up: error)
        }
    }

    /// Ends the run after its reports are written.
    ///
    /// The results of a run in doubt can still be shown, but are removed from the history of their domains: they do
    /// not affect whether a finding is new, resolved or known.
    /// `report` is `nil` if there are no receivers, or the run is not reported.
    package func finish(at date: Date, _ ending: RunEnding, summary: RunSummary, reporting report: RunReporting?) {
        write { db in
            if let report { try MessageStore.insert(report, of: self, isInDoubt: ending.isInDoubt, db) }
            try db.cachedStatement(sql: Queries.finishRun).execute(arguments: [
                date.milliseconds, (ending.complete ? RunRecord.State.complete : .interrupted).rawValue,
                try StoredJSON.text(summary), try StoredJSON.text(ending), ending.isInDoubt, report != nil, number,
            ])
            if ending.isInDoubt { try RunReversal.perform(run: number, db) }
        }
    }

    /// Records that the run is settled: the next one is compared with it.
    package func settle(at date: Date) {
        write { db in
            try db.cachedStatement(sql: Queries.settleRun).execute(arguments: [date.milliseconds, number])
        }
    }
}
