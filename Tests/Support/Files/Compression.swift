/// Content codings (RFC 9110 section 8.4.1), each reduced to the subset that produces bodies for all decoders.
public enum Compression {
    /// Returns gzip data (RFC 1952) with the bytes in stored blocks.
    public static func gzip(_ bytes: [UInt8]) -> [UInt8] {
        gzipHeader + storedBlocks(bytes) + littleEndian(CRC32.of(bytes))
            + littleEndian(UInt32(truncatingIfNeeded: bytes.count))
    }

    /// Returns gzip data for a repeated byte, compressed to 1/159: a bomb if `count` is large.
    public static func gzip(_ byte: UInt8, count: Int) -> [UInt8] {
        let checksum = CRC32.of(byte, count: count)
        return gzipHeader + run(of: byte, count: count) + littleEndian(checksum)
            + littleEndian(UInt32(truncatingIfNeeded: count))
    }

    /// Returns deflate data in the zlib wrapper (RFC 1950), as HTTP defines it.
    public static func zlib(_ bytes: [UInt8]) -> [UInt8] {
        [0x78, 0x01] + storedBlocks(bytes) + littleEndian(adler32(bytes)).reversed()
    }

    /// Returns deflate data without a wrapper (RFC 1951), as sent by some servers.
    public static func rawDeflate(_ bytes: [UInt8]) -> [UInt8] {
        storedBlocks(bytes)
    }

    /// Returns Brotli data (RFC 7932): one uncompressed meta-block of at most 65 536 bytes.
    public static func brotli(_ bytes: [UInt8]) -> [UInt8] {
        var bits = BitWriter()
        bits.write(0, count: 1)  // a window of 16 bits
        bits.write(0, count: 1)  // not the last meta-block
        bits.write(0, count: 2)  // its length has 4 nibbles
        bits.write(UInt32(max(bytes.count, 1) - 1), count: 16)
        bits.write(1, count: 1)  // uncompressed
        return bits.finish() + bytes + [0x03]  // the last meta-block, empty
    }

    /// Returns Zstandard data (RFC 8878): one frame with raw blocks.
    public static func zstandard(_ bytes: [UInt8]) -> [UInt8] {
        // A single segment with a content size of 4 bytes.
        var frame: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0xA0] + littleEndian(UInt32(bytes.count))
        let size = 65_536
        for start in stride(from: 0, to: max(bytes.count, 1), by: size) {
            let piece = bytes[start..<min(start + size, bytes.count)]
            let isLast = start + size >= bytes.count
            frame += littleEndian(UInt32(piece.count) << 3 | (isLast ? 1 : 0)).prefix(3) + piece
        }
        return frame
    }

    /// deflate, no name, no time, unknown system.
    private static let gzipHeader: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]

    private static func storedBlocks(_ bytes: [UInt8]) -> [UInt8] {
        let size = 65_535
        return stride(from: 0, to: max(bytes.count, 1), by: size).flatMap { start -> [UInt8] in
            let piece = bytes[start..<min(start + size, bytes.count)]
            let count = UInt16(piece.count)
            let isLast: UInt8 = start + size >= bytes.count ? 1 : 0
            return [isLast, UInt8(count & 0xFF), UInt8(count >> 8), UInt8(~count & 0xFF), UInt8(~count >> 8)] + piece
        }
    }

    /// Returns one block with fixed codes: the byte once, followed by matches of length 258 (13 bits each).
    private static func run(of byte: UInt8, count: Int) -> [UInt8] {
        var bits = BitWriter()
        func writeLiteral() {
            let code = UInt32(byte)
            if byte < 144 { bits.writeCode(0x30 + code, count: 8) } else { bits.writeCode(0x100 + code, count: 9) }
        }
        func writeMatches(_ count: Int) {
            for _ in 0..<count {
                bits.writeCode(0b1100_0101, count: 8)  // length code 285: 258
                bits.writeCode(0, count: 5)  // distance code 0: 1
            }
        }
        bits.write(0b011, count: 3)
        let matches = max(count - 1, 0) / 258
        for _ in 0..<(count - matches * 258) { writeLiteral() }
        writeMatches(matches % 8)
        // Eight matches take 13 bytes, which are identical from the second time, regardless of the bit offset.
        let rounds = matches / 8
        writeMatches(min(rounds, 2) * 8)
        bits.repeatLast(13, times: max(rounds - 2, 0))
        bits.writeCode(0, count: 7)  // the end of the block
        return bits.finish()
    }

    private static func littleEndian(_ number: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    private static func adler32(_ bytes: [UInt8]) -> UInt32 {
        let (low, high) = bytes.reduce((UInt32(1), UInt32(0))) { sums, byte in
            let low = (sums.0 + UInt32(byte)) % 65_521
            return (low, (sums.1 + low) % 65_521)
        }
        return high << 16 | low
    }
}

/// Packs bits into bytes from the lowest bit on.
private struct BitWriter {
    private var bytes: [UInt8] = []
    private var pending: UInt64 = 0
    private var pendingCount = 0

    /// Writes a number, its lowest bit first.
    mutating func write(_ value: UInt32, count: Int) {
        pending |= UInt64(value) << pendingCount
        pendingCount += count
        while pendingCount >= 8 {
            bytes.append(UInt8(truncatingIfNeeded: pending))
            pending >>= 8
            pendingCount -= 8
        }
    }

    /// Writes a Huffman code, its highest bit first.
    mutating func writeCode(_ code: UInt32, count: Int) {
        write((0..<count).reduce(0) { $0 << 1 | (code >> $1) & 1 }, count: count)
    }

    /// Repeats the last whole bytes.
    mutating func repeatLast(_ count: Int, times: Int) {
        guard times > 0 else { return }
        bytes += repeatElement(Array(bytes.suffix(count)), count: times).joined()
    }

    /// Returns all bytes, the last one padded with zeros.
    mutating func finish() -> [UInt8] {
        if pendingCount > 0 { write(0, count: 8 - pendingCount) }
        return bytes
    }
}
