import Audit
import Findings
import GRDB
import Runs

/// The domains that a team has taken over or given up since the last message about them.
///
/// A message is compared with the newest result of a domain that a message was about. Where another team was in charge of the
/// domain then, everything that counts is new for the team that is in charge now, also what could not be checked this time,
/// and the other team is told that it has given up what it was told of.
struct TeamMoves {
    /// The numbers of the domains that the team has taken over, with problems or without.
    private(set) var takenOver: Set<Int64> = []
    private var arrivals: [(index: Int, move: DomainMove)] = []
    private var departures: [(index: Int, move: DomainMove)] = []

    /// The domains with problems that the team has taken over, in the order of the list.
    var movedIn: [DomainMove] { arrivals.sorted { $0.index < $1.index }.map(\.move) }
    /// The domains that the team has given up, and that had problems in the last message, in the order of the list.
    var movedOut: [DomainMove] { departures.sorted { $0.index < $1.index }.map(\.move) }

    /// Adds a domain that the team has taken over from `team`, and gives back how it compares for the team.
    ///
    /// `domain` is its comparison with the newest result that a message was about.
    mutating func takeOver(
        _ domain: RunDiff.Domain, number: Int64, from team: String?, _ db: Database
    ) throws -> RunDiff.Domain {
        takenOver.insert(number)
        let domain = domain.takenOver
        let hasOutage = try domain.after == .unreachable && OutageReader.reportedSince(number, db) != nil
        if hasOutage || !domain.findings.isEmpty {
            arrivals.append(
                (domain.index, DomainMove(domain: domain.name, previousTeam: team, people: domain.people)))
        }
        return domain
    }

    /// Adds a domain that the team has given up, where it had problems in `earlier`, the newest result that a message was about.
    ///
    /// `domain` is its comparison with that result, and `known` are the findings that were known then.
    mutating func giveUp(
        _ domain: RunDiff.Domain, number: Int64, _ earlier: DomainReport, _ known: EarlierFindings,
        _ db: Database
    ) throws {
        let findings = earlier.findings + known.unseen(in: earlier).map(\.finding)
        let hadOutage = try earlier.status == .unreachable && OutageReader.reportedSince(number, db) != nil
        guard hadOutage || findings.contains(where: { $0.isToldToTeams }) else { return }
        departures.append(
            (domain.index, DomainMove(domain: domain.name, previousTeam: earlier.team, people: domain.people)))
    }
}

extension Finding {
    /// Whether a message reports it: outages are reported apart from findings.
    fileprivate var isToldToTeams: Bool { DomainComparison.isNews(self) && !Catalogue[code].unreachable }
}

extension RunDiff.Domain {
    /// The comparison for a team that has just taken the domain over: nothing was known to it, so that nothing is resolved.
    fileprivate var takenOver: RunDiff.Domain {
        var domain = self
        domain.before = nil
        domain.findings = findings.filter { $0.kind != .fixed && $0.finding.isToldToTeams }.map {
            .init(kind: .new, finding: $0.finding)
        }
        return domain
    }
}
