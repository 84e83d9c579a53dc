import Audit
import Runs

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

    var complete: Bool { ending.complete }

    var changes: RunChanges? { history?.changes }

    func nightsBefore() -> [OverallTimeline.Night] { history?.nightsBefore() ?? [] }

    var lastCompletion: Date? { complete ? finishedAt : history?.previousCompletion }

    func past(of report: DomainReport) -> DomainPast? { history?.past(of: report) }

    func forEachDomain(_ body: (DomainReport) throws(OutputError) -> Void) throws(OutputError) {
        var waiting: [(line: DomainLine, aliases: Aliases.Row)] = []
        var size = 0
        try forEachKeptLine { line, aliases throws(OutputError) in
            waiting.append((line, aliases))
            size += line.bytes.count
            guard size >= Self.readSize else { return }
            try read(waiting, body)
            (waiting, size) = ([], 0)
        }
        try read(waiting, body)
    }

    /// Reads lines on all cores, and hands their domains over in order.
    private func read(
        _ lines: [(line: DomainLine, aliases: Aliases.Row)], _ body: (DomainReport) throws(OutputError) -> Void
    ) throws(OutputError) {
        let reports = lines.concurrentMap { line, aliases in
            Result { () throws(ReportReadError) in
                var report = try DomainReportReader.read(line: line.bytes)
                report.setAliases(aliases)
                return report
            }
        }
        for report in reports {
            switch report {
            case .success(let report): try body(report)
            case .failure(let error):
                throw .writing(path: "the temporary file in \(spool.folder)", reason: "\(error)")
            }
        }
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
