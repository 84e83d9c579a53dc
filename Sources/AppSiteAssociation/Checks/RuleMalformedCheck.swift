import Findings

/// `rule-malformed`: an element of a list of rules, or a value in a rule, that is of the wrong kind.
/// Documented as components.list, components.wrong-type, paths.list
struct RuleMalformedCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        guard let appLinks = file.content.appLinks else { return }
        checkDefaults(appLinks.defaults, ignored: appLinks.ignored, into: &report)
        for (index, detail) in appLinks.details.enumerated() where !report.isBroken(detail.source) {
            checkDefaults(detail.defaults, ignored: detail.ignored, into: &report)
            let checked = file.isDecidable ? file.details[index] : nil
            for ignored in detail.ignored where ignored.isOfWrongKind {
                checkIgnoredValue(ignored, of: detail, checked: checked, into: &report)
            }
            for rule in detail.componentRules ?? [] { checkFields(rule.fields, areDefaults: false, into: &report) }
        }
    }

    private func checkIgnoredValue(
        _ ignored: IgnoredValue, of detail: AppDetail, checked: CheckedDetail?, into report: inout FindingReport
    ) {
        let value = ignored.value
        if let key = ignored.key {
            guard key == "paths" || key == "components" else { return }
            report.add(.ruleMalformed, at: value) {
                var fix: Fix?
                if value.kind == (key == "paths" ? .string : .object), let text = QuotedText.whole(value) {
                    fix = Fix(
                        "Write \"\(key)\": [\(text)].", [.write("[\(value.text)]", over: value.index)],
                        // An entry without readable rules opens every link, so the fix may lose links.
                        acceptedLosses: [.everything(excludes: false)])
                }
                return .ignored("\"\(key)\"", value, expected: "an array", fix: fix)
            }
        } else if let list = value.parent?.index, list == detail.pathsSource?.index {
            addFinding(about: value, in: checked?.paths, into: &report) {
                .ignored(
                    "An element of \"paths\"", value, expected: "a string",
                    fix: Self.fix(for: value, among: checked?.paths))
            }
        } else if let list = value.parent?.index, list == detail.componentsSource?.index {
            addFinding(about: value, in: checked?.components, into: &report) {
                .ignored(
                    "An element of \"components\"", value, expected: "an object",
                    fix: value.string.flatMap(Self.component).map {
                        Fix("Write \($0).", [.write($0, over: value.index)])
                    })
            }
        }
    }

    /// Adds a finding about an element that systems ignore, with a severity that depends on the intended links.
    private func addFinding(
        about element: JSONValue, in list: CheckedRules?, into report: inout FindingReport,
        _ text: () -> FindingReport.Text
    ) {
        if let list, let intended = intendedLanguage(of: element, list.variables) {
            report.add(.ruleMalformed, at: element, of: list, intention: { .rule(intended) }, text: text)
        } else {
            report.add(.ruleMalformed, at: element, text)
        }
    }

    private func intendedLanguage(of element: JSONValue, _ variables: SubstitutionVariables) -> RuleLanguage? {
        var builder = RuleLanguageBuilder()
        if element.kind == .object {
            let cache = PatternCache(variables)
            return builder.language(of: LinkRule(component: ComponentFields(element), layers: [], cache: cache))
        }
        return LinkRule(path: element).flatMap { builder.language(of: $0) }
    }

    /// Returns the component that is equivalent to a string of `paths`; `nil` if the intention is not clear.
    static func component(for text: String) -> String? {
        let excludes = text.hasPrefix("NOT ")
        let path = excludes ? String(text.unicodeScalars.dropFirst(4)) : text
        return CorrectedPath(path, isPercentEncoded: true)?.component(excludes: excludes)
    }

    /// Returns the fix for a component in `paths`: the equivalent string, or components if it has more than a path.
    private static func fix(for component: JSONValue, among paths: CheckedRules?) -> Fix? {
        guard let members = component.members else { return nil }
        if let path = component["/"]?.string, let corrected = CorrectedPath(path, isPercentEncoded: true),
            corrected.isPathOnly, members.allSatisfy({ ["/", "exclude", "comment"].contains($0.name) })
        {
            let text = corrected.pathsElement(excludes: component["exclude"]?.boolean == true)
            return Fix("Write \(text).", [.write(text, over: component.index)])
        }
        return QuotedText.whole(component).flatMap { paths?.conversionToComponents($0, for: component, lead: "Add") }
    }

    private func checkDefaults(
        _ defaults: ComponentFields?, ignored ignoredValues: [IgnoredValue], into report: inout FindingReport
    ) {
        for ignored in ignoredValues where ignored.isOfWrongKind && ignored.key == "defaults" {
            report.add(.ruleMalformed, at: ignored.value) {
                .ignored("\"defaults\"", ignored.value, expected: "an object")
            }
        }
        checkFields(defaults, areDefaults: true, into: &report)
    }

    /// Reports values of the wrong kind, except conditions of a component, which are reported as `rule-widened`.
    private func checkFields(_ fields: ComponentFields?, areDefaults: Bool, into report: inout FindingReport) {
        for ignored in fields?.ignored ?? [] {
            guard case .wrongKind(let expected) = ignored.reason, let key = ignored.key else { continue }
            let isCondition = ["/", "?", "#"].contains(key)
            guard areDefaults || !isCondition else { continue }
            report.add(.ruleMalformed, at: ignored.value) {
                isCondition
                    ? .ignored("\"\(key)\" of \"defaults\"", ignored.value, expected: expected)
                    : Self.text(inPlaceOfBoolean: ignored.value, key: key)
            }
        }
    }

    private static func text(inPlaceOfBoolean value: JSONValue, key: String) -> FindingReport.Text {
        let intended: Bool? =
            switch value.string?.lowercased() ?? value.text {
            case "true", "yes", "1": true
            case "false", "no", "0": false
            default: nil
            }
        return .ignored(
            "\"\(key)\"", value, expected: "true or false", severity: .warning,
            impact: key == "exclude" && intended == true
                ? "The rule excludes nothing: pages that it should keep in the browser open the app." : nil,
            fix: intended.map { Fix("Write \"\(key)\": \($0).", [.write("\($0)", over: value.index)]) })
    }
}
