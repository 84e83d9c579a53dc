package import Audit
package import Records

package import struct Foundation.Date

/// The run with which a re-check of individual domains is compared; the database is only read.
package final class PreviousRun: Sendable {
    /// The run: the newest complete one that was fully reported, and that is not in doubt.
    package let record: RunRecord
    private let database: RunDatabase

    /// Finds the run that the next one would be compared with; `nil` if none.
    package init?(in database: RunDatabase) throws(HistoryError) {
        guard let record = try database.settledRun(before: .max) else { return nil }
        self.record = record
        self.database = database
    }

    /// Returns the report of a domain that was checked at `date`, with the states of its findings compared with
    /// previous runs.
    package func compare(_ report: DomainReport, at date: Date) -> DomainReport {
        var annotated = report
        let isCompared: Void? = try? database.read { db in
            try KnownDomain.annotate(
                &annotated, run: .max, startedAt: date, baseline: record.number, isResumed: false, db)
        }
        // A report that cannot be compared has no states.
        return isCompared == nil ? report : annotated
    }
}
