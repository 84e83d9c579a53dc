package import struct Foundation.Date

/// A run in the database, which may be in progress.
package struct RunRecord: Hashable, Sendable {
    package enum State: String, Sendable, CaseIterable {
        /// The run is in progress, or its process was killed.
        case running
        /// The run was stopped, or its time limit was reached.
        case interrupted
        case complete
    }

    package var number: Int64
    package var facts: RunFacts
    /// The time when the run ended; `nil` while the run is in progress, and if its process was killed.
    package var finishedAt: Date?
    package var state = State.running
    package var isComplete: Bool { state == .complete }
    /// The number of domains by outcome; `nil` if the run did not end.
    package var summary: RunSummary?
    package var ending: RunEnding?
    package var isInDoubt = false
    /// Whether all reports were written and the message was delivered, so that later runs are compared with this run.
    package var isSettled = false
    /// The number of times that the run was started or resumed; each time, a segment of the run begins.
    package var segment = 1
    /// The last segment whose results a message contains; 0 without a message.
    package var reportedSegment = 0

    package init(number: Int64, facts: RunFacts) {
        self.number = number
        self.facts = facts
    }
}
