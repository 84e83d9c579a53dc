enum Bytes {
    /// Returns the index of `needle`, which should be short: the worst-case time grows with the product of the lengths.
    static func firstIndex(of needle: [UInt8], in haystack: ArraySlice<UInt8>) -> Int? {
        guard let first = needle.first, haystack.count >= needle.count else { return nil }
        let offset = haystack.withUnsafeBufferPointer { hay -> Int? in
            needle.withUnsafeBufferPointer { wanted in
                for start in 0...(hay.count - wanted.count) where hay[start] == first {
                    var length = 1
                    while length < wanted.count, hay[start + length] == wanted[length] { length += 1 }
                    if length == wanted.count { return start }
                }
                return nil
            }
        }
        return offset.map { haystack.startIndex + $0 }
    }

    /// Whether `bytes` appear to be UTF-16 or UTF-32 rather than text in 8-bit characters.
    static func areWide(_ bytes: [UInt8]) -> Bool {
        let start = bytes.prefix(4)
        return start.contains(0) || start.starts(with: [0xfe, 0xff]) || start.starts(with: [0xff, 0xfe])
    }

    /// Returns `bytes` without a byte order mark and white space at their beginning.
    static func afterBlanks(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
        let markLength = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
        return bytes.dropFirst(markLength).drop { $0 == 0x20 || (0x09...0x0d).contains($0) }
    }

    static func lowercased(_ bytes: [UInt8], limit: Int) -> ArraySlice<UInt8> {
        bytes.prefix(limit).map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }[...]
    }
}
