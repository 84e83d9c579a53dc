/// One character in UTF-8.
enum UTF8Sequence {
    /// Returns the scalar at `offset` and its length in bytes, from 1 to 4; `nil` if the bytes are not well formed.
    ///
    /// Overlong forms, surrogates and values over U+10FFFF are not well formed (Unicode, table 3-7).
    static func scalar(at offset: Int, in text: UnsafeBufferPointer<UInt8>) -> (scalar: Unicode.Scalar, length: Int)? {
        var bytes = text[offset...].makeIterator()
        var decoder = UTF8()
        guard case .scalarValue(let scalar) = decoder.decode(&bytes) else { return nil }
        return (scalar, UTF8.width(scalar))
    }
}
