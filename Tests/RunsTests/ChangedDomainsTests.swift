import Audit
import Findings
import Runs
import Testing

import struct Foundation.Date

/// The lists of what is different from the run before.
struct ChangedDomainsTests {
    @Test func tellsWhatIsFixedFromWhatIsFixedInPart() {
        var changed = ChangedDomains()
        changed.add(Reports.report("well", .pass))
        changed.add(Reports.report("half", .fail, [Reports.finding(.redirect, state: .still)]))
        var changes = RunChanges(previousRun: "x", previousStartedAt: Date(timeIntervalSince1970: 0))
        changed.add(Reports.report("other", .fail, [Reports.finding(.jsonInvalid, state: .new)]))
        var known = RunChanges.Domains()
        for name in ["well", "half", "other"] { known.fixed.add(name) }
        changes.domains = known
        let lists = changed.lists(with: changes).map { "\($0.kind.title): \($0.names.text(limit: 9))" }
        #expect(
            lists == ["New: other", "Fixed: well", "Partly fixed, other problems remain: half", "Still there: half"])
    }

    @Test func oneDomainSaysWhatItsListsSay() {
        var changes = RunChanges(previousRun: "x", previousStartedAt: Date(timeIntervalSince1970: 0))
        var known = RunChanges.Domains()
        for name in ["well", "half", "other"] { known.fixed.add(name) }
        changes.domains = known
        let fixed = ChangedDomains.fixedNames(of: changes)
        let cases: [(DomainReport, Set<ChangedDomains.Kind>)] = [
            (Reports.report("well", .pass), [.fixed]), (Reports.report("still", .pass), []),
            (Reports.report("half", .fail, [Reports.finding(.redirect, state: .still)]), [.partlyFixed]),
            (Reports.report("other", .fail, [Reports.finding(.jsonInvalid, state: .new)]), [.new]),
            (Reports.report("back", .fail, [Reports.finding(.jsonInvalid, state: .returned)]), [.returned]),
        ]
        for (report, kinds) in cases {
            #expect(ChangedDomains.kinds(of: report, fixed: fixed) == kinds, "\(report.name)")
        }
        #expect(ChangedDomains.fixedNames(of: nil).isEmpty)
    }

    @Test func nothingIsNewInAFirstRun() {
        let report = Reports.report("a", .fail, [Reports.finding(.redirect, state: .new)])
        #expect(report.withoutComparison.findings.map(\.state) == [nil])
        let known = Reports.report("a", .fail, [Reports.finding(.redirect, state: .still)])
        #expect(known.withoutComparison == known)
    }

    @Test func countsWhatIsNotNamed() {
        var changes = RunChanges(previousRun: "x", previousStartedAt: Date(timeIntervalSince1970: 0))
        var known = RunChanges.Domains()
        for number in 0..<5000 { known.fixed.add("d\(number)") }
        changes.domains = known
        #expect(ChangedDomains().lists(with: changes).map(\.names.count) == [5000])
    }
}
