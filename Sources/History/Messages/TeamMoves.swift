import Audit
import Findings
import GRDB
import Records

/// The domains that were assigned to or taken from a team since the last message about them.
///
/// All errors and warnings of such a domain are new for its current team. The previous team is informed that it is no
/// longer responsible.
struct TeamMoves {
    /// The IDs of the domains that were assigned to the team, with or without problems.
    private(set) var arrivedDomains: Set<Int64> = []
    private var arrivals: [(index: Int, move: DomainMove)] = []
    private var departures: [(index: Int, move: DomainMove)] = []

    var movedIn: [DomainMove] { arrivals.sorted { $0.index < $1.index }.map(\.move) }
    var movedOut: [DomainMove] { departures.sorted { $0.index < $1.index }.map(\.move) }

    /// Adds a domain that was moved to the team from `previousTeam`; returns the domain as the new team sees it.
    mutating func recordArrival(
        of domain: RunDiff.Domain, id: Int64, from previousTeam: String?, _ db: Database
    ) throws -> RunDiff.Domain {
        arrivedDomains.insert(id)
        let domain = domain.comparedByNewTeam
        let hasOutage = try domain.laterStatus == .unreachable && db.row(Queries.outage, [id]) != nil
        if hasOutage || !domain.findings.isEmpty {
            let move = DomainMove(domain: domain.name, previousTeam: previousTeam, people: domain.people)
            arrivals.append((domain.listIndex, move))
        }
        return domain
    }

    /// Adds a domain that was taken from the team, if its last reported result, `earlier`, had problems or an outage.
    mutating func recordDeparture(
        of domain: RunDiff.Domain, id: Int64, _ earlier: DomainReport, _ known: EarlierFindings, _ db: Database
    ) throws {
        let findings = earlier.findings + known.unchecked(in: earlier).map(\.finding)
        let hadOutage = try earlier.status == .unreachable && db.row(Queries.outage, [id]) != nil
        guard hadOutage || findings.contains(where: { $0.isReportedToTeams }) else { return }
        let move = DomainMove(domain: domain.name, previousTeam: earlier.people.team, people: domain.people)
        departures.append((domain.listIndex, move))
    }
}

extension Finding {
    /// Whether a message to a team includes the finding; outages are reported separately.
    fileprivate var isReportedToTeams: Bool { isCounted && !Catalogue[code].preventsCheck }
}

extension RunDiff.Domain {
    /// The comparison for a team that the domain was just assigned to: the team knew no findings, so none is resolved.
    fileprivate var comparedByNewTeam: RunDiff.Domain {
        var domain = self
        domain.earlierStatus = nil
        domain.findings = findings.filter { $0.kind != .fixed && $0.finding.isReportedToTeams }.map {
            .init(kind: .new, finding: $0.finding)
        }
        return domain
    }
}
