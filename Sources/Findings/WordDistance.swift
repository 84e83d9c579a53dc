/// How much two words differ, to guess which one was meant.
package enum WordDistance {
    /// How many letters must be inserted, removed, replaced or swapped with their neighbour to turn one word into the other.
    ///
    /// Words whose lengths differ by more than three are as far apart as can be, which keeps the time in bounds.
    package static func between(_ first: String, _ second: String) -> Int {
        let a = Array(first.unicodeScalars)
        let b = Array(second.unicodeScalars)
        guard abs(a.count - b.count) <= 3 else { return Int.max }
        var beforeLast = [Int](repeating: 0, count: b.count + 1)
        var last = Array(0...b.count)
        for i in a.indices {
            var row = [i + 1] + [Int](repeating: 0, count: b.count)
            for j in b.indices {
                row[j + 1] = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
                    row[j + 1] = min(row[j + 1], beforeLast[j - 1] + 1)
                }
            }
            (beforeLast, last) = (last, row)
        }
        return last[b.count]
    }
}
