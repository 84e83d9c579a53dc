package import Audit

package import struct Foundation.Date

/// What the runs before say about a run that has ended.
package protocol RunHistory {
    /// What is different from the run before; `nil` when there is none.
    var changes: RunChanges? { get }

    /// The nights before that of the run, the oldest first, at most ``OverallTimeline/limit``, over the same targets.
    func nightsBefore() -> [OverallTimeline.Night]

    /// When the newest complete run of the same targets before this one ended; `nil` when there is none.
    var previousCompletion: Date? { get }

    /// How a domain stood in the runs before.
    func past(of report: DomainReport) -> DomainPast?
}
