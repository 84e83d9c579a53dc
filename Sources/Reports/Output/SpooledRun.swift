import Audit
import Records

import struct Foundation.Date

/// A run whose domains are stored in a spool as lines of NDJSON.
struct SpooledRun: StoredRun {
    /// The maximum size of lines that are read together, in bytes.
    private static let readSize = 1 << 20

    let facts: RunFacts
    let summary: RunSummary
    let finishedAt: Date
    let ending: RunEnding
    let spool: Spool
    /// The condition for including the text of a file in the lines of the spool.
    let bodies: FileTextPolicy
    let aliases: Aliases
    let history: (any RunHistory)?
    /// Whether it is known how the run ended.
    var isEndKnown = true

    var complete: Bool { ending.complete }

    var completion: RunCompletion { !complete ? .cutShort : isEndKnown ? .complete : .unknown }

    var changes: RunChanges? { history?.changes }

    func nightsBefore() -> [OverallTimeline.Night] { history?.nightsBefore() ?? [] }

    var lastCompletion: Date? { complete ? finishedAt : history?.previousCompletion }

    func past(of report: DomainReport) -> DomainPast? { history?.past(of: report) }

    func forEachDomain(_ body: (DomainReport) throws(OutputError) -> Void) throws(OutputError) {
        try forEachBatch { batch throws(OutputError) in for report in batch { try body(report) } }
    }

    func forEachBatch(_ body: ([DomainReport]) throws(OutputError) -> Void) throws(OutputError) {
        var waiting: [(line: DomainLine, aliases: Aliases.Row)] = []
        var size = 0
        try forEachKeptLine { line, aliases throws(OutputError) in
            waiting.append((line, aliases))
            size += line.bytes.count
            guard size >= Self.readSize else { return }
            try body(read(waiting))
            (waiting, size) = ([], 0)
        }
        if !waiting.isEmpty { try body(read(waiting)) }
    }

    /// Parses lines on all cores.
    private func read(_ lines: [(line: DomainLine, aliases: Aliases.Row)]) throws(OutputError) -> [DomainReport] {
        let results = lines.concurrentMap { line, aliases in
            Result { () throws(ReportReadError) in
                var report = try DomainReport(line: line.bytes)
                report.setAliases(aliases)
                return report
            }
        }
        var reports: [DomainReport] = []
        for result in results {
            switch result {
            case .success(let report): reports.append(report)
            case .failure(let error):
                throw .writing(path: "the temporary file in \(spool.folder)", reason: "\(error)")
            }
        }
        return reports
    }

    func forEachKeptLine(_ body: (DomainLine, Aliases.Row) throws(OutputError) -> Void) throws(OutputError) {
        for place in 0..<spool.count {
            guard let line = try spool.line(at: place) else { continue }
            try body(line, aliases[place])
        }
    }
}

extension StoredRun {
    /// Calls `body` with the lines of the domains in input order, with the other inputs that have the same target.
    ///
    /// - Parameters:
    ///   - bodies: The condition for including the text of a file in its line.
    ///   - body: A closure that receives a line and the other inputs of its target, which are `nil` if they cannot be
    ///     known.
    /// - Throws: The error that `body` throws, or an `OutputError` if the run cannot be read.
    func forEachLine(
        bodies: FileTextPolicy, _ body: (DomainLine, Aliases.Row?) throws(OutputError) -> Void
    ) throws(OutputError) {
        // Lines that were rendered with the same setting are neither parsed nor rendered again.
        if let run = self as? SpooledRun, run.bodies == bodies { return try run.forEachKeptLine(body) }
        try forEachDomain { report throws(OutputError) in
            let aliases = report.alsoGivenAs.map { Aliases.Row(inputs: $0, omitted: report.alsoGivenAsOmitted) }
            try body(DomainLine(report, bodies: bodies), aliases)
        }
    }
}
