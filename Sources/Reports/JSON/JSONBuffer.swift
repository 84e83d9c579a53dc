/// Bytes that grow at their end.
///
/// An array appends a few bytes at a time at some fifty instructions each, and a report is written in a thousand such pieces: room is
/// made here once for all that follows, and pieces are copied into it.
struct JSONBuffer: Sendable {
    private var storage: [UInt8] = []
    /// How many bytes there are.
    private(set) var count = 0

    /// Hands over all bytes, and keeps the room that they had.
    mutating func takeAll() -> [UInt8] {
        defer { count = 0 }
        return Array(storage[..<count])
    }

    /// Makes room for `more` bytes.
    private mutating func reserve(_ more: Int) {
        let missing = count + more - storage.count
        guard missing > 0 else { return }
        storage.append(contentsOf: repeatElement(0, count: max(missing, storage.count, 1024)))
    }

    mutating func append(_ byte: UInt8) {
        reserve(1)
        storage[count] = byte
        count += 1
    }

    mutating func append(_ byte: UInt8, times: Int) {
        reserve(times)
        for index in count..<count + times { storage[index] = byte }
        count += times
    }

    mutating func append(_ bytes: some Collection<UInt8>) {
        let start = count
        let length = bytes.count
        reserve(length)
        storage.withUnsafeMutableBufferPointer { _ = $0[start...].update(fromContentsOf: bytes) }
        count += length
    }

    /// Appends the printable ASCII at the start of `text` that JSON leaves as it is; the result is how much that was.
    mutating func appendPlain(_ text: UnsafeBufferPointer<UInt8>) -> Int {
        let start = count
        reserve(text.count)
        let length = storage.withUnsafeMutableBytes { Self.copyPlain(UnsafeRawBufferPointer(text), to: $0, at: start) }
        count += length
        return length
    }

    private static func copyPlain(
        _ text: UnsafeRawBufferPointer, to storage: UnsafeMutableRawBufferPointer, at start: Int
    ) -> Int {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let tops: UInt64 = 0x8080_8080_8080_8080
        var index = 0
        // Eight bytes at a time. A byte below 0x20 borrows into its top bit, and so does a quote, a backslash or a
        // delete once it has been made zero; a byte above one that was found may be found too, which costs nothing.
        while index + 8 <= text.count {
            let word = text.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            let quote = word ^ (ones &* 0x22)
            let backslash = word ^ (ones &* 0x5C)
            let delete = word ^ (ones &* 0x7F)
            let special =
                word | (word &- ones &* 0x20) | (quote &- ones) | (backslash &- ones) | (delete &- ones)
            if special & tops != 0 { break }
            storage.storeBytes(of: word, toByteOffset: start + index, as: UInt64.self)
            index += 8
        }
        while index < text.count, isPlain(text[index]) {
            storage[start + index] = text[index]
            index += 1
        }
        return index
    }

    /// Whether the byte is a character by itself that needs no escape.
    private static func isPlain(_ byte: UInt8) -> Bool {
        (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }
}
