/// The keys of one component, or of a `defaults` object, as written.
///
/// The values can be of any kind; ``LinkRule`` contains their interpretation.
/// Documented as components.path, components.fragment, components.exclude, components.comment
package struct ComponentFields: Sendable {
    package let source: JSONValue
    private let values: [(name: String, value: JSONValue)]
    /// Unknown keys, and values of a kind that is not read; the latter still hide a setting in an outer `defaults`.
    /// Documented as components.wrong-type, defaults.wrong-type
    package let ignored: [IgnoredValue]

    static let keys = ["/", "?", "#", "exclude", "caseSensitive", "percentEncoded", "comment"]

    init(_ source: JSONValue) {
        self.source = source
        var fields = ObjectFields(source, known: Self.keys)
        // Reading the values by kind adds those of other kinds to `ignored`; `values` contains all of them.
        for name in ["/", "#"] { _ = fields.accept(name, .string) }
        for name in ["exclude", "caseSensitive", "percentEncoded"] { _ = fields.accept(name, .boolean) }
        if let query = fields.accept("?", .string, .object, expected: "a string or an object of strings"),
            query.members?.effective.contains(where: { $0.value.kind != .string }) == true
        {
            fields.ignore(query, .wrongKind(expected: "an object of strings"))
        }
        values = fields.knownValues
        ignored = fields.ignored
    }

    private func value(_ name: String) -> JSONValue? { values.first { $0.name == name }?.value }

    package var path: JSONValue? { value("/") }
    package var query: JSONValue? { value("?") }
    package var fragment: JSONValue? { value("#") }
    package var exclude: JSONValue? { value("exclude") }
    package var caseSensitive: JSONValue? { value("caseSensitive") }
    package var percentEncoded: JSONValue? { value("percentEncoded") }
}
