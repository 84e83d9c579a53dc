import Basics
public import Findings

package import struct Foundation.Date

/// A waiver in the configuration: the finding and the domains that it applies to, its reason, and its end.
public struct WaiverRule: Hashable, Sendable {
    /// The finding.
    public var code: FindingCode
    /// The pattern of the domains; `nil` for any.
    public var domain: DomainPattern?
    /// The team of the domains; `nil` for any.
    public var team: String?
    /// A tag that the domains must have; `nil` for any.
    public var tag: String?
    /// The reason and the last day, as shown in reports.
    public var waiver: Waiver
    /// The position of the waiver, such as `aasa-audit.yaml, line 12`; `nil` if it was not read from a file.
    public var origin: String?

    /// Creates a rule.
    public init(
        code: FindingCode, domain: DomainPattern? = nil, team: String? = nil, tag: String? = nil, waiver: Waiver,
        origin: String? = nil
    ) {
        self.code = code
        self.domain = domain
        self.team = team
        self.tag = tag
        self.waiver = waiver
        self.origin = origin
    }

    /// The domains that the waiver applies to, for display: `*.example.com, team Web, tag europe`.
    package var extent: String {
        [domain?.description, team.map { "team \($0)" }, tag.map { "tag \($0)" }].compactMap(\.self)
            .joined(separator: ", ")
    }

    /// Whether the waiver applies to a domain; case of teams and tags is ignored.
    func covers(_ other: DomainID, _ people: DomainPeople) -> Bool {
        if let domain, !domain.covers(other) { return false }
        if let team, !DomainPeople.isSameTeam(team, people.team) { return false }
        guard let tag else { return true }
        return people.tags.contains { $0.lowercased() == tag.lowercased() }
    }

    /// Whether the last day of the waiver, in UTC, is before `date`.
    package func hasEnded(at date: Date) -> Bool {
        guard let until = waiver.until else { return false }
        // Both have the form yyyy-mm-dd, so that texts and days have the same order.
        return until < date.dayText
    }
}

/// The waivers of a run, in the order in which they were written; the first waiver that applies is used.
public struct WaiverList: Hashable, Sendable {
    /// The waivers.
    public let rules: [WaiverRule]
    private let indicesByCode: [FindingCode: [Int]]

    /// Creates a list.
    public init(_ rules: [WaiverRule] = []) {
        self.rules = rules
        indicesByCode = Dictionary(grouping: rules.indices) { rules[$0].code }
    }

    package var isEmpty: Bool { rules.isEmpty }

    /// Returns the waiver that applies to a finding of a domain at `date`; `nil` if the finding counts.
    package func waiver(for code: FindingCode, of domain: DomainID, _ people: DomainPeople, at date: Date) -> Waiver? {
        index(for: code, of: domain, people, at: date).map { rules[$0].waiver }
    }

    package func endedRules(at date: Date) -> [WaiverRule] { rules.filter { $0.hasEnded(at: date) } }

    /// Returns the index of the first rule for a finding, among those that `hasEnded` at `date` or those that have not.
    fileprivate func index(
        for code: FindingCode, of domain: DomainID, _ people: DomainPeople, at date: Date, hasEnded: Bool = false
    ) -> Int? {
        indicesByCode[code]?.first { index in
            rules[index].hasEnded(at: date) == hasEnded && rules[index].covers(domain, people)
        }
    }
}

/// Determines which waivers applied in a run, or would have applied if they had not ended.
package struct WaiverUse: Sendable {
    private let list: WaiverList
    private var usedIndices: Set<Int> = []

    package init(_ list: WaiverList) { self.list = list }

    /// Records the waivers of the findings in a report.
    package mutating func add(_ report: DomainReport) {
        guard let domain = report.domain else { return }
        for finding in report.findings {
            // For a finding without a waiver, the rule that would apply can only be one that has ended.
            let index = list.index(
                for: finding.code, of: domain, report.people, at: report.startedAt, hasEnded: finding.waived == nil)
            if let index { usedIndices.insert(index) }
        }
    }

    /// Returns the rules that would have applied, but have ended at `date`, so that their findings count again.
    package func endedRules(at date: Date) -> [WaiverRule] {
        usedIndices.sorted().map { list.rules[$0] }.filter { $0.hasEnded(at: date) }
    }

    /// Returns the rules that applied, and that end within `days` after `date`.
    package func ending(within days: Int, of date: Date) -> [WaiverRule] {
        let end = date.addingTimeInterval(Double(days) * 86_400)
        return usedIndices.sorted().map { list.rules[$0] }.filter { !$0.hasEnded(at: date) && $0.hasEnded(at: end) }
    }

    /// The rules that did not apply to any finding, and would not have applied if they had not ended.
    package var unused: [WaiverRule] { list.rules.indices.filter { !usedIndices.contains($0) }.map { list.rules[$0] } }
}
