import Platform

/// A layout of JSON for human readers: a short array or object is on one line, a long one has a line for each element.
///
/// Pieces contain whole strings, and no white space between values; a document is copied rather than parsed.
struct JSONLayout {
    /// The maximum number of bytes of an array or object that is on one line.
    static let width = 100

    /// Whether each open container is on one line, beginning with the outermost.
    private var isOnOneLine: [Bool] = []
    /// Whether the previous bracket or comma ends a line, unless a closing bracket follows.
    private var isLineDue = false
    /// Whether the previous bracket or comma was an opening bracket.
    private var isAfterOpening = false

    mutating func append(_ piece: [UInt8], to buffer: inout JSONBuffer) {
        piece.withUnsafeBufferPointer { append($0, to: &buffer) }
    }

    private mutating func append(_ piece: UnsafeBufferPointer<UInt8>, to buffer: inout JSONBuffer) {
        var index = 0
        while index < piece.count {
            let byte = piece[index]
            var end = index + 1
            switch byte {
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                let isOpenOnOneLine = isOnOneLine.removeLast()
                if !isOpenOnOneLine, !isAfterOpening { buffer.breakLine(depth: isOnOneLine.count) }
                buffer.append(byte)
                (isLineDue, isAfterOpening) = (false, false)
            case UInt8(ascii: ","):
                buffer.append(byte)
                isLineDue = true
            case UInt8(ascii: ":"):
                buffer.append(byte)
                buffer.append(UInt8(ascii: " "))
            case UInt8(ascii: "\n"):
                // Only the line feed at the end of the document is kept, not that at the end of a domain's line.
                if isOnOneLine.isEmpty { buffer.append(byte) }
            default:
                beginValue(&buffer)
                switch byte {
                case UInt8(ascii: "{"), UInt8(ascii: "["):
                    buffer.append(byte)
                    isOnOneLine.append(isOnOneLine.last == true || Self.isShort(piece, from: index))
                    (isLineDue, isAfterOpening) = (true, true)
                case UInt8(ascii: "\""):
                    end = Self.endOfString(piece, from: index)
                    buffer.append(UnsafeBufferPointer(rebasing: piece[index..<end]))
                default: buffer.append(byte)
                }
            }
            index = end
        }
    }

    private mutating func beginValue(_ buffer: inout JSONBuffer) {
        guard isLineDue else { return }
        if isOnOneLine.last == false {
            buffer.breakLine(depth: isOnOneLine.count)
        } else if !isAfterOpening {
            buffer.append(UInt8(ascii: " "))
        }
        (isLineDue, isAfterOpening) = (false, false)
    }

    /// Whether the container that begins at `start` ends within ``width``.
    private static func isShort(_ piece: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
        let limit = min(piece.count, start + width)
        var (index, depth) = (start, 0)
        while index < limit {
            switch piece[index] {
            case UInt8(ascii: "\""):
                index = endOfString(piece, from: index)
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if depth == 0 { return true }
            default: break
            }
            index += 1
        }
        return false
    }

    private static func endOfString(_ piece: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var position = start + 1
        while position < piece.count, let base = piece.baseAddress,
            let quote = memchr(base + position, Int32(UInt8(ascii: "\"")), piece.count - position)
        {
            let end = base.distance(to: quote.assumingMemoryBound(to: UInt8.self))
            // A quote after an odd number of backslashes is escaped. The count ends at the opening quote at the latest.
            var backslashes = 0
            while piece[end - 1 - backslashes] == UInt8(ascii: "\\") { backslashes += 1 }
            if backslashes.isMultiple(of: 2) { return end + 1 }
            position = end + 1
        }
        return piece.count
    }
}

extension JSONBuffer {
    mutating func breakLine(depth: Int) {
        append(UInt8(ascii: "\n"))
        append(repeatElement(UInt8(ascii: " "), count: 2 * depth))
    }
}
