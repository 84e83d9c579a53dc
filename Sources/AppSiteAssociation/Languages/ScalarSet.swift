/// A set of Unicode scalars, stored as sorted ranges that are neither adjacent nor overlapping.
struct ScalarSet: Hashable, Sendable {
    /// The ranges of scalar values, ascending.
    let ranges: [ClosedRange<UInt32>]

    static let all = ScalarSet(ranges: [0...0xD7FF, 0xE000...0x10FFFF])

    init(_ scalar: Unicode.Scalar) { ranges = [scalar.value...scalar.value] }

    init(_ text: String) { self.init(ranges: text.unicodeScalars.map { $0.value...$0.value }) }

    /// Creates the union of `ranges`, which may overlap and be in any order.
    init(ranges: [ClosedRange<UInt32>]) {
        var merged: [ClosedRange<UInt32>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = merged.last, range.lowerBound <= last.upperBound || range.lowerBound - last.upperBound == 1 {
                merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        self.ranges = merged
    }

    func contains(_ value: UInt32) -> Bool {
        let index = ranges.firstIndexInOrder { $0.upperBound >= value }
        return index < ranges.count && ranges[index].contains(value)
    }

    func overlaps(_ other: ScalarSet) -> Bool {
        ranges.contains { range in other.ranges.contains { $0.overlaps(range) } }
    }

    func union(_ other: ScalarSet) -> ScalarSet { ScalarSet(ranges: ranges + other.ranges) }

    func subtracting(_ other: ScalarSet) -> ScalarSet {
        var result: [ClosedRange<UInt32>] = []
        for range in ranges {
            var next = range.lowerBound
            for hole in other.ranges where hole.upperBound >= next && hole.lowerBound <= range.upperBound {
                if hole.lowerBound > next { result.append(next...(hole.lowerBound - 1)) }
                next = hole.upperBound + 1
                if next > range.upperBound { break }
            }
            if next <= range.upperBound { result.append(next...range.upperBound) }
        }
        return ScalarSet(ranges: result)
    }
}

extension Array {
    /// Returns the index of the first element that meets `condition`, which all later elements must meet as well.
    ///
    /// Takes logarithmic time.
    func firstIndexInOrder(where condition: (Element) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if condition(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
