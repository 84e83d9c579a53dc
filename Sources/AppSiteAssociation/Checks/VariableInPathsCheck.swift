import Findings

/// `variable-in-paths`: `$(name)` in `paths`, where it is ordinary text according to the documentation.
///
/// Rule: variables.not-in-paths
struct VariableInPathsCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        for detail in file.details where !report.isBroken(detail.entry.source) {
            guard let list = detail.paths else { continue }
            for checked in list.rules {
                let source = checked.rule.source
                guard let text = source.string, let name = LinkPattern.variableNames(in: text).first else { continue }
                report.markBroken(source)
                report.add(.variableInPaths, at: source, of: list) {
                    .rule(.everything(excludes: checked.rule.excludes))
                } text: {
                    .init(
                        message:
                            "\(QuotedText.json(text)) contains $(\(QuotedText.capped(name))), but \"paths\" does not support variables.",
                        fix: fix(for: source, in: list),
                        evidence: ["text": .capped(text), "variable": .capped(name)])
                }
            }
        }
    }

    /// Returns the fix that replaces the path with an equivalent component.
    private func fix(for element: JSONValue, in list: CheckedRules) -> Fix? {
        guard let text = element.string, let component = RuleMalformedCheck.component(for: text) else { return nil }
        guard let conversion = list.conversionToComponents(component, for: element, lead: "Add") else {
            return Fix("Remove it: iOS 12 and earlier do not support variables.", [.remove(element.index)])
        }
        let areDefined = LinkPattern.variableNames(in: text).allSatisfy { name in
            list.variables[name] != nil || PredefinedVariable(rawValue: name) != nil
        }
        // If a variable is not defined, the fix cannot be tried.
        return areDefined ? conversion : Fix("\(conversion.advice) Define the variable in \"substitutionVariables\".")
    }
}
