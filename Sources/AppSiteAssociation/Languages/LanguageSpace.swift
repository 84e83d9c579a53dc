/// The texts for which languages are compared.
///
/// Each space except ``pathWithoutPercent`` contains all texts that can occur in a part of real URLs, so that a
/// statement about all texts of the space applies to every real URL.
struct LanguageSpace: Hashable, Sendable {
    enum Shape: Hashable, Sendable {
        case free
        /// Any text that begins with `/`.
        case rooted
        /// A path with a slash at both ends, and without consecutive slashes. Documented as patterns.slashes
        case path
    }

    let shape: Shape
    let allowed: ScalarSet

    /// Returns the printable ASCII characters except `others`, and except the space character, `"`, `<` and `>`, which
    /// no URL contains unencoded (RFC 3986, section 2).
    private static func printable(without others: String = "") -> ScalarSet {
        let excluded = Set(("\"<>" + others).unicodeScalars.map(\.value))
        return ScalarSet(ranges: (0x21...0x7E).filter { !excluded.contains($0) }.map { $0...$0 })
    }

    /// Normalised paths as written in a URL, with percent-encoding.
    ///
    /// Characters that must be encoded according to both RFC 3986 and the WHATWG URL Standard (path percent-encode set)
    /// are not allowed.
    static let writtenPath = LanguageSpace(shape: .path, allowed: printable(without: "?#`{}\\"))
    /// Normalised paths without `%`, which are the same as written and decoded.
    static let pathWithoutPercent = LanguageSpace(shape: .path, allowed: printable(without: "?#`{}\\%"))
    /// Normalised paths after percent-decoding.
    static let decodedPath = LanguageSpace(shape: .path, allowed: .all)
    static let writtenQuery = LanguageSpace(shape: .free, allowed: printable(without: "#"))
    static let writtenItem = LanguageSpace(shape: .free, allowed: printable(without: "#&"))
    static let writtenFragment = LanguageSpace(shape: .free, allowed: printable())
    /// Paths that are not normalised: any text that begins with a slash.
    static let unnormalisedPath = LanguageSpace(shape: .rooted, allowed: .all)
    /// Any text: queries, item values and fragments after percent-decoding.
    static let anyText = LanguageSpace(shape: .free, allowed: .all)

    static func texts(of part: LinkPattern.Part, in form: RuleLanguage.Form) -> LanguageSpace {
        switch (form, part) {
        case (.written, .path): writtenPath
        case (.written, .query): writtenQuery
        case (.written, .queryItem): writtenItem
        case (.written, .fragment): writtenFragment
        case (.decoded, .path): decodedPath
        case (.decoded, .query), (.decoded, .queryItem), (.decoded, .fragment): anyText
        }
    }

    // The states of an automaton that checks the shape. In the shape `rooted`, scalars after the first slash
    // count as slashes.
    static let start: Int32 = 0
    private static let afterSlash: Int32 = 1
    private static let withinSegment: Int32 = 2

    /// Returns the state after another scalar; `nil` if no text of the space can continue with it.
    func next(_ state: Int32, isSlash: Bool) -> Int32? {
        switch (shape, state, isSlash) {
        case (.free, _, _): Self.start
        case (.rooted, Self.start, false), (.path, Self.start, false), (.path, Self.afterSlash, true): nil
        case (.rooted, _, _), (.path, _, true): Self.afterSlash
        case (.path, _, false): Self.withinSegment
        }
    }

    func accepts(_ state: Int32) -> Bool { shape == .free || state == Self.afterSlash }

    func contains(_ text: String) -> Bool { contains(scalars: text.unicodeScalars.map(\.value)) }

    func contains(scalars: [UInt32]) -> Bool {
        var state = Self.start
        for value in scalars {
            guard allowed.contains(value), let next = next(state, isSlash: value == 0x2F) else { return false }
            state = next
        }
        return accepts(state)
    }
}
