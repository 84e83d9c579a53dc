/// Text that is compared scalar by scalar.
///
/// `String` takes `é` and `e` with a combining accent for the same; JSON, URLs and Apple's systems do not. Keys of
/// dictionaries and sets that hold text of a file are therefore of this type.
package struct ExactText: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The text.
    package let text: String

    /// Wraps `text`.
    package init(_ text: some StringProtocol) { self.text = String(text) }
    /// Wraps a literal.
    package init(stringLiteral value: String) { text = value }

    /// Whether both consist of the same scalars.
    package static func == (lhs: ExactText, rhs: ExactText) -> Bool { lhs.text.isExactly(rhs.text) }

    /// Hashes the scalars.
    package func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        hasher.combine(0xFF as UInt8)
    }
}

extension StringProtocol {
    /// Whether both consist of the same Unicode scalars, which `==` does not ask.
    package func isExactly(_ other: some StringProtocol) -> Bool {
        let isSame = utf8.withContiguousStorageIfAvailable { bytes in
            other.utf8.withContiguousStorageIfAvailable { bytes.elementsEqual($0) }
        }
        // Text that is stored elsewhere, as Foundation's on macOS, is asked for byte by byte.
        return isSame.flatMap(\.self) ?? utf8.elementsEqual(other.utf8)
    }
}
