public import Audit
public import Findings

/// The domains behind what is different from the run before: each list has the names that its number counts.
///
/// Which domains have something new, back or still there is what their own reports say of their findings, so that lists and
/// domains agree. What is fixed, what could not be compared, and which domains came or went only the comparison knows.
public struct ChangedDomains: Sendable {
    /// What the domains of a list have in common.
    public enum Kind: String, Sendable, CaseIterable {
        /// At least one problem that the run before did not have.
        case new
        /// At least one problem that was gone and is back.
        case returned
        /// At least one problem that is gone, and none that is left.
        case fixed
        /// At least one problem that is gone, with others that are left; none that is new.
        case partlyFixed
        /// At least one problem that the run before had, too.
        case still
        /// One of the two runs could not check them.
        case notCompared
        /// The run before did not audit them.
        case added
        /// This run did not audit them.
        case removed

        /// What the domains of the list have in common, as a title.
        public var title: String {
            switch self {
            case .new: "New"
            case .returned: "Back"
            case .fixed: "Fixed"
            case .partlyFixed: "Partly fixed, other problems remain"
            case .still: "Still there"
            case .notCompared: "Not compared (could not be checked)"
            case .added: "Audited for the first time"
            case .removed: "No longer audited"
            }
        }
    }

    private var names: [Kind: DomainNames] = [:]
    /// Domains that are not well, the first ones: what was fixed there is not all.
    private var unwell: Set<String> = []
    /// Those of them where something else is wrong than in the run before.
    private var worse: Set<String> = []
    private static let unwellLimit = 100_000

    /// Creates lists without names.
    public init() {}

    /// Takes a domain of the run in.
    public mutating func add(_ report: DomainReport) {
        if report.status == .fail || report.status == .warn, unwell.count < Self.unwellLimit {
            unwell.insert(report.name)
            let changes = report.findings.lazy.compactMap { report.change(of: $0) }
            if changes.contains(where: { $0 != .still }) { worse.insert(report.name) }
        }
        if report.status == .unreachable { names[.notCompared, default: DomainNames()].add(report.name) }
        for state in Set(report.findings.compactMap { report.change(of: $0) }) {
            let kind: Kind =
                switch state {
                case .new: .new
                case .returned: .returned
                case .still: .still
                }
            names[kind, default: DomainNames()].add(report.name)
        }
    }

    /// What happened to a domain of the run, of what the page can be filtered by.
    ///
    /// - Parameters:
    ///   - report: The domain.
    ///   - fixed: The names of domains where something is gone, as ``fixedNames(of:)`` gives them.
    /// - Returns: What is new, back, fixed or partly fixed.
    public static func kinds(of report: DomainReport, fixed: Set<String>) -> Set<Kind> {
        var kinds: Set<Kind> = []
        for change in report.findings.lazy.compactMap({ report.change(of: $0) }) {
            switch change {
            case .new: kinds.insert(.new)
            case .returned: kinds.insert(.returned)
            case .still: break
            }
        }
        // Where something else came in its place, nothing got better.
        let isUnwell = report.status == .fail || report.status == .warn
        if fixed.contains(report.name), !isUnwell || kinds.isEmpty { kinds.insert(isUnwell ? .partlyFixed : .fixed) }
        return kinds
    }

    /// The names of domains where something is gone, as far as they are kept.
    public static func fixedNames(of changes: RunChanges?) -> Set<String> {
        guard let changes else { return [] }
        if let known = changes.domains { return Set(known.fixed.names) }
        return Set(changes.items.lazy.filter { $0.kind == .fixed && $0.severity > .info }.map(\.domain))
    }

    /// The lists that have names, when all domains are in, with what only the comparison with the run before knows.
    public func lists(with changes: RunChanges) -> [(kind: Kind, names: DomainNames)] {
        var all = names
        if let known = changes.domains {
            for name in known.fixed.names { add(fixed: name, to: &all) }
            all[.fixed, default: DomainNames()].add(uncounted: known.fixed.count - known.fixed.names.count)
            all[.added] = known.added
            all[.removed] = known.removed
            all[.notCompared, default: DomainNames()].add(known.uncheckedBefore)
        } else {
            for name in Self.fixedNames(of: changes).sorted() { add(fixed: name, to: &all) }
        }
        return Kind.allCases.compactMap { kind in all[kind].flatMap { $0.isEmpty ? nil : (kind, $0) } }
    }

    /// A domain where something is gone: where something else came in its place, nothing got better.
    private func add(fixed name: String, to all: inout [Kind: DomainNames]) {
        guard !worse.contains(name) else { return }
        all[unwell.contains(name) ? .partlyFixed : .fixed, default: DomainNames()].add(name)
    }
}

extension DomainReport {
    /// The report without what compares it with earlier runs, for a run that has none before it: there nothing is new.
    public var withoutComparison: DomainReport {
        var report = self
        report.setGone([])
        for index in findings.indices where findings[index].state == .new {
            report.setState(nil, firstSeen: nil, ofFindingAt: index)
        }
        return report
    }

    /// How a finding stands against the run before, where that is news of the domain; `nil` where no history is kept.
    ///
    /// What needs nothing done or was accepted is no news, and that a domain could not be checked is no news of what it serves.
    public func change(of finding: Finding) -> FindingState? {
        guard finding.severity > .info, finding.waived == nil else { return nil }
        return status == .unreachable && Catalogue[finding.code].unreachable ? nil : finding.state
    }
}
