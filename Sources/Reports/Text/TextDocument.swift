import Audit
import Basics
package import Records

/// The report of a complete run: totals and changes, a table with the worst domains first, and their details.
package struct TextDocument: DocumentRenderer {
    static let maxNames = 20

    var style = TextStyle.plain
    var detail = TextReport.Detail.normal
    /// The width of the terminal; `nil` for a file, in which the length of rows is not limited.
    var width: Int?

    package func render(_ run: any StoredRun, to sink: any OutputSink) throws(OutputError) {
        if run.summary.targets == 1 {
            let report = TextReport(style: style, detail: detail)
            try run.forEachDomain { domain throws(OutputError) in try sink.write(report.render(run.presented(domain))) }
            let summary = run.ending.isComplete ? nil : run.summary
            try sink.write(report.render(summary, run.ending, changes: run.changes))
            return
        }
        var table = WorstFirstTable(style: style, width: width)
        var detailsByStatus: [DomainStatus: LimitedList<String>] = [:]
        var accepted = LimitedList<AcceptedDomain>()
        var planner = FixPlanner(of: run)
        var passed = DomainNames()
        var apps = ListedApps()
        let detailRenderer = TextReport(style: style, detail: detail, isOneOfMany: true)
        let maxDetails = detail == .verbose ? .max : TextRenderer.maxDetails
        try run.forEachDomain { domain in
            let report = run.presented(domain)
            if report.status == .pass {
                passed.add(report.opensApp == .yes ? report.name : "\(report.name) (\(report.opensApp.word))")
            }
            if detail != .quiet || report.status != .pass { table.add(report, since: run.since(of: report)) }
            accepted.add(report)
            planner.add(report)
            apps.add(report)
            guard detail == .verbose || report.status != .pass else { return }
            let details = detailRenderer.render(report)
            detailsByStatus[report.status, default: LimitedList()].add(details, keeping: maxDetails)
        }
        try sink.write(head(of: run, accepted, planner) + table.text)
        var lists = emptyLines
        if detail == .quiet, !passed.isEmpty {
            let names = passed.text(limit: Self.maxNames)
            lists.paragraph("OK, \(Phrase.count(passed.count, "domain")): \(names)", hanging: 2)
        }
        if !apps.apps.isEmpty { lists.blank() }
        lists.addApps(apps)
        try sink.write(lists.text)
        let details = DomainStatus.worstFirst.flatMap { detailsByStatus[$0]?.items ?? [] }.prefix(maxDetails)
        if !details.isEmpty {
            var advice = emptyLines
            advice.fact(
                "After a fix", labelRole: .heading, "“aasa-audit DOMAIN” verifies it. " + FixAdvice.whenDevicesNotice)
            try sink.write("\n" + details.joined() + advice.text)
        }
        let omitted = run.summary.targets - run.summary[.pass] - details.count
        if omitted > 0 { try sink.write(TextRenderer.omission(omitted)) }
    }

    private var emptyLines: TextLines { TextLines(style: style, width: width ?? 80) }

    /// Returns the text before the table: notices, totals, accepted domains, changes, and the problems to fix first.
    private func head(of run: any StoredRun, _ accepted: LimitedList<AcceptedDomain>, _ planner: FixPlanner) -> String {
        var head = emptyLines
        let isInDoubt = run.ending.isInDoubt
        let doubt = isInDoubt ? " (in doubt, see below)" : ""
        head.paragraph("Run of \(run.facts.startedAt.minuteText)\(doubt)", role: .heading)
        head.addNotices(run.ending)
        head.addTotals(run.summary, isInDoubt: isInDoubt, hidesNotes: detail != .verbose)
        for line in accepted.sentences(limit: Self.maxNames) { head.paragraph(line, indent: 2, hanging: 4) }
        if let changes = run.changes { head.addChanges(changes) } else { head.paragraph(notComparedText, hanging: 2) }
        // The failures of a run in doubt have a local cause, so no domain is listed as a problem to fix.
        if !isInDoubt { head.addFixFirst(planner.plan) }
        head.blank()
        return head.text
    }
}
