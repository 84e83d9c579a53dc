import Audit
import Records

import struct Foundation.Date

/// A run whose domains are stored in a spool as lines of NDJSON.
struct SpooledRun: StoredRun {
    private static let readSize = 1 << 20

    let facts: RunFacts
    var summary: RunSummary
    let finishedAt: Date
    let ending: RunEnding
    let spool: Spool
    /// The condition for including the text of a file in the lines of the spool.
    let bodies: FileTextPolicy
    let aliases: Aliases
    let history: (any RunHistory)?

    var changes: RunChanges? { history?.changes }

    func nightsBefore() -> [OverallTimeline.Night] { history?.nightsBefore() ?? [] }

    var previousCompletion: Date? { history?.previousCompletion }

    func past(of report: DomainReport) -> DomainPast? { history?.past(of: report) }

    func forEachBatch(_ body: ([DomainReport]) throws(OutputError) -> Void) throws(OutputError) {
        var waiting: [(line: DomainLine, aliases: Aliases.Row)] = []
        var size = 0
        for index in 0..<spool.count {
            guard let line = try spool.line(at: index) else { continue }
            waiting.append((line, aliases[index]))
            size += line.bytes.count
            guard size >= Self.readSize else { continue }
            try body(read(waiting))
            waiting = []
            size = 0
        }
        if !waiting.isEmpty { try body(read(waiting)) }
    }

    private func read(_ lines: [(line: DomainLine, aliases: Aliases.Row)]) throws(OutputError) -> [DomainReport] {
        let results = lines.concurrentMap { line, aliases in
            Result { () throws(ReportReadError) in
                var report = try DomainReport(line: line.bytes)
                report.aliases = aliases
                return report
            }
        }
        return try results.map { result throws(OutputError) in
            try result.mapError { error in
                OutputError.writing(path: "the temporary file in \(spool.folder)", reason: "\(error)")
            }.get()
        }
    }
}

extension StoredRun {
    /// Calls `body` with the lines of the domains in input order, each with the other inputs for its target; `nil` if
    /// the other inputs are unknown.
    func forEachLine(
        bodies: FileTextPolicy, _ body: (DomainLine, Aliases.Row?) throws(OutputError) -> Void
    ) throws(OutputError) {
        // Lines that were rendered with the same setting are neither parsed nor rendered again.
        if let run = self as? SpooledRun, run.bodies == bodies {
            for index in 0..<run.spool.count {
                if let line = try run.spool.line(at: index) { try body(line, run.aliases[index]) }
            }
            return
        }
        try forEachDomain { report throws(OutputError) in
            try body(DomainLine(report, bodies: bodies), report.aliases)
        }
    }
}
