import Basics

/// One of several parts of the list of targets, which are audited separately on different machines.
///
/// The shard of a target depends only on its name, not on other targets in the list: the shards of a list are disjoint
/// and together contain all targets. Names of one site are in one shard, so that only one machine requests a server.
package struct Shard: Hashable, Sendable, CustomStringConvertible {
    package static let maxCount = 1_000_000

    /// The index of the shard, from 0.
    package let index: Int
    package let count: Int

    /// Parses `I/N`: `0/4` is the first of four, and `3/4` the last.
    package init(_ text: String) throws(SettingError) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { part in
            part.utf8.allSatisfy(\.isASCIIDigit) ? Int(part) : nil
        }
        guard parts.count == 2, let index = parts[0], let count = parts[1], (1...Self.maxCount).contains(count),
            index < count
        else {
            throw SettingError(
                found: "\(VisibleText.quote(text)) is not a shard of a list",
                expected:
                    "expected I/N with I from 0 to N-1 and N from 1 to \(Self.maxCount), such as 0/4, 1/4, 2/4 and 3/4"
            )
        }
        self.index = index
        self.count = count
    }

    package var description: String { "\(index)/\(count)" }

    /// Whether `entry` is in the shard; an invalid target belongs to exactly one shard, too.
    package func contains(_ entry: TargetEntry) -> Bool { Self.hash(of: entry) % UInt64(count) == UInt64(index) }

    /// Returns the hash of an entry's site, which modulo the number of shards is the index of its shard.
    ///
    /// The rule must never change, because existing lists are split by it: the 64-bit FNV-1a hash of the text. Its upper
    /// half is folded into the lower half, because the lowest bits of FNV-1a depend on few bits of the text.
    static func hash(of entry: TargetEntry) -> UInt64 {
        let site = (try? entry.result.get())?.domain.site ?? entry.input
        let hash = StableHash(site).value
        return hash ^ hash >> 32
    }
}
