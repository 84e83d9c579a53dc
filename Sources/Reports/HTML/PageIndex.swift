import Audit
import Basics
import Findings
import Runs

import struct Foundation.Date

/// The information on the page about all domains together: their order, their names, and the number of domains with each
/// property.
struct PageIndex {
    /// The position of a domain, worst first; equal domains remain in the order of the input.
    struct Rank: Comparable {
        var state: Int
        var answer: Int
        var errors: Int
        var index: Int

        static func < (left: Rank, right: Rank) -> Bool {
            (left.state, left.answer, -left.errors, left.index)
                < (right.state, right.answer, -right.errors, right.index)
        }
    }

    /// The most domains that are named as not checked on the first screen.
    static let maxMissed = 3

    /// The ranks of the domains, in input order.
    private(set) var ranks: [Rank] = []
    private var taken: Set<String> = []
    private var byName: [String: String] = [:]

    /// The first domains that could not be checked, each with the reason.
    private(set) var missed: [(name: String, why: String)] = []
    /// The problems to fix first.
    private(set) var startHere: StartHere
    /// The number of domains that each value of a filter leaves, by the key of the filter.
    private(set) var counts: [String: [String: Int]] = [:]
    /// The number of domains with each token of ``DomainRow/tokens(of:)``, and the highest severity of the token.
    private(set) var tokens: [String: (code: FindingCode, severity: Severity, count: Int)] = [:]
    /// The first domain for each filter of the first screen: the target of its links without scripts.
    private(set) var first: [String: Rank] = [:]
    /// The state of all domains night by night; `nil` if nothing is known about it.
    private(set) var timeline: OverallTimeline?
    /// The amount of work for each team.
    private(set) var teamMatrix = TeamMatrix()
    /// The certificates that end soon.
    private(set) var calendar = CertificateCalendar()
    /// The previous and the current status of domains of ``RunChanges/items``, if they differ, by name.
    private(set) var moves: [String: String] = [:]
    private let changed: Set<String>
    private let previousStartedAt: Date?
    private(set) var hasPast = false
    private(set) var hasPeople = false

    /// Creates an index without domains, for a run.
    init(_ run: any StoredRun) {
        startHere = StartHere(of: run)
        let timeline = OverallTimeline(of: run)
        self.timeline = timeline.isEmpty ? nil : timeline
        changed = Set(run.changes?.items.map(\.domain) ?? [])
        previousStartedAt = run.changes?.previousStartedAt
    }

    /// The number of domains in the index.
    var count: Int { ranks.count }

    /// Returns the number of domains that a value of a filter leaves.
    func count(_ key: String, _ value: some RawRepresentable<String>) -> Int { counts[key]?[value.rawValue] ?? 0 }

    /// Takes the next domain in, and names it, unless the caller did: links to it lead to what it is called.
    mutating func add(_ report: DomainReport, past: DomainPast?, at place: String? = nil) -> String {
        let anchor = place ?? takeAnchor(report)
        name(report.name, is: anchor)
        let rank = Rank(report, ranks.count)
        ranks.append(rank)
        startHere.add(report)
        timeline?.add(report, past)
        teamMatrix.add(report, past)
        calendar.add(report)
        count(report, rank)
        // The night before can have had another run since the one that this one is compared with.
        if changed.contains(report.name), let before = past?.runs.dropLast().last,
            before.startedAt == previousStartedAt, before.status != report.status
        {
            moves[report.name] = "\(before.status.label) → \(report.status.label)"
        }
        hasPast = hasPast || (past?.runs.count ?? 0) > 1
        hasPeople = hasPeople || report.team != nil || report.owner != nil
        note(report)
        return anchor
    }

    /// Names a domain that is not in the run.
    mutating func name(_ name: String, is anchor: String) {
        let name = VisibleText.escape(name)
        if byName[name] == nil { byName[name] = anchor }
    }

    /// The anchor of a domain that is known by its name.
    func anchor(named name: String) -> String? { byName[VisibleText.escape(name)] }

    private mutating func takeAnchor(_ report: DomainReport) -> String {
        // Only what a host name can hold: a fragment needs no escaping then.
        let domain = report.domain.flatMap { domain in
            domain.host.utf8.allSatisfy { Self.isPlain($0) } && !domain.host.isEmpty ? domain : nil
        }
        let wanted =
            domain.map { $0.port == 443 ? "d-\($0.host)" : "d-\($0.host):\($0.port)" } ?? "d-entry-\(ranks.count + 1)"
        let anchor = taken.contains(wanted) ? "\(wanted)-\(ranks.count + 1)" : wanted
        taken.insert(anchor)
        return anchor
    }

    /// Whether a byte can stand in a host name or an address.
    static func isPlain(_ byte: UInt8) -> Bool {
        byte.isHostByte && !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || byte == UInt8(ascii: ":")
    }

    /// Says what a line is about: a few domains by name, and a filter for all of them where those are not all.
    func members(_ line: inout TemplateObject, _ domains: DomainNames, id: String, shown: Int) {
        line.list("stepName", domains.names.prefix(shown)) { link($1, &$0) }
        guard domains.count > shown else { return }
        line.text("stepMore", "and \(Phrase.number(domains.count - shown)) more")
        line.object("all") { all in
            all.text("allID", id)
            let (count, named) = (Phrase.number(domains.count), Phrase.number(domains.names.count))
            all.text(
                "allLabel", domains.names.count < domains.count ? "the first \(named) of \(count)" : "all \(count)")
            all.block("allNames", domains.names)
        }
    }

    /// The name of a domain, with a link where the page has the domain.
    func link(_ name: String, _ object: inout TemplateObject) {
        let parts = DomainReport.nameParts(name)
        object.text("changeHost", parts.host)
        object.text("changePort", parts.port)
        object.text("changeTarget", anchor(named: name))
    }

    private mutating func noteFirst(_ filter: String, _ rank: Rank) { first[filter] = min(rank, first[filter] ?? rank) }

    private mutating func count(_ report: DomainReport, _ rank: Rank) {
        noteFirst("status=\(report.status.rawValue)", rank)
        if [.unreachable, .invalid].contains(report.status) { noteFirst("status=unreachable,invalid", rank) }
        noteFirst("opens=\(report.opensApp.rawValue)", rank)
        let values: [(key: String, values: [String])] = [
            ("status", [report.status.rawValue]), ("opens", [report.opensApp.rawValue]),
            ("team", report.team.map { [VisibleText.escape($0)] } ?? []),
            ("service", Set(report.file?.services ?? []).map { VisibleText.escape($0) }),
            ("system", DomainRow.fails(of: report)), ("change", report.changes.map(\.rawValue)),
        ]
        for (key, values) in values {
            for value in values { counts[key, default: [:]][value, default: 0] += 1 }
        }
        var seen: [String: Finding] = [:]
        for finding in report.findings {
            let token = DomainRow.token(finding)
            if finding.severity >= seen[token]?.severity ?? .info { seen[token] = finding }
        }
        for (token, finding) in seen {
            noteFirst("code=\(token)", rank)
            let known = tokens[token]
            tokens[token] = (
                finding.code, max(known?.severity ?? .info, finding.severity), (known?.count ?? 0) + 1
            )
        }
    }

    private mutating func note(_ report: DomainReport) {
        let state = report.status
        guard [.unreachable, .invalid].contains(state), missed.count < Self.maxMissed else { return }
        let title = report.findings.first.map { Catalogue[$0.code].title } ?? VerdictSentence.text(report)
        let isNoted = state == .invalid && !report.notes.isEmpty
        missed.append((report.name, isNoted ? report.notes.joined(separator: ": ") : title))
    }
}

extension PageIndex.Rank {
    /// Ranks the domain at `index` of the input.
    init(_ report: DomainReport, _ index: Int) {
        state = DomainStatus.worstFirst.firstIndex(of: report.status) ?? 0
        answer =
            switch report.opensApp {
            case .no: 0
            case .partly: 1
            case .unknown: 2
            case .yes, .likely, .noLinks: 3
            }
        errors = report.findings.count { $0.severity == .error && $0.waived == nil }
        self.index = index
    }
}
