/// Finds the rules whose path pattern can match a path at all, by the literal characters with which it begins.
///
/// Of thousands of rules a URL is compared with the few that share its beginning, in the order of the file.
struct RuleIndex: Sendable {
    private struct Edge: Hashable {
        var node: Int
        var code: CompiledPattern.Code
    }

    /// One tree of characters.
    private struct Tree: Sendable {
        var edges: [Edge: Int] = [:]
        /// The rules whose literal beginning ends at a node.
        var rules: [[Int]] = [[]]

        mutating func insert(_ rule: Int, at prefix: ArraySlice<CompiledPattern.Code>) {
            var node = 0
            for code in prefix {
                let edge = Edge(node: node, code: code)
                if let next = edges[edge] {
                    node = next
                } else {
                    rules.append([])
                    edges[edge] = rules.count - 1
                    node = rules.count - 1
                }
            }
            rules[node].append(rule)
        }
    }

    /// A tree for each of the four views; `nil` where no rule looks at URLs in that way.
    private var trees: [Tree?] = [nil, nil, nil, nil]

    init(_ rules: [CompiledRule]) {
        for (index, rule) in rules.enumerated() where !rule.isNothing {
            trees[rule.view.index, default: Tree()].insert(index, at: rule.pathPrefix)
        }
    }

    /// The rules that can match, in ascending order.
    func candidates(for url: inout PreparedURL) -> [Int] {
        var found: [Int] = []
        var sources = 0
        for (index, tree) in trees.enumerated() {
            guard let tree else { continue }
            var node = 0
            if !tree.rules[0].isEmpty { (found, sources) = (found + tree.rules[0], sources + 1) }
            for code in url.parts(PreparedURL.View(index: index)).path {
                guard let next = tree.edges[Edge(node: node, code: code)] else { break }
                node = next
                if !tree.rules[node].isEmpty {
                    found += tree.rules[node]
                    sources += 1
                }
            }
        }
        if sources > 1 { found.sort() }
        return found
    }
}

extension Array {
    fileprivate subscript<Wrapped>(index: Int, default fallback: @autoclosure () -> Wrapped) -> Wrapped
    where Element == Wrapped? {
        get { self[index] ?? fallback() }
        set { self[index] = newValue }
    }
}
