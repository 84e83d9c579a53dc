import Basics

package import struct Foundation.Date

/// A message about a run: what there is to say, and of which run; the same bytes whenever it is sent.
package struct NoticeMessage: Sendable, Codable {
    package let content: NoticeContent
    package let run: String
    package let startedAt: Date
    package let finishedAt: Date
    package let toolVersion: String
    package let rulesVersion: String

    /// The team whose domains it is about; `nil` for all domains.
    package var team: String? { content.team }

    /// What tells the message from all others of runs that came to their end: the run, and the team where it is for one.
    package var key: String { run + (team.map { ".\(Self.fingerprint(ofTeam: $0))" } ?? "") }

    /// What stands for a team in keys; capitals do not matter.
    package static func fingerprint(ofTeam team: String) -> String { StableHash(team.lowercased()).hex }

    /// Creates a message.
    ///
    /// - Parameters:
    ///   - content: What there is to say.
    ///   - facts: What is said of the run.
    ///   - finishedAt: When it ended.
    package init(_ content: NoticeContent, facts: RunFacts, finishedAt: Date) {
        self.content = content
        run = facts.id
        startedAt = facts.startedAt.toTheMillisecond
        self.finishedAt = finishedAt.toTheMillisecond
        toolVersion = facts.toolVersion
        rulesVersion = facts.rulesVersion
    }
}
