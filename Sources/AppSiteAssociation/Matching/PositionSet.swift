/// A set of positions between the characters of a text, from 0 before the first character to the count after the last.
struct PositionSet: Hashable, Sendable {
    private let count: Int
    private(set) var words: [UInt64]

    init(count: Int) {
        self.count = count
        words = Array(repeating: 0, count: (count + 63) / 64)
    }

    var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

    func contains(_ position: Int) -> Bool { words[position >> 6] >> UInt64(position & 63) & 1 == 1 }

    mutating func insert(_ position: Int) { words[position >> 6] |= 1 << UInt64(position & 63) }

    mutating func formUnion(_ other: PositionSet) { for index in words.indices { words[index] |= other.words[index] } }

    /// The number of steps for applying one code to the set.
    var cost: Int { words.reduce(1) { $0 + 1 + $1.nonzeroBitCount } }

    var elements: [Int] {
        var elements: [Int] = []
        for (index, word) in words.enumerated() {
            var rest = word
            while rest != 0 {
                elements.append(index << 6 | rest.trailingZeroBitCount)
                rest &= rest - 1
            }
        }
        return elements
    }

    /// Replaces the positions with those that are reached after matching one code, which is not a variable.
    mutating func step(_ code: CompiledPattern.Code, in text: [CompiledPattern.Code]) {
        if code == CompiledPattern.anyRun {
            guard let first = words.firstIndex(where: { $0 != 0 }) else { return }
            words[first] |= ~0 << UInt64(words[first].trailingZeroBitCount)
            for index in words.indices.dropFirst(first + 1) { words[index] = ~0 }
            if count & 63 != 0 { words[words.count - 1] &= (1 << UInt64(count & 63)) - 1 }
            return
        }
        var carry: UInt64 = 0
        for index in words.indices {
            var rest = words[index]
            var kept: UInt64 = 0
            while rest != 0 {
                let bit = rest.trailingZeroBitCount
                let position = index << 6 | bit
                if position < text.count, CompiledPattern.accepts(code, text[position]) { kept |= 1 << UInt64(bit) }
                rest &= rest - 1
            }
            words[index] = kept << 1 | carry
            carry = kept >> 63
        }
    }
}
