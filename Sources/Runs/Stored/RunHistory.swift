public import Audit

/// What the runs before say about a run that has ended.
public protocol RunHistory {
    /// What is different from the run before; `nil` when there is none.
    var changes: RunChanges? { get }

    /// How a domain stood in the runs before.
    func past(of report: DomainReport) -> DomainPast?
}
