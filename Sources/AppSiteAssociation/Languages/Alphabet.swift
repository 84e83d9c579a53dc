/// A partition of the allowed scalars into classes whose members no pattern distinguishes, which keeps automata small.
///
/// Classes with a readable member come first, so that examples are readable.
struct Alphabet: Sendable {
    /// The member of each class that is used in examples.
    let representatives: [Unicode.Scalar]
    /// For each set, the indices of the classes that it consists of.
    let classesOfSet: [[Int32]]
    /// The class that contains only `/`; `nil` if `/` is not allowed.
    let slash: Int32?

    /// The values of the preferred characters for examples, in order: letters, digits, other printable ASCII.
    private static let preferredScalars: [UInt32] =
        Array(0x61...0x7A) + Array(0x30...0x39) + Array(0x41...0x5A)
        + "-_.~!$&'()*+,;=:@/?%#[]^|".unicodeScalars.map(\.value)

    /// Creates the coarsest partition of `allowed` in which each of `sets` is a union of classes, and `/` is a class.
    init(sets: [ScalarSet], allowed: ScalarSet) {
        let slashSet = ScalarSet("/")
        let ranges = (sets + [allowed, slashSet]).flatMap(\.ranges)
        let intervalStarts = Set(ranges.flatMap { [$0.lowerBound, $0.upperBound + 1] }).sorted()

        /// Returns the index of the interval that contains `value`; -1 before the first interval.
        func interval(of value: UInt32) -> Int { intervalStarts.partitioningIndex { $0 > value } - 1 }

        var setsOfInterval = [[Int32]](repeating: [], count: intervalStarts.count)
        for (index, set) in (sets + [slashSet]).enumerated() {
            for range in set.ranges {
                for position in interval(of: range.lowerBound)..<interval(of: range.upperBound + 1) {
                    setsOfInterval[position].append(Int32(index))
                }
            }
        }

        var representatives: [Unicode.Scalar] = []
        var classes = [[Int32]](repeating: [], count: sets.count + 1)
        var knownCombinations: Set<[Int32]> = []
        for value in Self.preferredScalars + intervalStarts where allowed.contains(value) {
            let containingSets = setsOfInterval[interval(of: value)]
            guard knownCombinations.insert(containingSets).inserted else { continue }
            for index in containingSets { classes[Int(index)].append(Int32(representatives.count)) }
            representatives.append(Unicode.Scalar(value) ?? "\u{FFFD}")
        }
        self.representatives = representatives
        slash = classes.removeLast().first
        classesOfSet = classes
    }
}
