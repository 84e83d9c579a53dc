extension Sequence where Element: Hashable {
    /// The elements, each once, in the order of their first occurrence.
    @inlinable
    package var unique: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}

extension BidirectionalCollection {
    /// Returns the collection without the elements at both ends that satisfy `isBlank`.
    @inlinable
    package func trimming(_ isBlank: (Element) -> Bool) -> SubSequence {
        let start: SubSequence = drop(while: isBlank)
        guard let last = start.lastIndex(where: { !isBlank($0) }) else { return start }
        return start[...last]
    }
}
