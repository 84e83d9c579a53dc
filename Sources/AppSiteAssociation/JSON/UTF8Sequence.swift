/// One character in UTF-8.
enum UTF8Sequence {
    /// Returns the scalar of the sequence of one to four bytes at `offset`, and its length; `nil` if it is not well
    /// formed.
    ///
    /// Overlong forms, surrogates and values over U+10FFFF are not well formed (Unicode, table 3-7).
    static func scalar(at offset: Int, in text: UnsafeBufferPointer<UInt8>) -> (scalar: Unicode.Scalar, length: Int)? {
        var bytes = text[offset...].makeIterator()
        var decoder = UTF8()
        guard case .scalarValue(let scalar) = decoder.decode(&bytes) else { return nil }
        return (scalar, UTF8.width(scalar))
    }
}
