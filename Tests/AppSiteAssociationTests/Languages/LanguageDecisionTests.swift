import TestSupport
import Testing

@testable import AppSiteAssociation

struct LanguageDecisionTests {
    static let spaces: [LanguageSpace] = [
        LanguageSpace(shape: .free, allowed: ScalarSet("abc/A")),
        LanguageSpace(shape: .path, allowed: ScalarSet("abc/A")),
    ]

    /// Returns whether a decision that `claim` holds for all texts of a space agrees with brute force over `texts`, the
    /// shortest first.
    private func agrees(
        _ decision: LanguageDecision, texts: [String], space: LanguageSpace, upTo length: Int, _ claim: (String) -> Bool
    ) -> Bool {
        let witness = texts.first { !claim($0) }
        switch decision {
        case .holds: return witness == nil
        case .fails(let example):
            guard space.contains(example), !claim(example) else { return false }
            return witness.map { $0.unicodeScalars.count == example.unicodeScalars.count }
                ?? (example.unicodeScalars.count > length)
        case .unknown: return false
        }
    }

    /// Decides whether every text of `space` that matches `pattern` also matches one of `others`, a list in which the
    /// first match decides.
    private func isIncluded(
        _ pattern: [LanguageElement], inListOf others: [[LanguageElement]], space: LanguageSpace,
        budget: inout WorkBudget
    ) -> LanguageDecision {
        let patterns =
            [LanguageExploration.Pattern(elements: pattern, decides: true)]
            + others.map { LanguageExploration.Pattern(elements: $0, list: 1, decides: true) }
        guard var exploration = try? LanguageExploration(of: patterns, in: space, budget: &budget) else {
            return .unknown
        }
        var lastVisit = 0
        let holds = try? exploration.run(budget: &budget) { matchingPatterns, visit, _ in
            lastVisit = visit
            return matchingPatterns != [0]
        }
        return switch holds {
        case true?: .holds
        case false?: .fails(example: exploration.example(of: lastVisit))
        case nil: .unknown
        }
    }

    @Test(arguments: spaces, [UInt64(1), 2, 3])
    func decisionsAgreeWithBruteForce(space: LanguageSpace, seed: UInt64) {
        let length = space.shape == .path ? 5 : 4
        let texts = ReferenceLanguage.texts(over: "abcA/", upTo: length, in: space)
        var generator = SeededGenerator(seed: seed)
        var held = 0
        for _ in 0..<250 {
            var patterns = [5, 5, 4].map { ReferenceLanguage.pattern(upTo: $0, using: &generator) }
            if space.shape == .path {
                patterns[0].insert(.scalar("/"), at: 0)
                patterns[1].insert(.scalar("/"), at: 0)
            }
            let tables = patterns.map { pattern in
                Dictionary(uniqueKeysWithValues: texts.map { ($0, ReferenceLanguage.matches(pattern, $0)) })
            }
            func has(_ index: Int, _ text: String) -> Bool {
                tables[index][text] ?? ReferenceLanguage.matches(patterns[index], text)
            }
            let (a, b, c) = (patterns[0], patterns[1], patterns[2])
            var budget = WorkBudget(steps: 1_000_000)
            let answers: [(LanguageDecision, (String) -> Bool)] = [
                (space.separation(from: a, budget: &budget), { !has(0, $0) }),
                (space.coverage(by: a, budget: &budget), { has(0, $0) }),
                (space.inclusion(of: a, in: b, budget: &budget), { !has(0, $0) || has(1, $0) }),
                (
                    isIncluded(c, inListOf: [a, b], space: space, budget: &budget),
                    { !has(2, $0) || has(0, $0) || has(1, $0) }
                ),
                (space.separation(of: a, from: b, budget: &budget), { !(has(0, $0) && has(1, $0)) }),
            ]
            for (index, (decision, claim)) in answers.enumerated() {
                #expect(
                    agrees(decision, texts: texts, space: space, upTo: length, claim),
                    "question \(index) of \(patterns): \(decision)")
                if decision == .holds { held += 1 }
            }
        }
        #expect(held > 100, "the random patterns must have both answers")
    }

    @Test func examplesAreShortAndReadable() {
        var budget = WorkBudget(steps: 100_000)
        let path = LanguageSpace.writtenPath
        let any: [LanguageElement] = [.scalar("/"), .anyRun]
        let buy: [LanguageElement] = [LanguageElement](literal: "/buy/") + [.anyRun]
        let digit: [LanguageElement] =
            [LanguageElement](literal: "/id/") + [.set(ScalarSet(ranges: [0x30...0x39])), .scalar("/")]
        #expect(path.separation(from: any, budget: &budget) == .fails(example: "/"))
        #expect(path.separation(from: digit, budget: &budget) == .fails(example: "/id/0/"))
        #expect(path.inclusion(of: any, in: buy, budget: &budget) == .fails(example: "/"))
        #expect(path.inclusion(of: buy, in: any, budget: &budget) == .holds)
        #expect(path.inclusion(of: buy, in: .init(literal: "/buy/"), budget: &budget) == .fails(example: "/buy/a/"))
    }

    @Test(arguments: ["/a b/", "/é/", "/a#b/", "/a?b/", "/a//b/", "/{id}/", "a/", "/a"])
    func noWrittenPathIsLikeThis(text: String) {
        var budget = WorkBudget(steps: 100_000)
        #expect(LanguageSpace.writtenPath.separation(from: .init(literal: text), budget: &budget) == .holds)
    }

    @Test func starsDoNotMultiplyStates() {
        var budget = WorkBudget(steps: 2_000_000)
        var pattern: [LanguageElement] = [.scalar("/")]
        for _ in 0..<1_000 { pattern += [.anyRun, .scalar("a")] }
        pattern.append(.anyRun)
        guard let example = LanguageSpace.writtenPath.shortestText(matching: pattern, budget: &budget) else {
            Issue.record("a pattern of many stars must be decided")
            return
        }
        #expect(example == "/" + String(repeating: "a", count: 1_000) + "/")
        #expect(LanguageSpace.writtenPath.inclusion(of: pattern, in: pattern + [.anyRun], budget: &budget) == .holds)
    }

    @Test func exponentialPatternsAreNotDecided() {
        var budget = WorkBudget(steps: 2_000_000)
        // The k-th letter from the end: its deterministic automaton has two to the power of k states.
        let pattern: [LanguageElement] =
            [.scalar("/"), .anyRun, .scalar("a")] + [LanguageElement](repeating: .anyOne, count: 60)
        let other: [LanguageElement] =
            [.scalar("/"), .anyRun, .scalar("b")] + [LanguageElement](repeating: .anyOne, count: 60)
        // Without the slash at its end, a pattern ends in the slash that every path ends with.
        #expect(LanguageSpace.writtenPath.inclusion(of: pattern, in: other, budget: &budget) != .holds)
        #expect(budget.remaining > -2_000_000)
    }

    @Test func tooManyStatesAreNotDecided() {
        var budget = WorkBudget(steps: 10_000_000)
        let long = [LanguageElement](repeating: .anyOne, count: PatternAutomaton.maxStates + 1)
        #expect(LanguageSpace.anyText.separation(from: long, budget: &budget) == .unknown)
    }
}

extension [LanguageElement] {
    /// The language that contains only `text`.
    fileprivate init(literal text: String) {
        self = text.unicodeScalars.map { .scalar($0) }
    }
}
