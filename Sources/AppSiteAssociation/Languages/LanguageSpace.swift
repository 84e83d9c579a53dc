/// The texts among which languages are compared: what can stand in a URL's path, query, item value or fragment.
///
/// A space is never smaller than what real URLs can contain, so that "matches nothing", "is covered" and "matches
/// everything" hold for every real URL when they hold in the space.
struct LanguageSpace: Hashable, Sendable {
    /// The shape of the texts.
    enum Shape: Hashable, Sendable {
        /// Any sequence of allowed scalars.
        case free
        /// Any sequence of allowed scalars that begins with `/`.
        case rooted
        /// A path as the system compares it: it begins and ends with `/`, and has no two of them in a row.
        ///
        /// Rule: patterns.slashes
        case path
    }

    /// The shape.
    var shape: Shape
    /// The scalars that can occur.
    var allowed: ScalarSet

    /// Printable ASCII without the space and the delimiters `"`, `<` and `>`, which no URL carries as they are (RFC 3986, section 2).
    private static let written = ScalarSet(ranges: [0x21...0x7E]).subtracting(ScalarSet("\"<>"))

    /// Paths as they are written in a URL, after normalisation.
    ///
    /// Without what RFC 3986 and the WHATWG URL Standard (path percent-encode set) both require to be encoded in a path.
    static let encodedPath = LanguageSpace(
        shape: .path, allowed: written.subtracting(ScalarSet("?#`{}\\")))
    /// Paths after percent-decoding, after normalisation.
    static let decodedPath = LanguageSpace(shape: .path, allowed: .all)
    /// Queries as they are written in a URL, without the leading `?`.
    static let encodedQuery = LanguageSpace(shape: .free, allowed: written.subtracting(ScalarSet("#")))
    /// The value of one query item as it is written in a URL.
    static let encodedItem = LanguageSpace(shape: .free, allowed: written.subtracting(ScalarSet("#&")))
    /// Fragments as they are written in a URL, without the leading `#`.
    static let encodedFragment = LanguageSpace(shape: .free, allowed: written)
    /// Queries, item values and fragments after percent-decoding.
    static let decodedText = LanguageSpace(shape: .free, allowed: .all)
    /// The texts that a part of a URL can hold, as written or decoded.
    static func texts(of part: LinkPattern.Part, isWritten: Bool) -> LanguageSpace {
        switch (part, isWritten) {
        case (.path, true): encodedPath
        case (.path, false): decodedPath
        case (.query, true): encodedQuery
        case (.queryItem, true): encodedItem
        case (.fragment, true): encodedFragment
        case (.query, false), (.queryItem, false), (.fragment, false): decodedText
        }
    }
    /// Any path as it may be written in a URL, with or without a slash at its end.
    static let anyPath = LanguageSpace(shape: .rooted, allowed: .all)
    /// Any text.
    static let anything = LanguageSpace(shape: .free, allowed: .all)

    // The shape is followed by an automaton of three states: at the start, after a slash, within a segment.

    /// The state before the first scalar.
    static let start: Int32 = 0

    /// The state after one more scalar, or `nil` when no text of the space goes on like that.
    func next(_ state: Int32, isSlash: Bool) -> Int32? {
        if shape == .free { return Self.start }
        if shape == .rooted { return state == 1 || isSlash ? 1 : nil }
        switch (state, isSlash) {
        case (0, true): return 1
        case (0, false): return nil
        case (1, true): return nil
        case (1, false): return 2
        case (_, true): return 1
        case (_, false): return 2
        }
    }

    /// Whether a text of the space can end in `state`.
    func accepts(_ state: Int32) -> Bool {
        shape == .free || state == 1
    }

    /// Whether `text` belongs to the space.
    func contains(_ text: some StringProtocol) -> Bool {
        var state = Self.start
        for scalar in text.unicodeScalars {
            guard allowed.contains(scalar.value), let next = next(state, isSlash: scalar == "/") else { return false }
            state = next
        }
        return accepts(state)
    }

    /// Whether a text, given as scalar values, belongs to the space.
    func contains(scalars: [UInt32]) -> Bool {
        var state = Self.start
        for value in scalars {
            guard allowed.contains(value), let next = next(state, isSlash: value == 0x2F) else { return false }
            state = next
        }
        return accepts(state)
    }
}
