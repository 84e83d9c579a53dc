package import Audit
package import Findings

package import struct Foundation.Date

package struct DomainTimeline: Sendable {
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

    /// A finding during an uninterrupted sequence of runs, as of its last run, with its state and the start of its first
    /// run; and the starts of the last run with it, and of the first run without it, `nil` if it still exists.
    package typealias Span = (finding: Finding, lastSeen: Date, fixedAt: Date?)

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
