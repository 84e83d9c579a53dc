/// The options for comparing patterns with a URL.
package struct ComparisonOptions: Hashable, Sendable {
    /// Whether case matters; otherwise, ``LinkPattern/folded(_:)`` is applied to the pattern and the URL.
    /// Documented as encoding.case-sensitive, encoding.case-insensitive
    package var isCaseSensitive = true
    /// Whether URLs are compared as written, percent-encoded.
    ///
    /// Otherwise, the URL is decoded first, but the pattern is not. A part whose decoded form is not UTF-8 is assumed
    /// to be compared as written. Documented as encoding.as-written, encoding.decoded, encoding.undecodable
    package var isPercentEncoded = true
}
