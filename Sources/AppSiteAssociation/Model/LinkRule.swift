import Basics

/// One rule of a detail with its defaults applied: the conditions on a URL, and the result of a match.
///
/// Keys of the component take precedence over the detail's `defaults`, which take precedence over the `defaults` of
/// `applinks`. `defaults` can contain every key of a component, not only the documented `caseSensitive` and
/// `percentEncoded`. A value of a kind that is not read removes its constraint, so that the rule matches more than
/// intended.
/// Documented as components.all-keys, components.wrong-type, defaults.levels, defaults.every-key
public final class LinkRule: Sendable {
    /// A pattern with its source in a component or in a `defaults` object.
    package struct SourcedPattern: Sendable {
        package let pattern: LinkPattern
        /// The JSON string that contains the pattern.
        package let source: JSONValue
        package var text: String { pattern.text }
        var part: LinkPattern.Part { pattern.part }
    }

    package enum QueryConstraint: Sendable {
        /// The query as a whole. Documented as components.query-string
        case whole(SourcedPattern)
        /// Individual items: each occurrence of a listed item must match, an absent item is treated as empty, and other
        /// items are not restricted.
        /// Documented as components.query-items, components.query-all-items, components.query-absent-item
        case items([QueryItem])
    }

    package struct QueryItem: Sendable {
        /// The name, compared exactly and always case-sensitively.
        ///
        /// If ``LinkRule/isPercentEncoded`` is false, names in the URL are assumed to be decoded like their values.
        /// Documented as encoding.decoded-items
        package let name: String
        package let value: SourcedPattern
    }

    /// The object in `components` or the string in `paths`.
    package let source: JSONValue
    /// The keys as written in the component; `nil` in `paths`.
    package let fields: ComponentFields?
    package var isComponent: Bool { fields != nil }
    package let path: SourcedPattern?
    package let query: QueryConstraint?
    package let fragment: SourcedPattern?
    /// Whether a matching URL is excluded from the app. Documented as components.exclude, paths.not
    public let excludes: Bool
    let options: ComparisonOptions
    package var isCaseSensitive: Bool { options.isCaseSensitive }
    package var isPercentEncoded: Bool { options.isPercentEncoded }

    /// Whether the rule has no conditions. Documented as components.empty
    package var isUnconstrained: Bool { path == nil && query == nil && fragment == nil }

    package var patterns: [SourcedPattern] {
        let queryPatterns =
            switch query {
            case .whole(let whole): [whole]
            case .items(let items): items.map(\.value)
            case nil: [SourcedPattern]()
            }
        return [path].compactMap(\.self) + queryPatterns + [fragment].compactMap(\.self)
    }

    /// Creates a rule from a component, which inherits the settings of `layers`, beginning with the outermost.
    init(component: ComponentFields, layers: [ComponentFields], cache: PatternCache) {
        // The innermost layer that contains the key is assumed to take precedence, even with a value that is not read.
        // Documented as defaults.wrong-type
        let layersFromInside = [component] + layers.reversed()
        func value(_ field: (ComponentFields) -> JSONValue?) -> JSONValue? {
            layersFromInside.firstResult(field)
        }
        let options = ComparisonOptions(
            isCaseSensitive: value(\.caseSensitive)?.boolean ?? true,
            isPercentEncoded: value(\.percentEncoded)?.boolean ?? true)
        func patternKey(_ source: JSONValue, _ part: LinkPattern.Part) -> PatternKey {
            PatternKey(valueIndex: source.index, part: part, options: options)
        }
        source = component.source
        fields = component
        path = value(\.path).flatMap { cache.pattern($0, patternKey($0, .path)) }
        fragment = value(\.fragment).flatMap { cache.pattern($0, patternKey($0, .fragment)) }
        excludes = value(\.exclude)?.boolean ?? false
        self.options = options
        query = value(\.query).flatMap { cache.query($0, patternKey($0, .query)) }
        for field in [\ComponentFields.path, \.query, \.fragment] where component[keyPath: field] == nil {
            if let inherited = value({ $0[keyPath: field] }) { cache.countInherited(inherited) }
        }
    }

    /// Creates a rule from an element of `paths`; `nil` if the value is not a string.
    ///
    /// A rule that begins with `NOT ` (with one space, in any case) is an exclusion. Only the path is
    /// compared, as written and case-sensitively; variables are not replaced, and `defaults` have no effect.
    /// Documented as paths.not, paths.not-in-lower-case, paths.as-written
    /// Documented as variables.not-in-paths, defaults.not-for-paths
    init?(path source: JSONValue) {
        guard let text = source.string else { return nil }
        self.source = source
        fields = nil
        let scalars = text.unicodeScalars
        let excludes = scalars.count >= 4 && String(scalars.prefix(4)).uppercased().isExactly("NOT ")
        let pattern = excludes ? String(scalars.dropFirst(4)) : text
        path = SourcedPattern(pattern: LinkPattern(pattern, part: .path, variables: nil), source: source)
        query = nil
        fragment = nil
        self.excludes = excludes
        options = ComparisonOptions()
    }
}
