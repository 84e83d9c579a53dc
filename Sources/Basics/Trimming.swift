extension BidirectionalCollection {
    /// Returns the collection without the elements at both ends that satisfy `isBlank`.
    package func trimming(_ isBlank: (Element) -> Bool) -> SubSequence {
        let start: SubSequence = drop(while: isBlank)
        guard let last = start.lastIndex(where: { !isBlank($0) }) else { return start }
        return start[...last]
    }
}

extension UInt8 {
    package var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
}
