import Audit
import Basics
import Findings
package import Records

/// The problems of a run in GitHub-flavored Markdown, for a ticket or a chat.
///
/// The report has at most ``maxBytes`` bytes, so that it fits into an issue or a comment on GitHub (65,536 characters).
/// Untrusted text appears only as code, in which it cannot add markup or links, or mention users.
package struct MarkdownReport: DocumentRenderer, Sendable {
    package static let maxBytes = 60_000

    private static let maxTableBytes = 20_000
    private static let maxNames = 20
    private static let maxDetailBytes = 4000
    /// The maximum length of a reason, which may name several owners with their contacts, in characters.
    private static let maxReasonLength = 1000
    private static let maxAppBytes = 10_000
    /// The maximum number of entries of one status that are kept while the run is read; more would not fit.
    private static let maxEntries = 200

    private typealias Entry = (row: String, details: String)

    package func render(_ run: any StoredRun, to sink: any OutputSink) throws(OutputError) {
        var entriesByStatus: [DomainStatus: LimitedList<Entry>] = [:]
        var accepted = LimitedList<AcceptedDomain>()
        var planner = FixPlanner(of: run)
        var apps = ListedApps()
        // Domains without problems have no entry; the text after the totals names them.
        var passed: [LinkAnswer: DomainNames] = [:]
        try run.forEachDomain { domain in
            let report = run.presented(domain)
            accepted.add(report)
            planner.add(report)
            apps.add(report)
            if report.status == .pass {
                passed[report.opensApp, default: DomainNames()].add(report.name)
                return
            }
            let entry = (row: Self.row(report, since: run.since(of: report)), details: Self.details(report))
            entriesByStatus[report.status, default: LimitedList()].add(entry, keeping: Self.maxEntries)
        }
        var text = head(run, passed, accepted, planner) + Self.appsSection(apps)
        let entries = DomainStatus.worstFirst.flatMap { entriesByStatus[$0]?.items ?? [] }
        let problemCount = run.summary.targets - run.summary[.pass]
        if problemCount > 0 {
            text += """

                ## Domains with problems

                | Domain | Status | Opens app | Cause | Certificate expires in | Owner | Since |
                | --- | --- | --- | --- | ---: | --- | --- |

                """
            let rows = Self.fitting(entries.map(\.row), maxBytes: Self.maxTableBytes)
            text += rows.joined()
            if rows.count < problemCount {
                let omitted = Phrase.number(problemCount - rows.count)
                text += "\nand \(omitted) more, in the other reports of this run.\n"
            }
            text += "\n## Details\n"
            // The sentence about omitted details has at most 200 bytes.
            let details = Self.fitting(
                entries.map { "\n\($0.details)" }, maxBytes: Self.maxBytes - text.utf8.count - 200)
            text += details.joined()
            if details.count < problemCount {
                let omitted = Phrase.number(problemCount - details.count)
                text += "\nDetails of \(omitted) more domains are in the other reports of this run.\n"
            }
        }
        try sink.write(text)
    }

    private func head(
        _ run: any StoredRun, _ passed: [LinkAnswer: DomainNames], _ accepted: LimitedList<AcceptedDomain>,
        _ planner: FixPlanner
    ) -> String {
        var text = "# aasa-audit: \(Phrase.lowered(Phrase.clause(run.headline)))\n\n"
        let version = MarkdownText.code(run.facts.toolVersion)
        text += "Run of \(run.facts.startedAt.minuteText), aasa-audit \(version).\n\n"
        for notice in run.ending.notices { text += "**\(notice.message)**\n\n" }
        text += "| Domains | |\n| --- | ---: |\n"
        for status in DomainStatus.worstFirst {
            text += "| \(status.words) | \(Phrase.number(run.summary[status])) |\n"
        }
        if let opensApp = run.opensAppText { text += "\n\(opensApp)\n" }
        for answer in LinkAnswer.allCases {
            guard let names = passed[answer]?.text(limit: Self.maxNames, { MarkdownText.code($0) }) else { continue }
            text += answer == .yes ? "\nOK: \(names)\n" : "\nOK, \(answer.word) (\(answer.meaning)): \(names)\n"
        }
        let accepted = accepted.sentences(limit: Self.maxNames, MarkdownText.day)
        if !accepted.isEmpty { text += "\n## Accepted\n\n" + accepted.map { "- \($0)\n" }.joined() }
        // The failures of a run in doubt have a local cause, so no domain is listed as a problem to fix.
        if !run.ending.isInDoubt { text += Self.fixFirstSection(planner) }
        return text + (run.changes.map(Self.changesSection) ?? "\n\(notComparedText)\n")
    }

    private static func fixFirstSection(_ planner: FixPlanner) -> String {
        let plan = planner.plan
        guard !plan.steps.isEmpty else { return "" }
        var text = "\n## Fix first\n\n"
        if plan.steps.count > 1 { text += "Order: \(plan.order).\n\n" }
        for (index, step) in plan.steps.enumerated() {
            let names = step.domains.text(limit: 5) { MarkdownText.code($0) }
            let reason = step.reason.isEmpty ? "" : " (\(MarkdownText.code(step.reason, maxLength: maxReasonLength)))"
            text += "\(index + 1). \(names): \(Catalogue[step.code].action)\(reason)\n"
        }
        if let later = plan.othersText({ MarkdownText.code($0) }) { text += "\n\(later)\n" }
        return text
    }

    private static func appsSection(_ listed: ListedApps) -> String {
        var text = ""
        for app in listed.apps.prefix(maxNames) {
            var section = "\n### \(MarkdownText.code(app.listing.name))\n\n"
            section += "\(MarkdownText.code(app.listing.source)): \(app.domainCountText)\n\n"
            section += "| Domain | Status | Entries |\n| --- | --- | --- |\n"
            let shown = app.domains.items.prefix(AppListing.maxAdvisedDomains)
            for domain in shown {
                let entries = domain.entries.prefix(5).map { MarkdownText.code($0) }
                section +=
                    "| \(MarkdownText.code(domain.name)) | \(domain.status.words) | \(entries.joined(separator: ", ")) |\n"
            }
            let rest = app.domains.count - shown.count
            if rest > 0 { section += "\nand \(Phrase.count(rest, "more domain"))\n" }
            guard text.utf8.count + section.utf8.count <= maxAppBytes else { break }
            text += section
        }
        return text.isEmpty ? "" : "\n## Apps\n" + text
    }

    private static func changesSection(_ changes: RunChanges) -> String {
        var text = "\n## \(changes.sinceText)\n\n"
        if let nothing = changes.emptyText { text += Phrase.sentence(nothing) + "\n\n" }
        if let rules = changes.rules?.sentence { text += "\(MarkdownText.escape(rules))\n\n" }
        for list in changes.lists {
            let names = list.names.text(limit: maxNames) { MarkdownText.code($0) }
            text += "- \(list.kind.title), \(Phrase.count(list.names.count, "domain")): \(names)\n"
        }
        if !changes.items.isEmpty { text += "\nFinding by finding:\n\n" }
        for item in changes.items.prefix(maxNames) {
            text += "- \(item.kind.title): \(MarkdownText.code(item.domain)) \(Catalogue[item.code].title)\n"
        }
        let omitted = changes.new + changes.returned + changes.fixed - min(maxNames, changes.items.count)
        if omitted > 0 { text += "- and \(Phrase.number(omitted)) more\n" }
        return text
    }

    /// Returns the texts that fit into `maxBytes` together, without those that are too long for the rest.
    private static func fitting(_ texts: [String], maxBytes: Int) -> [String] {
        var freeBytes = maxBytes
        return texts.filter { text in
            guard text.utf8.count <= freeBytes else { return false }
            freeBytes -= text.utf8.count
            return true
        }
    }

    private static func row(_ report: DomainReport, since: String) -> String {
        let accepted = report.waiver.map { waiver in
            ", \(waiver.terms(MarkdownText.day)): \(MarkdownText.code(waiver.reason))"
        }
        let cause = (report.cause ?? report.waivedFinding).map {
            "`\($0.code.rawValue)` \(Catalogue[$0.code].title)\(accepted ?? "")"
        }
        let days = report.certificateDaysLeft.map { $0 < 0 ? "expired" : Phrase.count($0, "day") }
        let owner = (report.people.owner ?? report.people.team).map { MarkdownText.code($0) }
        let cells = [
            MarkdownText.code(report.name), report.status.words, report.opensApp.word, cause, days, owner, since,
        ]
        return "| " + cells.map { $0 ?? "" }.joined(separator: " | ") + " |\n"
    }

    private static func details(_ report: DomainReport) -> String {
        let text = TextReport(isOneOfMany: true, isTicket: true).render(report)
        let summary = "\(MarkdownText.htmlCode(report.name)): \(report.status.words)"
        let block = MarkdownText.fenced(
            text, maxBytes: maxDetailBytes, note: "the run's other report files are complete")
        return "<details><summary>\(summary)</summary>\n\n\(block)\n</details>\n"
    }
}
