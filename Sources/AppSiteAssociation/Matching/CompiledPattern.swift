/// A pattern that is prepared for matching.
///
/// Without variables, matching is greedy and backtracks only to the last `*`; at worst, the time is proportional to the
/// product of the lengths of pattern and text. With variables, matching tracks the set of all positions that each part
/// of the pattern can reach, with the same bound for each value of each variable.
struct CompiledPattern: Sendable {
    /// A scalar value or a wildcard, class or variable, which have numbers above the Unicode range.
    typealias Code = UInt32

    static let anyOne: Code = 0x110000
    static let anyRun: Code = 0x110001
    static let firstClass: Code = 0x110002
    static let firstVariable: Code = 0x110100

    private let matchesNothing: Bool
    private let codes: [Code]
    private let variables: [VariableProgram]

    init(_ pattern: LinkPattern, programs: inout VariableProgram.Cache) {
        let isCaseSensitive = pattern.options.isCaseSensitive
        matchesNothing = pattern.fault != nil
        var codes: [Code] = []
        var variables: [VariableProgram] = []
        codes.reserveCapacity(pattern.tokens.count)
        for token in matchesNothing ? [] : pattern.tokens {
            if case .alternatives(let alternatives) = token {
                codes.append(Self.firstVariable + Code(variables.count))
                variables.append(programs.program(of: alternatives, isCaseSensitive: isCaseSensitive))
            } else {
                codes.append(Self.code(token, isCaseSensitive: isCaseSensitive))
            }
        }
        self.codes = codes
        self.variables = variables
    }

    /// Returns the code of a token that is not a variable; the values of a variable contain no variables.
    static func code(_ token: LinkPattern.Token, isCaseSensitive: Bool) -> Code {
        switch token {
        case .scalar(let scalar): return (isCaseSensitive ? scalar : LinkPattern.folded(scalar)).value
        case .anyOne: return anyOne
        case .anyRun, .alternatives: return anyRun
        case .characterClass(let characters):
            let matched = isCaseSensitive ? characters : characters.ignoringCase
            return firstClass + Code(classes.firstIndex(of: matched) ?? 0)
        }
    }

    private static let classes = LinkPattern.CharacterClass.allCases

    /// Whether the whole `text` matches; comparing two characters takes about one step. Documented as patterns.whole
    func matches(_ text: [Code], budget: inout WorkBudget) throws(WorkBudget.Exhausted) -> Bool {
        if matchesNothing { return false }
        guard variables.isEmpty else { return try matchesWithVariables(text, budget: &budget) }
        var remainingSteps = budget.remaining
        let matches = matchesWithoutVariables(text, remainingSteps: &remainingSteps)
        try budget.take(budget.remaining - remainingSteps)
        return matches
    }

    /// Whether `code`, the code of a single character, matches `scalar`.
    @inline(__always)
    static func accepts(_ code: Code, _ scalar: Code) -> Bool {
        if code < anyOne { return code == scalar }
        if code == anyOne { return true }
        guard let scalar = Unicode.Scalar(scalar) else { return false }
        return classes[Int(code - firstClass)].contains(scalar)
    }

    /// Whether `text` matches; meaningless if no steps remain, in which case ``WorkBudget/take(_:)`` throws an error.
    private func matchesWithoutVariables(_ text: [Code], remainingSteps: inout Int) -> Bool {
        codes.withUnsafeBufferPointer { codes in
            text.withUnsafeBufferPointer { text in
                var index = 0
                var position = 0
                var indexAfterStar = -1
                var starPosition = 0
                while position < text.count, remainingSteps > 0 {
                    remainingSteps -= 1
                    if index < codes.count, codes[index] == Self.anyRun {
                        index += 1
                        // If nothing follows the star, it matches the rest of the text.
                        if index == codes.count { return true }
                        indexAfterStar = index
                        starPosition = position
                    } else if index < codes.count, Self.accepts(codes[index], text[position]) {
                        index += 1
                        position += 1
                    } else if indexAfterStar >= 0 {
                        starPosition += 1
                        index = indexAfterStar
                        position = starPosition
                    } else {
                        return false
                    }
                }
                while index < codes.count, codes[index] == Self.anyRun { index += 1 }
                return index == codes.count
            }
        }
    }

    private func matchesWithVariables(_ text: [Code], budget: inout WorkBudget) throws(WorkBudget.Exhausted) -> Bool {
        try budget.take(variables.count + text.count / 64 + 1)
        // The positions in `text` at which the codes so far can end, in ascending order.
        var positions = [0]
        for code in codes {
            try budget.take(positions.count + 1)
            if code >= Self.firstVariable {
                let variable = variables[Int(code - Self.firstVariable)]
                positions = try variable.positions(from: positions, in: text, budget: &budget)
            } else {
                Self.advance(&positions, over: code, in: text)
            }
            if positions.isEmpty { return false }
        }
        return positions.last == text.count
    }

    /// Replaces positions, in ascending order, with those after `code`, which is not a variable.
    static func advance(_ positions: inout [Int], over code: Code, in text: [Code]) {
        if code == anyRun {
            if let first = positions.first { positions = Array(first...text.count) }
        } else {
            positions.removeAll { $0 == text.count || !accepts(code, text[$0]) }
            for index in positions.indices { positions[index] += 1 }
        }
    }
}
