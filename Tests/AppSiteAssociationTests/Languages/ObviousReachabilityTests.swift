import TestSupport
import Testing

@testable import AppSiteAssociation

struct ObviousReachabilityTests {
    private static let space = LanguageSpace(shape: .free, allowed: ScalarSet("abA/"))

    @Test(arguments: [UInt64(1), 2, 3])
    func matchingAgreesWithBruteForce(seed: UInt64) {
        let texts = ReferenceLanguage.texts(over: "abA/", upTo: 3, in: Self.space)
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<80 {
            var budget = WorkBudget(steps: 1_000_000)
            let pattern = ReferenceLanguage.pattern(upTo: 5, nesting: false, using: &generator)
            let wrong = texts.first { text in
                pattern.matches(text.unicodeScalars.map(\.value), budget: &budget)
                    != ReferenceLanguage.matches(pattern, text)
            }
            #expect(wrong == nil, "\(pattern)")
        }
    }

    @Test func alternativesAreLeftOpen() {
        var budget = WorkBudget(steps: 1_000)
        #expect([LanguageElement.alternatives([[.scalar("a")]])].matches([0x61], budget: &budget) == nil)
        #expect([LanguageElement.scalar("b"), .alternatives([])].matches([0x61], budget: &budget) == false)
    }

    @Test(arguments: [UInt64(4), 5])
    func patternsWithDifferentBeginningsHaveNoTextInCommon(seed: UInt64) {
        let texts = ReferenceLanguage.texts(over: "abA/", upTo: 3, in: Self.space)
        var generator = SeededGenerator(seed: seed)
        var told = 0
        for _ in 0..<300 {
            let first = ReferenceLanguage.pattern(upTo: 4, using: &generator)
            let second = ReferenceLanguage.pattern(upTo: 4, using: &generator)
            guard first.beginsUnlike(second) else { continue }
            told += 1
            let both = texts.first { ReferenceLanguage.matches(first, $0) && ReferenceLanguage.matches(second, $0) }
            #expect(both == nil, "\(first) and \(second)")
        }
        #expect(told > 5)
    }

    private static func rule(_ generator: inout SeededGenerator, onlyPath: Bool = false) -> RuleLanguage {
        var rule = RuleLanguage(
            excludes: Int.random(in: 0..<3, using: &generator) == 0, form: .written, path: nil, conditions: [])
        if Int.random(in: 0..<6, using: &generator) > 0 {
            rule.path = [.scalar("/")] + ReferenceLanguage.pattern(upTo: 3, using: &generator)
            if Bool.random(using: &generator) { rule.path?.append(.anyRun) }
        }
        guard !onlyPath else { return rule }
        let parts: [RuleLanguage.Part] = [.query, .item(name: "x"), .item(name: "y"), .fragment]
        for part in parts where Int.random(in: 0..<5, using: &generator) == 0 {
            let pattern = ReferenceLanguage.pattern(upTo: 3, nesting: false, using: &generator)
            rule.conditions.append(.init(part: part, form: .written, pattern: pattern))
        }
        return rule
    }

    @Test(arguments: [UInt64(6), 7, 8])
    func rulesThatObviouslyDecideAreReachedByTheExactWalk(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var told = 0
        for _ in 0..<150 {
            let rules = (0..<Int.random(in: 2...4, using: &generator)).map { _ in Self.rule(&generator) }
            var budget = WorkBudget(steps: 4_000_000)
            guard ObviousReachability.everyRuleDecides(rules, budget: &budget) else { continue }
            told += 1
            let hidden = RuleReachability.rulesThatNeverDecide(rules, form: .written, budget: &budget)
            #expect(try #require(hidden).isEmpty, "\(rules)")
        }
        #expect(told > 5)
    }

    @Test(arguments: [UInt64(9), 10, 11])
    func listsThatObviouslyAgreeAreTheSameToTheExactWalk(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var told = 0
        for _ in 0..<800 {
            let components = (0..<Int.random(in: 1...4, using: &generator)).map { _ in Self.rule(&generator) }
            var paths = components.filter { !$0.excludes }
            for index in paths.indices { paths[index].conditions = [] }
            if Int.random(in: 0..<3, using: &generator) == 0 { paths.append(Self.rule(&generator, onlyPath: true)) }
            guard !paths.isEmpty, ObviousReachability.pathsAgree(paths, components: components) else { continue }
            told += 1
            var budget = WorkBudget(steps: 4_000_000)
            let answer = RuleListComparison.exactPathDifference(paths, components: components, budget: &budget)
            #expect(answer == .noLink, "\(paths) and \(components)")
        }
        #expect(told > 5)
    }
}
