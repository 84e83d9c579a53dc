import Findings

/// `rule-not-prefix-malformed`: a malformed `NOT`, which does not exclude anything according to the documentation.
///
/// Rules: paths.not, paths.not-written-wrongly, paths.not-in-lower-case, components.no-not
struct RuleNotPrefixMalformedCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        for list in file.ruleLists(exceptBrokenIn: report) {
            for (index, checked) in list.rules.enumerated() {
                switch checked.rule.origin {
                case .path: checkPath(index, list, file, into: &report)
                case .component: checkComponent(index, list, file, into: &report)
                }
            }
        }
    }

    private func checkPath(
        _ index: Int, _ list: CheckedRules, _ file: CheckedFile, into report: inout FindingReport
    ) {
        let checked = list.rules[index]
        guard let text = checked.rule.source.string, let path = Self.meantPath(text) else { return }
        report.markBroken(checked.rule.source)
        let repaired = RepairedPath(path, isPercentEncoded: true)
        // Current systems are assumed to accept lower case, too. Rule: paths.not-in-lower-case
        let isRead =
            checked.rule.excludes && !checked.matchesNothing && checked.rule.path?.text.isExactly(path) == true
        report.add(.ruleNotPrefixMalformed, at: checked.rule.source, of: list, file.budget) {
            // An exclusion that current systems read is a problem only if links depend on it.
            if isRead { return .narrower(rules: [index]) }
            return .rule(RepairedPath.language(repaired, of: checked, excludes: true, variables: file.variables))
        } text: {
            let (offer, alternative) =
                repaired?.remedies(for: checked, at: checked.rule.source, excludes: true, in: list) ?? (nil, nil)
            let note = " Whether lower case also excludes is not documented; on current systems it probably does."
            return .init(
                severity: isRead ? .warning : nil,
                message:
                    "\(QuotedText.json(text)) is not a valid exclusion; expected \"NOT\" in capitals, one space, and the path."
                    + (isRead ? note : ""),
                impact: isRead
                    ? "Pages that should stay in the browser open the app on systems that accept capitals only, if there are any."
                    : nil,
                offer: offer, alternative: alternative,
                evidence: ["text": .string(QuotedText.capped(text))])
        }
    }

    private func checkComponent(
        _ index: Int, _ list: CheckedRules, _ file: CheckedFile, into report: inout FindingReport
    ) {
        let checked = list.rules[index]
        guard let source = checked.rule.fields?.path, let text = source.string,
            let path = Self.meantPath(text)
                ?? (text.hasPrefix("NOT ") ? String(text.unicodeScalars.dropFirst(4)) : nil)
        else { return }
        report.markBroken(checked.rule.source)
        let repaired = RepairedPath(path, isPercentEncoded: checked.rule.isPercentEncoded)
        report.add(.ruleNotPrefixMalformed, at: source, of: list, file.budget) {
            .rule(RepairedPath.language(repaired, of: checked, excludes: true, variables: file.variables))
        } text: {
            .init(
                message: "\"NOT\" has no meaning in a component: \(QuotedText.json(text)) excludes nothing.",
                offer: repaired?.remedies(for: checked, at: source, excludes: true, in: list).offer,
                evidence: ["text": .string(QuotedText.capped(text))])
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
