import Audit
import Basics
import Findings
import Records

/// The content of an email about a run, all of limited length; omitted items are counted.
struct MailContent {
    private static let maxNames = 3
    private static let maxNotices = 5
    // The maximum number of bytes of each kind of text, in HTML.
    private static let versionBytes = 100
    private static let nameBytes = 320
    private static let noticeBytes = 600
    private static let sentenceBytes = 500
    private static let textBytes = 900

    private let run: any StoredRun
    private let plan: FixPlanner.Plan
    private let address: ReportURL?

    init(_ run: any StoredRun) throws(OutputError) {
        var planner = FixPlanner(of: run)
        // The failures of a run in doubt have a local cause, so no domain is listed as a problem to fix.
        if !run.ending.isInDoubt { try run.forEachDomain { domain in planner.add(run.presented(domain)) } }
        self.run = run
        plan = planner.plan
        address = ReportURL(of: run)
    }

    /// The headline, after the number of fixes if the mail is about a team.
    var title: String {
        let isOfTeam = run.facts.part.selection?.hasPrefix("team ") ?? false
        let fixes = isOfTeam && plan.count > 0 ? "\(Phrase.count(plan.count, "fix", "fixes")) needed; " : ""
        return "Universal links: \(fixes)\(Phrase.lowered(Phrase.clause(run.headline)))\(run.titleEnd)"
    }

    /// Sets the values of the page and of the plain text.
    func fill(_ mail: inout TemplateObject) {
        let version = Self.cut(run.facts.toolVersion, Self.versionBytes)
        let time = "Run of \(run.facts.startedAt.minuteText)"
        let lists = run.changes?.lists ?? []
        mail.set([
            "version": version, "title": title, "headline": run.headline, "reportLink": address?.text,
            "time": lists.isEmpty ? "\(time). \(since)" : time, "rest": rest,
            "footer": "aasa-audit \(version) · run \(Self.cut(run.facts.id, Self.nameBytes))",
        ])
        mail.texts("notice", notices)
        mail.object("fixFirst") { fixFirst in
            fixFirst.list("firstStep", plan.steps.enumerated()) { fillStep(&$0, $1.offset + 1, $1.element) }
            fixFirst.list("detail", details) { fillDetail(&$0, $1) }
            fixFirst.text("fixOrder", plan.steps.count > 1 ? "Order: \(plan.order)." : nil)
        }
        mail.object("all") { all in
            all.list("total", DomainStatus.worstFirst.filter { run.summary[$0] > 0 }) { object, status in
                let count = run.summary[status]
                // Both colors are legible on white, and the label contains the status as well.
                object.set([
                    "color": status == .fail ? "#b3261e" : "#1b1f24", "meaning": status.meaning,
                    "count": Phrase.number(count), "label": status.label(count),
                ])
            }
            all.text("opensApp", run.opensAppText)
        }
        mail.object("changes") { object in
            object.text("since", lists.isEmpty ? nil : since)
            object.list("change", lists) { object, list in
                object.set(["changeTitle": list.kind.title, "changeCount": Phrase.number(list.names.count)])
                // The report has no page for a domain that it did not audit.
                Self.fillNames(&object, list.names, list.kind == .removed ? nil : address)
            }
        }
    }

    /// The interruption and the warnings of the run, which readers need before they trust the numbers.
    private var notices: [String] {
        let warnings = run.ending.warnings.map { Self.cut($0.message, Self.noticeBytes) }
        let left = warnings.count - Self.maxNotices
        let more = left > 0 ? "\(Phrase.count(left, "more warning")); the full report lists them all." : nil
        return [run.ending.interruptionText].compactMap(\.self) + warnings.prefix(Self.maxNotices)
            + [more].compactMap(\.self)
    }

    private var since: String {
        guard let changes = run.changes else { return notComparedText }
        return changes.sinceText + (changes.emptyText.map { ": \($0)." } ?? "")
    }

    /// The number of domains that need attention and are not in the steps, in words; `nil` if there are none.
    private var rest: String? {
        let listed = plan.steps.map(\.domains.count).reduce(0, +)
        let affected = [DomainStatus.fail, .warn, .unreachable, .invalid].reduce(0) { $0 + run.summary[$1] }
        guard affected > listed, !run.ending.isInDoubt else { return nil }
        let noun = listed > 0 ? "more domain" : "domain"
        return "\(Phrase.count(affected - listed, "\(noun) needs", "\(noun)s need")) attention; "
            + "the full report lists them all."
    }

    /// The steps, those with the same details together.
    private var details: [[FixPlanner.Step]] {
        func details(_ step: FixPlanner.Step) -> [String] {
            [step.code.rawValue, step.remedy, address == nil ? step.message : ""]
        }
        let groups = Dictionary(grouping: plan.steps, by: details)
        return plan.steps.map(details).unique.compactMap { groups[$0] }
    }

    private func fillDetail(_ object: inout TemplateObject, _ steps: [FixPlanner.Step]) {
        guard let step = steps.first else { return }
        let entry = Catalogue[step.code]
        object.list("concerned", steps, fillDomains)
        object.set([
            "stepAction": entry.action, "stepTitle": entry.title, "fixer": "Responsible: \(entry.fixer).",
            "remedy": Self.cut(step.remedy, Self.textBytes), "stepMessage": Self.cut(step.message, Self.textBytes),
        ])
    }

    private func fillStep(_ object: inout TemplateObject, _ number: Int, _ step: FixPlanner.Step) {
        object.number("stepNumber", number)
        object.set([
            "stepAction": Catalogue[step.code].action,
            "stepReason": Self.cut(Phrase.sentence(step.reason), Self.sentenceBytes),
        ])
        fillDomains(&object, step)
    }

    /// Sets the domains of a step, and who owns them.
    private func fillDomains(_ object: inout TemplateObject, _ step: FixPlanner.Step) {
        let isOwnerExpected = plan.steps.contains { $0.peopleText != nil }
        let who = step.peopleText ?? (isOwnerExpected ? "No owner (assign one)" : nil)
        object.text("who", who.map { Self.cut($0, Self.sentenceBytes) })
        Self.fillNames(&object, step.domains, address, list: address?.domains(with: step.code))
    }

    /// Sets the first of `names`; `list` is the URL of a list with all names, if it is not the full report.
    private static func fillNames(
        _ object: inout TemplateObject, _ names: DomainNames, _ address: ReportURL?, list: String? = nil
    ) {
        let shown = names.names.prefix(maxNames)
        object.list("listed", shown.enumerated()) { object, entry in
            let name = DomainWords.nameParts(cut(entry.element, nameBytes))
            object.set(["itself": name.host, "port": name.port, "target": address?.domain(named: entry.element)])
            object.text("comma", entry.offset + 1 < shown.count ? ", " : nil)
        }
        let more = names.count - shown.count
        object.set([
            "listedMore": more > 0 ? "and \(Phrase.number(more)) more" : nil, "moreTarget": list ?? address?.text,
        ])
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
