/// The parts of a URL in the four forms (views) that rules use, each created on first use.
struct PreparedURL {
    /// A form of URLs: with or without regard to case, as written or decoded.
    struct View: Hashable, Sendable {
        var folds: Bool
        var decodes: Bool

        init(_ rule: LinkRule) {
            folds = !rule.isCaseSensitive
            decodes = !rule.isPercentEncoded
        }

        init(index: Int) {
            folds = index & 1 == 1
            decodes = index & 2 == 2
        }

        /// The index of the view, from 0 to 3.
        var index: Int { (folds ? 1 : 0) | (decodes ? 2 : 0) }

        func codes(_ text: String) -> [CompiledPattern.Code] {
            // A text that cannot be decoded is compared as written. Rule: encoding.undecodable
            let text = decodes ? PercentDecoding.decoded(text) ?? text : text
            var codes: [CompiledPattern.Code] = []
            codes.reserveCapacity(text.utf8.count)
            for scalar in text.unicodeScalars {
                codes.append((folds ? LinkPattern.folded(scalar) : scalar).value)
            }
            return codes
        }
    }

    struct Item {
        /// The name, decoded if the view decodes, and always case-sensitive. Rule: encoding.decoded-items
        var name: String
        var value: [CompiledPattern.Code]
    }

    /// The parts in one view that have been created so far.
    private struct Parts {
        var path: [CompiledPattern.Code]?
        var query: [CompiledPattern.Code]?
        var fragment: [CompiledPattern.Code]?
        var items: [Item]?
    }

    let url: LinkURL
    private var parts: [Parts] = Array(repeating: Parts(), count: 4)

    init(_ url: LinkURL) { self.url = url }

    mutating func path(_ view: View) -> [CompiledPattern.Code] {
        if let known = parts[view.index].path { return known }
        let path = Self.regularSlashes(view.codes(url.path))
        parts[view.index].path = path
        return path
    }

    mutating func query(_ view: View) -> [CompiledPattern.Code] {
        if let known = parts[view.index].query { return known }
        let query = view.codes(url.query ?? "")
        parts[view.index].query = query
        return query
    }

    mutating func fragment(_ view: View) -> [CompiledPattern.Code] {
        if let known = parts[view.index].fragment { return known }
        let fragment = view.codes(url.fragment ?? "")
        parts[view.index].fragment = fragment
        return fragment
    }

    mutating func items(_ view: View) -> [Item] {
        if let known = parts[view.index].items { return known }
        let items = Self.items(url.query ?? "").map { name, value in
            Item(name: view.decodes ? PercentDecoding.decoded(name) ?? name : name, value: view.codes(value))
        }
        parts[view.index].items = items
        return items
    }

    /// Returns a path with a slash at both ends, and without consecutive slashes. Rule: patterns.slashes
    static func regularSlashes(_ path: [CompiledPattern.Code]) -> [CompiledPattern.Code] {
        let slash = Unicode.Scalar("/").value
        var result: [CompiledPattern.Code] = []
        result.reserveCapacity(path.count + 2)
        if path.first != slash { result.append(slash) }
        for code in path where code != slash || result.last != slash { result.append(code) }
        if result.last != slash { result.append(slash) }
        return result
    }

    /// Returns the items of a query as written: `&` separates items, and the first `=` precedes the value; without `=`,
    /// the value is empty.
    ///
    /// Rules: components.query-splitting, components.query-absent-item
    static func items(_ query: String) -> [(name: String, value: String)] {
        guard !query.isEmpty else { return [] }
        return query.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).map { item in
            guard let equals = item.firstIndex(of: UInt8(ascii: "=")) else { return (String(Substring(item)), "") }
            return (String(Substring(item[..<equals])), String(Substring(item[item.index(after: equals)...])))
        }
    }
}
