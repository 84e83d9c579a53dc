/// The parts of a URL in the four ways in which rules look at them; each is made when it is asked for first.
struct PreparedURL {
    /// One way of looking at URLs: with or without regard to case, as written or decoded.
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

        /// A number from 0 to 3.
        var index: Int { (folds ? 1 : 0) | (decodes ? 2 : 0) }

        func codes(_ text: String) -> [CompiledPattern.Code] {
            // A text that cannot be decoded is compared as it is written. Rule: encoding.undecodable
            let text = decodes ? PercentDecoding.decoded(text) ?? text : text
            var codes: [CompiledPattern.Code] = []
            codes.reserveCapacity(text.utf8.count)
            for scalar in text.unicodeScalars {
                codes.append((folds ? LinkPattern.folded(scalar) : scalar).value)
            }
            return codes
        }
    }

    /// One item of the query.
    struct Item {
        /// The name, decoded if the view decodes; case always counts. Rule: encoding.decoded-items
        var name: String
        var value: [CompiledPattern.Code]
    }

    /// The parts as one view sees them, as far as somebody asked for them.
    private struct Parts {
        var path: [CompiledPattern.Code]?
        var query: [CompiledPattern.Code]?
        var fragment: [CompiledPattern.Code]?
        var items: [Item]?
    }

    let url: LinkURL
    private var made: [Parts] = Array(repeating: Parts(), count: 4)

    init(_ url: LinkURL) { self.url = url }

    /// The path with regular slashes.
    mutating func path(_ view: View) -> [CompiledPattern.Code] {
        if let known = made[view.index].path { return known }
        let path = Self.regularSlashes(view.codes(url.path))
        made[view.index].path = path
        return path
    }

    /// The whole query; empty when there is none.
    mutating func query(_ view: View) -> [CompiledPattern.Code] {
        if let known = made[view.index].query { return known }
        let query = view.codes(url.query ?? "")
        made[view.index].query = query
        return query
    }

    /// The fragment; empty when there is none.
    mutating func fragment(_ view: View) -> [CompiledPattern.Code] {
        if let known = made[view.index].fragment { return known }
        let fragment = view.codes(url.fragment ?? "")
        made[view.index].fragment = fragment
        return fragment
    }

    /// The items of the query in order.
    mutating func items(_ view: View) -> [Item] {
        if let known = made[view.index].items { return known }
        let items = Self.items(url.query ?? "").map { name, value in
            Item(name: view.decodes ? PercentDecoding.decoded(name) ?? name : name, value: view.codes(value))
        }
        made[view.index].items = items
        return items
    }

    /// The path of a URL with regular slashes: none is doubled, and one is at either end. Rule: patterns.slashes
    static func regularSlashes(_ path: [CompiledPattern.Code]) -> [CompiledPattern.Code] {
        let slash = Unicode.Scalar("/").value
        var result: [CompiledPattern.Code] = []
        result.reserveCapacity(path.count + 2)
        if path.first != slash { result.append(slash) }
        for code in path where !(code == slash && result.last == slash) { result.append(code) }
        if result.last != slash { result.append(slash) }
        return result
    }

    /// The items of a query as written: parted by `&`, the value after the first `=`; without `=` it is empty.
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
