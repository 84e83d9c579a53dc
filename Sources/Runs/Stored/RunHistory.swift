public import Audit

public import struct Foundation.Date

/// What the runs before say about a run that has ended.
public protocol RunHistory {
    /// What is different from the run before; `nil` when there is none.
    var changes: RunChanges? { get }

    /// When the newest complete run of the same targets before this one ended; `nil` when there is none.
    var previousCompletion: Date? { get }

    /// How a domain stood in the runs before.
    func past(of report: DomainReport) -> DomainPast?
}
