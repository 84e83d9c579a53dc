/// The rules of a file, made ready once to be compared with many URLs as Apple's systems do.
///
/// The rules of the first detail that names an app decide for it; the first rule that matches decides, and nothing after
/// it is read. Where Apple's documents and its tool disagree the tool's answers are followed: path, query, case and
/// encoding were recorded from swcutil on macOS 27.0. A comparison takes time in proportion to pattern and URL.
///
/// Rules: details.first-match, details.same-app-twice, details.exclusion-per-app
public struct LinkMatcher: Sendable {
    /// A detail that decides for at least one app.
    private struct Entry: Sendable {
        let detail: AppDetail
        /// The apps that no earlier detail names.
        let apps: [AppIdentifier]
        let appsDecidedBefore: [AppIdentifier]
        let rules: [LinkRule]
        let compiled: [CompiledRule]
        let index: RuleIndex
        /// Whether it has neither `components` nor `paths`, which takes every URL. Rule: details.no-rules
        let takesEverything: Bool
    }

    /// Whose reading of a file is followed.
    public enum Reading: Hashable, Sendable {
        /// That of iOS 13 and later: `appIDs` before `appID`, `components` before `paths`.
        case current
        /// That of iOS 12 and earlier, which know `appID` and `paths` only. Rules: details.app-ids, details.half-forms
        case pathsOnly
    }

    private let hasAppLinks: Bool
    private let entries: [Entry]
    private let variables: SubstitutionVariables?

    /// Makes the rules of `file` ready, in time proportional to its size.
    /// - Parameters:
    ///   - file: the file.
    ///   - reading: whose reading of it is followed; for ``Reading/pathsOnly`` entries without `paths` are left out.
    public init(_ file: AssociationFile, as reading: Reading = .current) {
        var programs = VariableProgram.Cache()
        var known: Set<AppIdentifier> = []
        var entries: [Entry] = []
        for detail in file.appLinks?.details ?? [] {
            var apps: [AppIdentifier] = []
            var before: [AppIdentifier] = []
            let isCurrent = reading == .current
            guard isCurrent || detail.pathRules != nil else { continue }
            for app in (isCurrent ? detail.apps : detail.appsOfPaths).map(\.identifier) {
                if known.insert(app).inserted { apps.append(app) } else if !apps.contains(app) { before.append(app) }
            }
            let rules = isCurrent ? detail.rules.list : detail.pathRules ?? []
            let compiled = rules.map { CompiledRule($0, programs: &programs) }
            var takesEverything = false
            if isCurrent, case .everything = detail.rules { takesEverything = true }
            entries.append(
                Entry(
                    detail: detail, apps: apps, appsDecidedBefore: before, rules: rules, compiled: compiled,
                    index: RuleIndex(compiled), takesEverything: takesEverything))
        }
        self.entries = entries
        variables = file.appLinks?.variables
        hasAppLinks = file.appLinks?.details.isEmpty == false
    }

    /// What becomes of a URL.
    /// - Parameters:
    ///   - url: the URL.
    ///   - host: the host whose file this is; `nil` leaves the URL's host out of account.
    ///   - app: the app to ask for; `nil` asks for all apps of the file.
    /// - Returns: the outcome with apps and rule.
    public func match(_ url: LinkURL, host: AssociatedHost? = nil, app: AppIdentifier? = nil) -> LinkMatch {
        if let obstacle = obstacle(url, host, app) { return .hindered(obstacle) }
        var prepared = PreparedURL(url)
        var result = Verdicts()
        for entry in entries {
            let apps = app.map { entry.apps.contains($0) ? [$0] : [] } ?? entry.apps
            guard !apps.isEmpty else { continue }
            if entry.takesEverything {
                result.add(entry.detail, apps, rule: nil, outcome: .match)
                continue
            }
            let decided = entry.index.candidates(for: &prepared).first { index in
                entry.compiled[index].mismatch(&prepared) == nil
            }
            guard let decided else { continue }
            let rule = entry.rules[decided]
            result.add(entry.detail, apps, rule: rule, outcome: rule.excludes ? .exclude : .match)
        }
        return result.match
    }

    /// What becomes of a URL, with every rule that was tried and why it did or did not match.
    ///
    /// The parameters are those of ``match(_:host:app:)``, and so is the outcome.
    /// - Parameters:
    ///   - url: the URL.
    ///   - host: the host whose file this is; `nil` leaves the URL's host out of account.
    ///   - app: the app to ask for; `nil` asks for all apps of the file.
    /// - Returns: the outcome and the trace.
    public func explain(_ url: LinkURL, host: AssociatedHost? = nil, app: AppIdentifier? = nil) -> LinkExplanation {
        if let obstacle = obstacle(url, host, app) {
            return LinkExplanation(match: .hindered(obstacle), details: [])
        }
        var prepared = PreparedURL(url)
        var result = Verdicts()
        var traces: [DetailTrace] = []
        for entry in entries {
            let apps = app.map { entry.apps.contains($0) ? [$0] : [] } ?? entry.apps
            let before = app.map { entry.appsDecidedBefore.contains($0) ? [$0] : [] } ?? entry.appsDecidedBefore
            // Details of other apps than the one that was asked for are left out.
            guard !(apps.isEmpty && before.isEmpty && app != nil) else { continue }
            let (outcome, steps) = apps.isEmpty ? (nil, []) : trace(entry, &prepared)
            if let outcome, outcome != .noMatch {
                result.add(entry.detail, apps, rule: steps.last?.rule, outcome: outcome)
            }
            traces.append(
                DetailTrace(
                    detail: entry.detail, apps: apps, appsDecidedBefore: before, outcome: outcome, steps: steps,
                    note: note(entry, apps, before)))
        }
        return LinkExplanation(match: result.match, details: traces)
    }

    /// Why a URL that no rule matches is near to being matched by one that opens the app; `nil` when it is not.
    ///
    /// The parameters are those of ``match(_:host:app:)``. Only the first few hundred rules are considered.
    /// - Returns: A clause such as "its path differs only in letter case from ‘/buy/*’ (line 4)".
    public func nearMiss(_ url: LinkURL, app: AppIdentifier? = nil) -> String? {
        var prepared = PreparedURL(url)
        var nearest: (rank: Int, text: String)?
        var rest = Self.nearMissLimit
        for entry in entries where !entry.apps.isEmpty && (app.map(entry.apps.contains) ?? true) {
            for (rule, compiled) in zip(entry.rules, entry.compiled).prefix(rest) where !rule.excludes {
                guard let mismatch = compiled.mismatch(&prepared) else { continue }
                let miss = NearMiss(rule: rule, view: compiled.view, url: url, variables: variables)
                guard let found = miss.explanation(of: mismatch), found.rank < nearest?.rank ?? Int.max else {
                    continue
                }
                nearest = found
            }
            rest -= min(rest, entry.rules.count)
        }
        return nearest?.text
    }

    /// How many rules are considered for ``nearMiss(_:app:)``.
    private static let nearMissLimit = 500

    private func trace(_ entry: Entry, _ url: inout PreparedURL) -> (LinkOutcome?, [TraceStep]) {
        if entry.takesEverything { return (.match, []) }
        var steps: [TraceStep] = []
        for (rule, compiled) in zip(entry.rules, entry.compiled) {
            let mismatch = compiled.mismatch(&url)
            let why = Reason(rule: rule, view: compiled.view, url: url.url)
            steps.append(
                TraceStep(
                    rule: rule, matched: mismatch == nil, why: mismatch.map(why.against) ?? why.inFavour))
            if mismatch == nil { return (rule.excludes ? .exclude : .match, steps) }
        }
        return (.noMatch, steps)
    }

    private func note(_ entry: Entry, _ apps: [AppIdentifier], _ before: [AppIdentifier]) -> String? {
        if apps.isEmpty {
            return before.isEmpty
                ? "the entry names no app and has no effect"
                : "an earlier entry names the same app, and the first one counts"
        }
        if entry.takesEverything { return "the entry has neither ‘components’ nor ‘paths’, so it matches every URL" }
        if entry.rules.isEmpty { return "the entry has an empty list of rules, which matches no URL" }
        return nil
    }

    private func obstacle(_ url: LinkURL, _ host: AssociatedHost?, _ app: AppIdentifier?) -> LinkMatch.Obstacle? {
        // Rules: matching.schemes, matching.host
        if !url.isWeb { return .scheme(url.scheme) }
        if let host, !host.covers(url) { return .host(url.host, file: host.description) }
        if !hasAppLinks { return .noAppLinks }
        let isNamed = entries.contains { entry in app.map { entry.apps.contains($0) } ?? !entry.apps.isEmpty }
        return isNamed ? nil : .noApp(app?.text)
    }

    /// What the details said so far.
    private struct Verdicts {
        private var apps: [AppIdentifier] = []
        private var excludedApps: [AppIdentifier] = []
        private var matched: (detail: AppDetail, rule: LinkRule?)?
        private var excluded: (detail: AppDetail, rule: LinkRule?)?

        mutating func add(_ detail: AppDetail, _ apps: [AppIdentifier], rule: LinkRule?, outcome: LinkOutcome) {
            if outcome == .match {
                self.apps += apps
                matched = matched ?? (detail, rule)
            } else {
                excludedApps += apps
                excluded = excluded ?? (detail, rule)
            }
        }

        var match: LinkMatch {
            let decision = matched ?? excluded
            let outcome: LinkOutcome = matched != nil ? .match : excluded != nil ? .exclude : .noMatch
            return LinkMatch(
                outcome: outcome, apps: apps, detail: decision?.detail, rule: decision?.rule,
                excludedApps: excludedApps, obstacle: nil)
        }
    }
}

extension LinkMatch {
    fileprivate static func hindered(_ obstacle: Obstacle) -> LinkMatch {
        LinkMatch(outcome: .noMatch, apps: [], detail: nil, rule: nil, excludedApps: [], obstacle: obstacle)
    }
}
