package import Audit
package import Runs
import Synchronization

package import struct Foundation.Date

/// The run with which domains are compared that are checked again between two runs; the database is only read.
package final class PreviousRun: Sendable {
    /// The run: the newest one that is complete, about which everything was reported, and that is not in doubt.
    package let record: RunRecord
    private let database: RunDatabase
    private let state = Mutex<HistoryError?>(nil)

    /// Takes the run that the next one would be compared with; `nil` where there is none.
    package init?(in database: RunDatabase) throws(HistoryError) {
        guard let record = try database.settledRun(before: .max) else { return nil }
        self.record = record
        self.database = database
    }

    /// Why something could not be compared; `nil` while all could.
    package var failure: HistoryError? { state.withLock { $0 } }

    /// The report of a domain that was checked at `date`, with what the runs before say of its findings.
    package func compare(_ report: DomainReport, at date: Date) -> DomainReport {
        var annotated = report
        do throws(HistoryError) {
            try database.read { db in
                try KnownDomain.annotate(
                    &annotated, run: .max, startedAt: date, baseline: record.number, isResumed: false, db)
            }
        } catch {
            state.withLock { $0 = $0 ?? error }
            return report
        }
        return annotated
    }
}
