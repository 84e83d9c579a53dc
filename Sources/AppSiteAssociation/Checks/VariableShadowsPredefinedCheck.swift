import Findings

/// `variable-shadows-predefined`: a variable with the name of a predefined one.
///
/// Rule: variables.shadowing
struct VariableShadowsPredefinedCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        for variable in file.file.appLinks?.variables.variables ?? [] where variable.shadowsPredefined {
            report.add(.variableShadowsPredefined, at: variable.nameSource) {
                .init(
                    message:
                        "$(\(variable.name)) is a predefined variable; which of the two definitions systems use is not documented.",
                    remedy: "Give the variable another name, here and in the rules that use it.",
                    evidence: ["variable": .string(variable.name)])
            }
        }
    }
}
