import Findings

/// `variable-in-paths`: `$(name)` in `paths`, where it is ordinary text according to the documentation.
///
/// Rule: variables.not-in-paths
struct VariableInPathsCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        let variables = file.content.appLinks?.variables
        for detail in file.details where !report.isBroken(detail.entry.source) {
            guard let list = detail.paths else { continue }
            for checked in list.rules {
                guard let text = checked.rule.source.string, let name = LinkPattern.variableNames(in: text).first else {
                    continue
                }
                report.markBroken(checked.rule.source)
                report.add(.variableInPaths, at: checked.rule.source, of: list, file.budget) {
                    .rule(.everything(excludes: checked.rule.excludes))
                } _: {
                    .init(
                        message:
                            "\(QuotedText.json(text)) contains $(\(QuotedText.capped(name))), but \"paths\" does not support variables.",
                        offer: remedy(checked.rule.source, variables, in: list),
                        evidence: [
                            "text": .string(QuotedText.capped(text)), "variable": .string(QuotedText.capped(name)),
                        ])
                }
            }
        }
    }

    /// Returns the remedy that replaces the path with an equivalent component.
    private func remedy(_ element: JSONValue, _ variables: SubstitutionVariables?, in list: CheckedRules) -> Remedy? {
        guard let text = element.string, let component = RuleMalformedCheck.component(for: text) else { return nil }
        guard let other = list.inComponents(component, for: element, lead: "Add") else {
            return Remedy("Remove it: iOS 12 and earlier do not support variables.", .remove(element.index))
        }
        let missing = LinkPattern.variableNames(in: text).filter { name in
            variables?[name] == nil && PredefinedVariable(rawValue: name) == nil
        }
        // If a variable is not defined, the remedy cannot be tried.
        return missing.isEmpty ? other : Remedy("\(other.text) Define the variable in \"substitutionVariables\".")
    }
}
