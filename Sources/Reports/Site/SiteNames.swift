/// The names of all domains, divided into pages of readable length, each with the names that begin with a prefix, so
/// that a domain that is added or removed changes one page.
struct SiteNames {
    struct Page {
        var prefix: String
        /// Whether the names are equal to the prefix.
        var isWhole: Bool
        /// The rows, sorted by name, as positions in the list of all rows.
        var rows: [Int]

        var path: String { SiteAddress.names(prefix, isWhole: isWhole) }
        /// `nil` if the page contains all names.
        var title: String? {
            if prefix.isEmpty { return nil }
            return isWhole ? prefix : "\(prefix)…"
        }
    }

    /// The maximum number of names on a page, unless all names are equal.
    static let maxNames = 400
    /// The number of characters by which names are distinguished.
    private static let keyLength = 100

    private(set) var pages: [Page] = []

    init(_ rows: [SiteRow], maxNames: Int = Self.maxNames) {
        let keys = rows.map { Array($0.searchKey.unicodeScalars.prefix(Self.keyLength)) }
        let order = keys.indices.sorted { left, right in
            keys[left] == keys[right] ? left < right : keys[left].lexicographicallyPrecedes(keys[right])
        }
        divide(order[...], keys, depth: 0, maxNames: maxNames)
    }

    /// Creates one page of names that agree in their first `depth` characters, or divides them by the next character.
    private mutating func divide(_ order: ArraySlice<Int>, _ keys: [[Unicode.Scalar]], depth: Int, maxNames: Int) {
        guard let first = order.first, let last = order.last else { return }
        func addPage(_ rows: ArraySlice<Int>, prefixLength: Int, isWhole: Bool) {
            let prefix = String(String.UnicodeScalarView(keys[first].prefix(prefixLength)))
            pages.append(Page(prefix: prefix, isWhole: isWhole, rows: Array(rows)))
        }
        if order.count <= maxNames { return addPage(order, prefixLength: depth, isWhole: false) }
        if keys[first] == keys[last] { return addPage(order, prefixLength: keys[first].count, isWhole: true) }
        var start = order.startIndex
        while start < order.endIndex {
            let next = keys[order[start]].dropFirst(depth).first
            let end = order[start...].firstIndex { keys[$0].dropFirst(depth).first != next } ?? order.endIndex
            if next == nil {
                addPage(order[start..<end], prefixLength: depth, isWhole: true)
            } else {
                divide(order[start..<end], keys, depth: depth + 1, maxNames: maxNames)
            }
            start = end
        }
    }
}
