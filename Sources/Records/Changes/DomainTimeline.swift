package import Audit
package import Findings

package import struct Foundation.Date

package struct DomainTimeline: Hashable, Sendable {
    package struct Entry: Hashable, Sendable {
        package var run: Int64
        package var id: String
        package var startedAt: Date
        package var status: DomainStatus
        package var errors: Int
        package var warnings: Int
        /// Whether anything differs from the previous run; `nil` for the first run.
        package var isChanged: Bool?
        package var isInDoubt: Bool

        package init(
            run: Int64, id: String, startedAt: Date, status: DomainStatus, errors: Int, warnings: Int, isChanged: Bool?,
            isInDoubt: Bool = false
        ) {
            self.run = run
            self.id = id
            self.startedAt = startedAt
            self.status = status
            self.errors = errors
            self.warnings = warnings
            self.isChanged = isChanged
            self.isInDoubt = isInDoubt
        }
    }

    /// A finding during an uninterrupted sequence of runs.
    package struct Span: Hashable, Sendable {
        /// The finding as of its last run, with its state and the start of its first run.
        package var finding: Finding
        package var lastSeen: Date
        /// The start of the first run without the finding; `nil` if the finding still exists.
        package var fixedAt: Date?

        package init(_ finding: Finding, lastSeen: Date, fixedAt: Date?) {
            self.finding = finding
            self.lastSeen = lastSeen
            self.fixedAt = fixedAt
        }
    }

    package var name: String
    /// The runs, the newest first.
    package var entries: [Entry]
    /// The current findings, the most severe first, followed by the resolved findings, the latest first.
    package var findings: [Span]

    package init(name: String, entries: [Entry], findings: [Span]) {
        self.name = name
        self.entries = entries
        self.findings = findings
    }
}
