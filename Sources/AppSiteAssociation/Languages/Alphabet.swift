/// A partition of the allowed scalars into classes whose members none of the patterns distinguishes.
///
/// It keeps automata small: a million scalars become one class for each letter that the patterns distinguish, and one
/// for all the others. Classes with a readable member have the lowest numbers, which makes examples readable.
struct Alphabet: Sendable {
    /// For each class, the member that is used in examples.
    let representatives: [Unicode.Scalar]
    /// For each of the given sets, its classes.
    let classesOfSet: [[Int32]]
    /// The class that contains only `/`; `nil` if `/` is not allowed.
    let slash: Int32?

    /// The preferred characters for examples: letters, digits, then the rest of printable ASCII.
    private static let preferred: [UInt32] =
        Array(0x61...0x7A) + Array(0x30...0x39) + Array(0x41...0x5A)
        + "-_.~!$&'()*+,;=:@/?%#[]^|".unicodeScalars.map(\.value)

    /// Creates the coarsest partition of `allowed` that splits none of `sets`, and keeps `/` separate.
    init(sets: [ScalarSet], allowed: ScalarSet) {
        let slashSet = ScalarSet("/")
        var cuts: [UInt32] = []
        for set in sets + [allowed, slashSet] {
            for range in set.ranges {
                cuts.append(range.lowerBound)
                cuts.append(range.upperBound + 1)
            }
        }
        cuts.sort()
        var starts: [UInt32] = []
        for cut in cuts where starts.last != cut { starts.append(cut) }

        /// Returns the index of the last start that is not above `value`; -1 if there is none.
        func interval(of value: UInt32) -> Int {
            var low = 0
            var high = starts.count
            while low < high {
                let middle = (low + high) / 2
                if starts[middle] <= value { low = middle + 1 } else { high = middle }
            }
            return low - 1
        }

        var signatures = [[Int32]](repeating: [], count: starts.count)
        for (index, set) in (sets + [slashSet]).enumerated() {
            for range in set.ranges {
                for position in interval(of: range.lowerBound)..<interval(of: range.upperBound + 1) {
                    signatures[position].append(Int32(index))
                }
            }
        }

        var groups: [[Int32]: Int] = [:]
        var groupOfInterval = [Int](repeating: -1, count: starts.count)
        var members: [UInt32] = []
        for position in starts.indices where allowed.contains(starts[position]) {
            if let group = groups[signatures[position]] {
                groupOfInterval[position] = group
            } else {
                groups[signatures[position]] = members.count
                groupOfInterval[position] = members.count
                members.append(starts[position])
            }
        }

        var rank = [Int](repeating: Int.max, count: members.count)
        for (order, value) in Self.preferred.enumerated() {
            let position = interval(of: value)
            guard position >= 0, groupOfInterval[position] >= 0 else { continue }
            let group = groupOfInterval[position]
            if rank[group] == Int.max {
                rank[group] = order
                members[group] = value
            }
        }
        let order = members.indices.sorted { (rank[$0], members[$0]) < (rank[$1], members[$1]) }
        var classOfGroup = [Int32](repeating: 0, count: members.count)
        for (index, group) in order.enumerated() { classOfGroup[group] = Int32(index) }

        representatives = order.map { Unicode.Scalar(members[$0]) ?? "\u{FFFD}" }
        var classes = [[Int32]](repeating: [], count: sets.count + 1)
        for (signature, group) in groups {
            for index in signature { classes[Int(index)].append(classOfGroup[group]) }
        }
        for index in classes.indices { classes[index].sort() }
        slash = classes[sets.count].first
        classes.removeLast()
        classesOfSet = classes
    }
}
