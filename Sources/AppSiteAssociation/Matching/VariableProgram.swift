import Basics

/// The values of a variable, prepared for matching and shared by all patterns that refer to it.
///
/// Values without wildcards form a tree, so that matching all of them takes as many steps as matching the longest one.
final class VariableProgram: Sendable {
    private struct Edge: Hashable {
        var node: Int
        var code: CompiledPattern.Code
    }

    private let edges: [Edge: Int]
    /// Whether a value ends at each node.
    private let endsValue: [Bool]
    private let wildcardValues: [[CompiledPattern.Code]]

    private static let stepsPerLookup = 8

    private init(_ alternatives: LinkPattern.Alternatives, isCaseSensitive: Bool) {
        let values = alternatives.values.map { tokens in
            tokens.map { CompiledPattern.code($0, isCaseSensitive: isCaseSensitive) }
        }
        func hasWildcard(_ value: [CompiledPattern.Code]) -> Bool { value.contains { $0 >= CompiledPattern.anyOne } }
        wildcardValues = values.filter(hasWildcard).unique
        var edges: [Edge: Int] = [:]
        var endsValue = [false]
        for value in values where !hasWildcard(value) {
            var node = 0
            for code in value {
                let edge = Edge(node: node, code: code)
                node = edges[edge, default: endsValue.count]
                if node == endsValue.count {
                    edges[edge] = node
                    endsValue.append(false)
                }
            }
            endsValue[node] = true
        }
        self.edges = edges
        self.endsValue = endsValue
    }

    /// Returns the positions at which values that begin at one of `positions` can end, in ascending order.
    func positions(
        from positions: [Int], in text: [CompiledPattern.Code], budget: inout WorkBudget
    ) throws(WorkBudget.Exhausted) -> [Int] {
        try budget.take(text.count / 16)
        var isEnd = [Bool](repeating: false, count: text.count + 1)
        for start in positions {
            try budget.take(Self.stepsPerLookup)
            var node = 0
            var position = start
            if endsValue[0] { isEnd[position] = true }
            while position < text.count, let next = edges[Edge(node: node, code: text[position])] {
                try budget.take(Self.stepsPerLookup)
                node = next
                position += 1
                if endsValue[node] { isEnd[position] = true }
            }
        }
        for value in wildcardValues {
            var reached = positions
            for code in value {
                try budget.take(reached.count + 1)
                CompiledPattern.advance(&reached, over: code, in: text)
                if reached.isEmpty { break }
            }
            try budget.take(reached.count + 1)
            for position in reached { isEnd[position] = true }
        }
        return isEnd.indices.filter { isEnd[$0] }
    }

    /// The programs and patterns of one file, each created once for all rules that share it.
    struct Cache {
        private struct Key: Hashable {
            var identity: ObjectIdentifier
            var isCaseSensitive: Bool
        }
        private var programs: [Key: VariableProgram] = [:]
        private var patterns: [PatternKey: CompiledPattern] = [:]
        private var items: [PatternKey: [CompiledRule.Item]] = [:]

        mutating func pattern(_ part: LinkRule.SourcedPattern) -> CompiledPattern {
            if let known = patterns[part.key] { return known }
            let pattern = CompiledPattern(part.pattern, programs: &self)
            patterns[part.key] = pattern
            return pattern
        }

        mutating func items(_ items: [LinkRule.QueryItem]) -> [CompiledRule.Item] {
            guard let key = items.first?.value.key else { return [] }
            if let known = self.items[key] { return known }
            let compiled = items.map { CompiledRule.Item(name: $0.name, value: pattern($0.value)) }
            self.items[key] = compiled
            return compiled
        }

        mutating func program(of alternatives: LinkPattern.Alternatives, isCaseSensitive: Bool) -> VariableProgram {
            let key = Key(identity: ObjectIdentifier(alternatives), isCaseSensitive: isCaseSensitive)
            if let known = programs[key] { return known }
            let program = VariableProgram(alternatives, isCaseSensitive: isCaseSensitive)
            programs[key] = program
            return program
        }
    }
}
