package import Audit
import Basics
import Findings

package import struct Foundation.Date

/// Some domains of a run, with a warning that others are omitted.
package struct SelectedRun: StoredRun {
    package private(set) var facts: RunFacts
    package let summary: RunSummary
    package private(set) var ending: RunEnding
    package let changes: RunChanges?
    /// A message about a selected team, owner or tag that no domain has; `nil` if there is none.
    package let problem: String?

    private let run: any StoredRun
    private let selection: DomainSelection

    package init(_ selection: DomainSelection, of run: any StoredRun) throws {
        var summary = RunSummary()
        var names: Set<String> = []
        var groups = DomainGroups()
        try run.forEachDomain { report throws(OutputError) in
            groups.add(report.people)
            guard selection.includes(report) else { return }
            summary.add(report)
            names.insert(report.name)
        }
        ending = run.ending
        let all = run.summary.targets
        let omitted = all - summary.targets
        ending.warnings.insert(
            RunWarning(
                .domainsLeftOut,
                "This is a part of the run: \(Phrase.number(summary.targets)) of \(Phrase.count(all, "domain")), those with "
                    + "\(selection.text). \(Phrase.count(omitted, "other domain")) \(omitted == 1 ? "is" : "are") "
                    + "left out."),
            at: 0)
        facts = run.facts
        facts.part = facts.part.limited(to: selection)
        self.run = run
        self.selection = selection
        self.summary = summary
        problem = groups.problem(of: selection)
        changes = try run.changes(within: DomainSubset(names: names, includes: selection.includes))
    }

    package var finishedAt: Date { run.finishedAt }
    package var previousCompletion: Date? { run.previousCompletion }

    /// Returns no runs, because the totals of earlier runs include the other domains.
    package func earlierDailyRuns() -> [OverallTimeline.DailyRun] { [] }

    package func forEachBatch(_ body: ([DomainReport]) throws(OutputError) -> Void) throws(OutputError) {
        try run.forEachBatch { batch throws(OutputError) in
            let selected = batch.filter(selection.includes)
            if !selected.isEmpty { try body(selected) }
        }
    }

    package func past(of report: DomainReport) -> DomainPast? { run.past(of: report) }
}
