import Basics
import Findings

/// `rule-unreachable`: a rule that never decides about a link, because earlier rules always match first.
///
/// If the mistake is in the earlier rule, only that rule is reported. Old systems may need both rules if the earlier
/// one matches only because current systems add a slash at the end (`/buy` after `/buy/*`).
/// Documented as details.first-match, patterns.trailing-slash
struct RuleUnreachableCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        for list in file.ruleLists(exceptBrokenIn: report) { check(list, into: &report) }
    }

    private func check(_ list: CheckedRules, into report: inout FindingReport) {
        var hidingRules: [Int: HidingRule] = [:]
        for (index, later) in list.rules.enumerated() where !report.isBroken(later.rule.source) {
            guard let hiders = list.hiders[index], let hidingIndex = hiders.earlier.first else { continue }
            let earlier = hiders.earlier.map { list.rules[$0] }
            guard !earlier.contains(where: { report.isBroken($0.rule.source) }) else { continue }
            // The value is removed and stored again, because modifying a copy would copy its hidden rules every time.
            if earlier.count == 1,
                var hidingRule = hidingRules.removeValue(forKey: hidingIndex) ?? HidingRule(earlier[0], list.budget)
            {
                let isHiddenByMistake = list.budget.work.withShare(of: WorkBudget.stepsForRule) {
                    hidingRule.addIfHiddenByMistake(later, budget: &$0)
                }
                hidingRules[hidingIndex] = hidingRule
                if isHiddenByMistake { continue }
            }
            addUnreachable(later, hiddenBy: earlier, example: hiders.example, of: list, into: &report)
        }
        for (_, hidingRule) in hidingRules.sorted(by: { $0.key < $1.key }) where !hidingRule.hidden.isEmpty {
            let earlier = hidingRule.earlier
            // Rules with the effect of the earlier rule are merely redundant.
            if hidingRule.hidden.allSatisfy({ $0.rule.excludes == earlier.rule.excludes }) {
                for later in hidingRule.hidden { addUnreachable(later, hiddenBy: [earlier], of: list, into: &report) }
            } else {
                addHiding(hidingRule, of: list, into: &report)
            }
        }
    }

    /// An earlier rule, and the rules that it hides by mistake: it excludes every link, or has a loose condition.
    private struct HidingRule {
        let earlier: CheckedRule
        private let excludesEverything: Bool
        /// The loose conditions, each with the links that it was probably intended to match.
        private let conditions: [(condition: LooseCondition, intended: RuleLanguage)]
        /// The loose condition that hides the first of ``hidden``; `nil` if the rule excludes every link.
        private(set) var looseCondition: LooseCondition?
        private(set) var hidden: [CheckedRule] = []

        init?(_ earlier: CheckedRule, _ budget: FileBudget) {
            guard let language = earlier.language else { return nil }
            self.earlier = earlier
            let simplified = budget.simplified(language)
            excludesEverything = earlier.rule.excludes && simplified.matchesEverything
            conditions = LooseCondition.all(of: earlier.rule).map { condition in
                var intended = RuleLanguage.everything(excludes: earlier.rule.excludes)
                intended.form = simplified.form
                condition.narrow(&intended)
                return (condition, intended)
            }
        }

        /// Adds `later` to ``hidden`` if a mistake in this rule makes it unreachable; returns whether it was added.
        mutating func addIfHiddenByMistake(_ later: CheckedRule, budget: inout WorkBudget) -> Bool {
            guard let language = later.language else { return false }
            if !excludesEverything {
                guard earlier.rule.excludes != later.rule.excludes else { return false }
                let simplified = language.simplified(budget: &budget)
                // This rule matches all links of the later rule, but with its intended condition it would not.
                let responsible = conditions.first { !simplified.isIncluded(in: $0.intended, budget: &budget) }
                // If the budget is used up, inclusion is not decided.
                guard let responsible, budget.remaining > 0 else { return false }
                looseCondition = looseCondition ?? responsible.condition
            }
            hidden.append(later)
            return true
        }
    }

    private func addHiding(_ hidingRule: HidingRule, of list: CheckedRules, into report: inout FindingReport) {
        let earlier = hidingRule.earlier
        let hidden = hidingRule.hidden
        let source = hidingRule.looseCondition?.source ?? earlier.rule.source
        report.markBroken(source)
        report.add(.ruleUnreachable, at: source, of: list) {
            let evidence: Evidence = [
                "text": .string(earlier.text),
                "unreachable": .strings(hidden.prefix(20).map(\.text)),
                "unreachableLines": .array(hidden.prefix(20).map { .integer($0.rule.source.position.line) }),
                "unreachablePointers": .strings(hidden.prefix(20).map { $0.rule.source.pointer.description }),
            ]
            let hiddenRulesAre = hidden.count == 1 ? "\(hidden[0].described) is" : "\(hidden.count) rules after it are"
            guard let looseCondition = hidingRule.looseCondition else {
                return .init(
                    severity: .error,
                    message: "\(earlier.text) excludes every link, so \(hiddenRulesAre) unreachable.",
                    impact: "Links that the rules after it should open in the app open the browser instead.",
                    fix: Fix(
                        "Remove \(earlier.text): links that no rule matches open the browser anyway.",
                        [.remove(earlier.rule.source.index)]),
                    evidence: evidence)
            }
            let hidesExclusion = hidden.contains { $0.rule.excludes }
            return .init(
                severity: hidesExclusion ? .error : .warning,
                message: "\(earlier.text) matches first, so \(hiddenRulesAre) unreachable. \(looseCondition.message).",
                impact: hidesExclusion
                    ? "Pages that should stay in the browser open the app."
                    : "Links that should open in the app open the browser instead.",
                fix: looseCondition.fix(narrowing: earlier), evidence: evidence)
        }
    }

    private func addUnreachable(
        _ later: CheckedRule, hiddenBy earlier: [CheckedRule], example: LinkExample? = nil, of list: CheckedRules,
        into report: inout FindingReport
    ) {
        report.add(.ruleUnreachable, at: later.rule.source, of: list) {
            let reason =
                earlier.count == 1
                ? "\(earlier[0].described) matches first"
                : "\(Phrase.list(earlier.map(\.described))) together match first"
            var evidence: Evidence = [
                "text": .string(later.text), "earlier": .strings(earlier.map(\.text)),
                "earlierLines": .array(earlier.map { .integer($0.rule.source.position.line) }),
            ]
            if let example { evidence["example"] = .string(example.description) }
            let excludes = later.rule.excludes
            if earlier.allSatisfy({ $0.rule.excludes == excludes }) {
                let mayBeNeededByOldSystems =
                    earlier.count == 1 && isHiddenBySlash(later.rule, earlier[0].rule, budget: &list.budget.work)
                return .init(
                    severity: .info, message: "\(reason) with the same outcome, so \(later.text) is unreachable.",
                    impact: "None: the earlier rule has the same outcome for every link that this one matches.",
                    remedy: "No action is needed.",
                    fix: mayBeNeededByOldSystems
                        ? Fix("Nothing needs to be done; current systems do not need the rule.")
                        : Fix("Remove it; it has no effect.", [.remove(later.rule.source.index)]),
                    evidence: evidence)
            }
            return .init(
                severity: excludes ? .error : .warning,
                message: "\(reason), so \(excludes ? "the exclusion " : "")\(later.text) is unreachable.",
                impact: excludes
                    ? "Pages that this exclusion should keep in the browser open the app."
                    : "Links that this rule should open in the app open the browser instead.",
                fix: orderFix(later, earlier, list.budget), evidence: evidence)
        }
    }

    private func orderFix(_ later: CheckedRule, _ earlier: [CheckedRule], _ budget: FileBudget) -> Fix {
        let index = later.rule.source.index
        let earlierSource = earlier[0].rule.source
        // The earlier rule matches all links of this one; if the reverse is also true, they match the same links.
        let matchSameLinks =
            earlier.count == 1
            && budget.work.withShare(of: WorkBudget.stepsForRule) { share in
                guard let language = later.language?.simplified(budget: &share),
                    let earlierLanguage = earlier[0].language?.simplified(budget: &share)
                else { return false }
                return earlierLanguage.isIncluded(in: language, budget: &share)
            }
        return matchSameLinks
            ? Fix(
                "Remove this rule or the one at line \(earlierSource.position.line): they match the same links, and only the first decides.",
                [.remove(index)])
            : Fix("Move \(later.text) before \(earlier[0].described).", [.move(index, before: earlierSource.index)])
    }

    /// Whether `earlier` hides `later` only because current systems add a slash at the end, which old ones may not.
    private func isHiddenBySlash(_ later: LinkRule, _ earlier: LinkRule, budget: inout WorkBudget) -> Bool {
        var builder = RuleLanguageBuilder()
        /// Returns the elements without the slash that the builder adds if `path` ends in neither `/` nor `*`.
        func elements(of path: LinkPattern?) -> [LanguageElement]? {
            guard let path, var elements = builder.elements(of: path) else { return nil }
            let isSlashAdded = !path.text.hasSuffix("/") && !path.text.hasSuffix("*")
            if isSlashAdded, elements.count > 1, elements.last == .scalar("/") { elements.removeLast() }
            return elements
        }
        guard budget.remaining > 0, let path = elements(of: later.path?.pattern),
            let earlierPath = elements(of: earlier.path?.pattern)
        else { return false }
        let inclusion = budget.withShare(of: WorkBudget.stepsForList) {
            LanguageSpace.unnormalisedPath.inclusion(of: path, in: earlierPath, budget: &$0)
        }
        return if case .fails = inclusion { true } else { false }
    }
}
