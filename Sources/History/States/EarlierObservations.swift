import Audit
import Findings
import GRDB
import Records

import struct Foundation.Date

/// For each finding in a report, the corresponding observation in the last result before the finding appeared, which
/// later reports with the finding keep.
struct EarlierObservations {
    private typealias Result = (report: DomainReport, runAt: Date)

    let domain: Int64
    let run: Int64
    let db: Database
    private let storage = ReportStorage()

    func annotate(_ report: inout DomainReport, _ findingStates: FindingStates) throws {
        var reportsByNumber: [Int: DomainReport] = [:]
        var previous: (newest: Result?, newestChecked: Result?)?
        for (index, state) in findingStates.states.enumerated() {
            let finding = report.findings[index]
            guard finding.isCounted else { continue }
            let observation: EarlierObservation?
            if let number = state.openedNumber {
                if reportsByNumber[number] == nil {
                    reportsByNumber[number] = try result(Queries.resultByNumber, [domain, number])?.report
                }
                observation = reportsByNumber[number].flatMap { Self.storedObservation(of: finding, in: $0) }
            } else {
                if previous == nil {
                    previous = (
                        try result(Queries.resultBefore, [domain, run, false]),
                        try result(Queries.resultBefore, [domain, run, true])
                    )
                }
                // A run that could not check the domain contains no observations of its content.
                let newestChecked = Catalogue[finding.code].preventsCheck ? nil : previous?.newestChecked
                let earlier = newestChecked ?? previous?.newest
                observation = earlier.flatMap { report.earlierObservation(of: finding, in: $0.report, runAt: $0.runAt) }
            }
            report.setState(state.kind, firstSeen: state.firstSeen, before: observation, ofFindingAt: index)
        }
    }

    /// Returns the observation that the finding's first report contains.
    private static func storedObservation(of finding: Finding, in report: DomainReport) -> EarlierObservation? {
        let identities = report.findings.map { FindingIdentity($0) }
        guard let index = FindingIdentity.pair([FindingIdentity(finding)], with: identities)[0] else { return nil }
        return report.findings[index].before
    }

    private func result(_ sql: String, _ arguments: StatementArguments) throws -> Result? {
        guard let row = try db.row(sql, arguments) else { return nil }
        let report = try storage.report(row["report_id"], row["delta"], db)
        return (report, Date(milliseconds: row["started_at"]))
    }
}
