import Findings

/// `rule-looser-than-it-looks`: rules that match more links than they seem to.
/// Documented as patterns.added-slash-counts, components.query-absent-item
struct RuleLooseCheck: ContentCheck {
    func check(_ file: CheckedFile, into report: inout FindingReport) {
        var reported: Set<Int> = []
        for list in file.ruleLists(exceptBrokenIn: report) {
            for (checked, conditions) in looseConditions(of: list) where !report.isBroken(checked.rule.source) {
                for condition in conditions
                where !report.isBroken(condition.source) && reported.insert(condition.source.index).inserted {
                    report.add(
                        .ruleLooserThanItLooks, at: condition.source, of: list, message: condition.message + ".",
                        remedy: "No action is needed if this is intended.", fix: condition.fix(narrowing: checked),
                        evidence: ["text": .string(checked.text)])
                }
            }
        }
    }

    /// Returns the rules with their loose conditions; none if narrowing them would not change the outcome of any link.
    private func looseConditions(of list: CheckedRules) -> [(checked: CheckedRule, conditions: [LooseCondition])] {
        let all = list.rules.map { (checked: $0, conditions: LooseCondition.all(of: $0.rule)) }
        guard !all.allSatisfy(\.conditions.isEmpty) else { return [] }
        let intended = all.filter { !$0.checked.matchesNothing }.map { checked, conditions -> RuleLanguage? in
            guard var language = checked.language else { return nil }
            for condition in conditions { condition.narrow(&language) }
            return language
        }
        return list.budget.haveSameOutcomes(list.languages, intended) ? [] : all
    }
}

/// A condition of a rule that matches more than it seems to.
struct LooseCondition {
    let source: JSONValue
    /// A sentence, without a full stop, that describes what else the condition matches.
    let message: String
    let advice: String
    let edit: FileEdit
    /// The intended path, if the path is loose and its language is known.
    private var intendedPath: [LanguageElement]?
    /// The intended condition on a query item, if it is loose.
    private var intendedItem: RuleLanguage.Condition?

    static func all(of rule: LinkRule) -> [LooseCondition] {
        var conditions: [LooseCondition] = []
        if let path = rule.path, CorrectedPath.endsInLooseQuestionMark(path.text),
            let corrected = CorrectedPath(path.text, isPercentEncoded: rule.isPercentEncoded), corrected.isPathOnly,
            let other = unintendedMatch(corrected.path)
        {
            let text = rule.isComponent ? corrected.members : corrected.pathsElement(excludes: rule.excludes)
            conditions.append(
                LooseCondition(
                    source: path.source,
                    message:
                        "\(QuotedText.json(path.text)) also matches \(other): in a path ‘?’ matches any one character and does not begin a query",
                    advice: "Write \(text)" + (rule.query == nil ? "; it matches with any query." : "."),
                    edit: rule.isComponent
                        ? .writeMembers(text, over: path.source.index) : .write(text, over: path.source.index),
                    intendedPath: corrected.language(of: rule, excludes: false, variables: .empty)?.path))
        }
        if case .items(let items)? = rule.query {
            for item in items where item.value.text == "*" {
                let name = QuotedText.json(item.name)
                conditions.append(
                    LooseCondition(
                        source: item.value.source,
                        message:
                            "\(name): \"*\" does not require the query item: without it, its value counts as empty, which ‘*’ matches",
                        advice: "Write \(name): \"?*\" to require it.",
                        edit: .write("\"?*\"", over: item.value.source.index),
                        intendedItem: .init(
                            part: .item(name: item.name), form: rule.form, pattern: [.anyOne, .anyRun])))
            }
        }
        return conditions
    }

    func fix(narrowing checked: CheckedRule) -> Fix { Fix(advice, [edit], acceptedLosses: [checked.language]) }

    /// Narrows the language of the rule to the links that were probably intended.
    func narrow(_ language: inout RuleLanguage) {
        if let intendedPath { language.path = intendedPath }
        if let intendedItem { language.conditions.append(intendedItem) }
    }

    /// Returns `path` with one more letter, which `?*` after it also matches, such as `/buyr` for `/buy?*`; `nil` if
    /// `path` does not end in a letter or a digit, or contains a wildcard or a variable.
    private static func unintendedMatch(_ path: String) -> String? {
        let scalars = path.unicodeScalars
        guard let last = scalars.last, last.isASCII, last.properties.isAlphabetic || last.properties.numericType != nil
        else { return nil }
        return path.contains("*") || path.contains("?") || path.contains("$(") ? nil : QuotedText.capped(path + "r")
    }
}
