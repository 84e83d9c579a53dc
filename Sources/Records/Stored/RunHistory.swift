package import Audit

package import struct Foundation.Date

/// The information about a run that its previous runs provide.
package protocol RunHistory {
    var changes: RunChanges? { get }

    /// Returns one earlier run of the same targets for each of the last ``OverallTimeline/maxDays`` days, oldest first.
    func earlierDailyRuns() -> [OverallTimeline.DailyRun]

    /// The time at which the newest earlier complete run of the same targets ended; `nil` if there is none.
    var previousCompletion: Date? { get }

    /// Returns the statuses of a domain in the previous runs; `nil` if they are unknown.
    func past(of report: DomainReport) -> DomainPast?
}
