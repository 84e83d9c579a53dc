public import Audit

public import struct Foundation.Date

/// How a domain stood in the runs before, this one included.
public struct DomainPast: Hashable, Sendable {
    /// One run.
    public struct Run: Hashable, Sendable {
        /// When the run began.
        public var startedAt: Date
        /// How the domain stood.
        public var status: DomainStatus

        /// Creates a run.
        public init(startedAt: Date, status: DomainStatus) {
            self.startedAt = startedAt
            self.status = status
        }
    }

    /// The start of the first of the unbroken row of runs with today's status; `nil` where it is not known.
    public var statusSince: Date?
    /// The last runs that had the domain, the oldest first, at most ``mostRuns``.
    public var runs: [Run]

    /// The most runs that are kept: one more than a setting may ask about, so that the run before those can be told.
    public static let mostRuns = SettingLimits.runs.upperBound + 1

    /// Creates a past.
    public init(statusSince: Date?, runs: [Run]) {
        self.statusSince = statusSince
        self.runs = runs
    }
}
