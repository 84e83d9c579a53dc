import Basics
import Findings

/// `variable-in-paths`: `$(name)` in `paths`, which as far as documented is ordinary text.
///
/// Rule: variables.not-in-paths
struct VariableInPathsCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        let variables = file.file.appLinks?.variables
        for detail in file.details where !report.isBroken(detail.detail.source) {
            guard let list = detail.paths else { continue }
            for (index, checked) in list.rules.enumerated() {
                guard let text = checked.rule.source.string, let name = VariableReference.names(in: text).first else {
                    continue
                }
                report.markBroken(checked.rule.source)
                report.add(.variableInPaths, at: checked.rule.source, of: list, file.budget) {
                    .rule(.everything(excludes: checked.rule.excludes), at: index)
                } _: {
                    .init(
                        message:
                            "\(QuotedText.json(text)) contains $(\(QuotedText.capped(name))), but \"paths\" does not support variables.",
                        remedy: remedy(text, variables, in: list),
                        evidence: [
                            "text": .string(QuotedText.capped(text)), "variable": .string(QuotedText.capped(name)),
                        ])
                }
            }
        }
    }

    /// The component that says the same, and what else it needs.
    private func remedy(_ text: String, _ variables: SubstitutionVariables?, in list: CheckedRules) -> String? {
        guard let component = RuleMalformedCheck.component(for: text) else { return nil }
        guard let other = list.inComponents(component) else {
            return "Remove it: iOS 12 and earlier know no variables."
        }
        let missing = VariableReference.names(in: text).filter { name in
            variables?[name] == nil && PredefinedVariable(rawValue: name) == nil
        }
        let definition = missing.isEmpty ? "" : " Define the variable in \"substitutionVariables\"."
        return "\(Phrase.sentence(other))\(definition)"
    }
}
