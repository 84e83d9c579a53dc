package import Audit
package import Findings

/// The numbers of domains and findings of a run.
package struct RunSummary: Hashable, Sendable, Codable {
    private var byStatus: [DomainStatus: Int] = [:]
    private var byCode: [FindingCode: Int] = [:]
    private var byAnswer: [LinkAnswer: Int] = [:]
    /// The number of warnings and errors by code.
    private var countedByCode: [FindingCode: Int] = [:]

    package init() {}

    /// Counts one domain; waived findings are ignored.
    package mutating func add(_ report: DomainReport) {
        byStatus[report.status, default: 0] += 1
        byAnswer[report.opensApp, default: 0] += 1
        for finding in report.findings where finding.waived == nil {
            byCode[finding.code, default: 0] += 1
            if finding.severity > .info { countedByCode[finding.code, default: 0] += 1 }
        }
    }

    package var targets: Int { byStatus.values.reduce(0, +) }

    package subscript(status: DomainStatus) -> Int { byStatus[status] ?? 0 }

    /// The number of targets for which `answer` is the answer to “Do links open the app?”.
    package subscript(answer: LinkAnswer) -> Int { byAnswer[answer] ?? 0 }

    /// The number of times that each code was found, in the order of the catalogue.
    package var findings: [(code: FindingCode, count: Int)] {
        FindingCode.allCases.compactMap { code in byCode[code].map { (code, $0) } }
    }

    /// The number of times that each code was found as a warning or an error, in the order of the catalogue.
    package var countedFindings: [(code: FindingCode, count: Int)] {
        FindingCode.allCases.compactMap { code in countedByCode[code].map { (code, $0) } }
    }
}
