import Findings

/// `variable-unused`: a variable that no rule refers to.
struct VariableUnusedCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        guard file.isDecidable, let variables = file.file.appLinks?.variables.variables, !variables.isEmpty else {
            return
        }
        var used: Set<ExactText> = []
        for detail in file.details {
            for checked in detail.components?.rules ?? [] {
                for part in checked.rule.patterns { used.formUnion(part.pattern.variableNames.map { ExactText($0) }) }
            }
            // References in `paths`, or in a rule that is not read, still show the intention to use the variable.
            for source in [detail.detail.pathsSource, detail.detail.componentsSource] {
                if let source { used.formUnion(Self.names(in: source)) }
            }
        }
        if let defaults = file.file.appLinks?.defaults { used.formUnion(Self.names(in: defaults.source)) }
        for variable in variables where !used.contains(ExactText(variable.name)) {
            report.add(.variableUnused, at: variable.nameSource) {
                .init(
                    message: "No rule uses the variable \(QuotedText.json(variable.name)).",
                    evidence: ["variable": .string(QuotedText.capped(variable.name))])
            }
        }
    }

    /// Returns the `name` of every `$(name)` in the strings of `value`.
    private static func names(in value: JSONValue) -> Set<ExactText> {
        var names: Set<ExactText> = []
        let storage = value.storage
        for index in value.index..<Int(value.node.next) {
            guard let text = JSONValue(storage: storage, index: index).string, LinkPattern.refersToVariable(text) else {
                continue
            }
            names.formUnion(LinkPattern.variableNames(in: text).map { ExactText($0) })
        }
        return names
    }
}
