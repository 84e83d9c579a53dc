import Findings

/// The definitions of variables: `variable-malformed`, `variable-recursive`, `variable-shadows-predefined` and
/// `variable-unused`.
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
            report.add(
                .variableUnused, at: variable.nameSource,
                message: "No rule uses the variable \(QuotedText.json(variable.name)).",
                evidence: ["variable": .capped(variable.name)])
        }
    }

    private func check(_ variable: SubstitutionVariables.Variable, into report: inout FindingReport) {
        let name = QuotedText.json(variable.name)
        let evidence: Evidence = ["variable": .capped(variable.name)]
        if variable.name.unicodeScalars.contains(where: { "$()".unicodeScalars.contains($0) }) {
            report.add(
                .variableMalformed, at: variable.nameSource,
                message: "The name \(name) contains ‘$’, ‘(’ or ‘)’, so no rule can refer to the variable.",
                remedy: "Write the name alone, as in \"food\" for $(food).", evidence: evidence)
        }
        if variable.shadowsPredefined {
            report.add(
                .variableShadowsPredefined, at: variable.nameSource,
                message:
                    "$(\(variable.name)) is a predefined variable; which of the two definitions systems use is not documented.",
                remedy: "Give the variable another name, here and in the rules that use it.", evidence: evidence)
        }
        for ignored in variable.ignored {
            let isNested = ignored.reason == .nestedVariable
            report.add(isNested ? .variableRecursive : .variableMalformed, at: ignored.value) {
                var text = Self.text(about: ignored, of: name)
                text.evidence = evidence
                text.evidence["text"] = .source(ignored.value)
                return text
            }
        }
    }

    private static func text(about ignored: IgnoredValue, of variable: String) -> FindingReport.Text {
        let value = ignored.value
        let kind = value.kind.described
        if ignored.reason == .nestedVariable {
            let text = QuotedText.source(value)
            return .init(message: "The value \(text) of the variable \(variable) refers to a variable; it is ignored.")
        }
        if ignored.key == nil {
            let text = [.number, .boolean].contains(value.kind) ? QuotedText.json(value.text) : nil
            return .init(
                severity: .warning,
                message: "A value of the variable \(variable) is \(kind), not a string; it is ignored.",
                fix: text.map { Fix("Write \($0).", [.write($0, over: value.index)]) })
        }
        let string = value.string.flatMap { LinkPattern.refersToVariable($0) ? nil : $0 }
        return .init(
            message: "The variable \(variable) is \(kind), not an array of strings; it counts as undefined.",
            fix: string.map {
                Fix(
                    "Write \(variable): [\(QuotedText.json($0))].",
                    [.write("[\(JSONPrinter.literal($0))]", over: value.index)])
            })
    }

    private static func usedNames(in file: CheckedFile) -> Set<ExactText> {
        let patterns = file.details.flatMap { $0.components?.rules.flatMap(\.rule.patterns) ?? [] }
        // References in `paths`, or in a rule that is not read, still show the intention to use the variable.
        let details = file.details.map(\.entry)
        let sources =
            details.map(\.pathsSource) + details.map(\.componentsSource) + [file.content.appLinks?.defaults?.source]
        let used = patterns.flatMap(\.pattern.variableNames) + sources.compactMap(\.self).flatMap(Self.names)
        return Set(used.map { ExactText($0) })
    }

    /// Returns the `name` of every `$(name)` in the strings of `value`.
    private static func names(in value: JSONValue) -> [String] {
        (value.index..<Int(value.node.next)).flatMap { index in
            let text = JSONValue(storage: value.storage, index: index).string ?? ""
            return LinkPattern.refersToVariable(text) ? LinkPattern.variableNames(in: text) : []
        }
    }
}
