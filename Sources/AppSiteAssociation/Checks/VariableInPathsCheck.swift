import Findings

/// `variable-in-paths`: `$(name)` in `paths`, where it is, as far as documented, ordinary text.
///
/// Rule: variables.not-in-paths
struct VariableInPathsCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        for detail in file.details where !report.isBroken(detail.detail.source) {
            for checked in detail.paths?.rules ?? [] {
                guard let text = checked.rule.source.string, let name = VariableReference.names(in: text).first else {
                    continue
                }
                report.markBroken(checked.rule.source)
                report.add(.variableInPaths, at: checked.rule.source) {
                    .init(
                        message:
                            "\(QuotedText.json(text)) has $(\(QuotedText.capped(name))), but variables are not replaced in \"paths\".",
                        remedy: "Write \(RuleMalformedCheck.component(for: text)) in \"components\" instead.",
                        evidence: [
                            "text": .string(QuotedText.capped(text)), "variable": .string(QuotedText.capped(name)),
                        ])
                }
            }
        }
    }
}
