/// Escaping for every format that is written, one Unicode scalar at a time.
///
/// Swift compares characters as readers see them: a quotation mark with a combining accent behind it is another character than
/// a quotation mark, and CR LF is one character. The programs that read a format see scalars or bytes, so nothing that is special
/// to them may be searched or replaced by `Character`.
extension String {
    /// The text with each scalar replaced for which `replacement` returns a text.
    package func escaped(_ replacement: (Unicode.Scalar) -> String?) -> String {
        escaped { _, scalar, _ in replacement(scalar) }
    }

    /// The text with each scalar replaced for which `replacement` returns a text.
    ///
    /// - Parameter replacement: It is given the scalar between the one before it and the one after it in this text.
    /// - Returns: The text for the format.
    package func escaped(
        _ replacement: (_ before: Unicode.Scalar?, _ scalar: Unicode.Scalar, _ after: Unicode.Scalar?) -> String?
    ) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(utf8.count + 16)
        var before: Unicode.Scalar?
        var rest = unicodeScalars.makeIterator()
        var next = rest.next()
        while let scalar = next {
            next = rest.next()
            if let text = replacement(before, scalar, next) {
                bytes.append(contentsOf: text.utf8)
            } else if scalar.isASCII {
                bytes.append(UInt8(scalar.value))
            } else {
                bytes.append(contentsOf: String(scalar).utf8)
            }
            before = scalar
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The first `limit` scalars, with an ellipsis where more are left out.
    ///
    /// A character can have any number of scalars, so that a bound in characters bounds nothing.
    package func cut(to limit: Int) -> String {
        guard let end = unicodeScalars.index(startIndex, offsetBy: limit, limitedBy: endIndex), end < endIndex else {
            return self
        }
        return String(unicodeScalars[..<end]) + "…"
    }
}
