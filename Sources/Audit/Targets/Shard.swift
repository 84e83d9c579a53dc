import Basics

/// A share of all targets: one of several that are audited apart from each other, on as many machines.
///
/// Which share a target is in follows from its name alone, whatever else is in the list: the shares of one list have no target
/// in common, and together have all. Names of one site (``DomainID/site``) are in the same share, so that no server is
/// asked by several machines at once because of them.
public struct Shard: Hashable, Sendable, CustomStringConvertible {
    /// The most shares there can be.
    public static let countLimit = 1_000_000

    /// Which share it is, from 0.
    public let index: Int
    /// The number of shares.
    public let count: Int

    /// Reads `I/N`: `0/4` is the first of four, and `3/4` the last.
    public init(_ text: String) throws(SettingError) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(Self.number)
        guard parts.count == 2, let index = parts[0], let count = parts[1], (1...Self.countLimit).contains(count),
            index < count
        else {
            throw SettingError(
                found: "\(VisibleText.quote(text)) is not a shard of a list",
                expected:
                    "I/N is allowed, with I from 0 to N-1 and N from 1 to \(Self.countLimit): 0/4, 1/4, 2/4 and 3/4")
        }
        (self.index, self.count) = (index, count)
    }

    /// As it can be written: `0/4`.
    public var description: String { "\(index)/\(count)" }

    /// Whether `entry` is in the share; what cannot be understood is in one of them, too.
    public func contains(_ entry: TargetEntry) -> Bool {
        switch entry.result {
        case .success(let target): contains(site: target.domain.site)
        case .failure: contains(site: entry.input)
        }
    }

    /// Whether the names of `site` are in the share.
    ///
    /// The rule is older than any list that was cut by it, and does not change: FNV-1a with 64 bits of the text, whose upper
    /// half is folded into the lower one (the last bits of FNV-1a depend on few bits of the text), modulo the number of shares.
    func contains(site: String) -> Bool {
        let hash = StableHash(site).value
        return (hash ^ hash >> 32) % UInt64(count) == UInt64(index)
    }

    private static func number(_ text: Substring) -> Int? {
        text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(text) : nil
    }
}
