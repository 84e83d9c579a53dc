package import Audit

package import struct Foundation.Date

/// A run that has ended, for formats that need all domains.
package protocol StoredRun: RunHistory {
    var facts: RunFacts { get }
    var summary: RunSummary { get }
    var finishedAt: Date { get }
    var ending: RunEnding { get }

    /// Iterates over the domains in the order of the input, in batches that fit into memory, for processing on all
    /// cores; can be called repeatedly.
    func forEachBatch(_ body: ([DomainReport]) throws(OutputError) -> Void) throws(OutputError)

    /// Calls `body` in input order with the line and the other inputs of each domain; `nil` for unknown inputs.
    func forEachLine(
        bodies: FileTextPolicy, _ body: (DomainLine, Aliases.Row?) throws(OutputError) -> Void
    ) throws(OutputError)

    /// Returns the changes of some domains since the previous run; `nil` if they are unknown.
    func changes(within subset: DomainSubset) throws -> RunChanges?
}

extension StoredRun {
    package func forEachDomain(_ body: (DomainReport) throws(OutputError) -> Void) throws(OutputError) {
        try forEachBatch { batch throws(OutputError) in for report in batch { try body(report) } }
    }

    package func forEachLine(
        bodies: FileTextPolicy, _ body: (DomainLine, Aliases.Row?) throws(OutputError) -> Void
    ) throws(OutputError) {
        try forEachDomain { report throws(OutputError) in
            try body(DomainLine(report, bodies: bodies), report.aliases)
        }
    }

    package func changes(within subset: DomainSubset) throws -> RunChanges? { nil }

    /// The time at which the newest complete run of the same targets ended, including this run; `nil` if unknown.
    package var lastCompletion: Date? { ending.isComplete ? finishedAt : previousCompletion }
}

/// The information about a run that its previous runs provide.
package protocol RunHistory {
    var changes: RunChanges? { get }

    /// Returns one earlier run of the same targets for each of the last ``OverallTimeline/maxDays`` days, oldest first.
    func earlierDailyRuns() -> [OverallTimeline.DailyRun]

    /// The time at which the newest earlier complete run of the same targets ended; `nil` if there is none.
    var previousCompletion: Date? { get }

    /// Returns the statuses of a domain in the previous runs; `nil` if they are unknown.
    func past(of report: DomainReport) -> DomainPast?
}

package enum OutputError: Error, Hashable, Sendable, CustomStringConvertible {
    case request(String)
    /// The destination cannot be written to; detected before the run.
    case unusable(path: String, reason: String)
    /// Writing failed, for example because the disk is full.
    case writing(path: String, reason: String)
    case closedPipe(path: String)
    /// The run ended before a named pipe was opened for reading.
    case stopped(path: String)

    package var description: String {
        switch self {
        case .request(let text): text
        case .unusable(let path, let reason): "\(path) cannot be written: \(reason)"
        case .writing(let path, let reason): "\(path) could not be written completely: \(reason)"
        case .closedPipe(let path): "the reader of \(path) closed it"
        case .stopped(let path): "the run ended before a program read from \(path)"
        }
    }
}
