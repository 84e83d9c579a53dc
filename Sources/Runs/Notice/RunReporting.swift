package import Audit

/// The report of a run by messages.
package struct RunReporting: Sendable {
    /// The messages, each for another receiver; empty when there is nothing to say.
    package var messages: [NoticeMessage]
    /// The domains of which they say that they cannot be reached.
    package var outages: [DomainID]
    /// The receivers that know all problems from now on, even if there was nothing to report: teams, and `nil` for all
    /// domains.
    package var receivers: [String?]

    /// Creates what a run reports.
    package init(messages: [NoticeMessage], outages: [DomainID] = [], receivers: [String?] = []) {
        self.messages = messages
        self.outages = outages
        self.receivers = receivers
    }

    /// Creates what a run reports by one message, if it has anything to say.
    package init(message: NoticeMessage?, outages: [DomainID] = []) {
        self.init(messages: [message].compactMap(\.self), outages: outages)
    }
}

/// The changes since the last messages.
package struct RunNews: Sendable {
    /// The findings that appeared or were resolved; `nil` if no previous run is known.
    package var changes: RunChanges?
    /// The domains that were reported as unreachable, and that can be reached again.
    package var recovered: [EndedOutage]
    /// The domains with problems that the team has taken over since the last message about them.
    package var movedIn: [DomainMove] = []
    /// The domains that the team has given up since the last message about them, in which they had problems.
    package var movedOut: [DomainMove] = []
    /// The warnings about runs as a whole in the last message, unless a run has been settled since.
    package var warnings: Set<RunWarning.Code>

    /// Creates what is different.
    package init(changes: RunChanges?, recovered: [EndedOutage], warnings: Set<RunWarning.Code>) {
        self.changes = changes
        self.recovered = recovered
        self.warnings = warnings
    }
}

/// A message that waits for its delivery.
package struct PendingMessage: Sendable {
    /// Its number in the database.
    package let id: Int64
    /// The same whenever it is sent: by it a receiver can tell that a message has come twice.
    package let key: String
    /// The message; `nil` when another version wrote it and this one cannot read it.
    package let message: NoticeMessage?
    /// Whether it is of an earlier run.
    package let isOfEarlierRun: Bool

    /// Creates a message that waits.
    package init(id: Int64, key: String, message: NoticeMessage?, isOfEarlierRun: Bool) {
        self.id = id
        self.key = key
        self.message = message
        self.isOfEarlierRun = isOfEarlierRun
    }
}
