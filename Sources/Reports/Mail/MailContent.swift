import Audit
import Basics
import Findings
import Records

/// The content of an email about a run, all of limited length; omitted items are counted.
struct MailContent {
    struct Names {
        var shown: [(name: String, link: String?)]
        // The number of further domains in words, and the URL of a list with them.
        var more: String?
        var moreLink: String?

        var text: String { shown.map(\.name).joined(separator: ", ") + (more.map { " \($0)" } ?? "") }
    }

    struct Step {
        var action: String
        var title: String
        /// The owners of the domains, with the teams in parentheses; `nil` if no domain of the mail has any.
        var who: String?
        var fixer: String
        var remedy: String?
        var names: Names
        /// The message about the first domain.
        var message: String
        var reason: String
    }

    private static let maxNames = 3
    private static let maxNotices = 5
    // The maximum number of bytes of each kind of text, in HTML.
    private static let versionBytes = 100
    private static let nameBytes = 320
    private static let noticeBytes = 600
    private static let sentenceBytes = 500
    private static let textBytes = 900

    let title: String
    let headline: String
    /// The time of the run, and a note if there is no comparison.
    let time: String
    /// The interruption and the warnings of the run, which readers need before they trust the numbers.
    let notices: [String]
    let steps: [Step]
    let order: String?
    /// The number of domains that need attention and are not in the steps, in words; `nil` if there are none.
    let rest: String?
    let totals: [(status: DomainStatus, count: Int)]
    let opensApp: String?
    let since: String?
    let changes: [(title: String, count: Int, names: Names)]
    let link: String?
    let version: String
    let footer: String

    init(_ run: any StoredRun) throws(OutputError) {
        var planner = FixPlanner(of: run)
        // The failures of a run in doubt have a local cause, so no domain is listed as a problem to fix.
        if !run.ending.isInDoubt { try run.forEachDomain { domain in planner.add(run.presented(domain)) } }
        let plan = planner.plan
        let summary = run.summary
        headline = run.headline
        title = "Universal links: \(Phrase.lowered(Phrase.clause(headline)))\(run.titleEnd)"
        let interruption = run.ending.interruption.map { "\($0). Only the domains checked by then are counted." }
        let warnings = run.ending.warnings.map { Self.cut($0.message, Self.noticeBytes) }
        let left = warnings.count - Self.maxNotices
        let more = left > 0 ? "\(Phrase.count(left, "more warning")); the full report lists them all." : nil
        notices = [interruption].compactMap(\.self) + warnings.prefix(Self.maxNotices) + [more].compactMap(\.self)
        totals = DomainStatus.worstFirst.compactMap { summary[$0] > 0 ? ($0, summary[$0]) : nil }
        opensApp = run.opensAppText
        let address = ReportURL(of: run)
        link = address?.text
        changes = (run.changes?.lists ?? []).map { list in
            // The report has no page for a domain that it did not audit.
            let names = Self.firstNames(list.names, list.kind == .removed ? nil : address)
            return (title: list.kind.title, count: list.names.count, names: names)
        }
        let heading = "Run of \(UTCTime(run.facts.startedAt)?.minuteText ?? "an unknown time")"
        let since = Self.since(run)
        self.since = changes.isEmpty ? nil : since
        time = changes.isEmpty ? "\(heading). \(since)" : heading
        let isOwned = plan.steps.contains { $0.peopleText != nil }
        steps = plan.steps.map { Self.step($0, address, isOwnerExpected: isOwned) }
        order = plan.steps.count > 1 ? "Order: \(plan.order)." : nil
        let listed = plan.steps.map(\.domains.count).reduce(0, +)
        let affected = [DomainStatus.fail, .warn, .unreachable, .invalid].reduce(0) { $0 + summary[$1] }
        let noun = listed > 0 ? "more domain" : "domain"
        rest =
            affected > listed && !run.ending.isInDoubt
            ? "\(Phrase.count(affected - listed, "\(noun) needs", "\(noun)s need")) attention; "
                + "the full report lists them all."
            : nil
        version = Self.cut(run.facts.toolVersion, Self.versionBytes)
        footer = "aasa-audit \(version) · run \(Self.cut(run.facts.id, Self.nameBytes))"
    }

    private static func since(_ run: any StoredRun) -> String {
        guard let changes = run.changes else { return notComparedText }
        let time = UTCTime(changes.previousStartedAt)?.minuteText ?? "an unknown time"
        return "Since the run of \(time)" + (changes.emptyText.map { ": \($0)." } ?? "")
    }

    /// Returns the first of `names`; `list` is the URL of a list with all names, if it is not the full report.
    private static func firstNames(_ names: DomainNames, _ address: ReportURL?, list: String? = nil) -> Names {
        let shown = names.names.prefix(maxNames)
        let more = names.count - shown.count
        return Names(
            shown: shown.map { (name: cut($0, nameBytes), link: address?.domain(named: $0)) },
            more: more > 0 ? "and \(Phrase.number(more)) more" : nil, moreLink: list ?? address?.text)
    }

    private static func step(_ step: FixPlanner.Step, _ address: ReportURL?, isOwnerExpected: Bool) -> Step {
        let entry = Catalogue[step.code]
        return Step(
            action: entry.action, title: entry.title,
            who: step.peopleText.map { cut($0, sentenceBytes) } ?? (isOwnerExpected ? "No owner" : nil),
            fixer: "Responsible: \(entry.fixer).",
            remedy: step.remedy.isEmpty ? nil : cut(step.remedy, textBytes),
            names: firstNames(step.domains, address, list: address?.domains(with: step.code)),
            message: cut(step.message, textBytes), reason: cut(Phrase.sentence(step.reason), sentenceBytes))
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
