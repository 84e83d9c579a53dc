import Audit
import Findings
import Testing

import struct Foundation.Date

@testable import Records

/// The lists of changes since the previous run.
struct ChangedDomainsTests {
    @Test func listsDomainsByKindOfChange() {
        var changes = RunChanges(previousRun: "x", previousStartedAt: Date(timeIntervalSince1970: 0))
        #expect(changes.lists.isEmpty)
        var known = RunChanges.Domains()
        for name in ["well", "half", "other"] { known.fixed.add(name) }
        known.repaired.add("well")
        known.partlyFixed.add("half")
        known.new.add("other")
        known.still.add("half")
        known.unchecked.add("silent", at: 7)
        known.uncheckedBefore.add("loud", at: 3)
        changes.domains = known
        #expect(
            changes.lists.map { "\($0.kind.title): \($0.names.text(limit: 9))" } == [
                "New: other", "Resolved: well", "Partly resolved (other problems remain): half", "Still broken: half",
                "Not compared (not checked in this or the previous run): loud, silent",
            ])
    }

    @Test func findsTheChangesOfADomain() {
        let cases: [(DomainReport, resolved: [FindingCode], Set<ChangeKind>)] = [
            (Reports.report("well", .pass), [.redirect], [.fixed]), (Reports.report("still", .pass), [], []),
            (
                Reports.report("half", .fail, [Reports.finding(.redirect, state: .still)]), [.jsonInvalid],
                [.partlyFixed]
            ),
            (Reports.report("other", .fail, [Reports.finding(.jsonInvalid, state: .new)]), [.redirect], [.new]),
            (Reports.report("back", .fail, [Reports.finding(.jsonInvalid, state: .returned)]), [], [.returned]),
            (Reports.report("up", .pass), [.connectTimeout], []),
        ]
        for (report, resolved, kinds) in cases {
            var report = report
            report.resolvedCodes = resolved
            #expect(report.changes == kinds, "\(report.name)")
            #expect(report.withoutComparison.changes.isDisjoint(with: [.new, .fixed, .partlyFixed]))
        }
    }

    @Test func firstRunHasNothingNew() {
        let report = Reports.report("a", .fail, [Reports.finding(.redirect, state: .new)])
        #expect(report.withoutComparison.findings.map(\.state) == [nil])
        let known = Reports.report("a", .fail, [Reports.finding(.redirect, state: .still)])
        #expect(known.withoutComparison == known)
    }

    @Test func countsItemsBeyondTheLimit() {
        var changes = RunChanges(previousRun: "x", previousStartedAt: Date(timeIntervalSince1970: 0))
        var known = RunChanges.Domains()
        for number in 0..<5000 { known.repaired.add("d\(number)") }
        changes.domains = known
        #expect(changes.lists.map(\.names.count) == [5000])
    }
}
