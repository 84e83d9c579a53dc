/// A position in a document.
public struct JSONPosition: Hashable, Sendable {
    /// The line, from 1; a line ends with LF, CR LF or CR.
    public var line: Int
    /// The column, from 1, counted in Unicode scalars.
    public var column: Int
    /// The offset in bytes in the document's UTF-8 text, from 0, including the byte order mark.
    package var offset: Int
}

/// A table that converts byte offsets of a UTF-8 text to lines and columns in logarithmic time.
struct LineTable: Sendable {
    private var lineStarts: [UInt32] = [0]
    /// For every block of ``blockSize`` bytes, the number of preceding UTF-8 continuation bytes.
    private var continuationsBefore: [UInt32] = []

    private static let blockSize = 256

    init(_ text: UnsafeBufferPointer<UInt8>) {
        continuationsBefore.reserveCapacity(text.count / Self.blockSize + 1)
        var continuationCount: UInt32 = 0
        for (offset, byte) in text.enumerated() {
            if offset % Self.blockSize == 0 { continuationsBefore.append(continuationCount) }
            if byte & 0xC0 == 0x80 { continuationCount += 1 }
            let isBeforeLineFeed = byte == 0x0D && offset + 1 < text.count && text[offset + 1] == 0x0A
            if byte == 0x0A || byte == 0x0D, !isBeforeLineFeed {
                lineStarts.append(UInt32(truncatingIfNeeded: offset + 1))
            }
        }
    }

    /// Returns the position of the byte at `offset`; `text` is the text from which the table was created.
    func position(of offset: Int, in text: [UInt8]) -> JSONPosition {
        let line = lineStarts.partitioningIndex { Int($0) > offset }
        let start = Int(lineStarts[line - 1])
        let continuations = continuations(before: offset, in: text) - continuations(before: start, in: text)
        return JSONPosition(line: line, column: offset - start - continuations + 1, offset: offset)
    }

    private func continuations(before offset: Int, in text: [UInt8]) -> Int {
        guard !continuationsBefore.isEmpty else { return 0 }
        let block = min(offset / Self.blockSize, continuationsBefore.count - 1)
        var total = Int(continuationsBefore[block])
        for byte in text[(block * Self.blockSize)..<min(offset, text.count)] where byte & 0xC0 == 0x80 { total += 1 }
        return total
    }
}
