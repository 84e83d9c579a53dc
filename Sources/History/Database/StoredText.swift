import Basics

/// Foreign text as the database keeps it: SQLite ends a text at NUL, so that character is written in another way.
///
/// Texts with neither NUL nor SUBSTITUTE, which is nearly all of them, are kept as they are.
enum StoredText {
    private static let escape: Unicode.Scalar = "\u{1A}"

    /// The text to be kept; different texts stay different.
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

    /// The text as it was.
    static func decode(_ text: String) -> String {
        guard text.utf8.contains(0x1A) else { return text }
        var result = String.UnicodeScalarView()
        var scalars = text.unicodeScalars.makeIterator()
        while let scalar = scalars.next() {
            guard scalar == escape, let next = scalars.next() else {
                result.append(scalar)
                continue
            }
            switch next {
            case "0": result.append("\0")
            case "1": result.append(escape)
            // Kept before such texts were written in another way.
            default: result.append(contentsOf: [scalar, next])
            }
        }
        return String(result)
    }
}
