public import Audit
import Findings

import struct Foundation.Date

/// What is worth telling somebody at the end of a run: what is new, what is fixed, what cannot be reached for long.
///
/// Domains are added as they end, so that nothing but what is told is kept. Where no run before is known everything that
/// is wrong is told.
public struct RunNotice: Sendable {
    /// The most domains or findings of one kind that are listed; the counts go on.
    public static let mostItems = 100

    /// A domain that could not be reached for several runs.
    struct Unreachable: Sendable {
        var domain: String
        /// How many runs in a row, this one included.
        var runs: Int
        var since: Date?
        var cause: String?
    }

    /// Things that are counted, and kept as far as they are listed.
    struct Listed<Item: Sendable>: Sendable {
        private(set) var items: [Item] = []
        private(set) var count = 0

        mutating func add(_ item: @autoclosure () -> Item) {
            count += 1
            if items.count < RunNotice.mostItems { items.append(item()) }
        }
    }

    /// The most domains that could not be reached and are held against the runs before.
    static let mostCandidates = 10_000

    private let unreachableAfter: Int
    private var candidates: [(report: DomainReport, cause: String)] = []
    private var wrong = Listed<RunChanges.Change>()
    private var seenFirst = Listed<RunChanges.Change>()
    private var becameUnreachable = false

    private(set) var summary = RunSummary()
    private(set) var changes: RunChanges?
    /// What came; where no run before is known, every error.
    private(set) var new = Listed<RunChanges.Change>()
    private(set) var fixed = Listed<RunChanges.Change>()
    private(set) var unreachable = Listed<Unreachable>()
    /// Whether there are more domains than were held against the runs before.
    private(set) var isUnreachableCut = false

    /// Creates a notice in which nothing has happened.
    ///
    /// - Parameter unreachableAfter: After how many runs in a row a domain that cannot be reached is told, at least 1.
    public init(unreachableAfter: Int) {
        self.unreachableAfter = max(1, unreachableAfter)
    }

    /// Takes a domain.
    public mutating func add(_ report: DomainReport) {
        summary.add(report)
        if report.status == .unreachable {
            addCandidate(report)
            return
        }
        let name = report.name
        for finding in report.findings where finding.severity > .info && finding.waived == nil {
            let kind: RunChanges.Change.Kind = finding.state == .returned ? .returned : .new
            let change = RunChanges.Change(
                domain: name, kind: kind, code: finding.code, severity: finding.severity, message: finding.message)
            if finding.severity == .error { wrong.add(change) }
            if finding.state == .new || finding.state == .returned { seenFirst.add(change) }
        }
    }

    private mutating func addCandidate(_ report: DomainReport) {
        let cause = report.findings.first { $0.severity == .error && $0.waived == nil }?.code.rawValue
        guard let cause else { return }
        guard candidates.count < Self.mostCandidates else {
            isUnreachableCut = true
            return
        }
        // What was seen of it is not needed any more.
        let rest = DomainReport(
            input: report.input, domain: report.domain, displayDomain: report.displayDomain, port: report.port,
            status: report.status, startedAt: report.startedAt)
        candidates.append((rest, cause))
    }

    /// Ends the run.
    ///
    /// - Parameters:
    ///   - changes: What is different from the run before; `nil` where none is known.
    ///   - past: Knows how a domain stood in the runs before and in this one.
    public mutating func finish(_ changes: RunChanges?, past: (DomainReport) -> DomainPast?) {
        self.changes = changes
        if let changes { compare(changes, past) } else { new = wrong }
        for (report, cause) in candidates {
            let past = past(report)
            let runs = past.map { Self.unreachableRuns($0.runs[...]) } ?? 1
            guard runs >= unreachableAfter else { continue }
            // Once it has been told, it is no news the night after.
            if runs == unreachableAfter { becameUnreachable = true }
            unreachable.add(
                Unreachable(domain: report.name, runs: runs, since: past?.statusSince, cause: cause))
        }
        candidates = []
    }

    private mutating func compare(_ changes: RunChanges, _ past: (DomainReport) -> DomainPast?) {
        for change in changes.items where change.severity > .info && !change.isWaived {
            // A domain that cannot be reached tonight is told when that lasts, and then its return.
            let isOutage = Catalogue[change.code].unreachable
            switch change.kind {
            case .new, .returned: if !isOutage { new.add(change) }
            case .fixed: if !isOutage || wasTold(change.domain, past) { fixed.add(change) }
            }
        }
        // What is wrong with domains that the run before did not have is no difference between two runs, and news.
        guard changes.domainsAdded > 0 else { return }
        let known = Set(changes.items.map { "\($0.code.rawValue) \($0.domain)" })
        for change in seenFirst.items where !known.contains("\(change.code.rawValue) \(change.domain)") {
            new.add(change)
        }
    }

    /// Whether it was told that a domain, which can be reached again, could not be reached.
    private func wasTold(_ name: String, _ past: (DomainReport) -> DomainPast?) -> Bool {
        guard let target = try? TargetParser.parse(name) else { return false }
        let report = DomainReport(
            input: name, domain: target.host, displayDomain: name, port: target.port, status: .pass, startedAt: Date())
        guard let runs = past(report)?.runs else { return false }
        return Self.unreachableRuns(runs.dropLast()) >= unreachableAfter
    }

    /// How many of the last runs could not reach the domain.
    private static func unreachableRuns(_ runs: ArraySlice<DomainPast.Run>) -> Int {
        runs.reversed().prefix { $0.status == .unreachable }.count
    }

    /// Whether there is news since the run before, or anything wrong where no run before is known.
    public var isNews: Bool { becameUnreachable || new.count > 0 || fixed.count > 0 }
}
