package import Audit
import Findings

package import struct Foundation.Date

/// The news to report at the end of a run, or every error if no previous run is known.
///
/// Domains are added as they end, so that only the reported information is stored.
package struct RunNotice: Sendable {
    private static let maxUnreachable = 10_000
    /// The maximum number of runs in a row that are considered for an outage.
    package static let maxOutageRuns = 30

    /// The number of runs in a row after which an unreachable domain is reported, at least 1.
    private let unreachableAfter: Int
    /// The unreachable domains, which are reported if their outages are long enough.
    private var unreachable: [(domain: DomainID, index: Int, cause: String, people: DomainPeople?)] = []
    private var errors = LimitedList<RunChanges.Change>()
    private var hasOldErrors = false
    private var hasNewWarning = false
    /// The names of the domains of the notice's team; empty for a notice about all domains.
    private var namesOfTeam: Set<String> = []

    package private(set) var content = NoticeContent()
    /// The domains whose outages the notice reports.
    package private(set) var outages: [DomainID] = []

    package init(unreachableAfter: Int, team: String? = nil) {
        self.unreachableAfter = max(1, unreachableAfter)
        content.team = team
    }

    /// The added domains that the notice is about; `nil` for a notice about all domains.
    package var domains: DomainSubset? {
        guard content.team != nil else { return nil }
        return DomainSubset(names: namesOfTeam) { [content] in content.isAbout(domainOfTeam: $0.people.team) }
    }

    package mutating func add(_ report: DomainReport, at index: Int = .max) {
        guard content.isAbout(domainOfTeam: report.people.team) else { return }
        if content.team != nil { namesOfTeam.insert(report.name) }
        content.summary.add(report)
        content.accepted.add(report, at: index)
        if report.status == .unreachable {
            addUnreachableDomain(report, at: index)
            return
        }
        for finding in report.findings where finding.isUnwaivedError {
            if finding.state == .still { hasOldErrors = true }
            errors.add(
                RunChanges.Change(
                    domain: report.name, kind: finding.state == .returned ? .returned : .new, code: finding.code,
                    severity: finding.severity, message: finding.message, people: report.people.nonEmpty),
                at: index)
        }
    }

    private mutating func addUnreachableDomain(_ report: DomainReport, at index: Int) {
        let cause = report.findings.first(where: \.isUnwaivedError)?.code.rawValue
        guard let domain = report.domain, let cause else { return }
        guard unreachable.count < Self.maxUnreachable else {
            content.hasMoreUnreachable = true
            return
        }
        unreachable.append((domain, index, cause, report.people.nonEmpty))
    }

    /// Completes the notice.
    ///
    /// `reported` contains the warnings about a run as a whole that are not news. If `isFirst` is true, the receiver
    /// got no message before, so existing problems are news. `outage` returns the outage of an unreachable domain
    /// according to the previous runs.
    package mutating func finish(
        _ ending: RunEnding, reported: Set<RunWarning.Code> = [], changes: RunChanges?, recovered: [EndedOutage] = [],
        movedIn: [DomainMove] = [], movedOut: [DomainMove] = [], isFirst: Bool = false,
        outage: (DomainID) -> DomainOutage?
    ) {
        content.ending = ending
        hasNewWarning = ending.warnings.contains { !reported.contains($0.code) }
        defer { unreachable = [] }
        // Failures with a local cause are not news about a domain, and cannot be compared.
        guard !ending.isInDoubt else { return }
        // A new receiver needs all errors, not only the changes.
        let changes = isFirst && hasOldErrors ? nil : changes
        if let changes { add(changes) } else { content.new = errors }
        content.changes = changes
        // The items are in the lists of the message, up to the limits of the lists.
        content.changes?.items = []
        for ended in recovered where content.isAbout(domainOfTeam: ended.people?.team) { content.recovered.add(ended) }
        if !isFirst {
            for move in movedIn { content.movedIn.add(move) }
            for move in movedOut { content.movedOut.add(move) }
        }
        let movedInNames = Set(movedIn.map(\.domain))
        for (domain, index, cause, people) in unreachable {
            let outage = outage(domain) ?? DomainOutage(runs: 1)
            // A reported outage is news only to a receiver that got no messages about the domain before.
            let isUninformed = isFirst || movedInNames.contains(domain.name)
            guard outage.runs >= unreachableAfter, isUninformed || !outage.isReported else { continue }
            outages.append(domain)
            content.unreachable.add(
                .init(domain: domain.name, runs: outage.runs, since: outage.since, cause: cause, people: people),
                at: index)
        }
    }

    private mutating func add(_ changes: RunChanges) {
        for change in changes.items where !Catalogue[change.code].preventsCheck {
            if change.kind == .fixed { content.fixed.add(change) } else { content.new.add(change) }
        }
        // `changes` contains only the most severe items, but counts all; the items that it lacks are counted here.
        let fixedItemCount = changes.items.count { $0.kind == .fixed }
        let newItemCount = changes.items.count - fixedItemCount
        content.new.increaseCount(by: changes.new + changes.returned - newItemCount)
        content.fixed.increaseCount(by: changes.fixed - fixedItemCount)
    }

    /// Whether the notice contains anything that the last message did not report.
    package var isNews: Bool {
        // Warnings about the run as a whole are reported only to the receiver of messages about all domains.
        (content.team == nil && (hasNewWarning || !content.ending.isComplete))
            || !outages.isEmpty || content.new.count > 0 || content.fixed.count > 0 || content.recovered.count > 0
            || content.moveCount > 0
    }
}

package struct DomainOutage: Sendable {
    /// The number of runs in a row that could not reach the domain, including the current one.
    package var runs: Int
    /// The start of the first run of the outage.
    package var since: Date?
    /// Whether a message contained the outage.
    package var isReported: Bool

    package init(runs: Int, since: Date? = nil, isReported: Bool = false) {
        self.runs = runs
        self.since = since
        self.isReported = isReported
    }
}
