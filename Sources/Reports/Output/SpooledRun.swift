import Audit
import Runs

import struct Foundation.Date

/// A run whose domains lie in a spool, as lines of NDJSON.
struct SpooledRun: StoredRun {
    let facts: RunFacts
    let summary: RunSummary
    let finishedAt: Date
    let ending: RunEnding
    let spool: Spool
    let aliases: Aliases
    let history: (any RunHistory)?

    var complete: Bool { ending.complete }

    var changes: RunChanges? { history?.changes }

    func past(of report: DomainReport) -> DomainPast? { history?.past(of: report) }

    func forEachDomain(_ body: (DomainReport) throws(OutputError) -> Void) throws(OutputError) {
        for place in 0..<spool.count {
            guard let part = try spool.domain(at: place) else { continue }
            var report: DomainReport
            do throws(ReportReadError) {
                report = try DomainReportReader.read(line: part.bytes)
            } catch {
                throw .writing(path: "the temporary file in \(spool.folder)", reason: "\(error)")
            }
            report.setAliases(aliases[place])
            try body(report)
        }
    }
}
