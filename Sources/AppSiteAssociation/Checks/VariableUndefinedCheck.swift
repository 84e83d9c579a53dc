import Basics
import Findings

/// `variable-undefined`: a rule that refers to an undefined variable, or does not close the bracket of a variable.
///
/// Rule: variables.undefined
struct VariableUndefinedCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        guard let variables = file.content.appLinks?.variables else { return }
        var reported: Set<Int> = []
        for detail in file.details {
            guard let list = detail.components else { continue }
            for checked in list.rules {
                for part in checked.rule.patterns {
                    guard let fault = part.pattern.fault else { continue }
                    report.markBroken(checked.rule.source)
                    guard reported.insert(part.source.index).inserted else { continue }
                    // A variable of the wrong type is reported at its definition.
                    if case .undefinedVariable(let name) = fault, variables[name] != nil { continue }
                    add(fault, part, of: checked, in: list, of: file, variables, into: &report)
                }
            }
        }
    }

    private func add(
        _ fault: LinkPattern.Fault, _ part: LinkRule.PartPattern, of checked: CheckedRule, in list: CheckedRules,
        of file: CheckedFile, _ variables: SubstitutionVariables, into report: inout FindingReport
    ) {
        report.add(.variableUndefined, at: part.source, of: list, file.budget) {
            .rule(.everything(excludes: checked.rule.excludes))
        } text: {
            let pattern = QuotedText.json(part.text)
            switch fault {
            case .unclosedVariable:
                return .init(
                    message: "\(pattern) contains ‘$(’ without ‘)’, so the rule probably matches nothing.",
                    evidence: ["text": .string(QuotedText.capped(part.text))])
            case .undefinedVariable(let name):
                let known = variables.variables.prefix(200).map(\.name) + PredefinedVariable.allCases.map(\.rawValue)
                let nearest =
                    known.first { $0.lowercased() == name.lowercased() }
                    ?? Spelling.nearest(to: name, among: known, tolerance: min(1, Spelling.tolerance(for: name)))
                var offer: Remedy?
                if let nearest {
                    let text = part.text.replacing("$(\(name))", with: "$(\(nearest))")
                    offer = Remedy(
                        "Write $(\(QuotedText.capped(nearest))), or define \(QuotedText.json(name)) in \"substitutionVariables\".",
                        .write(JSONPrinter.literal(text), over: part.source.index))
                }
                return .init(
                    message:
                        "\(pattern) uses the undefined variable \(QuotedText.json(name)), so the rule probably matches nothing.",
                    remedy: "Add \(QuotedText.json(name)): [\"…\"] to \"substitutionVariables\".",
                    offer: offer,
                    evidence: [
                        "text": .string(QuotedText.capped(part.text)),
                        "variable": .string(QuotedText.capped(name)),
                    ])
            }
        }
    }
}
