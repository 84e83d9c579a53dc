import Findings

/// `variable-in-paths`: `$(name)` in `paths`, which as far as documented is ordinary text.
///
/// Rule: variables.not-in-paths
struct VariableInPathsCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        let variables = file.file.appLinks?.variables
        for detail in file.details where !report.isBroken(detail.detail.source) {
            for checked in detail.paths?.rules ?? [] {
                guard let text = checked.rule.source.string, let name = VariableReference.names(in: text).first else {
                    continue
                }
                report.markBroken(checked.rule.source)
                report.add(.variableInPaths, at: checked.rule.source) {
                    .init(
                        message:
                            "\(QuotedText.json(text)) contains $(\(QuotedText.capped(name))), but \"paths\" does not support variables.",
                        remedy: remedy(text, variables),
                        evidence: [
                            "text": .string(QuotedText.capped(text)), "variable": .string(QuotedText.capped(name)),
                        ])
                }
            }
        }
    }

    /// The component that says the same, and what else it needs.
    private func remedy(_ text: String, _ variables: SubstitutionVariables?) -> String? {
        guard let component = RuleMalformedCheck.component(for: text) else { return nil }
        let missing = VariableReference.names(in: text).filter { name in
            variables?[name] == nil && PredefinedVariable(rawValue: name) == nil
        }
        let definition = missing.isEmpty ? "" : ", and define the variable in \"substitutionVariables\""
        return "Write \(component) in \"components\" instead\(definition)."
    }
}
