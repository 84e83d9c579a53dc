/// The rules of a file, prepared for comparison with many URLs as by Apple's systems.
///
/// The first detail that lists an app decides for the app, and the first rule that matches decides; later rules are not
/// read. If Apple's documentation and its tool swcutil disagree, the results of the tool apply, which were recorded on
/// macOS 27.0 for path, query, case and encoding. All comparisons of one URL share a budget; if it is exceeded, the
/// outcome is ``LinkOutcome/undecided``.
/// Documented as details.first-match, details.same-app-twice, details.exclusion-per-app
public struct LinkMatcher: Sendable {
    /// A detail, prepared for comparison.
    private struct Entry: Sendable {
        let detail: AppDetail
        /// The apps that no earlier detail lists.
        let apps: [AppIdentifier]
        let appsDecidedBefore: [AppIdentifier]
        let rules: [CompiledRule]
        /// Whether the detail has neither `components` nor `paths`, so that it matches every URL.
        /// Documented as details.no-rules
        let matchesEverything: Bool
    }

    /// The generation of systems whose interpretation of a file is used.
    public enum Reading: Hashable, Sendable, CaseIterable {
        /// The interpretation of iOS 13 and later: `appIDs` before `appID`, `components` before `paths`.
        case current
        /// The interpretation of iOS 12 and earlier, which support only `appID` and `paths`.
        /// Documented as details.app-ids, details.half-forms
        case pathsOnly
    }

    /// The maximum number of steps for deciding about one URL; explanations have a separate budget of the same size.
    static let maxSteps = 20_000_000

    private let hasAppLinks: Bool
    private let entries: [Entry]
    private let variables: SubstitutionVariables?

    /// Prepares the rules of `file`; for ``Reading/pathsOnly``, entries without `paths` are omitted.
    public init(_ file: AssociationFile, as reading: Reading = .current) {
        var programs = VariableProgram.Cache()
        var listedApps: Set<AppIdentifier> = []
        var entries: [Entry] = []
        let isCurrent = reading == .current
        for detail in file.appLinks?.details ?? [] {
            guard isCurrent || detail.pathRules != nil else { continue }
            let allApps = (isCurrent ? detail.apps : detail.appsForOldSystems).map(\.identifier)
            let appsDecidedBefore = allApps.filter(listedApps.contains)
            let apps = allApps.filter { listedApps.insert($0).inserted }
            let rules = isCurrent ? detail.rules : detail.pathRules
            entries.append(
                Entry(
                    detail: detail, apps: apps, appsDecidedBefore: appsDecidedBefore,
                    rules: (rules ?? []).map { CompiledRule($0, programs: &programs) }, matchesEverything: rules == nil)
            )
        }
        self.entries = entries
        variables = file.appLinks?.variables
        hasAppLinks = file.appLinks?.details.isEmpty == false
    }

    /// Returns the outcome for a URL, regardless of its host if `host` is `nil`, and for all apps if `app` is `nil`.
    public func match(_ url: LinkURL, host: AssociatedHost? = nil, app: AppIdentifier? = nil) -> LinkMatch {
        decide(url, host: host, app: app) { _, _, _ in }
    }

    /// Returns the outcome of ``match(_:host:app:)``, with every rule that was tried and the reason for its result.
    public func explain(_ url: LinkURL, host: AssociatedHost? = nil, app: AppIdentifier? = nil) -> LinkExplanation {
        var traces: [DetailTrace] = []
        var reasonBudget = WorkBudget(steps: Self.maxSteps)
        let match = decide(url, host: host, app: app) { entry, apps, comparison in
            let decidedBefore = Self.restrict(entry.appsDecidedBefore, to: app)
            // Details of apps other than the requested one are omitted.
            if app != nil, apps.isEmpty, decidedBefore.isEmpty { return }
            let steps = traceSteps(comparison, of: entry, url, &reasonBudget)
            traces.append(
                DetailTrace(
                    detail: entry.detail, apps: apps, appsDecidedBefore: decidedBefore, outcome: comparison?.outcome,
                    steps: steps, note: note(entry, apps, decidedBefore: decidedBefore, comparison)))
        }
        return LinkExplanation(match: match, details: traces)
    }

    /// Returns a clause about the rule that nearly matches a URL, such as "its path differs only in letter case from
    /// ‘/buy/*’ (line 4)"; `nil` if none of the first few hundred rules does, or if `match` is not a definite “no
    /// match”.
    package func nearMiss(_ url: LinkURL, app: AppIdentifier? = nil, after match: LinkMatch) -> String? {
        guard match.outcome == .noMatch, match.obstacle == nil else { return nil }
        var prepared = PreparedURL(url)
        var nearest: (rank: Int, text: String)?
        var budget = WorkBudget(steps: Self.maxSteps)
        let concernedEntries = entries.filter { !Self.restrict($0.apps, to: app).isEmpty }
        let rules = concernedEntries.lazy.flatMap(\.rules).prefix(Self.maxNearMissRules)
        for compiled in rules where !compiled.rule.excludes {
            // If the budget is exceeded, this and all further comparisons fail.
            guard let mismatch = try? compiled.mismatch(&prepared, budget: &budget) else { continue }
            let reasons = Reasons(rule: compiled.rule, url: url, variables: variables)
            guard let found = reasons.nearMiss(mismatch, budget: &budget), found.rank < (nearest?.rank ?? Int.max)
            else { continue }
            nearest = found
        }
        return nearest?.text
    }

    private static let maxNearMissRules = 500

    private struct Comparison {
        var outcome = LinkOutcome.noMatch
        /// The mismatches of the rules before ``decider``, or of all rules if none decides.
        var mismatches: [CompiledRule.Mismatch] = []
        var decider: LinkRule?
    }

    /// Compares a URL with the rules of each detail; `visit` receives the apps that the detail decides for, and the
    /// comparison, which is `nil` if there are no such apps.
    private func decide(
        _ url: LinkURL, host: AssociatedHost?, app: AppIdentifier?,
        visit: (Entry, _ apps: [AppIdentifier], Comparison?) -> Void
    ) -> LinkMatch {
        if let obstacle = obstacle(url, host, app) { return .blockedMatch(obstacle) }
        var prepared = PreparedURL(url)
        var budget = WorkBudget(steps: Self.maxSteps)
        var apps: [AppIdentifier] = []
        var excludedApps: [AppIdentifier] = []
        typealias Decision = (outcome: LinkOutcome, detail: AppDetail, rule: LinkRule?)
        var openingDecision: Decision?
        var excludingDecision: Decision?
        for entry in entries {
            let concernedApps = Self.restrict(entry.apps, to: app)
            guard !concernedApps.isEmpty else {
                visit(entry, concernedApps, nil)
                continue
            }
            let comparison = compare(entry, &prepared, &budget)
            visit(entry, concernedApps, comparison)
            let decision: Decision = (comparison.outcome, entry.detail, comparison.decider)
            switch comparison.outcome {
            case .undecided: return .blockedMatch(.tooMuchWork, outcome: .undecided)
            case .noMatch: break
            case .match:
                apps += concernedApps
                openingDecision = openingDecision ?? decision
            case .exclude:
                excludedApps += concernedApps
                excludingDecision = excludingDecision ?? decision
            }
        }
        let decision = openingDecision ?? excludingDecision
        return LinkMatch(
            outcome: decision?.outcome ?? .noMatch, apps: apps, detail: decision?.detail, rule: decision?.rule,
            excludedApps: excludedApps, obstacle: nil)
    }

    /// Returns those of `apps` that were requested: only `app`, or all of them if `app` is `nil`.
    private static func restrict(_ apps: [AppIdentifier], to app: AppIdentifier?) -> [AppIdentifier] {
        guard let app else { return apps }
        return apps.contains(app) ? [app] : []
    }

    private func compare(_ entry: Entry, _ url: inout PreparedURL, _ budget: inout WorkBudget) -> Comparison {
        if entry.matchesEverything { return Comparison(outcome: .match) }
        var comparison = Comparison()
        do throws(WorkBudget.Exhausted) {
            for compiled in entry.rules {
                guard let mismatch = try compiled.mismatch(&url, budget: &budget) else {
                    comparison.outcome = compiled.rule.excludes ? .exclude : .match
                    comparison.decider = compiled.rule
                    return comparison
                }
                comparison.mismatches.append(mismatch)
            }
        } catch {
            comparison.outcome = .undecided
        }
        return comparison
    }

    private func traceSteps(
        _ comparison: Comparison?, of entry: Entry, _ url: LinkURL, _ budget: inout WorkBudget
    ) -> [TraceStep] {
        guard let comparison else { return [] }
        var steps = zip(entry.rules, comparison.mismatches).map { compiled, mismatch in
            let why = Reasons(rule: compiled.rule, url: url).reasonForMismatch(mismatch)
            return TraceStep(rule: compiled.rule, matched: false, why: why)
        }
        if let rule = comparison.decider {
            let why = Reasons(rule: rule, url: url).reasonForMatch(budget: &budget)
            steps.append(TraceStep(rule: rule, matched: true, why: why))
        }
        return steps
    }

    private func note(
        _ entry: Entry, _ apps: [AppIdentifier], decidedBefore: [AppIdentifier], _ comparison: Comparison?
    ) -> String? {
        if comparison?.outcome == .undecided {
            return "comparing the URL with further rules takes too much work, so the result for the entry is not known"
        }
        if apps.isEmpty {
            return decidedBefore.isEmpty
                ? "the entry lists no app and has no effect"
                : "an earlier entry lists the same app: \(AppDetail.clauseAboutSecondEntry)"
        }
        if entry.matchesEverything {
            return "the entry has neither ‘components’ nor ‘paths’, so it probably matches every URL"
        }
        if entry.rules.isEmpty { return "the entry has an empty list of rules, which matches no URL" }
        return nil
    }

    private func obstacle(_ url: LinkURL, _ host: AssociatedHost?, _ app: AppIdentifier?) -> LinkMatch.Obstacle? {
        // Documented as matching.schemes, matching.host
        if !url.isWeb { return .scheme(url.scheme) }
        if let host, !host.covers(url) { return .host(url.host, file: host.description) }
        if !hasAppLinks { return .noAppLinks }
        let hasApp = entries.contains { !Self.restrict($0.apps, to: app).isEmpty }
        return hasApp ? nil : .noApp(app?.text)
    }
}

extension LinkMatch {
    fileprivate static func blockedMatch(_ obstacle: Obstacle, outcome: LinkOutcome = .noMatch) -> LinkMatch {
        LinkMatch(outcome: outcome, apps: [], detail: nil, rule: nil, excludedApps: [], obstacle: obstacle)
    }
}
