import Audit
import Findings

import struct Foundation.Date

/// What a message says about a run, whoever reads it.
public struct NoticeContent: Sendable, Codable {
    /// The most domains or findings of one kind that are listed; the counts go on.
    public static let mostItems = 100

    /// A domain that could not be reached for several runs.
    struct Unreachable: Sendable, Codable {
        var domain: String
        /// How many runs in a row, this one included.
        var runs: Int
        var since: Date?
        var cause: String?
    }

    /// Things that are counted, and kept as far as they are listed.
    struct Listed<Item: Sendable & Codable>: Sendable, Codable {
        private(set) var items: [Item] = []
        private(set) var count = 0

        mutating func add(_ item: @autoclosure () -> Item) {
            count += 1
            if items.count < NoticeContent.mostItems { items.append(item()) }
        }
    }

    var summary = RunSummary()
    var ending = RunEnding(complete: true)
    var changes: RunChanges?
    /// What came; where no run before is known, every error.
    var new = Listed<RunChanges.Change>()
    var fixed = Listed<RunChanges.Change>()
    var unreachable = Listed<Unreachable>()
    var recovered = Listed<EndedOutage>()
    /// Whether there are more domains that cannot be reached than were held against the runs before.
    var isUnreachableCut = false
}
