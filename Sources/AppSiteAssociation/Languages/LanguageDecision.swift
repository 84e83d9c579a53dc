/// Whether a statement about all texts of a space is proven.
enum LanguageDecision: Hashable, Sendable {
    case holds
    /// The example is one of the shortest counterexamples.
    case fails(example: String)
    case unknown

    var isProven: Bool { self == .holds }
}

extension LanguageSpace {
    /// Decides whether no text of the space matches `pattern`.
    func separation(from pattern: [LanguageElement], budget: inout WorkBudget) -> LanguageDecision {
        if let literal = pattern.literal, contains(literal) { return .fails(example: literal) }
        return decide([pattern], budget: &budget) { matches in !matches[0] }
    }

    /// Returns a shortest text of the space that matches `pattern`; `nil` if none is known.
    func shortestText(matching pattern: [LanguageElement], budget: inout WorkBudget) -> String? {
        if case .fails(let example) = separation(from: pattern, budget: &budget) { example } else { nil }
    }

    /// Whether it is proven that no text of the space matches `pattern`; tries quick methods first.
    func isProvablyDisjoint(from pattern: [LanguageElement], budget: inout WorkBudget) -> Bool {
        // A counterexample is often the pattern with nothing or the letter `a` in place of each wildcard.
        if [[], [0x61]].contains(where: { obviousMember(of: pattern, wildcardText: $0) != nil }) { return false }
        let requiresForbiddenScalar = pattern.contains { $0.leadingSet?.overlaps(allowed) == false }
        return requiresForbiddenScalar || separation(from: pattern, budget: &budget).isProven
    }

    /// Decides whether every text of the space matches `pattern`.
    func coverage(by pattern: [LanguageElement], budget: inout WorkBudget) -> LanguageDecision {
        decide([pattern], budget: &budget) { matches in matches[0] }
    }

    /// Decides whether every text of the space that matches `pattern` also matches `other`.
    func inclusion(
        of pattern: [LanguageElement], in other: [LanguageElement], budget: inout WorkBudget
    ) -> LanguageDecision {
        guard budget.spend(1 + pattern.count / 8) else { return .unknown }
        if pattern == other { return .holds }
        return decide([pattern, other], budget: &budget) { matches in !matches[0] || matches[1] }
    }

    /// Decides whether no text of the space matches both patterns.
    func separation(
        of pattern: [LanguageElement], from other: [LanguageElement], budget: inout WorkBudget
    ) -> LanguageDecision {
        decide([pattern, other], budget: &budget) { matches in !(matches[0] && matches[1]) }
    }

    /// Decides whether `condition` holds for every text, given whether the text matches each pattern.
    private func decide(
        _ patterns: [[LanguageElement]], budget: inout WorkBudget, _ condition: ([Bool]) -> Bool
    ) -> LanguageDecision {
        let exploredPatterns = patterns.enumerated().map { index, elements in
            LanguageExploration.Pattern(elements: elements, list: index, decides: true)
        }
        guard var exploration = try? LanguageExploration(of: exploredPatterns, in: self, budget: &budget)
        else { return .unknown }
        var lastVisit = 0
        let holds = try? exploration.run(budget: &budget) { matchingPatterns, visit, _ in
            lastVisit = visit
            return condition(patterns.indices.map(matchingPatterns.contains))
        }
        return switch holds {
        case true?: .holds
        case false?: .fails(example: exploration.example(of: lastVisit))
        case nil: .unknown
        }
    }

    /// Returns the scalar values of `pattern` with a text in place of each `*`; `nil` if they are not in the space.
    func obviousMember(of pattern: [LanguageElement], wildcardText: [UInt32]) -> [UInt32]? {
        var text: [UInt32] = []
        text.reserveCapacity(pattern.count + wildcardText.count)
        guard append(pattern, wildcardText: wildcardText, to: &text) else { return nil }
        // A path ends with a slash, which can be part of the text that the final `*` matches.
        if shape == .path, pattern.last == .anyRun, text.last != 0x2F { text.append(0x2F) }
        return contains(scalars: text) ? text : nil
    }

    /// Appends a text that matches `pattern`, with the first of several alternatives, and returns true if there is one.
    private func append(_ pattern: [LanguageElement], wildcardText: [UInt32], to text: inout [UInt32]) -> Bool {
        for element in pattern {
            switch element {
            case .scalar(let scalar): text.append(scalar.value)
            case .set(let set):
                guard let value = set.ranges.last?.upperBound else { return false }
                text.append(value)
            case .anyOne: text.append(0x61)
            case .anyRun: text += wildcardText
            case .alternatives(let alternatives):
                guard let first = alternatives.first, append(first, wildcardText: wildcardText, to: &text)
                else { return false }
            }
        }
        return true
    }
}
