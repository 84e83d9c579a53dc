import Findings

/// `variable-recursive`: a value that refers to a variable, which is dropped.
///
/// Rule: variables.no-nesting
struct VariableRecursiveCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        for variable in file.file.appLinks?.variables.variables ?? [] {
            for ignored in variable.ignored where ignored.reason == .nestedVariable {
                report.add(.variableRecursive, at: ignored.value) {
                    .init(
                        message:
                            "The value \(QuotedText.source(ignored.value)) of the variable \(QuotedText.json(variable.name)) refers to a variable; it is ignored.",
                        evidence: [
                            "variable": .string(QuotedText.capped(variable.name)),
                            "text": .string(QuotedText.source(ignored.value)),
                        ])
                }
            }
        }
    }
}
