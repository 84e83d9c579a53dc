package import Audit

package import struct Foundation.Date

/// The information in the previous runs about a run that has ended.
package protocol RunHistory {
    /// The changes since the previous run; `nil` if there is none.
    var changes: RunChanges? { get }

    /// The nights before that of the run, the oldest first, at most ``OverallTimeline/limit``, over the same targets.
    func nightsBefore() -> [OverallTimeline.Night]

    /// When the newest complete run of the same targets before this one ended; `nil` when there is none.
    var previousCompletion: Date? { get }

    /// Returns the statuses of a domain in the previous runs.
    func past(of report: DomainReport) -> DomainPast?
}
