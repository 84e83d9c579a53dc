import Basics
import Findings

/// `variable-undefined`: a rule that refers to an undefined variable, or does not close the bracket of a variable.
/// Rule: variables.undefined
struct VariableUndefinedCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        var reported: Set<Int> = []
        for list in file.details.compactMap(\.components) {
            for checked in list.rules {
                for pattern in checked.rule.patterns {
                    guard let fault = pattern.pattern.fault else { continue }
                    report.markBroken(checked.rule.source)
                    guard reported.insert(pattern.source.index).inserted else { continue }
                    // A variable of the wrong type is reported at its definition.
                    if case .undefinedVariable(let name) = fault, list.variables[name] != nil { continue }
                    report.add(.variableUndefined, at: pattern.source, of: list) {
                        .rule(.everything(excludes: checked.rule.excludes))
                    } text: {
                        Self.text(fault, pattern, list.variables)
                    }
                }
            }
        }
    }

    private static func text(
        _ fault: LinkPattern.Fault, _ pattern: LinkRule.PartPattern, _ variables: SubstitutionVariables
    ) -> FindingReport.Text {
        let text = QuotedText.json(pattern.text)
        guard case .undefinedVariable(let name) = fault else {
            return .init(
                message: "\(text) contains ‘$(’ without ‘)’, so the rule probably matches nothing.",
                evidence: ["text": .capped(pattern.text)])
        }
        let quotedName = QuotedText.json(name)
        let known = variables.variables.prefix(200).map(\.name) + SubstitutionVariables.predefinedNames
        let nearest =
            known.first { $0.lowercased() == name.lowercased() }
            ?? Spelling.nearest(to: name, among: known, tolerance: min(1, Spelling.tolerance(for: name)))
        let fix = nearest.map { nearest in
            let corrected = pattern.text.replacing("$(\(name))", with: "$(\(nearest))")
            return Fix(
                "Write $(\(QuotedText.capped(nearest))), or define \(quotedName) in \"substitutionVariables\".",
                [.write(JSONPrinter.literal(corrected), over: pattern.source.index)])
        }
        return .init(
            message: "\(text) uses the undefined variable \(quotedName), so the rule probably matches nothing.",
            remedy: "Add \(quotedName): [\"…\"] to \"substitutionVariables\".", fix: fix,
            evidence: ["text": .capped(pattern.text), "variable": .capped(name)])
    }
}

/// `variable-in-paths`: `$(name)` in `paths`, where it is ordinary text according to the documentation.
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

    private func fix(for element: JSONValue, in list: CheckedRules) -> Fix? {
        guard let text = element.string, let component = RuleMalformedCheck.component(for: text) else { return nil }
        guard let conversion = list.conversionToComponents(component, for: element, lead: "Add") else {
            return Fix("Remove it: iOS 12 and earlier do not support variables.", [.remove(element.index)])
        }
        let areDefined = LinkPattern.variableNames(in: text).allSatisfy { name in
            list.variables[name] != nil || SubstitutionVariables.predefined(name) != nil
        }
        // If a variable is not defined, the fix cannot be tried.
        return areDefined ? conversion : Fix("\(conversion.advice) Define the variable in \"substitutionVariables\".")
    }
}
