import Findings

/// `rule-never-matches`: a rule that can match no URL, and why.
///
/// The usual reasons are seen in the text of the pattern; where none is, the language of the rule is asked.
///
/// Rules: patterns.whole, patterns.path-only, encoding.as-written, encoding.decoded
struct RuleNeverMatchesCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        var seen: Set<Int> = []
        for detail in file.details where !report.isBroken(detail.detail.source) {
            for list in detail.lists {
                for checked in list.rules where !report.isBroken(checked.rule.source) {
                    guard let (source, reason) = checked.impossible else { continue }
                    report.markBroken(checked.rule.source)
                    // A pattern in `defaults` is wrong once, not in every rule that inherits it.
                    guard seen.insert(source.index).inserted else { continue }
                    report.add(.ruleNeverMatches, at: source) {
                        let text = source.string ?? QuotedText.source(source)
                        return .init(
                            message: "\(QuotedText.json(text)) \(reason.reason), so the rule matches nothing.",
                            impact: checked.rule.excludes
                                ? "Pages that this exclusion should keep in the browser are not excluded: they open the app wherever another rule takes them."
                                : "Links that this rule should open in the app stay in the browser, unless another rule takes them.",
                            remedy: reason.remedy,
                            evidence: ["text": .string(QuotedText.capped(text)), "reason": .string(reason.reason)])
                    }
                }
            }
        }
    }

    /// What in `rule` can match nothing, and why; `isEmpty` says whether it is proven that nothing matches the whole.
    static func reason(for rule: LinkRule, isEmpty: Bool) -> (source: JSONValue, pattern: ImpossiblePattern)? {
        let isWritten = rule.isPercentEncoded
        if let path = rule.path {
            let found = ImpossiblePattern.inPath(
                path.pattern.text, isWritten: isWritten, isComponent: rule.origin == .component, excludes: rule.excludes
            )
            if let found { return (path.source, found) }
        }
        switch rule.query {
        case .whole(let whole):
            let found = ImpossiblePattern.inValue(
                whole.pattern.text, key: "?", isWritten: isWritten, isItem: false, isFragment: false)
            if let found { return (whole.source, found) }
        case .items(let items):
            for item in items {
                let found = ImpossiblePattern.inValue(
                    item.value.pattern.text, key: item.name, isWritten: isWritten, isItem: true, isFragment: false)
                if let found { return (item.value.source, found) }
            }
        case nil: break
        }
        if let fragment = rule.fragment {
            let found = ImpossiblePattern.inValue(
                fragment.pattern.text, key: "#", isWritten: isWritten, isItem: false, isFragment: true)
            if let found { return (fragment.source, found) }
        }
        guard isEmpty else { return nil }
        if let name = Self.emptyVariable(rule) {
            return (
                rule.source,
                ImpossiblePattern(
                    reason: "needs a value of the variable \(QuotedText.json(name)), which has none", remedy: nil)
            )
        }
        return (rule.source, ImpossiblePattern(reason: "describes no URL that there can be", remedy: nil))
    }

    private static func emptyVariable(_ rule: LinkRule) -> String? {
        for case .alternatives(let variable)? in rule.path?.pattern.tokens.map(Optional.some) ?? []
        where variable.values.isEmpty {
            return variable.name
        }
        return nil
    }
}
