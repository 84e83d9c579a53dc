package import Audit

package import struct Foundation.Date

/// Whether a run came to the end of its list.
package enum RunCompletion: Hashable, Sendable {
    /// It did: a domain that it does not have is none of its targets.
    case complete
    /// It did not.
    case cutShort
    /// Nothing says so, as of lines of NDJSON; what is said of such a run is what would be said of a complete one.
    case unknown
}

/// A run that has ended, as the formats that need all of it see it.
package protocol StoredRun {
    /// The facts about the run as a whole.
    var facts: RunFacts { get }
    /// The number of domains by outcome.
    var summary: RunSummary { get }
    /// When the run ended.
    var finishedAt: Date { get }
    /// Whether it came to the end of its list; `false` when it was interrupted.
    var complete: Bool { get }
    /// The same, with what is not known.
    var completion: RunCompletion { get }
    /// The ending of the run: the reason for an interruption, and the warnings about the run as a whole.
    var ending: RunEnding { get }
    /// The changes since the previous run; `nil` if no history is kept.
    var changes: RunChanges? { get }

    /// When the newest complete run of the same targets ended, this one included; `nil` where none is known.
    var lastCompletion: Date? { get }

    /// Goes through the domains in the order of the input; as often as somebody likes.
    func forEachDomain(_ body: (DomainReport) throws(OutputError) -> Void) throws(OutputError)

    /// Goes through the domains in the order of the input, so many at a time as memory has room for: somebody who works on them on all
    /// cores takes them so.
    func forEachBatch(_ body: ([DomainReport]) throws(OutputError) -> Void) throws(OutputError)

    /// The nights before that of the run, the oldest first; none where no history is kept.
    func nightsBefore() -> [OverallTimeline.Night]

    /// Returns the statuses of a domain in the previous runs; `nil` if no history is kept.
    func past(of report: DomainReport) -> DomainPast?
}

extension StoredRun {
    /// Nothing more is known than whether it is complete.
    package var ending: RunEnding { RunEnding(complete: complete) }
    /// It is known.
    package var completion: RunCompletion { complete ? .complete : .cutShort }
    /// No history is kept.
    package var changes: RunChanges? { nil }
    /// No history is kept: the run itself, where it is complete.
    package var lastCompletion: Date? { complete ? finishedAt : nil }
    /// Hands over a few hundred domains of usual size at a time.
    package func forEachBatch(_ body: ([DomainReport]) throws(OutputError) -> Void) throws(OutputError) {
        var batch: [DomainReport] = []
        try forEachDomain { report throws(OutputError) in
            batch.append(report)
            guard batch.count == 256 else { return }
            try body(batch)
            batch = []
        }
        if !batch.isEmpty { try body(batch) }
    }
    /// No history is kept.
    package func nightsBefore() -> [OverallTimeline.Night] { [] }
    /// No history is kept.
    package func past(of report: DomainReport) -> DomainPast? { nil }
}
