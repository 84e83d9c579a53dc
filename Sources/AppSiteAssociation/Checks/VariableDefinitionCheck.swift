import Findings

/// The definitions of variables: `variable-malformed`, `variable-recursive`, `variable-shadows-predefined` and
/// `variable-unused`.
///
/// Rules: variables.definition, variables.wrong-type, variables.no-nesting, variables.shadowing
struct VariableDefinitionCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        guard let appLinks = file.content.appLinks else { return }
        for ignored in appLinks.ignored where ignored.key == "substitutionVariables" && ignored.isOfWrongType {
            report.add(.variableMalformed, at: ignored.value) {
                .ignored(
                    "\"substitutionVariables\"", ignored.value, expected: "an object of arrays",
                    remedy: "Write \"substitutionVariables\": { \"name\": [\"value\", \"value\"] }.")
            }
        }
        let variables = appLinks.variables.variables
        let used = file.isDecidable && !variables.isEmpty ? Self.usedNames(in: file) : nil
        for variable in variables {
            check(variable, into: &report)
            guard let used, !used.contains(ExactText(variable.name)) else { continue }
            report.add(.variableUnused, at: variable.nameSource) {
                .init(
                    message: "No rule uses the variable \(QuotedText.json(variable.name)).",
                    evidence: ["variable": .string(QuotedText.capped(variable.name))])
            }
        }
    }

    private func check(_ variable: SubstitutionVariables.Variable, into report: inout FindingReport) {
        let name = QuotedText.json(variable.name)
        let shown = EvidenceValue.string(QuotedText.capped(variable.name))
        if variable.name.unicodeScalars.contains(where: { "$()".unicodeScalars.contains($0) }) {
            report.add(.variableMalformed, at: variable.nameSource) {
                .init(
                    message: "The name \(name) contains ‘$’, ‘(’ or ‘)’, so no rule can refer to the variable.",
                    remedy: "Write the name alone, as in \"food\" for $(food).", evidence: ["variable": shown])
            }
        }
        if variable.shadowsPredefined {
            report.add(.variableShadowsPredefined, at: variable.nameSource) {
                .init(
                    message:
                        "$(\(variable.name)) is a predefined variable; which of the two definitions systems use is not documented.",
                    remedy: "Give the variable another name, here and in the rules that use it.",
                    evidence: ["variable": shown])
            }
        }
        for ignored in variable.ignored {
            let value = ignored.value
            if ignored.reason == .nestedVariable {
                report.add(.variableRecursive, at: value) {
                    let text = QuotedText.source(value)
                    return .init(
                        message: "The value \(text) of the variable \(name) refers to a variable; it is ignored.",
                        evidence: ["variable": shown, "text": .string(text)])
                }
            } else if ignored.isOfWrongType {
                report.add(.variableMalformed, at: value) {
                    let isElement = ignored.key == nil
                    return .init(
                        severity: isElement ? .warning : nil,
                        message: isElement
                            ? "A value of the variable \(name) is \(value.kind.described), not a string; it is ignored."
                            : "The variable \(name) is \(value.kind.described), not an array of strings; it counts as undefined.",
                        offer: Self.intendedJSON(for: ignored, of: variable).map {
                            Remedy("Write \($0.shown).", .write($0.text, over: value.index))
                        },
                        evidence: ["variable": shown, "text": .string(QuotedText.source(value))])
                }
            }
        }
    }

    /// Returns the probably intended JSON for a value of the wrong type, and its form for display; `nil` if unclear.
    private static func intendedJSON(
        for ignored: IgnoredValue, of variable: SubstitutionVariables.Variable
    ) -> (text: String, shown: String)? {
        if ignored.key == nil {
            guard [.number, .boolean].contains(ignored.value.kind) else { return nil }
            let text = QuotedText.json(ignored.value.text)
            return (text, text)
        }
        guard let value = ignored.value.string, !LinkPattern.refersToVariable(value) else { return nil }
        let text = "[\(JSONPrinter.literal(value))]"
        return (text, "\(QuotedText.json(variable.name)): [\(QuotedText.json(value))]")
    }

    private static func usedNames(in file: CheckedFile) -> Set<ExactText> {
        var used: Set<ExactText> = []
        for detail in file.details {
            for checked in detail.components?.rules ?? [] {
                for part in checked.rule.patterns { used.formUnion(part.pattern.variableNames.map { ExactText($0) }) }
            }
            // References in `paths`, or in a rule that is not read, still show the intention to use the variable.
            for source in [detail.entry.pathsSource, detail.entry.componentsSource] {
                if let source { used.formUnion(names(in: source)) }
            }
        }
        if let defaults = file.content.appLinks?.defaults { used.formUnion(names(in: defaults.source)) }
        return used
    }

    /// Returns the `name` of every `$(name)` in the strings of `value`.
    private static func names(in value: JSONValue) -> Set<ExactText> {
        var names: Set<ExactText> = []
        for index in value.index..<Int(value.node.next) {
            let text = JSONValue(document: value.document, index: index).string
            guard let text, LinkPattern.refersToVariable(text) else { continue }
            names.formUnion(LinkPattern.variableNames(in: text).map { ExactText($0) })
        }
        return names
    }
}
