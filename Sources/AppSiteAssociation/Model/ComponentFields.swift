/// The keys of one component, or of a `defaults` object, as written.
///
/// The values can be of any kind; ``LinkRule`` contains their interpretation.
/// Rules: components.path, components.fragment, components.exclude, components.comment
package struct ComponentFields: Sendable {
    package let source: JSONValue
    package let path: JSONValue?
    package let query: JSONValue?
    package let fragment: JSONValue?
    package let exclude: JSONValue?
    package let caseSensitive: JSONValue?
    package let percentEncoded: JSONValue?
    package let comment: JSONValue?
    /// Unknown keys, duplicates, and values of a kind that is not read, which also hide a setting in an outer
    /// `defaults` object. Rules: components.wrong-type, defaults.wrong-type
    package let ignored: [IgnoredValue]

    static let keys = ["/", "?", "#", "exclude", "caseSensitive", "percentEncoded", "comment"]

    init(_ source: JSONValue) {
        self.source = source
        var fields = ObjectFields(source, known: Self.keys)
        path = fields["/"]
        query = fields["?"]
        fragment = fields["#"]
        exclude = fields["exclude"]
        caseSensitive = fields["caseSensitive"]
        percentEncoded = fields["percentEncoded"]
        comment = fields["comment"]
        // The values are kept whatever their kind; reading them by kind notes those that systems ignore.
        for name in ["/", "#"] { _ = fields.value(name, .string) }
        for name in ["exclude", "caseSensitive", "percentEncoded"] { _ = fields.value(name, .boolean) }
        if let query = fields.value("?", .string, .object, expected: "a string or an object of strings"),
            query.members?.effective.contains(where: { $0.value.kind != .string }) == true
        {
            fields.ignore(query, .wrongType(expected: "an object of strings"))
        }
        ignored = fields.ignored
    }
}
