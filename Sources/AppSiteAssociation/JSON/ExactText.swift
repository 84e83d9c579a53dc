/// Text that is compared scalar by scalar.
///
/// `String` treats `é` and `e` with a combining accent as equal; JSON, URLs and Apple's systems do not. Keys of
/// dictionaries and sets that contain text of a file therefore use this type.
package struct ExactText: Hashable, Sendable {
    package let text: String

    package init(_ text: some StringProtocol) { self.text = String(text) }

    package static func == (lhs: ExactText, rhs: ExactText) -> Bool { lhs.text.isExactly(rhs.text) }

    package func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        // UTF-8 never contains this byte, so that the ends of consecutive texts affect the hash.
        hasher.combine(0xFF as UInt8)
    }
}

extension StringProtocol {
    /// Whether both texts consist of the same Unicode scalars, unlike `==`, which uses canonical equivalence.
    package func isExactly(_ other: some StringProtocol) -> Bool {
        let areStoredBytesEqual: Bool?? = utf8.withContiguousStorageIfAvailable { bytes in
            other.utf8.withContiguousStorageIfAvailable { bytes.elementsEqual($0) }
        }
        // A text without contiguous storage, such as Foundation's on macOS, is compared byte by byte.
        return areStoredBytesEqual.flatMap(\.self) ?? utf8.elementsEqual(other.utf8)
    }
}
