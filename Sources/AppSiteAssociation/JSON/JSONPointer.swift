import Basics

/// The location of a value in a document, in the notation of RFC 6901.
public struct JSONPointer: Hashable, Sendable, CustomStringConvertible {
    /// The unescaped reference tokens, beginning at the root.
    public var tokens: [String]

    /// Creates a pointer from unescaped tokens.
    public init(tokens: [String] = []) { self.tokens = tokens }

    /// The pointer with `~0` for `~` and `~1` for `/`; the empty string for the whole document.
    public var description: String {
        tokens.map { "/" + $0.escaped { $0 == "~" ? "~0" : $0 == "/" ? "~1" : nil } }.joined()
    }
}
