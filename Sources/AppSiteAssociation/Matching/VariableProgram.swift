/// The values of a variable ready for matching, shared by all patterns that name it.
///
/// Values without wildcards are one tree of characters, so that hundreds of language codes cost as much as the longest
/// of them; the others are tried one by one.
final class VariableProgram: Sendable {
    private struct Edge: Hashable {
        var node: Int
        var code: CompiledPattern.Code
    }

    private let edges: [Edge: Int]
    private let ends: [Bool]
    private let wildcardValues: [[CompiledPattern.Code]]

    private init(_ alternatives: LinkPattern.Alternatives, folds: Bool) {
        var edges: [Edge: Int] = [:]
        var ends = [false]
        var wildcardValues: Set<[CompiledPattern.Code]> = []
        var ordered: [[CompiledPattern.Code]] = []
        for value in alternatives.values {
            let codes = value.map { CompiledPattern.code($0, folds: folds) }
            if codes.contains(where: { $0 >= CompiledPattern.anyOne }) {
                if wildcardValues.insert(codes).inserted { ordered.append(codes) }
                continue
            }
            var node = 0
            for code in codes {
                let edge = Edge(node: node, code: code)
                if let next = edges[edge] {
                    node = next
                } else {
                    ends.append(false)
                    edges[edge] = ends.count - 1
                    node = ends.count - 1
                }
            }
            ends[node] = true
        }
        self.edges = edges
        self.ends = ends
        self.wildcardValues = ordered
    }

    /// The positions at which a value can end that begins at one of `positions`.
    func positions(from positions: PositionSet, in text: [CompiledPattern.Code]) -> PositionSet {
        var result = PositionSet(count: text.count + 1)
        positions.forEach { start in
            var node = 0
            var position = start
            if ends[0] { result.insert(position) }
            while position < text.count, let next = edges[Edge(node: node, code: text[position])] {
                node = next
                position += 1
                if ends[node] { result.insert(position) }
            }
        }
        for value in wildcardValues {
            var reached = positions
            for code in value {
                reached.step(code, in: text)
                if reached.isEmpty { break }
            }
            result.formUnion(reached)
        }
        return result
    }

    /// The programs that were made for one file.
    struct Cache {
        private struct Key: Hashable {
            var identity: ObjectIdentifier
            var folds: Bool
        }
        private var programs: [Key: VariableProgram] = [:]

        mutating func program(of alternatives: LinkPattern.Alternatives, folds: Bool) -> VariableProgram {
            let key = Key(identity: ObjectIdentifier(alternatives), folds: folds)
            if let known = programs[key] { return known }
            let program = VariableProgram(alternatives, folds: folds)
            programs[key] = program
            return program
        }
    }
}
