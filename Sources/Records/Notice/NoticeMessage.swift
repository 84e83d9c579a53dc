package import Audit
import Basics
import Findings

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

    /// The key of the message, unique among the messages of all runs that ended: the run, and the team of the message.
    package var key: String { run + (team.map { ".\(Self.fingerprint(ofTeam: $0))" } ?? "") }

    /// Returns the identifier of a team in keys; case does not matter.
    package static func fingerprint(ofTeam team: String) -> String { StableHash(team.lowercased()).hex }

    package init(_ content: NoticeContent, facts: RunFacts, finishedAt: Date) {
        self.content = content
        run = facts.id
        startedAt = facts.startedAt.toTheMillisecond
        self.finishedAt = finishedAt.toTheMillisecond
        toolVersion = facts.toolVersion
        rulesVersion = facts.rulesVersion
        reportURL = facts.options["reportUrl"]?.string
    }
}

package struct RunReporting: Sendable {
    package var messages: [NoticeMessage]
    package var outages: [DomainID]
    /// The receivers that are now informed about all problems, even if there was nothing to report: teams, and `nil`
    /// for all domains.
    package var receivers: [String?]

    package init(messages: [NoticeMessage], outages: [DomainID] = [], receivers: [String?] = []) {
        self.messages = messages
        self.outages = outages
        self.receivers = receivers
    }
}
