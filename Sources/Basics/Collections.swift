extension Sequence {
    /// Returns the first result that is not `nil`.
    ///
    /// `first` of a lazy `compactMap` would call `transform` twice for the element.
    @inlinable
    package func firstResult<Result>(_ transform: (Element) -> Result?) -> Result? {
        for element in self {
            if let result = transform(element) { return result }
        }
        return nil
    }
}

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
