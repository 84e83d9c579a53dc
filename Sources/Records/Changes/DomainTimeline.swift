package import Audit
package import Findings

package import struct Foundation.Date

/// The statuses of a domain in a sequence of runs, with the findings.
package struct DomainTimeline: Hashable, Sendable {
    /// The result of one run.
    package struct Entry: Hashable, Sendable {
        /// The run's number in the database.
        package var run: Int64
        /// The run's name.
        package var id: String
        /// The time at which the run began.
        package var startedAt: Date
        /// The status of the domain.
        package var status: DomainStatus
        /// The number of errors.
        package var errors: Int
        /// The number of warnings.
        package var warnings: Int
        /// Whether anything differs from the previous run; `nil` for the first.
        package var isChanged: Bool?
        /// Whether the run provides no evidence about the domain, because most failures probably have a local cause.
        package var isInDoubt = false

        package init(
            run: Int64, id: String, startedAt: Date, status: DomainStatus, errors: Int, warnings: Int, isChanged: Bool?
        ) {
            self.run = run
            self.id = id
            self.startedAt = startedAt
            self.status = status
            self.errors = errors
            self.warnings = warnings
            self.isChanged = isChanged
        }
    }

    /// A finding during an uninterrupted sequence of runs.
    package struct Span: Hashable, Sendable {
        package var code: FindingCode
        /// The location of the finding.
        package var location: FindingLocation
        /// The position in the file.
        package var pointer: String?
        /// The severity of the finding.
        package var severity: Severity
        /// The message of the finding in its last run.
        package var message: String
        /// The state of the finding.
        package var state: ChangeKind
        /// The start of the first run with the finding.
        package var firstSeen: Date
        /// The start of the last run with the finding.
        package var lastSeen: Date
        /// The start of the first run in which it was resolved.
        package var fixedAt: Date?

        package init(
            code: FindingCode, location: FindingLocation, pointer: String?, severity: Severity, message: String,
            state: ChangeKind, firstSeen: Date, lastSeen: Date, fixedAt: Date?
        ) {
            self.code = code
            self.location = location
            self.pointer = pointer
            self.severity = severity
            self.message = message
            self.state = state
            self.firstSeen = firstSeen
            self.lastSeen = lastSeen
            self.fixedAt = fixedAt
        }
    }

    /// The name for display, with the port unless it is 443.
    package var name: String
    /// The runs, the newest first.
    package var entries: [Entry]
    /// The findings: current ones, the most severe first, followed by resolved ones, the latest first.
    package var findings: [Span]

    package init(name: String, entries: [Entry], findings: [Span]) {
        self.name = name
        self.entries = entries
        self.findings = findings
    }
}
