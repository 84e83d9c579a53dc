/// A partition of the allowed scalars into classes whose members none of the patterns distinguishes.
///
/// It keeps automata small: a million scalars become as many classes as the patterns have different letters, and one for all
/// the rest. Classes are numbered so that those with a readable member come first, which makes examples readable.
struct Alphabet: Sendable {
    /// For each class, the member that examples show.
    let representatives: [Unicode.Scalar]
    /// For each of the given sets, the classes that it consists of.
    let classesOfSet: [[Int32]]
    /// The class of `/` alone, where `/` is allowed.
    let slash: Int32?

    /// Letters, digits, then the rest of printable ASCII: what a reader of an example would like to see.
    private static let preferred: [UInt32] =
        Array(0x61...0x7A) + Array(0x30...0x39) + Array(0x41...0x5A)
        + "-_.~!$&'()*+,;=:@/?%#[]^|".unicodeScalars.map(\.value)

    /// Creates the coarsest partition of `allowed` that does not split any of `sets`, nor join `/` with anything.
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

        func interval(of value: UInt32) -> Int? {
            var low = 0
            var high = starts.count
            while low < high {
                let middle = (low + high) / 2
                if starts[middle] <= value { low = middle + 1 } else { high = middle }
            }
            return low > 0 ? low - 1 : nil
        }

        var signatures = [[Int32]](repeating: [], count: starts.count)
        for (index, set) in (sets + [slashSet]).enumerated() {
            for range in set.ranges {
                guard let first = interval(of: range.lowerBound) else { continue }
                var position = first
                while position < starts.count, starts[position] <= range.upperBound {
                    signatures[position].append(Int32(index))
                    position += 1
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
            guard let position = interval(of: value), groupOfInterval[position] >= 0 else { continue }
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
