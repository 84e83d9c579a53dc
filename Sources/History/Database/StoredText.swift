import Basics

/// Encodes foreign text for the database: SQLite ends a text at NUL, so that character is escaped.
///
/// Texts with neither NUL nor SUBSTITUTE, which are nearly all of them, are stored unchanged.
enum StoredText {
    private static let escape: Unicode.Scalar = "\u{1A}"

    /// Returns the encoded text; different texts have different encodings.
    static func encode(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == 0 || $0 == 0x1A }) else { return text }
        return text.escaped { scalar in
            switch scalar {
            case "\0": "\(escape)0"
            case escape: "\(escape)1"
            default: nil
            }
        }
    }

    static func decode(_ text: String) -> String {
        guard text.utf8.contains(0x1A) else { return text }
        let scalars = text.unicodeScalars.replacing("\(escape)0".unicodeScalars, with: "\0".unicodeScalars)
        return String(scalars.replacing("\(escape)1".unicodeScalars, with: "\(escape)".unicodeScalars))
    }
}
