import CZlib

/// A decompressor for raw deflate data (RFC 1951), as in zip archives.
package final class RawInflater {
    private var stream = z_stream()

    /// Creates a decompressor.
    package init() {
        // Only a lack of memory causes a failure.
        guard aasa_inflate_init_raw(&stream) == Z_OK else { fatalError("zlib could not be started") }
    }

    deinit { inflateEnd(&stream) }

    /// Decompresses the next bytes.
    ///
    /// - Parameters:
    ///   - input: The next compressed bytes.
    ///   - room: The maximum size of the output, in bytes.
    /// - Returns: The output, the number of input bytes used, and whether the data has ended.
    /// - Throws: `InflateError` if the data is invalid.
    package func expand(
        _ input: ArraySlice<UInt8>, room: Int
    ) throws(InflateError) -> (output: [UInt8], used: Int, isAtEnd: Bool) {
        var code = Z_OK
        var used = 0
        let output = [UInt8](unsafeUninitializedCapacity: room) { output, count in
            input.withUnsafeBufferPointer { input in
                // zlib reads from the input and does not write to it.
                stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                stream.avail_in = uInt(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = uInt(room)
                code = inflate(&stream, Z_NO_FLUSH)
                used = input.count - Int(stream.avail_in)
                count = room - Int(stream.avail_out)
            }
        }
        // `Z_BUF_ERROR` only means that no progress is possible, such as without input.
        guard [Z_OK, Z_STREAM_END, Z_BUF_ERROR].contains(code) else {
            throw InflateError(description: "zlib \(code)")
        }
        return (output, used, code == Z_STREAM_END)
    }
}
