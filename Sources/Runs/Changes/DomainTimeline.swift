package import Audit
package import Findings

package import struct Foundation.Date

/// The statuses of a domain from run to run, and the findings of these runs.
package struct DomainTimeline: Hashable, Sendable {
    /// The result of one run.
    package struct Entry: Hashable, Sendable {
        /// The run's number in the database.
        package var run: Int64
        /// The run's name.
        package var id: String
        /// When the run began.
        package var startedAt: Date
        /// The status of the domain.
        package var status: DomainStatus
        /// The number of errors.
        package var errors: Int
        /// The number of warnings.
        package var warnings: Int
        /// Whether anything was different from the run before; `nil` for the first.
        package var isChanged: Bool?
        /// Whether the run says nothing of the domain, because the cause of most failures was probably on this side.
        package var isInDoubt = false

        /// Creates an entry.
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

    /// A finding over an unbroken row of runs.
    package struct Span: Hashable, Sendable {
        /// The code.
        package var code: FindingCode
        /// The location of the finding.
        package var location: FindingLocation
        /// The place in the file.
        package var pointer: String?
        /// The severity of the finding.
        package var severity: Severity
        /// The message of the finding in the last run that saw it.
        package var message: String
        /// The state of the finding.
        package var state: ChangeKind
        /// When the first run of the row began.
        package var firstSeen: Date
        /// When the last run that saw it began.
        package var lastSeen: Date
        /// When the run began that no longer saw it.
        package var fixedAt: Date?

        /// Creates a span.
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

    /// The name for people, with the port where that is not 443.
    package var name: String
    /// The runs, the newest first.
    package var entries: [Entry]
    /// The findings: those that are there, the gravest first, before those that are fixed, the latest first.
    package var findings: [Span]

    /// Creates a timeline.
    package init(name: String, entries: [Entry], findings: [Span]) {
        self.name = name
        self.entries = entries
        self.findings = findings
    }
}
