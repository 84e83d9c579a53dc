/// A set of Unicode scalars, stored as sorted ranges that are neither adjacent nor overlapping.
struct ScalarSet: Hashable, Sendable {
    let ranges: [ClosedRange<UInt32>]

    static let all = ScalarSet(ranges: [0...0xD7FF, 0xE000...0x10FFFF])

    init(_ scalar: Unicode.Scalar) { ranges = [scalar.value...scalar.value] }

    init(_ text: String) { self.init(ranges: text.unicodeScalars.map { $0.value...$0.value }) }

    /// Creates the union of `ranges`, which may overlap and be in any order.
    init(ranges: [ClosedRange<UInt32>]) {
        var merged: [ClosedRange<UInt32>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = merged.last, range.lowerBound <= last.upperBound + 1 {
                merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        self.ranges = merged
    }

    func contains(_ value: UInt32) -> Bool {
        let index = ranges.partitioningIndex { $0.upperBound >= value }
        return index < ranges.count && ranges[index].contains(value)
    }

    func overlaps(_ other: ScalarSet) -> Bool {
        ranges.contains { range in other.ranges.contains { $0.overlaps(range) } }
    }
}

extension Array {
    /// Returns, by binary search, the first index from which all elements meet `condition`; `count` if none does.
    func partitioningIndex(where condition: (Element) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if condition(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
