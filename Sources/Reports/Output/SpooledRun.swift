import Audit
import Records

import struct Foundation.Date

/// A run whose domains lie in a spool, as lines of NDJSON.
struct SpooledRun: StoredRun {
    /// Lines are read together up to so many bytes.
    private static let readSize = 1 << 20

    let facts: RunFacts
    let summary: RunSummary
    let finishedAt: Date
    let ending: RunEnding
    let spool: Spool
    /// When the text of a file is in the lines of the spool.
    let bodies: FileTextPolicy
    let aliases: Aliases
    let history: (any RunHistory)?
    /// Whether something says how the run ended.
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

    /// Reads lines on all cores.
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
    /// Goes through the lines of the domains in the order of the input, with the other inputs that mean the same target.
    ///
    /// - Parameters:
    ///   - bodies: When the text of a file is in its line.
    ///   - body: Takes a line, and the other inputs of its target; `nil` where those cannot be known.
    /// - Throws: What `body` throws, and `OutputError` when the run cannot be read.
    func forEachLine(
        bodies: FileTextPolicy, _ body: (DomainLine, Aliases.Row?) throws(OutputError) -> Void
    ) throws(OutputError) {
        // What was rendered for this is neither read nor rendered again.
        if let run = self as? SpooledRun, run.bodies == bodies { return try run.forEachKeptLine(body) }
        try forEachDomain { report throws(OutputError) in
            let aliases = report.alsoGivenAs.map { Aliases.Row(inputs: $0, omitted: report.alsoGivenAsOmitted) }
            try body(DomainLine(report, bodies: bodies), aliases)
        }
    }
}
