package import Audit

package import struct Foundation.Date

/// The information about a run in its previous runs.
package protocol RunHistory {
    /// The changes since the previous run; `nil` if there is none.
    var changes: RunChanges? { get }

    /// Returns the nights before that of the run, the oldest first, at most ``OverallTimeline/limit``, with the same
    /// targets.
    func nightsBefore() -> [OverallTimeline.Night]

    /// The time at which the newest complete run of the same targets before this one ended; `nil` if none.
    var previousCompletion: Date? { get }

    /// Returns the statuses of a domain in the previous runs.
    func past(of report: DomainReport) -> DomainPast?
}
