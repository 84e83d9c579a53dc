import CZlib

/// A zlib compressor (RFC 1950, `deflate` in browsers) with an optional dictionary: with the previous report as the
/// dictionary, a stored report takes only a few hundred bytes.
package final class Deflater {
    private var stream = z_stream()

    /// Creates a compressor; level 1 is the fastest, level 9 compresses best.
    package init(level: CInt = 6) {
        // Only a lack of memory causes a failure.
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
                // The output has room for the largest possible result, so one call is sufficient.
                _ = deflate(&stream, Z_FINISH)
                count = output.count - Int(stream.avail_out)
            }
        }
    }
}

package struct InflateError: Error, CustomStringConvertible {
    package let description: String
}

package final class Inflater {
    /// The size of the output at which decompression fails, in bytes.
    private static let maxOutputBytes = 64 << 20
    private var stream = z_stream()
    private var piece = [UInt8](repeating: 0, count: 32_768)

    package init() {
        guard aasa_inflate_init(&stream) == Z_OK else { fatalError("zlib could not be started") }
    }

    deinit { inflateEnd(&stream) }

    package func expand(_ bytes: [UInt8], dictionary: [UInt8] = []) throws(InflateError) -> [UInt8] {
        inflateReset(&stream)
        var result: [UInt8] = []
        let code = bytes.withUnsafeBufferPointer { input in
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
                case Z_OK where result.count < Self.maxOutputBytes: continue
                case Z_NEED_DICT where !dictionary.isEmpty:
                    let dictionaryCode = inflateSetDictionary(&stream, dictionary, uInt(dictionary.count))
                    if dictionaryCode != Z_OK { return dictionaryCode }
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
