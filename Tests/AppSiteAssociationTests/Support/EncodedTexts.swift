@testable import AppSiteAssociation

/// Texts in encodings that JSON does not allow.
enum EncodedTexts {
    static func bytes(of text: String, as encoding: JSONEncoding, mark: Bool) -> [UInt8] {
        let text = (mark ? "\u{FEFF}" : "") + text
        switch encoding {
        case .utf8, .utf8WithByteOrderMark: return Array(text.utf8)
        case .utf16LittleEndian: return text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        case .utf16BigEndian: return text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        case .utf32LittleEndian:
            return text.unicodeScalars.flatMap { scalar in
                (0..<4).map { UInt8(scalar.value >> (8 * UInt32($0)) & 0xFF) }
            }
        case .utf32BigEndian:
            return text.unicodeScalars.flatMap { scalar in
                (0..<4).reversed().map { UInt8(scalar.value >> (8 * UInt32($0)) & 0xFF) }
            }
        case .notUnicode: return text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        }
    }
}
