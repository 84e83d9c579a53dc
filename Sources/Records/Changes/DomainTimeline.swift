package import Audit
package import Findings

package import struct Foundation.Date

/// The results of a domain, the newest first, and its findings: the current ones, the most severe first, followed by
/// the resolved ones, the latest first.
package typealias DomainTimeline = (name: String, results: [TimelineResult], findings: [FindingSpan])

/// The result of a domain in a run; `isChanged` is `nil` if the run is in doubt, or if there is no previous result.
package typealias TimelineResult = (
    run: Int64, id: String, startedAt: Date, status: DomainStatus, errors: Int, warnings: Int, isChanged: Bool?,
    isInDoubt: Bool
)

/// A finding during an uninterrupted sequence of runs, as of its last run, with its state and the start of its first
/// run; and the starts of the last run with it, and of the first run without it, `nil` if it still exists.
package typealias FindingSpan = (finding: Finding, lastSeen: Date, fixedAt: Date?)
