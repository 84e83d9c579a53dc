import Audit
import Basics
import Findings
import Records

/// The order, names and anchors of all domains, and the number of domains with each property that the page counts.
struct PageIndex {
    /// Consecutive rows of the table that have the same fix, in a short table, or the same cause or, without a cause to
    /// fix, the same status, and the most severe status of the rows.
    typealias Section = (cause: FindingCode?, repair: Int, status: DomainStatus, count: Int)

    private static let maxUnchecked = 3
    /// The maximum number of rows of a table with a section for each fix, in place of a list of fixes.
    static let maxRankedRows = 20

    /// The group in ``planner``, the cause and the position of the status, of each domain in input order; the cause is
    /// `nil` if the domain has no group.
    private var ranks: [(group: Int?, cause: FindingCode?, status: Int)] = []
    /// The indexes of the domains by fix, then by status, and in input order.
    private(set) var order: [Int] = []
    /// The sections of the table, by the position of their first row.
    private(set) var sections: [Int: Section] = [:]
    /// The positions of the rows of each fix in the table.
    private(set) var repairRows: [Range<Int>] = []
    private var takenAnchors: Set<String> = []
    private var anchorsByName: [String: String] = [:]

    private(set) var uncheckedTargets: [(name: String, why: String)] = []
    private var planner: FixPlanner
    /// The problems to fix first; complete once all domains have been added.
    private(set) var plan: FixPlanner.Plan
    /// The number of domains that match each value of a filter, by the key of the filter.
    private(set) var counts: [String: [String: Int]] = [:]
    /// The number of domains with each token of ``DomainRow/tokens(of:)``, and the highest severity of the token.
    private(set) var tokens: [String: (code: FindingCode, severity: Severity, count: Int)] = [:]
    /// The number of domains with each finding, including notes and accepted findings.
    private(set) var codes: [FindingCode: Int] = [:]
    /// The first domain of each group for each filter of the first screen.
    private var firstDomains: [String: [Int: Int]] = [:]
    /// The filters of the first screen, by the domain that their links lead to without scripts.
    private(set) var filters: [Int: [String]] = [:]
    /// The state of all domains, night by night; `nil` if there is only one night.
    private(set) var timeline: OverallTimeline?
    private(set) var teamMatrix = TeamMatrix()
    private(set) var calendar = CertificateCalendar()
    // Whether any row has a picture of the nights, and an owner or a team.
    private(set) var hasPast = false
    private(set) var hasPeople = false

    init(_ run: any StoredRun) {
        planner = FixPlanner(of: run)
        plan = planner.plan
        let timeline = OverallTimeline(of: run)
        self.timeline = timeline.hasOnlyOneDay ? nil : timeline
    }

    var count: Int { ranks.count }
    /// Whether the table is the list of what to fix.
    var isRanked: Bool { count <= Self.maxRankedRows }

    func count(_ key: String, _ value: some RawRepresentable<String>) -> Int { counts[key]?[value.rawValue] ?? 0 }

    /// Adds the next domain and returns its anchor, which is `fixedAnchor` if specified.
    @discardableResult
    mutating func add(_ report: DomainReport, past: DomainPast?, at fixedAnchor: String? = nil) -> String {
        let anchor = fixedAnchor ?? takeAnchor(report)
        setAnchor(anchor, named: report.name)
        countProperties(of: report)
        let group = planner.add(report)
        ranks.append((group, group == nil ? nil : report.cause?.code, report.status.rank))
        recordFilters(of: report)
        timeline?.add(report, past)
        teamMatrix.add(report, past)
        calendar.add(report)
        hasPast = hasPast || (past?.runs.count ?? 0) > 1
        hasPeople = hasPeople || report.people.hasOwner
        if [.unreachable, .invalid].contains(report.status), uncheckedTargets.count < Self.maxUnchecked {
            let title = report.findings.first.map { Catalogue[$0.code].title } ?? VerdictSentence.text(report)
            let hasReason = report.status == .invalid && !report.notes.isEmpty
            uncheckedTargets.append((report.name, hasReason ? report.notes.joined(separator: ": ") : title))
        }
        return anchor
    }

    /// Determines the order of the domains; to be called once all domains have been added.
    mutating func finish() {
        let plan = planner.plan
        self.plan = plan
        let repairs = ranks.map { rank in rank.group.flatMap { plan.positions[$0] } ?? Int.max }
        order = ranks.indices.sorted { (repairs[$0], ranks[$0].status, $0) < (repairs[$1], ranks[$1].status, $1) }
        addSections(repairs)
        let rowsByRepair = Dictionary(grouping: order.indices) { repairs[order[$0]] }
        repairRows = (0..<plan.count).map { rowsByRepair[$0].map { $0[0]..<($0[0] + $0.count) } ?? 0..<0 }
        var positions = order
        for (position, index) in order.enumerated() { positions[index] = position }
        for (filter, groups) in firstDomains {
            guard let index = groups.values.min(by: { positions[$0] < positions[$1] }) else { continue }
            filters[index, default: []].append(filter)
        }
        firstDomains = [:]
    }

    private mutating func addSections(_ repairs: [Int]) {
        func key(_ row: Int) -> String {
            if isRanked, repairs[row] < .max { return "\(repairs[row])" }
            return ranks[row].cause?.rawValue ?? "\(ranks[row].status)"
        }
        var start = 0
        for (position, row) in order.enumerated() {
            if position == 0 || key(row) != key(order[position - 1]) {
                start = position
                // The first fix of a cause, and the first domain of a fix, have the worst status.
                sections[start] = (ranks[row].cause, repairs[row], DomainStatus.worstFirst[ranks[row].status], 0)
            }
            sections[start]?.count += 1
        }
    }

    // MARK: Names

    /// Sets an anchor, unless the name has one.
    mutating func setAnchor(_ anchor: String, named name: String) {
        let name = VisibleText.escape(name)
        if anchorsByName[name] == nil { anchorsByName[name] = anchor }
    }

    private mutating func takeAnchor(_ report: DomainReport) -> String {
        let wanted = report.domain.flatMap { Self.anchor(host: $0.host, port: $0.port) } ?? "d-entry-\(ranks.count + 1)"
        let anchor = takenAnchors.contains(wanted) ? "\(wanted)-\(ranks.count + 1)" : wanted
        takenAnchors.insert(anchor)
        return anchor
    }

    /// Returns the anchor of the first domain with a host and a port; `nil` for a host with characters that host names
    /// cannot contain, so that a fragment needs no escaping.
    static func anchor(host: String, port: Int) -> String? {
        guard !host.isEmpty, host.utf8.allSatisfy(\.isAddressByte) else { return nil }
        return port == 443 ? "d-\(host)" : "d-\(host):\(port)"
    }

    /// Sets the domains that a line is about: the names of the first domains, and a filter for all if there are more.
    func fillMembers(_ line: inout TemplateObject, _ domains: DomainNames, id: String, shown: Int) {
        line.list("stepName", domains.names.prefix(shown)) { link($1, &$0) }
        guard domains.count > shown else { return }
        line.object("all") { all in
            all.text("allID", id)
            let count = Phrase.number(domains.count)
            let part = "the first \(Phrase.number(domains.names.count)) of \(count)"
            all.text("allLabel", domains.names.count < domains.count ? part : "all \(count)")
            all.block("allNames", domains.names)
        }
    }

    /// Sets the name of a domain, with a link if the page contains the domain.
    func link(_ name: String, _ object: inout TemplateObject) {
        object.name(name, target: anchorsByName[VisibleText.escape(name)])
    }

    // MARK: Numbers

    /// Records the filters of the first screen for which the last added domain is the first of its group.
    private mutating func recordFilters(of report: DomainReport) {
        guard let rank = ranks.last else { return }
        // Domains without a fix are grouped by status, with negative numbers.
        let group = rank.group ?? (-1 - rank.status)
        var filters = ["status=\(report.status.rawValue)", "opens=\(report.opensApp.rawValue)"]
        if [.unreachable, .invalid].contains(report.status) { filters.append("status=unreachable,invalid") }
        filters += DomainRow.tokens(of: report).map { "code=\($0)" }
        for filter in filters where firstDomains[filter]?[group] == nil {
            firstDomains[filter, default: [:]][group] = ranks.count - 1
        }
    }

    private mutating func countProperties(of report: DomainReport) {
        let values: [(key: String, values: [String])] = [
            ("status", [report.status.rawValue]), ("opens", [report.opensApp.rawValue]),
            ("team", report.people.team.map { [VisibleText.escape($0)] } ?? []),
            ("service", Set(report.file?.services ?? []).map { VisibleText.escape($0) }),
            ("system", DomainRow.failingSystems(of: report)), ("change", report.changes.map(\.rawValue)),
        ]
        for (key, values) in values {
            for value in values { counts[key, default: [:]][value, default: 0] += 1 }
        }
        for code in Set(report.findings.map(\.code)) { codes[code, default: 0] += 1 }
        var countedTokens: Set<String> = []
        for finding in report.findings {
            let token = DomainRow.token(finding)
            var entry = tokens[token] ?? (finding.code, .info, 0)
            entry.severity = max(entry.severity, finding.severity)
            if countedTokens.insert(token).inserted { entry.count += 1 }
            tokens[token] = entry
        }
    }
}
