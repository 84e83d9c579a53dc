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
                    guard let reason = checked.impossible else { continue }
                    let source = reason.source
                    report.markBroken(checked.rule.source)
                    // A pattern in `defaults` is wrong once, not in every rule that inherits it.
                    guard seen.insert(source.index).inserted else { continue }
                    report.add(.ruleNeverMatches, at: source) {
                        let text = source.string ?? QuotedText.source(source)
                        return .init(
                            message: "\(QuotedText.json(text)) \(reason.text), so the rule matches nothing.",
                            impact: checked.rule.excludes
                                ? "Pages that this exclusion should keep in the browser are not excluded: they open the app wherever another rule matches them."
                                : "Links that this rule should open in the app open the browser instead, unless another rule matches them.",
                            remedy: reason.remedy,
                            evidence: ["text": .string(QuotedText.capped(text)), "reason": .string(reason.text)])
                    }
                }
            }
        }
    }

    /// Why a rule can match nothing.
    struct Reason {
        /// The pattern or the rule that is wrong.
        let source: JSONValue
        /// The reason, as the rest of a sentence that begins with the text of ``source``.
        let text: String
        /// What to write instead, if that is clear.
        var remedy: String?
    }

    /// Why `rule` can match nothing; `isEmpty` says whether it is proven that nothing matches the whole.
    static func reason(for rule: LinkRule, isEmpty: Bool) -> Reason? {
        let isWritten = rule.isPercentEncoded
        if let path = rule.path, let text = ImpossiblePattern.inPath(path.pattern.text, isWritten: isWritten) {
            let repaired = RepairedPath(path.pattern.text, isWritten: isWritten)
            return Reason(
                source: path.source, text: text,
                remedy: repaired?.remedy(
                    isComponent: rule.origin == .component, excludes: rule.excludes, hasQuery: rule.query != nil,
                    hasFragment: rule.fragment != nil))
        }
        switch rule.query {
        case .whole(let whole):
            if let text = ImpossiblePattern.inQuery(whole.pattern.text, isWritten: isWritten) {
                return Reason(source: whole.source, text: text, remedy: remedy(for: whole, key: "?", isWritten))
            }
        case .items(let items):
            for item in items {
                guard let text = ImpossiblePattern.inItem(item.value.pattern.text, isWritten: isWritten) else {
                    continue
                }
                return Reason(
                    source: item.value.source, text: text,
                    remedy: isWritten && item.value.pattern.text.contains("&")
                        ? "Give each item its own key in \"?\"." : remedy(for: item.value, key: item.name, isWritten))
            }
        case nil: break
        }
        if let fragment = rule.fragment,
            let text = ImpossiblePattern.inFragment(fragment.pattern.text, isWritten: isWritten)
        {
            return Reason(source: fragment.source, text: text, remedy: remedy(for: fragment, key: "#", isWritten))
        }
        guard isEmpty else { return nil }
        if let name = Self.emptyVariable(rule) {
            return Reason(
                source: rule.source, text: "needs a value of the variable \(QuotedText.json(name)), which has none")
        }
        return Reason(source: rule.source, text: "describes no possible URL")
    }

    /// The pattern of a query or fragment as the URL has it: percent-encoded as written, or decoded.
    private static func remedy(for part: LinkRule.PartPattern, key: String, _ isWritten: Bool) -> String? {
        let text = RepairedPath.spelled(RepairedPath.trimmed(part.pattern.text), isWritten)
        guard text.unicodeScalars.count <= QuotedText.limit,
            ImpossiblePattern.inItem(text, isWritten: isWritten) == nil
        else { return nil }
        return "Write \(QuotedText.json(key)): \(QuotedText.json(text))."
    }

    private static func emptyVariable(_ rule: LinkRule) -> String? {
        for case .alternatives(let variable)? in rule.path?.pattern.tokens.map(Optional.some) ?? []
        where variable.values.isEmpty {
            return variable.name
        }
        return nil
    }
}
