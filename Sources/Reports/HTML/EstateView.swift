import Audit
import Basics
import Findings
import Runs

/// The first screen: how the estate stands, what changed, what is wrong most often, what could not be checked.
struct EstateView {
    private static let mostChanges = 5
    private static let mostCauses = 5

    private let run: any StoredRun
    private let index: PageIndex
    /// The sentence about the only domain, where there is only one.
    private let only: String?

    /// Prepares the first screen.
    init(_ run: any StoredRun, index: PageIndex, only: String?) {
        self.run = run
        self.index = index
        self.only = only
    }

    /// What the template of the top shows.
    func object() -> TemplateObject {
        TemplateObject { page in
            page.text("policy", PageTemplates.policy)
            page.markup("style", PageTemplates.style)
            page.text("version", run.facts.toolVersion)
            page.text("title", title)
            page.text("startedAt", UTCTime(run.facts.startedAt)?.minuteText ?? "at an unknown time")
            page.text(
                "interrupted",
                run.ending.interruption.map {
                    "\($0). Only the domains that had been checked by then are in this report."
                })
            page.list(
                "runWarning",
                run.ending.warnings.map { warning in TemplateObject { $0.text("runWarningText", warning.message) } })
            page.text("headline", headline)
            page.text("subline", subline)
            if index.count > 1 { page.object("picture", picture) }
            page.object("changes", run.changes.map(changes))
            page.object("causes", causes)
            page.object("unchecked", unchecked)
            page.text("domainsHeading", index.count == 1 ? "The domain" : "The domains")
            page.text("noScript", noScript)
        }
    }

    private var summary: RunSummary { run.summary }
    private var total: Int { summary.targets }

    private var title: String {
        let broken = summary[.fail]
        let state =
            broken > 0 ? "\(broken) broken" : summary[.warn] > 0 ? "\(summary[.warn]) with warnings" : "all well"
        return index.count == 1 && only != nil ? "Universal links of \(index.name(at: 0))" : "Universal links: \(state)"
    }

    /// The state of the estate in one sentence.
    private var headline: String {
        if total == 0 { return "There was no domain to check." }
        if let only { return only + "." }
        let broken = summary[.fail]
        let all = DomainWords.count(total, "domain", "domains")
        if broken == 0 {
            let missed = summary[.unreachable] + summary[.invalid]
            if missed == total { return "None of \(all) could be checked." }
            return missed == 0
                ? "None of \(all) is broken." : "None of the domains that could be checked is broken."
        }
        return "\(DomainWords.grouped(broken)) of \(all) \(broken == 1 ? "is" : "are") broken."
    }

    private var subline: String? {
        guard only == nil, index.notOpening > 0 else { return nil }
        let number = DomainWords.count(index.notOpening, "domain", "domains")
        return "Links to \(number) open the browser instead of the app on the systems of today (iOS 14 and later)."
    }

    private var picture: TemplateObject? {
        let present = [DomainStatus.fail, .warn, .unreachable, .invalid, .pass].filter { summary[$0] > 0 }
        guard total > 0, !present.isEmpty else { return nil }
        // A single broken domain among thousands must be seen, so every part gets a least width.
        let least = 0.006
        let shares = present.map { max(least, Double(summary[$0]) / Double(total)) }
        let whole = shares.reduce(0, +)
        var start = 0.0
        let words = present.map { "\(summary[$0]) \(DomainWords.label($0).lowercased())" }.joined(separator: ", ")
        return TemplateObject { object in
            object.text("pictureText", "\(total) domains: \(words)")
            object.list(
                "segment",
                zip(present, shares).map { status, share in
                    defer { start += share / whole }
                    return TemplateObject { segment in
                        segment.text("segmentStatus", status.rawValue)
                        segment.text("segmentX", TimingView.percent(start))
                        segment.text("segmentWidth", TimingView.percent(share / whole))
                        segment.text("segmentCount", DomainWords.grouped(summary[status]))
                        segment.text("segmentLabel", DomainWords.label(status))
                        segment.text("segmentMeaning", DomainWords.meaning(status))
                    }
                })
        }
    }

    // MARK: Changes

    private func changes(_ changes: RunChanges) -> TemplateObject {
        TemplateObject { object in
            let previous = UTCTime(changes.previousStartedAt)?.minuteText ?? changes.previousRun
            object.text("comparison", "Findings, compared with the run of \(previous)")
            let counts: [(kind: String, number: Int, label: String)] = [
                ("new", changes.new, "new"), ("returned", changes.returned, "back again"),
                ("fixed", changes.fixed, "fixed"), ("still", changes.still, "still there"),
                (
                    "not-compared", changes.notCompared,
                    changes.notCompared == 1 ? "domain not comparable" : "domains not comparable"
                ),
            ]
            object.list(
                "changeCount",
                counts.filter { $0.number > 0 || $0.kind == "new" || $0.kind == "fixed" }.map { count in
                    TemplateObject { object in
                        object.text("changeKind", count.kind)
                        object.text("changeNumber", DomainWords.grouped(count.number))
                        object.text("changeLabel", count.label)
                    }
                })
            object.text("nothingChanged", changes.isEmpty ? "Nothing came and nothing went." : nil)
            let items = Self.weighed(changes.items)
            object.list("change", items.prefix(Self.mostChanges).map(change))
            let further = items.dropFirst(Self.mostChanges)
            guard !further.isEmpty else { return }
            object.object(
                "moreChanges",
                TemplateObject { more in
                    let all = changes.new + changes.returned + changes.fixed
                    let rest = DomainWords.count(further.count, "more change", "more changes")
                    more.text(
                        "moreLabel", all > items.count ? "\(rest), of \(DomainWords.grouped(all)) in all" : rest)
                    more.list("further", further.map(change))
                })
        }
    }

    /// What got worse before what got better, the gravest first; else in the order in which it came.
    private static func weighed(_ items: [RunChanges.Change]) -> [RunChanges.Change] {
        func weight(_ change: RunChanges.Change) -> Int {
            if change.kind == .fixed { return 3 }
            return switch change.severity {
            case .error: 0
            case .warning: 1
            case .info: 2
            }
        }
        return (0...3).flatMap { wanted in items.filter { weight($0) == wanted } }
    }

    private func change(_ change: RunChanges.Change) -> TemplateObject {
        TemplateObject { object in
            let (word, style) =
                switch change.kind {
                case .new: ("New", change.severity.rawValue)
                case .returned: ("Back", change.severity.rawValue)
                case .fixed: ("Fixed", "good")
                }
            object.text("changeWord", word)
            object.text("changeStyle", style)
            object.text("changeDomain", change.domain)
            object.text("changeTarget", index.anchor(named: VisibleText.escape(change.domain)))
            object.text("changeCode", change.code.rawValue)
            object.text("changeMessage", Catalogue[change.code].title)
        }
    }

    // MARK: Causes

    private var causes: TemplateObject? {
        guard index.count > 1 else { return nil }
        // What could not be checked has a block of its own.
        let all = FindingCode.inUse.filter { !Catalogue[$0].unreachable }.compactMap { code in
            index.domains[code].map { (code: code, count: $0, severity: index.worst[code] ?? .info) }
        }
        let common = all.sorted { ($0.severity, $0.count) > ($1.severity, $1.count) }.prefix(Self.mostCauses)
        guard let most = common.map(\.count).max() else { return nil }
        return TemplateObject { object in
            object.list(
                "cause",
                common.map { cause in
                    TemplateObject { object in
                        object.text("causeCode", cause.code.rawValue)
                        object.text("causeTitle", Catalogue[cause.code].title)
                        object.text("causeSeverity", cause.severity.rawValue)
                        object.text("causeLabel", DomainWords.label(cause.severity))
                        object.text("causeCount", "in " + DomainWords.count(cause.count, "domain", "domains"))
                        object.text(
                            "causeWidth", TimingView.percent(max(0.01, Double(cause.count) / Double(most))))
                    }
                })
        }
    }

    // MARK: What could not be checked

    private var unchecked: TemplateObject? {
        let count = summary[.unreachable] + summary[.invalid]
        guard count > 0, index.count > 1 else { return nil }
        return TemplateObject { object in
            object.text(
                "uncheckedText",
                "\(DomainWords.count(count, "entry", "entries")): nothing is known of them, good or bad. They do not count as broken."
            )
            object.list(
                "missed",
                index.missed.map { missed in
                    TemplateObject { object in
                        object.text("missedStatus", missed.status.rawValue)
                        object.text("missedID", missed.anchor)
                        object.text("missedName", missed.name)
                        object.text("missedWhy", missed.why)
                    }
                })
            object.text(
                "missedMore", count > index.missed.count ? "All \(DomainWords.grouped(count))" : nil)
        }
    }

    private var noScript: String {
        "Without script everything that is not well is below in full; searching, filtering, and the detail of what is "
            + "well need it."
    }
}
