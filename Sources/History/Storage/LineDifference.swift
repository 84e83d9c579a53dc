/// The difference between two JSON lines of one domain, which mostly differ in a few values.
///
/// The difference has as many comma-separated parts as the line; a part is empty if the base has the same part there.
/// It is compressed in two thirds of the space of the whole line, even with the base as the dictionary.
enum LineDifference {
    private static let comma = UInt8(ascii: ",")

    /// Returns the difference of `line` from `base`.
    ///
    /// Lines with different numbers of parts are returned whole. Returns `nil` if an empty part of `line` replaces a
    /// part of `base`: the difference could not represent it.
    static func difference(of line: [UInt8], from base: [UInt8]) -> [UInt8]? {
        let parts = parts(of: line)
        let baseParts = Self.parts(of: base)
        guard parts.count == baseParts.count else { return line }
        var difference: [UInt8] = []
        for (part, basePart) in zip(parts, baseParts) {
            if part != basePart {
                if part.isEmpty { return nil }
                difference += part
            }
            difference.append(comma)
        }
        difference.removeLast()
        return difference
    }

    /// Returns the line that differs from `base` by `difference`.
    static func line(_ difference: [UInt8], appliedTo base: [UInt8]) -> [UInt8] {
        let parts = parts(of: difference)
        let baseParts = Self.parts(of: base)
        guard parts.count == baseParts.count else { return difference }
        return Array(zip(parts, baseParts).map { $0.isEmpty ? $1 : $0 }.joined(separator: CollectionOfOne(comma)))
    }

    private static func parts(of line: [UInt8]) -> [ArraySlice<UInt8>] {
        line.split(separator: comma, omittingEmptySubsequences: false)
    }
}
