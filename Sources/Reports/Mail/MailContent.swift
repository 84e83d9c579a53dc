import Audit
import Basics
import Findings
import Records

/// The content of an email about a run, all of limited length; omitted items are counted.
struct MailContent {
    private static let maxNames = 3
    /// The maximum number of characters of a name or an owner.
    private static let maxNameLength = 60
    private static let maxNotices = 5
    private static let maxAccepted = 5
    // The maximum number of bytes of each kind of text, in HTML.
    private static let versionBytes = 100
    private static let nameBytes = 320
    private static let noticeBytes = 600
    private static let sentenceBytes = 500
    private static let textBytes = 900

    private let run: any StoredRun
    private let plan: FixPlanner.Plan
    private let accepted: LimitedList<AcceptedDomain>
    private let address: ReportURL?

    init(_ run: any StoredRun) throws(OutputError) {
        var planner = FixPlanner(of: run)
        var accepted = LimitedList<AcceptedDomain>()
        // The failures of a run in doubt have a local cause, so no domain is listed as a problem to fix.
        let isInDoubt = run.ending.isInDoubt
        try run.forEachDomain { domain in
            let report = run.presented(domain)
            if !isInDoubt { planner.add(report) }
            accepted.add(report)
        }
        self.run = run
        self.accepted = accepted
        plan = planner.plan
        address = ReportURL(of: run)
    }

    /// The headline, after the number of fixes if the mail is about a team.
    var title: String {
        let countsFixes = run.facts.part.isOfTeams && plan.count > 0
        let fixes = countsFixes ? "\(Phrase.count(plan.count, "fix", "fixes")) needed; " : ""
        return "Universal links: \(fixes)\(Phrase.lowered(Phrase.clause(run.headline)))\(run.titleEnd)"
    }

    /// Sets the values of the page and of the plain text.
    func fill(_ mail: inout TemplateObject) {
        let version = Self.cut(run.facts.toolVersion, Self.versionBytes)
        let time = "Run of \(run.facts.startedAt.minuteText)"
        let lists = run.changes?.lists ?? []
        mail.set([
            "version": version, "title": title, "headline": run.headline, "reportLink": address?.text,
            "time": lists.isEmpty ? "\(time). \(comparison)" : "\(time) · \(run.changes?.newsText ?? "")", "rest": rest,
            "footer": "aasa-audit \(version) · run \(Self.cut(run.facts.id, Self.nameBytes))",
        ])
        mail.texts("notice", notices)
        mail.object("fixFirst") { fixFirst in
            fixFirst.list("firstStep", steps) { fillStep(&$0, $1) }
            fixFirst.list("detail", details) { fillDetail(&$0, $1) }
            let hasErrors = steps.contains { Catalogue[$0.step.code].severity == .error }
            fixFirst.text("delay", hasErrors ? FixAdvice.delay : nil)
        }
        mail.object("all") { all in
            all.list("total", DomainStatus.worstFirst.filter { run.summary[$0] > 0 }) { object, status in
                let count = run.summary[status]
                object.set([
                    "color": Self.color(of: status), "meaning": status.meaning,
                    "count": Phrase.number(count), "label": status.label(count),
                ])
            }
            all.text("opensApp", run.opensAppText)
        }
        mail.object("accepted") { object in
            object.texts("acceptedLine", accepted.sentences(limit: Self.maxAccepted) { Self.cut($0, Self.nameBytes) })
        }
        mail.object("changes") { object in
            object.text("since", lists.isEmpty ? nil : comparison)
            object.list("change", lists) { object, list in
                object.set(["changeTitle": list.kind.title, "changeCount": Phrase.number(list.names.count)])
                // The report has no page for a domain that it did not audit.
                Self.fillNames(&object, list.names, list.kind == .removed ? nil : address)
            }
        }
    }

    /// Returns the color of text about a status, which contains the status as well; both colors are legible on white.
    private static func color(of status: DomainStatus) -> String { status == .fail ? "#b3261e" : "#1b1f24" }

    /// The interruption and the warnings of the run, which readers need before they trust the numbers.
    private var notices: [String] {
        let warnings = run.ending.warnings.map { Self.cut($0.message, Self.noticeBytes) }
        let left = warnings.count - Self.maxNotices
        let more = left > 0 ? "\(Phrase.count(left, "more warning")); \(place)" : nil
        return [run.ending.interruptionText].compactMap(\.self) + warnings.prefix(Self.maxNotices)
            + [more].compactMap(\.self)
    }

    /// The place that contains what the mail omits, as the end of a sentence.
    private var place: String {
        address == nil
            ? "ask the people who run this audit for its report, which lists them all."
            : "the full report lists them all."
    }

    private var comparison: String {
        guard let changes = run.changes else { return notComparedText }
        return changes.emptyText.map { "\(changes.sinceText): \($0)." }
            ?? "Compared with the run of \(changes.previousStartedAt.minuteText)."
    }

    /// The number of domains that need attention and are not in the steps, in words; `nil` if there are none.
    private var rest: String? {
        let listed = plan.steps.map(\.domains.count).reduce(0, +)
        let affected = [DomainStatus.fail, .warn, .unreachable, .invalid].reduce(0) { $0 + run.summary[$1] }
        guard affected > listed, !run.ending.isInDoubt else { return nil }
        let noun = listed > 0 ? "more domain" : "domain"
        return "\(Phrase.count(affected - listed, "\(noun) needs", "\(noun)s need")) attention; \(place)"
    }

    private typealias Step = (number: Int, step: FixPlanner.Step)

    private var steps: [Step] { plan.steps.enumerated().map { ($0.offset + 1, $0.element) } }

    /// The steps, those with the same cause and remedy together.
    private var details: [[Step]] {
        let groups = Dictionary(grouping: steps) { [$0.step.code.rawValue, $0.step.remedy] }
        return groups.values.sorted { $0[0].number < $1[0].number }
    }

    private func fillDetail(_ object: inout TemplateObject, _ steps: [Step]) {
        let step = steps[0].step
        let entry = Catalogue[step.code]
        object.list("concerned", steps) { fillDomains(&$0, $1, maxNames: 1) }
        object.set([
            "stepAction": entry.action, "stepTitle": entry.title,
            "fixer": Responsibility(fixer: entry.fixer, people: nil).line,
            "remedy": Self.cut(step.remedy, Self.textBytes),
            "stepMessage": address == nil ? Self.cut(step.message, Self.textBytes) : nil,
        ])
    }

    private func fillStep(_ object: inout TemplateObject, _ entry: Step) {
        let step = entry.step
        let count = step.domains.count
        let domains = "\(Phrase.count(count, "domain")) \(step.shared ?? "")".trimming { $0 == " " }
        let some = step.urgentCount < count ? "\(Phrase.number(step.urgentCount)) of them " : ""
        let others = step.people.dropFirst().map(Self.shortened)
        let parts =
            (count > 1 ? [String(domains)] : []) + step.news
            + (step.firstSeen.map { ["first seen on \($0.dayText)"] } ?? [])
            + (step.urgentTags.isEmpty ? [] : ["\(some)tagged \(step.urgentTags.joined(separator: ", "))"])
            + (others.isEmpty ? [] : ["other owners: \(Phrase.list(others, limit: Self.maxNames))"])
        let joined = parts.joined(separator: " · ")
        let reason = step.effect == nil ? Phrase.capitalized(joined) : joined
        object.set([
            "stepAction": Catalogue[step.code].action, "stepReason": Self.cut(reason, Self.sentenceBytes),
            "stepEffect": step.effect.map(Phrase.capitalized), "color": Self.color(of: step.status),
        ])
        fillDomains(&object, entry, maxNames: Self.maxNames)
    }

    /// Sets the domains of a step, and their owner; of several owners, the first one arranges the fix.
    private func fillDomains(_ object: inout TemplateObject, _ entry: Step, maxNames: Int) {
        let step = entry.step
        object.number("stepNumber", entry.number)
        let who = step.people.count > 1 ? step.people[0] : step.peopleText
        object.text("who", who.map { Self.cut(Self.shortened($0), Self.nameBytes) })
        let isOwnerExpected = plan.steps.contains { !$0.people.isEmpty }
        object.text("unowned", who == nil && isOwnerExpected ? step.unownedText : nil)
        let list = address?.domains(with: step.code)
        Self.fillNames(&object, step.domains, address, list: list, maxNames: maxNames)
    }

    /// Sets the first of `names`; `list` is the URL of a list with all names, if it is not the full report.
    private static func fillNames(
        _ object: inout TemplateObject, _ names: DomainNames, _ address: ReportURL?, list: String? = nil,
        maxNames: Int = Self.maxNames
    ) {
        let shown = names.names.prefix(maxNames)
        object.list("listed", shown.enumerated()) { object, entry in
            let name = cut(shortened(entry.element), nameBytes)
            object.name(name, target: address?.domain(named: entry.element))
            object.text("comma", entry.offset + 1 < shown.count ? ", " : nil)
        }
        let more = names.count - shown.count
        object.set([
            "listedMore": more > 0 ? "and \(Phrase.number(more)) more" : nil, "moreTarget": list ?? address?.text,
        ])
    }

    /// Returns a name, without its middle if it is long.
    private static func shortened(_ name: String) -> String {
        let name = VisibleText.escape(name)
        return name.count > maxNameLength ? "\(name.prefix(40))…\(name.suffix(19))" : name
    }

    /// Returns the beginning of `text`, escaped, with at most `limit` bytes in HTML.
    static func cut(_ text: String, _ limit: Int) -> String {
        let visible = VisibleText.escape(text)
        guard EscapedText(visible).renderText.utf8.count > limit else { return visible }
        var result = ""
        var count = "…".utf8.count
        for scalar in visible.unicodeScalars {
            count += EscapedText(String(scalar)).renderText.utf8.count
            guard count <= limit else { break }
            result.unicodeScalars.append(scalar)
        }
        return result + "…"
    }
}
