import Basics
import Findings

/// `rule-never-matches`: a rule that can match no URL, as decided by the languages of its patterns, with the reason;
/// and `rule-misses-links`: a rule that contains something that never occurs in the text it is compared with.
/// Documented as patterns.whole, patterns.path-only, encoding.as-written, encoding.decoded
struct RuleFaultCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        var reported: [FindingCode: Set<Int>] = [:]
        for list in file.ruleLists(exceptBrokenIn: report) {
            for checked in list.rules where !report.isBroken(checked.rule.source) {
                guard let fault = checked.fault else { continue }
                report.markBroken(checked.rule.source)
                // A wrong pattern in `defaults` is reported once, not for every rule that inherits it.
                guard reported[fault.code, default: []].insert(fault.source.index).inserted else { continue }
                fault.add(about: checked, in: list, into: &report)
            }
        }
    }
}

/// A fault of a rule, due to which it matches nothing, or none of the intended links.
struct RuleFault {
    let source: JSONValue
    /// The reason, as a predicate that follows the text of ``source``.
    let reason: String
    /// Whether it is proven that the rule matches nothing; otherwise, the rule may match unintended links.
    let matchesNothing: Bool
    /// The pattern to be rewritten; `nil` if the correct pattern is not clear.
    private let faultyPattern: LinkRule.SourcedPattern?

    /// Finds the fault of `rule`; `unmatchable` is the pattern that is proven to match nothing.
    init?(_ rule: LinkRule, unmatchable: LinkRule.SourcedPattern?) {
        // Without an unmatchable pattern, the only possible fault is text that the compared part cannot contain.
        let explain = unmatchable == nil ? Self.misplacedText : Self.impossibility
        let patterns = if let unmatchable { [unmatchable] } else { rule.patterns }
        matchesNothing = unmatchable != nil
        for pattern in patterns {
            guard let reason = explain(pattern.text, pattern.part, rule.isPercentEncoded) else { continue }
            source = pattern.source
            self.reason = reason
            faultyPattern = pattern
            return
        }
        guard let unmatchable else { return nil }
        source = rule.source
        faultyPattern = nil
        if let name = Self.emptyVariable(in: unmatchable.pattern) {
            reason = "needs a value of the variable \(QuotedText.json(name)), which has none"
        } else {
            reason = "describes no possible URL"
        }
    }

    fileprivate var code: FindingCode { matchesNothing ? .ruleNeverMatches : .ruleMissesLinks }

    fileprivate func add(about checked: CheckedRule, in list: CheckedRules, into report: inout FindingReport) {
        let effect = matchesNothing ? ", so the rule matches nothing" : Self.otherLinksSentence(checked, list.budget)
        let corrected = faultyPattern.flatMap { pattern in
            pattern.part == .path ? CorrectedPath(pattern.text, isPercentEncoded: checked.rule.isPercentEncoded) : nil
        }
        report.add(code, at: source, of: checked, in: list, corrected: corrected) {
            let text = source.string ?? QuotedText.source(source)
            return .init(
                message: "\(QuotedText.json(text)) \(reason)\(effect).", impact: Self.impact(of: checked.rule),
                fix: fixOutsidePath(for: checked), evidence: ["text": .capped(text), "reason": .string(reason)])
        }
    }

    private static func otherLinksSentence(_ checked: CheckedRule, _ budget: FileBudget) -> String {
        let example = budget.work.withShare(of: WorkBudget.stepsForRule) { checked.language?.example(budget: &$0) }
        let links = if let example { "links such as \(example)" } else { "other links" }
        return ". So it can match \(links), but probably not the intended ones"
    }

    static func impact(of rule: LinkRule) -> String {
        rule.excludes
            ? "Pages that this exclusion should keep in the browser are not excluded: they open the app wherever another rule matches them."
            : "Links that this rule should open in the app open the browser instead, unless another rule matches them."
    }

    /// Returns the fix of a pattern for a query, a query item or a fragment; `nil` if the correct text is not clear.
    private func fixOutsidePath(for checked: CheckedRule) -> Fix? {
        guard let pattern = faultyPattern, pattern.part != .path else { return nil }
        let isPercentEncoded = checked.rule.isPercentEncoded
        if isPercentEncoded, pattern.part == .queryItem, pattern.text.contains("&") {
            return Fix("Give each item its own key in \"?\".")
        }
        // The text must have the form of the compared URL: percent-encoded as written, or decoded.
        let text = CorrectedPath.comparedForm(of: pattern.text.trimmed, isPercentEncoded: isPercentEncoded)
        guard text.unicodeScalars.count <= QuotedText.maxLength, let key = pattern.source.member?.name,
            CorrectedPath.isPossible(text, in: pattern.part, isPercentEncoded: isPercentEncoded)
        else { return nil }
        return Fix(
            "Write \(QuotedText.json(key)): \(QuotedText.json(text)).",
            [.write(QuotedText.json(text), over: pattern.source.index)], acceptedLosses: [checked.language])
    }

    private static func emptyVariable(in pattern: LinkPattern) -> String? {
        for case .alternatives(let variable) in pattern.tokens where variable.values.isEmpty { return variable.name }
        return nil
    }
}

extension RuleFault {
    /// Returns the reason why a pattern cannot match any URL, based on its text, as a predicate; `nil` if none is
    /// found. Documented as patterns.path-only, encoding.as-written
    static func impossibility(of text: String, in part: LinkPattern.Part, isPercentEncoded: Bool) -> String? {
        guard isPercentEncoded else { return nil }
        let scalars = text.unicodeScalars
        switch part {
        case .path where scalars.contains("#"): return "contains ‘#’; the fragment of a URL is not part of its path"
        case .query where scalars.contains("#"), .queryItem where scalars.contains("#"):
            return "contains ‘#’, where the query of a URL ends"
        case .queryItem where scalars.contains("&"): return "contains ‘&’, which separates the items of a query"
        case .path, .query, .queryItem, .fragment: return alwaysEncodedText(text, in: part)
        }
    }

    /// Returns a description of a character that no URL (RFC 3986) or path (WHATWG URL Standard) contains unencoded.
    private static func alwaysEncodedText(_ text: String, in part: LinkPattern.Part) -> String? {
        let culprit = text.unicodeScalars.first {
            !$0.isASCII || $0.value <= 0x20 || $0.value == 0x7F
                || (part == .path && "\"<>`{}\\".unicodeScalars.contains($0))
        }
        guard let culprit else { return nil }
        let visible = culprit.isInvisible ? "the invisible character \(culprit.codePoint)" : "‘\(culprit)’"
        let isTemplate = part == .path && "<>{}".unicodeScalars.contains(culprit)
        return
            "contains \(culprit == " " ? "a space" : visible), which is percent-encoded in the \(part == .queryItem ? "query" : "\(part)") of a URL"
            + (isTemplate ? "; the only wildcards are ‘*’ and ‘?’" : "")
    }

    /// Returns the reason why a pattern misses the intended links, as a predicate; `nil` if none is found.
    ///
    /// The pattern contains text that cannot occur in the compared part of a URL, but `?` and `*` in it may match other
    /// links.
    /// Documented as patterns.path-only, encoding.decoded
    static func misplacedText(in text: String, of part: LinkPattern.Part, isPercentEncoded: Bool) -> String? {
        if part == .path, CorrectedPath.withoutOrigin(text) != nil {
            return "is a whole URL, but is compared with the path of a URL only"
        }
        if part == .path, CorrectedPath.splitQuery(text) != nil {
            return "contains a query, but is compared with the path of a URL only, where ‘?’ matches any one character"
        }
        guard !isPercentEncoded, PercentEncoding.decoded(text) != text else { return nil }
        return
            "contains percent-encoded characters, but with \"percentEncoded\": false it is compared with the decoded URL"
    }
}
