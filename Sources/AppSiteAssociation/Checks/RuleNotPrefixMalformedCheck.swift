import Findings

/// `rule-not-prefix-malformed`: an exclusion with `NOT` that excludes nothing.
///
/// Rules: paths.not, paths.not-written-wrongly, paths.not-in-lower-case, components.no-not
struct RuleNotPrefixMalformedCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        for detail in file.details where !report.isBroken(detail.detail.source) {
            if let list = detail.paths { check(list, into: &report) }
            for checked in detail.components?.rules ?? [] {
                guard let source = checked.rule.fields?.path, let text = source.string,
                    let path = Self.meantPath(text) ?? (text.hasPrefix("NOT ") ? Self.rest(text, after: 4) : nil)
                else { continue }
                report.markBroken(checked.rule.source)
                report.add(.ruleNotPrefixMalformed, at: source) {
                    .init(
                        message: "\"NOT\" has no meaning in a component: \(QuotedText.json(text)) excludes nothing.",
                        remedy: RepairedPath(path, isWritten: checked.rule.isPercentEncoded).map {
                            "Write \($0.component(excludes: true))."
                        },
                        evidence: ["text": .string(QuotedText.capped(text))])
                }
            }
        }
    }

    private func check(_ list: CheckedRules, into report: inout FindingReport) {
        for checked in list.rules {
            guard let text = checked.rule.source.string, let path = Self.meantPath(text) else { continue }
            report.markBroken(checked.rule.source)
            report.add(.ruleNotPrefixMalformed, at: checked.rule.source) {
                .init(
                    message:
                        "\(QuotedText.json(text)) is not a valid exclusion; expected \"NOT\" in capitals, one space, and the path.",
                    remedy: RepairedPath(path, isWritten: true)?.remedy(for: checked.rule, excludes: true, in: list),
                    evidence: ["text": .string(QuotedText.capped(text))])
            }
        }
    }

    /// The path behind a `NOT` that is written wrongly, or `nil` when there is none or it is right.
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
            // Without a space only capitals before a slash are surely meant: "notes" and "NOTES" are words.
            guard word == "NOT", path.first == "/" else { return nil }
        } else if start == 0, word == "NOT", rest.first == " ", rest.count == path.count + 1 {
            return nil
        }
        return String(String.UnicodeScalarView(path))
    }

    private static func rest(_ text: String, after count: Int) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.dropFirst(count)))
    }
}
