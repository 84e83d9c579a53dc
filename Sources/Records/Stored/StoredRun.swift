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

    /// Calls `body` in input order with the line of each domain and its other inputs, which are `nil` if unknown.
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
