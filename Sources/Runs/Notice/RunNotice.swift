package import Audit
import Findings

/// The news to report at the end of a run: findings that are new or fixed, and domains that have been unreachable for a long
/// time.
///
/// Domains are added as they end, so that only the reported information is kept. If no previous run is known, every error
/// is reported.
package struct RunNotice: Sendable {
    /// The most domains that could not be reached and are held against the runs before.
    static let maxCandidates = 10_000

    private let unreachableAfter: Int
    private var candidates: [(domain: DomainID, index: Int, cause: String, people: DomainPeople?)] = []
    private var wrong = Listed<RunChanges.Change>()
    private var hasOldErrors = false
    private var hasNewOutage = false
    private var hasNewWarning = false

    /// The names of the domains that it is about; empty where it is about all.
    private var names: Set<String> = []

    /// The content of the message.
    package private(set) var content = NoticeContent()
    /// The domains of which it says that they cannot be reached.
    package private(set) var outages: [DomainID] = []

    /// Creates a notice in which nothing has happened.
    ///
    /// - Parameters:
    ///   - unreachableAfter: After how many runs in a row a domain that cannot be reached is reported, at least 1.
    ///   - team: The team whose domains it is about; `nil` for all domains.
    package init(unreachableAfter: Int, team: String? = nil) {
        self.unreachableAfter = max(1, unreachableAfter)
        content.team = team
    }

    /// The domains that it is about, of those that were added; `nil` for all.
    package var domains: SomeDomains? {
        guard content.team != nil else { return nil }
        return SomeDomains(names: names) { [content] report in content.isAbout(report.team) }
    }

    /// Takes the domain at `index` of the list.
    package mutating func add(_ report: DomainReport, at index: Int = .max) {
        guard content.isAbout(report.team) else { return }
        if content.team != nil { names.insert(report.name) }
        content.summary.add(report)
        content.accepted.add(report, at: index)
        if report.status == .unreachable {
            addCandidate(report, at: index)
            return
        }
        let name = report.name
        for finding in report.findings where finding.severity == .error && finding.waived == nil {
            if finding.state == .still { hasOldErrors = true }
            wrong.add(
                RunChanges.Change(
                    domain: name, kind: finding.state == .returned ? .returned : .new, code: finding.code,
                    severity: finding.severity, message: finding.message, people: DomainPeople(report)),
                at: index)
        }
    }

    private mutating func addCandidate(_ report: DomainReport, at index: Int) {
        let cause = report.findings.first { $0.severity == .error && $0.waived == nil }?.code.rawValue
        guard let domain = report.domain, let cause else { return }
        guard candidates.count < Self.maxCandidates else {
            content.isUnreachableCut = true
            return
        }
        candidates.append((domain, index, cause, DomainPeople(report)))
    }

    /// Ends the run.
    ///
    /// - Parameters:
    ///   - ending: How it ended.
    ///   - reported: What looked wrong with runs as a whole the last time somebody was told, and has not been well since.
    ///   - changes: What is different from what was reported before; `nil` where nothing was.
    ///   - recovered: Domains of which was reported that they cannot be reached, and that can be.
    ///   - movedIn: Domains with problems that its team has taken over.
    ///   - movedOut: Domains with problems that its team has given up.
    ///   - isFirst: Whether its reader was told nothing before: then what is wrong already is news, too.
    ///   - outage: Knows what the runs before say of a domain that cannot be reached.
    package mutating func finish(
        _ ending: RunEnding, reported: Set<RunWarning.Code> = [], changes: RunChanges?, recovered: [EndedOutage] = [],
        movedIn: [DomainMove] = [], movedOut: [DomainMove] = [], isFirst: Bool = false,
        outage: (DomainID) -> DomainOutage?
    ) {
        content.ending = ending
        hasNewWarning = ending.warnings.contains { !reported.contains($0.code) }
        defer { candidates = [] }
        // What has its cause on this side is no news of a domain, and nothing that could be compared.
        guard !ending.isInDoubt else { return }
        let changes = isFirst && hasOldErrors ? nil : changes
        if let changes { add(changes) } else { content.new = wrong }
        content.changes = changes
        // They are in the lists of the message as far as it has them.
        content.changes?.items = []
        for domain in recovered where content.isAbout(domain.people?.team) { content.recovered.add(domain) }
        if !isFirst {
            for move in movedIn { content.movedIn.add(move) }
            for move in movedOut { content.movedOut.add(move) }
        }
        let isNewToReader: (String) -> Bool = isFirst ? { _ in true } : Set(movedIn.map(\.domain)).contains
        for (domain, index, cause, people) in candidates {
            let known = outage(domain) ?? DomainOutage(runs: 1, since: nil, isReported: false)
            // Once it has been reported, it is news only to a reader who was not told of the domain before.
            guard known.runs >= unreachableAfter, !known.isReported || isNewToReader(domain.name) else { continue }
            hasNewOutage = true
            outages.append(domain)
            content.unreachable.add(
                .init(domain: domain.name, runs: known.runs, since: known.since, cause: cause, people: people),
                at: index)
        }
    }

    private mutating func add(_ changes: RunChanges) {
        for change in changes.items
        where change.severity > .info && !change.isWaived && !Catalogue[change.code].unreachable {
            if change.kind == .fixed { content.fixed.add(change) } else { content.new.add(change) }
        }
        // The changes keep the worst of what they count.
        let fixed = changes.items.count { $0.kind == .fixed }
        content.new.add(uncounted: changes.new + changes.returned - (changes.items.count - fixed))
        content.fixed.add(uncounted: changes.fixed - fixed)
    }

    /// Whether there is news since the last message, or anything wrong where there was none.
    package var isNews: Bool {
        // What happened to the run as a whole is no news of a team's domains; whoever answers for all is told.
        content.team == nil && (hasNewWarning || !content.ending.complete)
            || hasNewOutage || content.new.count > 0 || content.fixed.count > 0 || content.recovered.count > 0
            || content.moves > 0
    }
}
