package import Audit
import Basics
package import Findings

package import struct Foundation.Date

/// A message about a run, whose bytes are the same in each attempt to send it.
package struct NoticeMessage: Sendable, Codable {
    package let content: NoticeContent
    package let run: String
    package let startedAt: Date
    package let finishedAt: Date
    package let toolVersion: String
    package let rulesVersion: String
    package let reportURL: String?

    package var team: String? { content.team }

    /// The run and the team of the message; a later message, about the rest of a resumed run, has the same key.
    package var key: String { run + (team.map { ".\(Self.fingerprint(ofTeam: $0))" } ?? "") }

    /// Returns the identifier of a team in keys; case does not matter.
    package static func fingerprint(ofTeam team: String) -> String { StableHash(team.lowercased()).hex }

    package init(_ content: NoticeContent, facts: RunFacts, finishedAt: Date) {
        self.content = content
        run = facts.id
        startedAt = facts.startedAt.roundedToMilliseconds
        self.finishedAt = finishedAt.roundedToMilliseconds
        toolVersion = facts.toolVersion
        rulesVersion = facts.rulesVersion
        reportURL = facts.reportURL
    }
}

/// The messages of a run.
package struct OutgoingMessages: Sendable {
    package var messages: [NoticeMessage]
    /// The domains whose outages the messages report.
    package var outages: [DomainID]
    /// The receivers that are now informed about all problems, even if there was nothing to report to them: names of
    /// teams, and `nil` for the receiver of messages about all domains.
    package var receivers: [String?]

    package init(messages: [NoticeMessage] = [], outages: [DomainID] = [], receivers: [String?] = []) {
        self.messages = messages
        self.outages = outages
        self.receivers = receivers
    }
}

/// The content of a message: the state of a run, and the news since the last message.
package struct NoticeContent: Sendable, Codable {
    package struct Unreachable: Sendable, Codable {
        package var domain: String
        /// The number of runs in a row, including this run.
        package var runs: Int
        package var since: Date?
        package var cause: String?
        package var people: DomainPeople?
    }

    /// The team whose domains the message is about; `nil` for all domains.
    package var team: String?
    package var summary = RunSummary()
    package var ending = RunEnding(isComplete: true)
    /// The numbers of changes since the previous run, without items; `nil` if all errors are listed instead.
    package var changes: RunChanges?
    /// The new or returned findings; without ``changes``, every error.
    package var new = LimitedList<RunChanges.Change>()
    package var fixed = LimitedList<RunChanges.Change>()
    package var unreachable = LimitedList<Unreachable>()
    package var recovered = LimitedList<EndedOutage>()
    package var movedIn = LimitedList<DomainMove>()
    package var movedOut = LimitedList<DomainMove>()
    package var accepted = LimitedList<AcceptedDomain>()
    /// Whether some unreachable domains were not compared with previous runs, because their number exceeds the limit.
    package var hasMoreUnreachable = false

    package var moveCount: Int { movedIn.count + movedOut.count }

    func isAbout(domainOfTeam domainTeam: String?) -> Bool { team == nil || DomainPeople.isSameTeam(team, domainTeam) }
}

/// A domain with problems that was assigned to another team since the last message about the domain.
package struct DomainMove: Hashable, Sendable, Codable {
    package var domain: String
    package var previousTeam: String?
    package var people: DomainPeople?

    package init(domain: String, previousTeam: String?, people: DomainPeople?) {
        self.domain = domain
        self.previousTeam = previousTeam
        self.people = people
    }
}

/// A domain that was reported as unreachable, and that can be reached again.
package struct EndedOutage: Hashable, Sendable, Codable {
    package var domain: String
    /// The start of the first run that could not reach the domain.
    package var since: Date
    package var people: DomainPeople?

    package init(domain: String, since: Date, people: DomainPeople? = nil) {
        self.domain = domain
        self.since = since
        self.people = people
    }
}

package struct AcceptedDomain: Hashable, Sendable, Codable {
    package var name: String
    /// The code of the finding with ``waiver``.
    package var code: FindingCode
    package var waiver: Waiver
    package var people: DomainPeople?
}

extension LimitedList<AcceptedDomain> {
    package mutating func add(_ report: DomainReport, at index: Int = .max) {
        guard let finding = report.waivedFinding, let waiver = finding.waived else { return }
        add(
            AcceptedDomain(name: report.name, code: finding.code, waiver: waiver, people: report.people.nonEmpty),
            at: index)
    }
}
