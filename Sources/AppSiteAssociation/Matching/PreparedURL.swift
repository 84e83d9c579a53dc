/// The parts of a URL in the form for each of the four combinations of options; each form is created on first use.
struct PreparedURL {
    struct Item {
        /// The name, decoded like the value, and always case-sensitive. Documented as encoding.decoded-items
        var name: String
        var value: [CompiledPattern.Code]
    }

    struct Parts {
        let path: [CompiledPattern.Code]
        let query: [CompiledPattern.Code]
        let items: [Item]
        let fragment: [CompiledPattern.Code]
    }

    private let url: LinkURL
    private var partsByOptions: [Parts?] = Array(repeating: nil, count: 4)

    init(_ url: LinkURL) { self.url = url }

    mutating func parts(_ options: ComparisonOptions) -> Parts {
        let index = (options.isCaseSensitive ? 0 : 1) + (options.isPercentEncoded ? 0 : 2)
        if let known = partsByOptions[index] { return known }
        let parts = Parts(
            path: Self.normalisedSlashes(options.codes(url.path)), query: options.codes(url.query ?? ""),
            items: Self.items(url.query ?? "", options), fragment: options.codes(url.fragment ?? ""))
        partsByOptions[index] = parts
        return parts
    }

    /// Returns a path with a slash at both ends, and without consecutive slashes. Documented as patterns.slashes
    static func normalisedSlashes(_ path: [CompiledPattern.Code]) -> [CompiledPattern.Code] {
        let slash = Unicode.Scalar("/").value
        var result: [CompiledPattern.Code] = []
        result.reserveCapacity(path.count + 2)
        if path.first != slash { result.append(slash) }
        for code in path where code != slash || result.last != slash { result.append(code) }
        if result.last != slash { result.append(slash) }
        return result
    }

    /// Returns the items of a query: `&` separates items, and the first `=` precedes the value.
    /// Documented as components.query-splitting, components.query-absent-item
    private static func items(_ query: String, _ options: ComparisonOptions) -> [Item] {
        guard !query.isEmpty else { return [] }
        return query.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).map { item in
            let (before, after) = item.divided(at: UInt8(ascii: "="))
            let name = String(Substring(before))
            let value = after.map { options.codes(String(Substring($0))) } ?? []
            return Item(name: options.comparedForm(of: name), value: value)
        }
    }
}

extension ComparisonOptions {
    /// Returns a part of a URL as written or decoded; a text that cannot be decoded is compared as written.
    /// Documented as encoding.undecodable
    fileprivate func comparedForm(of part: String) -> String {
        isPercentEncoded ? part : PercentEncoding.decoded(part) ?? part
    }

    func codes(_ part: String) -> [CompiledPattern.Code] {
        comparedForm(of: part).unicodeScalars.map { (isCaseSensitive ? $0 : LinkPattern.folded($0)).value }
    }
}
