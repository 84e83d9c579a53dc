import CZlib

/// A decompressor of raw deflate data (RFC 1951), as in zip archives, in pieces of any size.
final class RawInflater {
    private var stream = z_stream()

    init() {
        // Fails only if memory is exhausted.
        guard aasa_inflate_init_raw(&stream) == Z_OK else { fatalError("zlib could not be started") }
    }

    deinit { inflateEnd(&stream) }

    /// Decompresses the next bytes.
    ///
    /// - Parameters:
    ///   - input: The next compressed bytes.
    ///   - room: The maximum number of decompressed bytes.
    /// - Returns: The decompressed bytes, the number of bytes of `input` that were used, and whether the data ends.
    /// - Throws: `EntitlementsError` if the data is not valid.
    func expand(
        _ input: ArraySlice<UInt8>, room: Int
    ) throws(EntitlementsError) -> (output: [UInt8], used: Int, isAtEnd: Bool) {
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
            throw EntitlementsError("its compressed bytes are broken: zlib \(code)")
        }
        return (output, used, code == Z_STREAM_END)
    }
}
