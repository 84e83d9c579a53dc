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
            let text = decodes ? PercentDecoding.decoded(text) ?? text : text
            guard folds else { return text.unicodeScalars.map(\.value) }
            return text.unicodeScalars.map { LinkPattern.folded($0).value }
        }
    }

    /// The parts as one view sees them.
    struct Parts {
        /// The path with regular slashes.
        var path: [CompiledPattern.Code]
        /// The whole query; empty when there is none.
        var query: [CompiledPattern.Code]
        /// The fragment; empty when there is none.
        var fragment: [CompiledPattern.Code]
        /// The items of the query in order.
        var items: [Item]
    }

    /// One item of the query.
    struct Item {
        /// The name, decoded if the view decodes; case always counts.
        var name: String
        var value: [CompiledPattern.Code]
    }

    let url: LinkURL
    private var made: [Parts?] = [nil, nil, nil, nil]

    init(_ url: LinkURL) { self.url = url }

    /// The parts as `view` sees them.
    mutating func parts(_ view: View) -> Parts {
        if let known = made[view.index] { return known }
        let query = url.query ?? ""
        let parts = Parts(
            path: Self.regularSlashes(view.codes(url.path)), query: view.codes(query),
            fragment: view.codes(url.fragment ?? ""),
            items: Self.items(query).map { name, value in
                Item(
                    name: view.decodes ? PercentDecoding.decoded(name) ?? name : name,
                    value: view.codes(value))
            })
        made[view.index] = parts
        return parts
    }

    /// The path of a URL with regular slashes: none is doubled, and one stands at either end (observed with swcutil).
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
    static func items(_ query: String) -> [(name: String, value: String)] {
        guard !query.isEmpty else { return [] }
        return query.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).map { item in
            guard let equals = item.firstIndex(of: UInt8(ascii: "=")) else { return (String(Substring(item)), "") }
            return (String(Substring(item[..<equals])), String(Substring(item[item.index(after: equals)...])))
        }
    }
}
