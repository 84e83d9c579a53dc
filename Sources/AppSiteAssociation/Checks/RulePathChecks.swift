import Basics
import Findings

/// `rule-not-prefix-malformed`: a malformed `NOT`, which does not exclude anything according to the documentation.
/// Documented as paths.not, paths.not-written-wrongly, paths.not-in-lower-case, components.no-not
struct RuleNotPrefixMalformedCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        for list in file.ruleLists(exceptBrokenIn: report) {
            for index in list.rules.indices { check(index, of: list, into: &report) }
        }
    }

    private func check(_ index: Int, of list: CheckedRules, into report: inout FindingReport) {
        let checked = list.rules[index]
        let rule = checked.rule
        let isComponent = rule.isComponent
        // In a component, even a well-formed `NOT` is a mistake.
        guard let source = isComponent ? rule.fields?.path : rule.source, let text = source.string,
            let path = Self.intendedPath(text)
                ?? (isComponent && text.hasPrefix("NOT ") ? String(text.unicodeScalars.dropFirst(4)) : nil)
        else { return }
        report.markBroken(rule.source)
        // Current systems are assumed to accept lower case, too. Documented as paths.not-in-lower-case
        let excludesOnCurrentSystems =
            !isComponent && rule.excludes && !checked.matchesNothing && rule.path?.text.isExactly(path) == true
        report.add(
            .ruleNotPrefixMalformed, at: source, of: checked, in: list,
            corrected: CorrectedPath(path, isPercentEncoded: rule.isPercentEncoded), excludes: true,
            // An exclusion that current systems read is a problem only if links depend on it.
            intention: excludesOnCurrentSystems ? .narrower(rules: [index]) : nil
        ) {
            let quoted = QuotedText.json(text)
            var message =
                isComponent
                ? "\"NOT\" has no meaning in a component: \(quoted) excludes nothing."
                : "\(quoted) is not a valid exclusion; expected \"NOT\" in capitals, one space, and the path."
            if excludesOnCurrentSystems {
                message += " Whether lower case also excludes is not documented; on current systems it probably does."
            }
            return .init(
                severity: excludesOnCurrentSystems ? .warning : nil, message: message,
                impact: excludesOnCurrentSystems
                    ? "Pages that should stay in the browser open the app on systems that accept capitals only, if there are any."
                    : nil,
                evidence: ["text": .capped(text)])
        }
    }

    /// Returns the path after a malformed `NOT`; `nil` if there is no `NOT`, or it is well formed.
    private static func intendedPath(_ text: String) -> String? {
        let scalars = Array(text.unicodeScalars)
        guard let start = scalars.firstIndex(where: { !$0.properties.isWhitespace }), scalars.count > start + 3 else {
            return nil
        }
        let word = String(String.UnicodeScalarView(scalars[start..<(start + 3)]))
        guard word.uppercased() == "NOT" else { return nil }
        let rest = scalars[(start + 3)...]
        let path = rest.drop { $0.properties.isWhitespace }
        guard !path.isEmpty else { return nil }
        if rest.count == path.count {
            // Without a space, only "NOT/" in capitals is unambiguous: "notes" and "NOTES" are words.
            guard word == "NOT", path.first == "/" else { return nil }
        } else if start == 0, word == "NOT", rest.first == " ", rest.count == path.count + 1 {
            return nil
        }
        return String(String.UnicodeScalarView(path))
    }
}

/// `rule-host-in-path`: a path pattern that begins with a host name.
/// Documented as patterns.path-only
struct RuleHostInPathCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        var reported: Set<Int> = []
        for list in file.ruleLists(exceptBrokenIn: report) {
            for checked in list.rules where !report.isBroken(checked.rule.source) {
                guard let path = checked.rule.path, reported.insert(path.source.index).inserted,
                    CorrectedPath.withoutHost(path.text) != nil
                else { continue }
                report.markBroken(checked.rule.source)
                report.add(
                    .ruleHostInPath, at: path.source, of: checked, in: list,
                    corrected: CorrectedPath(path.text, isPercentEncoded: checked.rule.isPercentEncoded)
                ) {
                    let host = path.text.contains("://") ? "a whole URL" : "a host name"
                    return .init(
                        message:
                            "\(QuotedText.json(path.text)) begins with \(host), but is compared with the path of a URL only, which does not contain the host.",
                        impact: RuleFault.impact(of: checked.rule), evidence: ["text": .capped(path.text)])
                }
            }
        }
    }
}

/// `rule-slash-missing`: path patterns without the leading slash, reported once for each list of rules.
/// Documented as patterns.added-slash-counts
struct RuleSlashMissingCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        for list in file.ruleLists(exceptBrokenIn: report) {
            let affectedPaths = list.rules.filter { !report.isBroken($0.rule.source) }.compactMap(\.rule.path)
                .filter { Self.lacksLeadingSlash($0.text) }
            guard let first = affectedPaths.first else { continue }
            let othersHave =
                affectedPaths.count == 1 ? "has" : "and \(Phrase.count(affectedPaths.count - 1, "more rule")) have"
            report.add(
                .ruleSlashMissing, at: first.source,
                message: "\(QuotedText.json(first.text)) \(othersHave) no leading slash.",
                evidence: ["text": .capped(first.text), "count": .integer(affectedPaths.count)])
        }
    }

    /// Whether systems add a slash before the pattern; they do not before a star, and a variable may begin with one.
    private static func lacksLeadingSlash(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first else { return false }
        return !"/*$".unicodeScalars.contains(first)
    }
}
