import Basics
import Findings

/// `rule-unreachable`: a rule that never decides about a link, because earlier rules always match first.
///
/// The finding is an error for an exclusion, a warning for a rule that opens the app, and information if the earlier
/// rules have the same outcome. Even then, earlier systems may need both rules if the earlier one matches only because
/// a slash is added at the end (`/buy` after `/buy/*`). If the mistake is in the earlier rule, only that rule is
/// reported: an exclusion that matches every link, or a condition that matches more than it seems to.
///
/// Rules: details.first-match, patterns.trailing-slash
struct RuleUnreachableCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        for list in file.ruleLists(exceptBrokenIn: report) { check(list, file.budget, into: &report) }
    }

    private func check(_ list: CheckedRules, _ budget: FileBudget, into report: inout FindingReport) {
        var blamed: [Int: (mistake: Mistake, hidden: [CheckedRule])] = [:]
        var suspects: [Int: Suspect] = [:]
        for (index, checked) in list.rules.enumerated() where !report.isBroken(checked.rule.source) {
            guard let shadow = list.shadows[index] else { continue }
            let indices = shadow.earlier
            let earlier = indices.map { list.rules[$0] }
            guard !earlier.isEmpty, !earlier.contains(where: { report.isBroken($0.rule.source) }) else { continue }
            let suspect = indices.count == 1 ? suspects[indices[0]] ?? Suspect(earlier[0], budget) : nil
            if indices.count == 1 { suspects[indices[0]] = suspect }
            if let suspect,
                let mistake = budget.work.withShare(of: 20_000, { Mistake(in: suspect, hiding: checked, budget: &$0) })
            {
                blamed[indices[0], default: (mistake, [])].hidden.append(checked)
            } else {
                add(checked, earlier, shadow.example, of: list, budget, into: &report)
            }
        }
        for (index, entry) in blamed.sorted(by: { $0.key < $1.key }) {
            let earlier = list.rules[index]
            if entry.hidden.allSatisfy({ $0.rule.excludes == earlier.rule.excludes }) {
                for checked in entry.hidden { add(checked, [earlier], nil, of: list, budget, into: &report) }
            } else {
                add(earlier, entry.mistake, hiding: entry.hidden, of: list, into: &report)
            }
        }
    }

    // MARK: - Mistakes in the earlier rule

    /// An earlier rule that hides other rules, prepared once for comparison with each of them.
    private struct Suspect {
        let rule: LinkRule
        let language: RuleLanguage
        /// The loose conditions, each with the links that it was probably intended to match.
        let conditions: [(condition: LooseCondition, intended: RuleLanguage)]

        init?(_ checked: CheckedRule, _ budget: FileBudget) {
            guard let language = checked.language else { return nil }
            rule = checked.rule
            self.language = budget.work.withShare(of: 20_000) { language.simplified(budget: &$0) }
            conditions = LooseCondition.all(of: rule).map { [rule] condition in
                var intended = RuleLanguage.everything(excludes: rule.excludes)
                intended.form = language.form
                condition.narrow(&intended, of: rule)
                return (condition, intended)
            }
        }
    }

    private enum Mistake {
        case excludesEverything
        case loose(LooseCondition)

        init?(in earlier: Suspect, hiding checked: CheckedRule, budget: inout WorkBudget) {
            guard let hidden = checked.language else { return nil }
            if earlier.rule.excludes, earlier.language.matchesEverything {
                self = .excludesEverything
                return
            }
            guard earlier.rule.excludes != checked.rule.excludes else { return nil }
            let simplified = hidden.simplified(budget: &budget)
            // The earlier rule matches all links of the hidden rule, but with its intended condition it would not.
            let loose = earlier.conditions.first { !simplified.isIncluded(in: $0.intended, budget: &budget) }
            // If the budget is used up, inclusion is not decided.
            guard let loose, budget.remaining > 0 else { return nil }
            self = .loose(loose.condition)
        }
    }

    private func add(
        _ earlier: CheckedRule, _ mistake: Mistake, hiding hidden: [CheckedRule], of list: CheckedRules,
        into report: inout FindingReport
    ) {
        let opensApp = hidden.contains { $0.rule.excludes }
        let source =
            switch mistake {
            case .excludesEverything: earlier.rule.source
            case .loose(let condition): condition.source
            }
        report.markBroken(source)
        report.add(.ruleUnreachable, at: source, of: list) {
            let evidence: Evidence = [
                "text": .string(earlier.text),
                "unreachable": .strings(hidden.prefix(20).map(\.text)),
                "unreachableLines": .array(hidden.prefix(20).map { .integer($0.rule.source.position.line) }),
                "unreachablePointers": .strings(hidden.prefix(20).map { $0.rule.source.pointer.description }),
            ]
            let rules = hidden.count == 1 ? hidden[0].described : "\(hidden.count) rules after it"
            let verb = hidden.count == 1 ? "is" : "are"
            switch mistake {
            case .excludesEverything:
                return .init(
                    severity: .error,
                    message: "\(earlier.text) excludes every link, so \(rules) \(verb) unreachable.",
                    impact: "Links that the rules after it should open in the app open the browser instead.",
                    offer: Remedy(
                        "Remove \(earlier.text): links that no rule matches open the browser anyway.",
                        .remove(earlier.rule.source.index)),
                    evidence: evidence)
            case .loose(let condition):
                return .init(
                    severity: opensApp ? .error : .warning,
                    message:
                        "\(earlier.text) matches first, so \(rules) \(verb) unreachable. \(condition.message).",
                    impact: opensApp
                        ? "Pages that should stay in the browser open the app."
                        : "Links that should open in the app open the browser instead.",
                    offer: condition.remedy(narrowing: earlier), evidence: evidence)
            }
        }
    }

    // MARK: - The hidden rule

    private func add(
        _ checked: CheckedRule, _ earlier: [CheckedRule], _ example: LinkExample?, of list: CheckedRules,
        _ budget: FileBudget, into report: inout FindingReport
    ) {
        report.add(.ruleUnreachable, at: checked.rule.source, of: list) {
            let reason =
                earlier.count == 1
                ? "\(earlier[0].described) matches first"
                : "\(Phrase.list(earlier.map(\.described))) together match first"
            var evidence: Evidence = [
                "text": .string(checked.text),
                "earlier": .strings(earlier.map { $0.text }),
                "earlierLines": .array(earlier.map { .integer($0.rule.source.position.line) }),
            ]
            if let example { evidence["example"] = .string(example.description) }
            let excludes = checked.rule.excludes
            if earlier.allSatisfy({ $0.rule.excludes == excludes }) {
                return .init(
                    severity: .info, message: "\(reason) with the same outcome, so \(checked.text) is unreachable.",
                    impact: "None: the earlier rule has the same outcome for every link that this one matches.",
                    remedy: "No action is needed.", offer: redundancyRemedy(checked, earlier, budget),
                    evidence: evidence)
            }
            return .init(
                severity: excludes ? .error : .warning,
                message: "\(reason), so \(excludes ? "the exclusion " : "")\(checked.text) is unreachable.",
                impact: excludes
                    ? "Pages that this exclusion should keep in the browser open the app."
                    : "Links that this rule should open in the app open the browser instead.",
                offer: orderRemedy(checked, earlier, budget), evidence: evidence)
        }
    }

    private func redundancyRemedy(_ checked: CheckedRule, _ earlier: [CheckedRule], _ budget: FileBudget) -> Remedy {
        let isForOldSystems =
            earlier.count == 1 && TrailingSlash.decides(checked.rule, earlier[0].rule, budget: &budget.work)
        return isForOldSystems
            ? Remedy("Nothing needs to be done; current systems do not need the rule.")
            : Remedy("Remove it; it has no effect.", .remove(checked.rule.source.index))
    }

    private func orderRemedy(_ checked: CheckedRule, _ earlier: [CheckedRule], _ budget: FileBudget) -> Remedy {
        let index = checked.rule.source.index
        let first = earlier[0].rule.source
        return budget.work.withShare(of: 20_000, { Self.areEqual(checked, earlier, budget: &$0) })
            ? Remedy(
                "Remove this rule or the one at line \(first.position.line): they match the same links, and only the first decides.",
                .remove(index))
            : Remedy("Move \(checked.text) before \(earlier[0].described).", .move(index, before: first.index))
    }

    /// Whether the rule matches all links of the earlier rule, which would be unreachable if this rule were moved.
    private static func areEqual(_ checked: CheckedRule, _ earlier: [CheckedRule], budget: inout WorkBudget) -> Bool {
        guard earlier.count == 1, let later = checked.language?.simplified(budget: &budget),
            let first = earlier[0].language?.simplified(budget: &budget)
        else { return false }
        return first.isIncluded(in: later, budget: &budget)
    }
}

/// Compares rules that differ only in trailing slashes, which never matter on current systems.
enum TrailingSlash {
    /// Whether `rule` would not be covered by `earlier` if a trailing slash mattered, as it may on earlier systems.
    static func decides(_ rule: LinkRule, _ earlier: LinkRule, budget: inout WorkBudget) -> Bool {
        var builder = RuleLanguageBuilder()
        guard budget.remaining > 0, let path = rule.path?.pattern, let earlierPath = earlier.path?.pattern,
            let elements = self.elements(of: path, &builder),
            let earlierElements = self.elements(of: earlierPath, &builder)
        else { return false }
        let answer = budget.withShare(of: 100_000) {
            LanguageSpace.anyPath.isIncluded(elements, in: [earlierElements], budget: &$0)
        }
        if case .fails = answer { return true }
        return false
    }

    private static func elements(of pattern: LinkPattern, _ builder: inout RuleLanguageBuilder) -> [LanguageElement]? {
        guard var elements = builder.elements(of: pattern) else { return nil }
        let hasOwnEnd = pattern.text.hasSuffix("/") || pattern.text.hasSuffix("*")
        if !hasOwnEnd, elements.count > 1, elements.last == .scalar("/") { elements.removeLast() }
        return elements
    }
}
