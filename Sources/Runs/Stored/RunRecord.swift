package import struct Foundation.Date

/// A run as a database lists it.
package struct RunRecord: Hashable, Sendable {
    /// How far a run is.
    package enum State: String, Sendable, CaseIterable {
        /// It goes on, or its process was killed.
        case running
        /// Somebody stopped it, or its time was up.
        case interrupted
        /// It came to the end of its list.
        case complete
    }

    /// Its number in the database, from 1.
    package var number: Int64
    /// What is said of it in reports.
    package var facts: RunFacts
    /// When it ended; `nil` while it goes on, and when it was killed.
    package var finishedAt: Date?
    /// How far it is.
    package var state: State
    /// How many domains came out how; `nil` when it did not come to an end.
    package var summary: RunSummary?
    /// How it ended; `nil` when that was not kept.
    package var ending: RunEnding?
    /// Whether what it says of single domains is not to be believed.
    package var isInDoubt = false
    /// Whether all of its reports were written and its message was delivered: later runs are compared with it.
    package var isSettled = false
    /// How often it was begun or gone on with.
    package var part = 1
    /// Results up to this part are in a message; 0 when none was made.
    package var reportedPart = 0

    /// Creates a record.
    package init(
        number: Int64, facts: RunFacts, finishedAt: Date?, state: State, summary: RunSummary?
    ) {
        self.number = number
        self.facts = facts
        self.finishedAt = finishedAt
        self.state = state
        self.summary = summary
    }
}
