import Basics
import Findings

/// `rule-unreachable`: a rule that never decides, because earlier ones always match first.
///
/// An error for an exclusion that would have kept links out of the app, a warning for a rule that would have opened it.
/// Where the earlier rules do the same it is no more than a remark; where only the regular slash at the end makes them
/// match (`/buy` after `/buy/*`), older systems may need both.
///
/// Rules: details.first-match, patterns.trailing-slash
struct RuleUnreachableCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        for detail in file.details where !report.isBroken(detail.detail.source) {
            for list in detail.lists {
                for (index, checked) in list.rules.enumerated() where !report.isBroken(checked.rule.source) {
                    guard case .shadowed(let indices, let example) = list.reachability[index] else { continue }
                    let earlier = indices.map { list.rules[$0] }
                    guard !earlier.isEmpty, !earlier.contains(where: { report.isBroken($0.rule.source) }) else {
                        continue
                    }
                    add(checked, earlier, example, into: &report)
                }
            }
        }
    }

    private func add(
        _ checked: CheckedRule, _ earlier: [CheckedRule], _ example: LinkExample?, into report: inout FindingReport
    ) {
        report.add(.ruleUnreachable, at: checked.rule.source) {
            let isSame = earlier.allSatisfy { $0.rule.excludes == checked.rule.excludes }
            let isForOldSystems =
                isSame && earlier.count == 1 && TrailingSlash.decides(checked.rule, earlier[0].rule)
            let by =
                earlier.count == 1
                ? "\(earlier[0].described) always decides first"
                : "\(Phrase.list(earlier.map(\.described))) together always decide first"
            let effect =
                if isSame {
                    ", with the same outcome"
                } else if checked.rule.excludes {
                    ", so the exclusion never gets its turn and the links open the app"
                } else {
                    ", so the links never open the app"
                }
            var evidence: Evidence = [
                "text": .string(checked.text),
                "earlier": .strings(earlier.map { $0.text }),
                "earlierLines": .array(earlier.map { .integer($0.rule.source.position.line) }),
            ]
            if let example { evidence["example"] = .string(example.description) }
            return .init(
                severity: isSame ? .info : checked.rule.excludes ? .error : .warning,
                message: "\(checked.text) is never reached: \(by)\(effect).",
                impact: isSame
                    ? "None: the earlier rule does the same with every link that this one describes."
                    : checked.rule.excludes
                        ? "Pages that this exclusion should keep in the browser open the app."
                        : "Links that this rule should open in the app stay in the browser.",
                remedy: isSame
                    ? (isForOldSystems
                        ? "Nothing has to be done; the rule is not needed on current systems."
                        : "Nothing has to be done; the rule can be removed.")
                    : "Move \(checked.text) before line \(earlier[0].rule.source.position.line).",
                evidence: evidence)
        }
    }
}

/// Whether one rule covers another only because a slash at the end never matters on current systems.
enum TrailingSlash {
    /// Whether `rule` would not be covered by `earlier` if a slash at the end counted, as it may on old systems.
    static func decides(_ rule: LinkRule, _ earlier: LinkRule) -> Bool {
        var builder = RuleLanguageBuilder()
        var budget = WorkBudget(steps: 100_000)
        guard let path = rule.path?.pattern, let earlierPath = earlier.path?.pattern,
            let elements = self.elements(of: path, &builder),
            let earlierElements = self.elements(of: earlierPath, &builder)
        else { return false }
        if case .fails = LanguageSpace.anyPath.isIncluded(elements, in: [earlierElements], budget: &budget) {
            return true
        }
        return false
    }

    private static func elements(of pattern: LinkPattern, _ builder: inout RuleLanguageBuilder) -> [LanguageElement]? {
        guard var elements = builder.elements(of: pattern) else { return nil }
        let hasOwnEnd = pattern.text.hasSuffix("/") || pattern.text.hasSuffix("*")
        if !hasOwnEnd, elements.count > 1, elements.last == .scalar("/") { elements.removeLast() }
        return elements
    }
}
