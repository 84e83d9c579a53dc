/// A file with the results that several checks use.
struct CheckedFile {
    let content: AssociationFile
    /// The details, in the order of the file; empty if ``isDecidable`` is false.
    let details: [CheckedDetail]
    let budget: FileBudget

    /// Returns the maximum number of steps for decisions about a file of `size` bytes.
    ///
    /// Public files take fewer than 4,000 steps, and 3,000 rules in 96 KB about a million.
    static func maxSteps(forSize size: Int) -> Int { 100_000 + 16 * size }

    init(_ content: AssociationFile, budget: FileBudget? = nil) {
        self.content = content
        let budget = budget ?? FileBudget(steps: Self.maxSteps(forSize: content.document.bytes.count))
        self.budget = budget
        guard let links = content.appLinks, links.isDecidable else {
            details = []
            return
        }
        var builder = RuleLanguageBuilder()
        details = links.details.map { CheckedDetail($0, of: links, builder: &builder, budget: budget) }
    }

    /// Whether it is known how systems read the entries of the file; if not, the checks say nothing about its rules.
    var isDecidable: Bool { content.appLinks?.isDecidable ?? true }

    private var ruleLists: [CheckedRules] { details.flatMap(\.lists) }

    func ruleLists(exceptBrokenIn report: FindingReport) -> [CheckedRules] {
        details.filter { !report.isBroken($0.entry.source) }.flatMap(\.lists)
    }

    /// The indices, in the document, of the rules that match nothing, or none of the intended links.
    var faultyRules: Set<Int> {
        Set(ruleLists.flatMap { $0.rules.filter { $0.fault != nil }.map(\.rule.source.index) })
    }

    /// The indices, in the document, of the rules that never decide, because they match no URL, or earlier rules always
    /// match first.
    var neverDecidingRules: Set<Int> {
        Set(
            ruleLists.flatMap { list in
                zip(list.rules, list.hiders).filter { $0.matchesNothing || $1 != nil }.map(\.0.rule.source.index)
            })
    }
}

struct CheckedDetail {
    let entry: AppDetail
    let paths: CheckedRules?
    let components: CheckedRules?
    /// The result of the search for a path with different results in `paths` and `components`; `nil` if either is
    /// missing or empty.
    let pathDifference: RuleListComparison.Answer?
    let isReadByOldSystems: Bool

    var lists: [CheckedRules] { [paths, components].compactMap(\.self) }
    var currentRules: CheckedRules? { lists.first { !$0.isForOldSystemsOnly } }

    /// The languages of the rules that current systems use; `nil` for a rule whose language is not known.
    ///
    /// An entry without rules is assumed to open every link.
    var languages: [RuleLanguage?] {
        entry.rules == nil ? [.everything(excludes: false)] : currentRules?.languages ?? []
    }

    /// Prepares the lists of rules that at least one system uses; other lists are omitted.
    /// Documented as details.no-app, details.components-win, details.apps-empty
    init(_ entry: AppDetail, of links: AppLinks, builder: inout RuleLanguageBuilder, budget: FileBudget) {
        self.entry = entry
        isReadByOldSystems = links.hasEmptyApps && !entry.appsForOldSystems.isEmpty
        let hasApps = !entry.apps.isEmpty
        let arePathsForOldSystemsOnly = !hasApps || entry.componentRules != nil
        let arePathsUsed = !arePathsForOldSystemsOnly || isReadByOldSystems
        paths = CheckedRules(
            arePathsUsed ? entry.pathRules : nil, in: entry.pathsSource,
            isForOldSystemsOnly: arePathsForOldSystemsOnly,
            variables: links.variables, builder: &builder, budget: budget)
        components = CheckedRules(
            hasApps ? entry.componentRules : nil, in: entry.componentsSource, isForOldSystemsOnly: false,
            variables: links.variables, builder: &builder, budget: budget)
        if let paths, let components, !paths.rules.isEmpty, !components.rules.isEmpty {
            pathDifference = RuleListComparison.pathDifference(
                paths.rules.map(\.language), components: components.rules.map(\.language), budget: &budget.work)
        } else {
            pathDifference = nil
        }
    }
}

/// A list of rules that at least one system uses.
struct CheckedRules {
    let source: JSONValue
    let rules: [CheckedRule]
    /// The reasons why rules never decide, by index; `nil` for a rule that may decide, or that matches nothing.
    let hiders: [RuleReachability.Hiders?]
    /// Whether only iOS 12 and earlier read the list: it is `paths` next to `components`, or later systems find no app.
    let isForOldSystemsOnly: Bool
    let variables: SubstitutionVariables
    let budget: FileBudget

    init?(
        _ rules: [LinkRule]?, in source: JSONValue?, isForOldSystemsOnly: Bool, variables: SubstitutionVariables,
        builder: inout RuleLanguageBuilder, budget: FileBudget
    ) {
        guard let rules, let source else { return nil }
        self.source = source
        self.isForOldSystemsOnly = isForOldSystemsOnly
        self.variables = variables
        self.budget = budget
        self.rules = rules.map { rule in
            let unmatchable = builder.unmatchablePattern(in: rule, budget: &budget.work)
            return CheckedRule(
                rule: rule, language: builder.language(of: rule), fault: RuleFault(rule, unmatchable: unmatchable))
        }
        hiders = RuleReachability.hiders(
            of: self.rules.map { $0.matchesNothing ? nil : $0.language }, budget: &budget.work)
    }

    /// The languages of the rules that can match a link; `nil` for a rule whose language is not known.
    var languages: [RuleLanguage?] { languages { _ in true } }
    var allElementsWereRead: Bool { rules.count == source.count }

    private func languages(where condition: (Int) -> Bool) -> [RuleLanguage?] {
        rules.indices.filter { !rules[$0].matchesNothing && condition($0) }.map { rules[$0].language }
    }

    enum Intention {
        /// A rule with this language was intended, but is missing or does not match the intended links.
        case rule(RuleLanguage)
        /// The rules at these indices were intended to match fewer links, possibly none.
        case narrower(rules: Set<Int>)
    }

    /// Whether it is known that every link has the same outcome as with the intended rules.
    ///
    /// A missing or wrong rule is assumed to have been meant to come first; other rules with problems are then ignored.
    func hasSameOutcomes(as intention: Intention) -> Bool {
        guard budget.work.spend(rules.count) else { return false }
        switch intention {
        case .rule(let language):
            let sound = languages { rules[$0].isSound }
            return budget.haveSameOutcomes(sound, [language] + sound)
        case .narrower(let indices):
            // If the links have the same outcome without these rules, they also have it with narrower ones.
            return budget.haveSameOutcomes(languages, languages { !indices.contains($0) })
        }
    }

    /// Returns a fix that converts this list of paths to components, using `component` in place of `element`; `nil` if
    /// only systems without support for components read this list.
    ///
    /// The advice begins with `lead`.
    func conversionToComponents(_ component: String, for element: JSONValue, lead: String) -> Fix? {
        guard !isForOldSystemsOnly, let entry = source.parent else { return nil }
        let components = source.elements?.map { $0.index == element.index ? component : Self.component(for: $0) } ?? []
        return Fix(
            "\(lead) \"components\" with every rule of the entry, this one as \(component), because iOS 13 and later then "
                + "ignore \"paths\".",
            [.append("\"components\": [\(components.joined(separator: ", "))]", to: entry.index)],
            // The links that invalid rules match by chance may be lost.
            acceptedLosses: rules.filter { !$0.isSound || $0.rule.source.index == element.index }.map(\.language))
    }

    /// Returns the component that corresponds to the probable intention of an element of `paths`.
    private static func component(for element: JSONValue) -> String {
        guard let rule = LinkRule(path: element), let path = rule.path?.text else { return element.text }
        let isPossible = CorrectedPath.isPossible(path, in: .path, isPercentEncoded: true)
        if !isPossible, let corrected = CorrectedPath(path, isPercentEncoded: true) {
            return corrected.component(excludes: rule.excludes)
        }
        return "{ \"/\": \(JSONPrinter.literal(path))\(rule.excludes ? ", \"exclude\": true" : "") }"
    }
}

struct CheckedRule {
    let rule: LinkRule
    /// The URLs that the rule matches; `nil` if they are not known.
    let language: RuleLanguage?
    /// The fault due to which the rule matches nothing, or none of the intended links; `nil` if none is known.
    let fault: RuleFault?
    /// Whether it is proven that no URL matches the rule.
    let matchesNothing: Bool

    init(rule: LinkRule, language: RuleLanguage?, fault: RuleFault?) {
        self.rule = rule
        self.language = language
        self.fault = fault
        matchesNothing = fault?.matchesNothing == true || rule.patterns.contains { $0.pattern.fault != nil }
    }

    var isSound: Bool { fault == nil && !matchesNothing && !rule.isWidened && !rule.hasWrongKind(of: ["exclude"]) }

    var text: String { rule.sourceText }

    var described: String { "\(text) (line \(rule.source.position.line))" }
}

extension LinkRule {
    /// Whether a part is of the wrong kind, so that it imposes no condition. Documented as components.wrong-type
    var isWidened: Bool { hasWrongKind(of: ["/", "?", "#"]) }

    fileprivate func hasWrongKind(of keys: [String]) -> Bool {
        fields?.ignored.contains { $0.isOfWrongKind && keys.contains($0.key ?? "") } == true
    }

    /// The rule as written, on one line and without its comment; long rules are truncated.
    public var sourceText: String {
        guard let members = fields?.source.members, members.contains(where: { $0.hasName("comment") }) else {
            return QuotedText.source(source)
        }
        let parts = members.filter { !$0.hasName("comment") }.prefix(8)
            .map { "\(QuotedText.source($0.key)): \(QuotedText.source($0.value))" }
        return QuotedText.capped(parts.isEmpty ? "{}" : "{ \(parts.joined(separator: ", ")) }")
    }
}
