public import Audit
public import Findings

/// How many domains came out how, counted as they end.
public struct RunSummary: Hashable, Sendable {
    private var byStatus: [DomainStatus: Int] = [:]
    private var byCode: [FindingCode: Int] = [:]

    /// Creates a summary of no domains.
    public init() {}

    /// Counts one domain.
    public mutating func add(_ report: DomainReport) {
        byStatus[report.status, default: 0] += 1
        for finding in report.findings { byCode[finding.code, default: 0] += 1 }
    }

    /// How many targets were counted.
    public var targets: Int { byStatus.values.reduce(0, +) }

    /// How many targets have `status`.
    public subscript(status: DomainStatus) -> Int { byStatus[status] ?? 0 }

    /// How often each code was found, in the order of the catalogue; codes that were not found are left out.
    public var findings: [(code: FindingCode, count: Int)] {
        FindingCode.allCases.compactMap { code in byCode[code].map { (code, $0) } }
    }
}
