/// Where a value is in a document, as RFC 6901 writes it.
public struct JSONPointer: Hashable, Sendable, CustomStringConvertible {
    /// The unescaped reference tokens, from the root inwards.
    public var tokens: [String]

    /// Creates a pointer from unescaped tokens.
    public init(tokens: [String] = []) { self.tokens = tokens }

    /// The pointer with `~0` for `~` and `~1` for `/`; the whole document is the empty string.
    public var description: String {
        var result = ""
        for token in tokens {
            result.unicodeScalars.append("/")
            for scalar in token.unicodeScalars {
                switch scalar {
                case "~": result += "~0"
                case "/": result += "~1"
                default: result.unicodeScalars.append(scalar)
                }
            }
        }
        return result
    }
}
