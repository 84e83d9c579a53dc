/// Escaping by Unicode scalars, because parsers read scalars, not characters.
///
/// A `Character` can contain several scalars, such as CR LF, or a quotation mark with a combining accent.
extension String {
    /// Replaces each scalar with the result of `replacement`; `nil` keeps the scalar.
    package func escaped(_ replacement: (Unicode.Scalar) -> String?) -> String {
        escaped { _, scalar, _ in replacement(scalar) }
    }

    /// Replaces each scalar with a replacement that depends on its neighbours; `nil` keeps the scalar.
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

    /// Returns the first `limit` scalars, not characters, which can have any length; an ellipsis replaces the rest.
    package func cut(to limit: Int) -> String {
        guard let end = unicodeScalars.index(startIndex, offsetBy: limit, limitedBy: endIndex), end < endIndex else {
            return self
        }
        return String(unicodeScalars[..<end]) + "…"
    }
}
