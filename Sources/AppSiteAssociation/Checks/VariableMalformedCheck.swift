import Findings

/// `variable-malformed`: a variable with a name or a value of the wrong type.
///
/// Rules: variables.definition, variables.wrong-type
struct VariableMalformedCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        guard let appLinks = file.file.appLinks else { return }
        for ignored in appLinks.ignored where ignored.key == "substitutionVariables" {
            guard case .wrongType = ignored.reason else { continue }
            report.add(.variableMalformed, at: ignored.value) {
                .ignored(
                    "\"substitutionVariables\"", ignored.value, expected: "an object of arrays",
                    remedy: "Write \"substitutionVariables\": { \"name\": [\"value\", \"value\"] }.")
            }
        }
        for variable in appLinks.variables.variables {
            let name = QuotedText.json(variable.name)
            if variable.name.unicodeScalars.contains(where: { "$()".unicodeScalars.contains($0) }) {
                report.add(.variableMalformed, at: variable.nameSource) {
                    .init(
                        message: "The name \(name) contains ‘$’, ‘(’ or ‘)’, so no rule can refer to the variable.",
                        remedy: "Write the name alone, as in \"food\" for $(food).",
                        evidence: ["variable": .string(QuotedText.capped(variable.name))])
                }
            }
            for ignored in variable.ignored {
                guard case .wrongType = ignored.reason else { continue }
                report.add(.variableMalformed, at: ignored.value) {
                    let text = QuotedText.source(ignored.value)
                    let isElement = ignored.key == nil
                    return .init(
                        severity: isElement ? .warning : nil,
                        message: isElement
                            ? "A value of the variable \(name) is \(ignored.value.kind.described), not a string; it is ignored."
                            : "The variable \(name) is \(ignored.value.kind.described), not an array of strings; it counts as undefined.",
                        offer: Self.written(ignored, of: variable).map {
                            Remedy("Write \($0.shown).", .write($0.text, over: ignored.value.index))
                        },
                        evidence: ["variable": .string(QuotedText.capped(variable.name)), "text": .string(text)])
                }
            }
        }
    }

    /// Returns the probable JSON for a value of the wrong type, and its form for display with the name.
    ///
    /// - Returns: `nil` if the intended value is not clear.
    private static func written(
        _ ignored: IgnoredValue, of variable: SubstitutionVariables.Variable
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
}
