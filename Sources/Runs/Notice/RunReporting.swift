public import Audit

/// What a run reports by messages.
public struct RunReporting: Sendable {
    /// The messages, each for another receiver; empty when there is nothing to say.
    public var messages: [NoticeMessage]
    /// The domains of which they say that they cannot be reached.
    public var outages: [DomainID]
    /// Who knows what is wrong from now on, also where there was nothing to say: teams, and `nil` for all domains.
    public var receivers: [String?]

    /// Creates what a run reports.
    public init(messages: [NoticeMessage], outages: [DomainID] = [], receivers: [String?] = []) {
        self.messages = messages
        self.outages = outages
        self.receivers = receivers
    }

    /// Creates what a run reports by one message, if it has anything to say.
    public init(message: NoticeMessage?, outages: [DomainID] = []) {
        self.init(messages: [message].compactMap(\.self), outages: outages)
    }
}

/// What is different from what messages have said until now.
public struct RunNews: Sendable {
    /// What came and what went; `nil` when no run before is known.
    public var changes: RunChanges?
    /// Domains of which was reported that they cannot be reached, and that can be.
    public var recovered: [EndedOutage]
    /// The domains with problems that the team has taken over since the last message about them.
    public var movedIn: [DomainMove] = []
    /// The domains that the team has given up since the last message about them, in which they had problems.
    public var movedOut: [DomainMove] = []
    /// What looked wrong with runs as a whole in the last message, unless a run has been settled since.
    public var warnings: Set<RunWarning.Code>

    /// Creates what is different.
    public init(changes: RunChanges?, recovered: [EndedOutage], warnings: Set<RunWarning.Code>) {
        self.changes = changes
        self.recovered = recovered
        self.warnings = warnings
    }
}

/// A message that waits for its delivery.
public struct PendingMessage: Sendable {
    /// Its number in the database.
    public let id: Int64
    /// The same whenever it is sent: by it a receiver can tell that a message has come twice.
    public let key: String
    /// The message; `nil` when another version wrote it and this one cannot read it.
    public let message: NoticeMessage?
    /// Whether it is of an earlier run.
    public let isOfEarlierRun: Bool

    /// Creates a message that waits.
    public init(id: Int64, key: String, message: NoticeMessage?, isOfEarlierRun: Bool) {
        self.id = id
        self.key = key
        self.message = message
        self.isOfEarlierRun = isOfEarlierRun
    }
}
