public import Audit

/// What the runs before say about a run that has ended.
public protocol RunHistory {
    /// What is different from the run before; `nil` when there is none.
    var changes: RunChanges? { get }

    /// The nights before that of the run, the oldest first, at most ``OverallTimeline/limit``, over the same targets.
    func nightsBefore() -> [OverallTimeline.Night]

    /// How a domain stood in the runs before.
    func past(of report: DomainReport) -> DomainPast?
}
