/// A matcher without common code with the real one: replaces variables in the text of the pattern, and tries all
/// distributions of the characters over the wildcards.
struct SlowReference {
    typealias Variable = (name: String, values: [String])

    /// The pattern with all combinations of values for its variables.
    private var expansions: [[UInt8]]
    private let ignoresCase: Bool

    init(path pattern: String, variables: [Variable], ignoresCase: Bool) {
        self.ignoresCase = ignoresCase
        var bytes = Self.withoutRuns(Self.withoutRuns(Array(pattern.utf8), "//"), "**")
        if bytes.isEmpty { bytes = [UInt8(ascii: "/")] }
        if bytes.count > 1 {
            if bytes[0] != UInt8(ascii: "/"), bytes[0] != UInt8(ascii: "*") { bytes = [UInt8(ascii: "/")] + bytes }
            if let last = bytes.last, last != UInt8(ascii: "/"), last != UInt8(ascii: "*") {
                bytes += [UInt8(ascii: "/")]
            }
        }
        expansions = [bytes]
        for variable in variables { replace(variable) }
        expansions.removeAll { Self.place(of: Array("$(".utf8), in: $0) != nil }
        if ignoresCase { expansions = expansions.map(Self.lowercased) }
    }

    /// Returns whether a path, which begins with a slash or is empty, matches.
    func matches(_ path: [UInt8]) -> Bool {
        var text = Self.withoutRuns(path.isEmpty ? [UInt8(ascii: "/")] : path, "//")
        if text.count > 1, text.last != UInt8(ascii: "/") { text.append(UInt8(ascii: "/")) }
        if ignoresCase { text = Self.lowercased(text) }
        return text.withUnsafeBufferPointer { text in
            expansions.contains { $0.withUnsafeBufferPointer { Self.spread($0, 0, text, 0) } }
        }
    }

    private mutating func replace(_ variable: Variable) {
        let reference = Array("$(\(variable.name))".utf8)
        let values = variable.values.map { Array($0.utf8) }
        var finished: [[UInt8]] = []
        while let pattern = expansions.popLast() {
            guard let place = Self.place(of: reference, in: pattern) else {
                finished.append(pattern)
                continue
            }
            for value in values {
                expansions.append(Array(pattern[..<place]) + value + Array(pattern[(place + reference.count)...]))
            }
        }
        expansions = finished
    }

    private static func place(of needle: [UInt8], in bytes: [UInt8]) -> Int? {
        guard bytes.count >= needle.count else { return nil }
        return (0...bytes.count - needle.count).first { Array(bytes[$0..<$0 + needle.count]) == needle }
    }

    /// Replaces each pair of a character with a single one, until there are no more pairs.
    private static func withoutRuns(_ bytes: [UInt8], _ pair: StaticString) -> [UInt8] {
        var bytes = bytes
        let character = pair.utf8Start.pointee
        var place = 0
        while place + 1 < bytes.count {
            if bytes[place] == character, bytes[place + 1] == character {
                bytes.remove(at: place)
            } else {
                place += 1
            }
        }
        return bytes
    }

    private static func lowercased(_ bytes: [UInt8]) -> [UInt8] {
        bytes.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 + 32 : $0 }
    }

    private static func spread(
        _ pattern: UnsafeBufferPointer<UInt8>, _ code: Int, _ text: UnsafeBufferPointer<UInt8>, _ place: Int
    ) -> Bool {
        if code == pattern.count { return place == text.count }
        switch pattern[code] {
        case UInt8(ascii: "*"):
            return spread(pattern, code + 1, text, place)
                || (place < text.count && spread(pattern, code, text, place + 1))
        case UInt8(ascii: "?"): return place < text.count && spread(pattern, code + 1, text, place + 1)
        case let literal:
            return place < text.count && text[place] == literal && spread(pattern, code + 1, text, place + 1)
        }
    }
}
