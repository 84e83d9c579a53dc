import CZlib

/// Compression with zlib (RFC 1950), on request with what the reader knows already as a dictionary.
///
/// A stored report differs from the one of the night before in its times and little else: with that as the dictionary,
/// some hundred bytes are left of it. Browsers call the format `deflate`.
package final class Deflater {
    private var stream = z_stream()

    /// Creates a compressor; 1 is the fastest level, 9 the most thorough.
    package init(level: CInt = 6) {
        // It fails only where memory does.
        guard aasa_deflate_init(&stream, level) == Z_OK else { fatalError("zlib could not be started") }
    }

    deinit { deflateEnd(&stream) }

    /// Compresses `bytes`; decompression needs the same `dictionary`, of which the last 32 KiB are used.
    package func compress(_ bytes: [UInt8], dictionary: [UInt8] = []) -> [UInt8] {
        deflateReset(&stream)
        if !dictionary.isEmpty { deflateSetDictionary(&stream, dictionary, uInt(dictionary.count)) }
        let bound = Int(deflateBound(&stream, uLong(bytes.count)))
        return [UInt8](unsafeUninitializedCapacity: bound) { output, count in
            bytes.withUnsafeBufferPointer { input in
                // zlib reads from the input and does not write to it.
                stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                stream.avail_in = uInt(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = uInt(output.count)
                // The output is at least as large as the bound: one call ends it.
                _ = deflate(&stream, Z_FINISH)
                count = output.count - Int(stream.avail_out)
            }
        }
    }
}

/// Why stored bytes cannot be read.
package struct InflateError: Error, CustomStringConvertible {
    package let description: String

    /// Creates an error.
    package init(description: String) { self.description = description }
}

/// The way back from what ``Deflater`` made.
package final class Inflater {
    /// More than this is never stored in one piece.
    private static let limit = 64 << 20
    private var stream = z_stream()
    private var piece = [UInt8](repeating: 0, count: 32_768)

    /// Creates a decompressor.
    package init() {
        // It fails only where memory does.
        guard aasa_inflate_init(&stream) == Z_OK else { fatalError("zlib could not be started") }
    }

    deinit { inflateEnd(&stream) }

    /// Decompresses the bytes that were compressed with `dictionary`.
    package func expand(_ bytes: [UInt8], dictionary: [UInt8] = []) throws(InflateError) -> [UInt8] {
        inflateReset(&stream)
        var result: [UInt8] = []
        let code = bytes.withUnsafeBufferPointer { input in
            // zlib reads from the input and does not write to it.
            stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
            stream.avail_in = uInt(input.count)
            while true {
                let code = piece.withUnsafeMutableBufferPointer { output in
                    stream.next_out = output.baseAddress
                    stream.avail_out = uInt(output.count)
                    return inflate(&stream, Z_NO_FLUSH)
                }
                result += piece[..<(piece.count - Int(stream.avail_out))]
                switch code {
                case Z_OK where result.count < Self.limit: continue
                case Z_NEED_DICT where !dictionary.isEmpty:
                    let set = inflateSetDictionary(&stream, dictionary, uInt(dictionary.count))
                    if set != Z_OK { return set }
                default: return code
                }
            }
        }
        guard code == Z_STREAM_END else {
            throw InflateError(description: "stored bytes cannot be expanded (zlib \(code))")
        }
        return result
    }
}
