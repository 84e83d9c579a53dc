/// The parts of a URL in the four views (forms) that rules use, each created on first use.
struct PreparedURL {
    /// A form of URLs: with or without regard to case, as written or decoded.
    struct View: Hashable, Sendable {
        let folds: Bool
        let decodes: Bool

        var index: Int { (folds ? 1 : 0) | (decodes ? 2 : 0) }

        func codes(_ text: String) -> [CompiledPattern.Code] {
            // A text that cannot be decoded is compared as written. Rule: encoding.undecodable
            let text = decodes ? PercentDecoding.decoded(text) ?? text : text
            return text.unicodeScalars.map { (folds ? LinkPattern.folded($0) : $0).value }
        }
    }

    struct Item {
        /// The name, decoded if the view decodes, and always case-sensitive. Rule: encoding.decoded-items
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
    private var partsOfView: [Parts?] = Array(repeating: nil, count: 4)

    init(_ url: LinkURL) { self.url = url }

    mutating func parts(_ view: View) -> Parts {
        if let known = partsOfView[view.index] { return known }
        let parts = Parts(
            path: Self.regularSlashes(view.codes(url.path)), query: view.codes(url.query ?? ""),
            items: Self.items(url.query ?? "", view), fragment: view.codes(url.fragment ?? ""))
        partsOfView[view.index] = parts
        return parts
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

    /// Returns the items of a query: `&` separates items, and the first `=` precedes the value.
    /// Rules: components.query-splitting, components.query-absent-item
    private static func items(_ query: String, _ view: View) -> [Item] {
        guard !query.isEmpty else { return [] }
        return query.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).map { item in
            let (before, after) = item.divided(at: UInt8(ascii: "="))
            let name = String(Substring(before))
            let value = after.map { view.codes(String(Substring($0))) } ?? []
            return Item(name: view.decodes ? PercentDecoding.decoded(name) ?? name : name, value: value)
        }
    }
}

extension PreparedURL.View {
    init(_ rule: LinkRule) { self.init(folds: !rule.isCaseSensitive, decodes: !rule.isPercentEncoded) }
}
