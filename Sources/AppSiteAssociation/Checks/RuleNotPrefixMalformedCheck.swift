import Findings

/// `rule-not-prefix-malformed`: a malformed `NOT`, which does not exclude anything according to the documentation.
/// Rules: paths.not, paths.not-written-wrongly, paths.not-in-lower-case, components.no-not
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
        guard let source = isComponent ? rule.fields?.path : rule.source, let text = source.string,
            let path = Self.meantPath(text)
                ?? (isComponent && text.hasPrefix("NOT ") ? String(text.unicodeScalars.dropFirst(4)) : nil)
        else { return }
        report.markBroken(rule.source)
        // Current systems are assumed to accept lower case, too. Rule: paths.not-in-lower-case
        let isRead =
            !isComponent && rule.excludes && !checked.matchesNothing && rule.path?.text.isExactly(path) == true
        report.add(
            .ruleNotPrefixMalformed, at: source, of: checked, in: list,
            repaired: RepairedPath(path, isPercentEncoded: rule.isPercentEncoded), excludes: true,
            // An exclusion that current systems read is a problem only if links depend on it.
            intention: isRead ? .narrower(rules: [index]) : nil
        ) {
            let quoted = QuotedText.json(text)
            var message =
                isComponent
                ? "\"NOT\" has no meaning in a component: \(quoted) excludes nothing."
                : "\(quoted) is not a valid exclusion; expected \"NOT\" in capitals, one space, and the path."
            if isRead {
                message += " Whether lower case also excludes is not documented; on current systems it probably does."
            }
            return .init(
                severity: isRead ? .warning : nil, message: message,
                impact: isRead
                    ? "Pages that should stay in the browser open the app on systems that accept capitals only, if there are any."
                    : nil,
                evidence: ["text": .capped(text)])
        }
    }

    /// Returns the path after a malformed `NOT`; `nil` if there is no `NOT`, or it is well formed.
    private static func meantPath(_ text: String) -> String? {
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
