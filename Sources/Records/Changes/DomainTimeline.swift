package import Audit
package import Findings

package import struct Foundation.Date

/// The results and findings of a domain in the runs of a series.
package struct DomainTimeline: Sendable {
    package struct Result: Sendable {
        package var run: RunRecord
        package var status: DomainStatus
        package var errors: Int
        package var warnings: Int
        /// Whether the result differs from the previous one; `nil` if the run is in doubt, or is the first.
        package var isChanged: Bool?

        package init(run: RunRecord, status: DomainStatus, errors: Int, warnings: Int, isChanged: Bool?) {
            self.run = run
            self.status = status
            self.errors = errors
            self.warnings = warnings
            self.isChanged = isChanged
        }
    }

    /// A finding during an uninterrupted sequence of runs.
    package struct FindingSpan: Sendable {
        /// The finding in the last run of the sequence, with its state and the start of the first run.
        package var finding: Finding
        /// The start of the last run.
        package var lastSeen: Date
        /// The start of the first run without the finding; `nil` if it still exists.
        package var fixedAt: Date?

        package init(finding: Finding, lastSeen: Date, fixedAt: Date?) {
            self.finding = finding
            self.lastSeen = lastSeen
            self.fixedAt = fixedAt
        }
    }

    package var name: String
    /// The results, the newest first.
    package var results: [Result]
    /// The current findings, the most severe first, followed by the resolved ones, the latest first.
    package var findings: [FindingSpan]

    package init(name: String, results: [Result], findings: [FindingSpan]) {
        self.name = name
        self.results = results
        self.findings = findings
    }
}
