package import Audit

package import struct Foundation.Date

/// Whether a run reached the end of its list.
package enum RunCompletion: Hashable, Sendable {
    /// The run reached the end of its list: a missing domain is not one of its targets.
    case complete
    /// The run did not reach the end of its list.
    case cutShort
    /// Unknown, as for NDJSON lines; treated like a complete run.
    case unknown
}

/// A run that has ended, for formats that need all of it.
package protocol StoredRun {
    /// The facts about the run as a whole.
    var facts: RunFacts { get }
    /// The number of domains by outcome.
    var summary: RunSummary { get }
    /// The time at which the run ended.
    var finishedAt: Date { get }
    /// Whether it reached the end of its list; `false` if it was interrupted.
    var complete: Bool { get }
    /// Whether the run is complete, if known.
    var completion: RunCompletion { get }
    /// The ending of the run: the reason for an interruption, and the warnings about the run as a whole.
    var ending: RunEnding { get }
    /// The changes since the previous run; `nil` without a history.
    var changes: RunChanges? { get }

    /// The time at which the newest complete run of the same targets ended, including this one; `nil` if unknown.
    var lastCompletion: Date? { get }

    /// Iterates over the domains in the order of the input; can be called repeatedly.
    func forEachDomain(_ body: (DomainReport) throws(OutputError) -> Void) throws(OutputError)

    /// Iterates over the domains in the order of the input, in batches that fit into memory, for processing on all
    /// cores.
    func forEachBatch(_ body: ([DomainReport]) throws(OutputError) -> Void) throws(OutputError)

    /// Returns the nights before that of the run, the oldest first; empty without a history.
    func nightsBefore() -> [OverallTimeline.Night]

    /// Returns the statuses of a domain in the previous runs; `nil` without a history.
    func past(of report: DomainReport) -> DomainPast?
}

extension StoredRun {
    /// An ending with only the completeness of the run.
    package var ending: RunEnding { RunEnding(complete: complete) }
    /// Whether the run is complete, from ``complete``.
    package var completion: RunCompletion { complete ? .complete : .cutShort }
    /// Returns `nil`, because there is no history.
    package var changes: RunChanges? { nil }
    /// The run itself if it is complete, because there is no history.
    package var lastCompletion: Date? { complete ? finishedAt : nil }
    /// Iterates over batches of a few hundred domains of usual size.
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
    /// Returns no nights, because there is no history.
    package func nightsBefore() -> [OverallTimeline.Night] { [] }
    /// Returns `nil`, because there is no history.
    package func past(of report: DomainReport) -> DomainPast? { nil }
}
