import Basics
import Findings

/// The definitions of variables: `variable-malformed`, `variable-recursive`, `variable-shadows-predefined` and
/// `variable-unused`.
/// Documented as variables.definition, variables.wrong-type, variables.no-nesting, variables.shadowing
struct VariableDefinitionCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        guard let appLinks = file.content.appLinks else { return }
        for ignored in appLinks.ignored where ignored.key == "substitutionVariables" && ignored.isOfWrongKind {
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
        if SubstitutionVariables.predefined(variable.name) != nil {
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
        var used: Set<ExactText> = []
        for detail in file.details {
            for checked in detail.components?.rules ?? [] {
                for part in checked.rule.patterns { used.formUnion(part.pattern.variableNames.map { ExactText($0) }) }
            }
        }
        // References in `paths`, or in a rule that is not read, still show the intention to use the variable.
        let details = file.details.map(\.entry)
        let sources =
            details.map(\.pathsSource) + details.map(\.componentsSource) + [file.content.appLinks?.defaults?.source]
        for case let source? in sources { used.formUnion(names(in: source).map { ExactText($0) }) }
        return used
    }

    private static func names(in value: JSONValue) -> [String] {
        (value.index..<Int(value.node.next)).flatMap { index in
            let text = JSONValue(document: value.document, index: index).string ?? ""
            return LinkPattern.refersToVariable(text) ? LinkPattern.variableNames(in: text) : []
        }
    }
}

/// `variable-undefined`: a rule that refers to an undefined variable, or does not close the bracket of a variable.
/// Documented as variables.undefined
struct VariableUndefinedCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        var reported: Set<Int> = []
        for list in file.details.compactMap(\.components) {
            for checked in list.rules {
                for part in checked.rule.patterns {
                    guard let fault = part.pattern.fault else { continue }
                    report.markBroken(checked.rule.source)
                    guard reported.insert(part.source.index).inserted else { continue }
                    // A variable of the wrong kind is reported at its definition.
                    if case .undefinedVariable(let name) = fault, list.variables[name] != nil { continue }
                    report.add(.variableUndefined, at: part.source, of: checked, in: list) {
                        Self.text(fault, part, list.variables)
                    }
                }
            }
        }
    }

    private static func text(
        _ fault: LinkPattern.Fault, _ pattern: LinkRule.SourcedPattern, _ variables: SubstitutionVariables
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
/// Documented as variables.not-in-paths
struct VariableInPathsCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        for detail in file.details where !report.isBroken(detail.entry.source) {
            guard let list = detail.paths else { continue }
            for checked in list.rules {
                let source = checked.rule.source
                guard let text = source.string, let name = LinkPattern.variableNames(in: text).first else { continue }
                report.markBroken(source)
                report.add(.variableInPaths, at: source, of: checked, in: list) {
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
