import Basics

/// Writes values of a configuration so that all YAML readers interpret them identically.
enum YAMLWriting {
    /// Returns a text unquoted if it is unambiguous, otherwise in double quotes.
    static func text(_ text: String) -> String { isPlain(text) ? text : quoted(text) }

    static func list(_ texts: some Sequence<String>) -> String { "[\(texts.map(text).joined(separator: ", "))]" }

    /// Returns a text in double quotes, with escapes for invisible scalars, and for those that ``YAMLText`` would count
    /// as an anchor or alias.
    static func quoted(_ text: String) -> String {
        let escaped = text.escaped { before, scalar, _ in
            switch scalar {
            case "\\", "\"": "\\\(scalar)"
            case "*" where canBeginValue(after: before), "&" where canBeginValue(after: before): escape(scalar)
            default: scalar.isSafeInText ? nil : escape(scalar)
            }
        }
        return "\"\(escaped)\""
    }

    /// Returns whether a text begins with a letter and is no number, date or YAML syntax.
    private static func isPlain(_ text: String) -> Bool {
        let words = ["null", "true", "false", "yes", "no", "on", "off", "y", "n"]
        guard let first = text.unicodeScalars.first, first.isASCII, first.properties.isAlphabetic,
            !words.contains(text.lowercased())
        else { return false }
        return text.utf8.allSatisfy { $0.isHostByte || $0 == UInt8(ascii: "/") }
    }

    private static func canBeginValue(after scalar: Unicode.Scalar?) -> Bool {
        guard let scalar else { return false }
        return scalar.value <= 0x20 || ",[{:?-".unicodeScalars.contains(scalar)
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        let (mark, width) = scalar.value <= 0xFF ? ("x", 2) : scalar.value <= 0xFFFF ? ("u", 4) : ("U", 8)
        return "\\\(mark)\(Hexadecimal.digits(scalar.value, width: width))"
    }
}
