/// An index of rules by the literal prefix of their path pattern, to find the rules that can match a path.
///
/// Prefixes are identified by their hash; a collision only causes an additional comparison.
struct RuleIndex: Sendable {
    /// The rules of one view.
    private struct Bucket: Sendable {
        /// The indices of rules by the hash of their literal prefix, each list in ascending order.
        var rules: [UInt64: [Int]] = [:]
        /// Whether some rule has a literal prefix of this length, by length.
        var lengths: [Bool] = []

        mutating func insert(_ rule: Int, at prefix: ArraySlice<CompiledPattern.Code>) {
            if lengths.count <= prefix.count {
                lengths.append(contentsOf: repeatElement(false, count: prefix.count - lengths.count + 1))
            }
            lengths[prefix.count] = true
            rules[prefix.reduce(RuleIndex.emptyHash, RuleIndex.extended), default: []].append(rule)
        }
    }

    private static let emptyHash: UInt64 = 0xCBF2_9CE4_8422_2325

    private static func extended(_ hash: UInt64, with code: CompiledPattern.Code) -> UInt64 {
        let mixed = (hash ^ UInt64(code)) &* 0x9E37_79B9_7F4A_7C15
        return mixed ^ (mixed >> 32)
    }

    private var buckets: [Bucket] = Array(repeating: Bucket(), count: 4)

    init(_ rules: [CompiledRule]) {
        for (index, rule) in rules.enumerated() where !rule.matchesNothing {
            buckets[rule.view.index].insert(index, at: rule.pathPrefix)
        }
    }

    /// Returns the indices of the rules that can match, in ascending order.
    func candidates(for url: inout PreparedURL) -> [Int] {
        var indices: [Int] = []
        var listCount = 0
        for (index, bucket) in buckets.enumerated() where !bucket.lengths.isEmpty {
            var hash = Self.emptyHash
            func collect() {
                guard let rules = bucket.rules[hash] else { return }
                if indices.isEmpty { indices = rules } else { indices += rules }
                listCount += 1
            }
            if bucket.lengths[0] { collect() }
            let path = url.parts(PreparedURL.View(index: index)).path
            for (offset, code) in path.prefix(bucket.lengths.count - 1).enumerated() {
                hash = Self.extended(hash, with: code)
                if bucket.lengths[offset + 1] { collect() }
            }
        }
        if listCount > 1 { indices.sort() }
        return indices
    }
}
