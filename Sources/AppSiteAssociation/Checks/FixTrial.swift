/// The fix of a problem: the advice, and the changes to the file by which the fix is tried before it is recommended.
struct Fix {
    let advice: String
    /// The changes; empty if the advice requires more information.
    let edits: [FileEdit]
    /// The languages of the links that the app may lose by the fix, because rules match them unintentionally.
    let acceptedLosses: [RuleLanguage?]

    init(_ advice: String, _ edits: [FileEdit] = [], acceptedLosses: [RuleLanguage?] = []) {
        self.advice = advice
        self.edits = edits
        self.acceptedLosses = acceptedLosses
    }
}

/// Tries fixes on their file, and accepts those that do not make the file worse.
///
/// With all accepted fixes, or with one of the alternatives alone, the checks report no additional errors or warnings,
/// and every link that opened an app still opens it, unless the link matches an exclusion, or was opened by a rule that
/// was reported to match too much.
struct FixTrial {
    private struct State {
        var edited: EditedFile
        var checked: CheckedFile
        var report: FindingReport
    }

    private let budget: FileBudget
    private let fixes: [Fix]
    private var state: State
    /// The accepted indices of the report's fixes.
    private(set) var accepted: Set<Int> = []

    var edited: EditedFile { state.edited }

    init(_ checked: CheckedFile, _ report: FindingReport) {
        budget = checked.budget
        fixes = report.fixes.map(\.fix)
        state = State(edited: EditedFile(checked.content.document), checked: checked, report: report)
        guard checked.isDecidable else { return }
        let tried = report.fixes.indices.filter { !report.fixes[$0].fix.edits.isEmpty }
        let initialState = state
        // An alternative is tried without the other fixes, because it replaces one of them.
        for index in tried where report.fixes[index].isAlternative {
            acceptHarmless([index])
            state = initialState
        }
        // Fixes that may lose links come first, because another rule that seems redundant may then be needed.
        let triedJointly = tried.filter { !report.fixes[$0].isAlternative }
        acceptHarmless(triedJointly.filter { !report.fixes[$0].fix.acceptedLosses.isEmpty }[...])
        acceptHarmless(triedJointly.filter { report.fixes[$0].fix.acceptedLosses.isEmpty }[...])
    }

    /// Accepts the fixes at `indices` if they are harmless together; if they are not, tries smaller groups.
    private mutating func acceptHarmless(_ indices: ArraySlice<Int>) {
        // Writing the file takes about as many steps as it has bytes.
        guard !indices.isEmpty, budget.work.spend(state.edited.originalSize) else { return }
        var edited = state.edited
        // Applies the fixes that do not conflict with earlier ones; the others are not recommended.
        let compatible = indices.filter { edited.apply(fixes[$0].edits) }
        guard !compatible.isEmpty else { return }
        if let next = check(edited), isNoWorse(next, acceptedLosses: compatible.flatMap { fixes[$0].acceptedLosses }) {
            state = next
            accepted.formUnion(compatible)
        } else if compatible.count > 1 {
            let middle = compatible.count / 2
            acceptHarmless(compatible[..<middle])
            acceptHarmless(compatible[middle...])
        }
    }

    /// Returns the results of checking a changed file; `nil` if it cannot be read or the budget is used up.
    private func check(_ edited: EditedFile) -> State? {
        guard let document = try? JSONDocument(edited.bytes) else { return nil }
        let checked = CheckedFile(AssociationFile(document), budget: budget)
        var report = FindingReport(location: state.report.location)
        report.add(findingsOf: checked)
        guard checked.isDecidable, budget.work.remaining > 0 else { return nil }
        return State(edited: edited, checked: checked, report: report)
    }

    private func isNoWorse(_ next: State, acceptedLosses: [RuleLanguage?]) -> Bool {
        next.report.errorsAndWarnings <= state.report.errorsAndWarnings
            && LinkMatcher.Reading.allCases.allSatisfy { reading in
                let newRules = next.checked.rules(for: reading)
                return state.checked.rules(for: reading).allSatisfy { app, oldRules in
                    !app.isPossible || keepsLinks(of: oldRules, in: newRules[app] ?? [], acceptedLosses: acceptedLosses)
                }
            }
    }

    /// Whether each link that the `old` rules open matches a `new` rule, or one of the languages in `acceptedLosses`.
    private func keepsLinks(of old: [EffectiveRule], in new: [EffectiveRule], acceptedLosses: [RuleLanguage?]) -> Bool {
        let openingRules = old.filter { !$0.excludes }
        // A rule whose language is not known must remain unchanged.
        let textsOfUnknown = Set(openingRules.filter { $0.language == nil }.map(\.text))
        guard textsOfUnknown.isEmpty || textsOfUnknown.isSubset(of: new.map(\.text)) else { return false }
        let matching = Set(
            (new.map(\.language) + acceptedLosses).compactMap(\.self).map {
                RuleLanguage(excludes: false, form: $0.form, path: $0.path, conditions: $0.conditions)
            })
        let isObvious = openingRules.compactMap(\.language).allSatisfy { language in
            matching.contains(language) || matching.contains { language.isIncluded(in: $0, budget: &budget.work) }
        }
        if isObvious { return true }
        let oldLanguages = old.compactMap(\.language)
        return RuleListComparison.loss(from: oldLanguages, to: Array(matching), budget: &budget.work) == .noLink
    }
}

private struct EffectiveRule {
    let language: RuleLanguage?
    let excludes: Bool
    /// The rule as written; `nil` for the implicit rule of an entry without rules.
    let source: JSONValue?

    var text: String { source.map(JSONPrinter.print) ?? "" }
}

extension CheckedFile {
    /// Returns the rules of each app: those of the first entry that lists it, without rules that match nothing.
    fileprivate func rules(for reading: LinkMatcher.Reading) -> [AppIdentifier: [EffectiveRule]] {
        let isCurrent = reading == .current
        var rules: [AppIdentifier: [EffectiveRule]] = [:]
        for detail in details where isCurrent || (detail.isReadByOldSystems && detail.paths != nil) {
            let list = isCurrent ? detail.currentRules : detail.paths
            var effective = (list?.rules ?? []).filter { !$0.matchesNothing }.map {
                EffectiveRule(language: $0.language, excludes: $0.rule.excludes, source: $0.rule.source)
            }
            if isCurrent, detail.entry.rules == nil {
                effective = [EffectiveRule(language: .everything(excludes: false), excludes: false, source: nil)]
            }
            let apps = isCurrent ? detail.entry.apps : detail.entry.appsForOldSystems
            for app in apps.map(\.identifier) where rules[app] == nil { rules[app] = effective }
        }
        return rules
    }
}
