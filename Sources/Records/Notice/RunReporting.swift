package import Audit

/// The messages about a run.
package struct RunReporting: Sendable {
    /// The messages, each for another receiver; empty without news.
    package var messages: [NoticeMessage]
    /// The domains that they report as unreachable.
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

/// The changes since the last messages.
package struct RunNews: Sendable {
    /// The findings that appeared or were resolved; `nil` if no previous run is known.
    package var changes: RunChanges?
    /// The domains that were reported as unreachable, and that can be reached again.
    package var recovered: [EndedOutage]
    /// The domains with problems that were assigned to the team since the last message about them.
    package var movedIn: [DomainMove] = []
    /// The domains that were assigned to another team since the last message, in which they had problems.
    package var movedOut: [DomainMove] = []
    /// The warnings about runs as a whole in the last message, unless a run has been settled since.
    package var warnings: Set<RunWarning.Code>

    package init(changes: RunChanges?, recovered: [EndedOutage], warnings: Set<RunWarning.Code>) {
        self.changes = changes
        self.recovered = recovered
        self.warnings = warnings
    }
}

/// A message that has not been delivered yet.
package struct PendingMessage: Sendable {
    /// The number of the message in the database.
    package let id: Int64
    /// A key that stays the same whenever the message is sent, so that the receiver can detect duplicates.
    package let key: String
    /// The message; `nil` if it was written by another version and cannot be read.
    package let message: NoticeMessage?
    /// Whether it belongs to an earlier run.
    package let isOfEarlierRun: Bool

    package init(id: Int64, key: String, message: NoticeMessage?, isOfEarlierRun: Bool) {
        self.id = id
        self.key = key
        self.message = message
        self.isOfEarlierRun = isOfEarlierRun
    }
}
