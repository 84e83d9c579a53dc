import Findings
import GRDB
public import Reports

public import struct Foundation.Date

/// A run as the database lists it.
public struct RunRecord: Hashable, Sendable {
    /// How far a run is.
    public enum State: String, Sendable, CaseIterable {
        /// It goes on, or its process was killed.
        case running
        /// Somebody stopped it, or its time was up.
        case interrupted
        /// It came to the end of its list.
        case complete
    }

    /// Its number in this database, from 1.
    public var number: Int64
    /// What is said of it in reports.
    public var facts: RunFacts
    /// When it ended; `nil` while it goes on, and when it was killed.
    public var finishedAt: Date?
    /// How far it is.
    public var state: State
    /// What tells apart runs of other targets.
    public var targets: String
    /// Where the targets came from, for people.
    public var source: String
    /// How many domains came out how; `nil` when it did not come to an end.
    public var summary: RunSummary?

    init(_ row: Row) {
        number = row["id"]
        facts = RunFacts(
            id: row["name"], startedAt: Date(milliseconds: row["started_at"]), toolVersion: row["tool_version"],
            rulesVersion: row["rules_version"], options: EvidenceJSON.evidence(row["options"]) ?? [:])
        finishedAt = (row["finished_at"] as Int64?).map { Date(milliseconds: $0) }
        state = State(rawValue: row["state"]) ?? .running
        targets = row["targets"]
        source = row["source"]
        summary = (row["summary"] as String?).flatMap { EvidenceJSON.evidence($0) }.map { RunSummary($0) }
    }
}

extension Date {
    init(milliseconds: Int64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1000) }

    var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1000).rounded()) }
}
