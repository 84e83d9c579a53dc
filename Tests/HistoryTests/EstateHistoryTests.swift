import Findings
import Foundation
import GRDB
import Reports
import Runs
import TestSupport
import Testing

@testable import Audit
@testable import History

/// What is of one estate, and what is not.
@Suite(.inTurn(minutes: 3)) struct EstateHistoryTests {
    /// Another list with some of the same domains has its own readers.
    @Test func whatAnotherListHasSeenIsNewHere() throws {
        try withDatabase { database in
            let others = TargetSetID(domains: ["a.test"], files: [], exclude: [])
            let finding = Night.finding(.redirect)
            try Night.record(1, [Night.good("a.test"), Night.good("b.test")], in: database)
            try Night.record(2, [Night.good("a.test", night: 2, findings: [finding])], in: database, targets: others)
            let (reports, recorder) = try Night.record(
                3, [Night.good("a.test", night: 3, findings: [finding]), Night.good("b.test", night: 3)], in: database)
            let seen = try #require(reports[0].findings.first { $0.code == .redirect })
            #expect(seen.state == .new)
            #expect(seen.firstSeen == Night.start(2))
            #expect(recorder.changes?.new == 1)
        }
    }

    /// Somebody tries one domain in the database of the nights.
    @Test func aRunOfArgumentsStandsInForNoEstate() throws {
        try withDatabase { database in
            let tried = TargetSetID(domains: ["a.test"], files: [], exclude: [])
            try Night.record(1, [Night.good("a.test")], in: database, targets: tried)
            // The first night has none before it: what was tried is no baseline.
            let first = try Night.record(
                2, [Night.good("a.test", night: 2), Night.good("b.test", night: 2)], in: database)
            #expect(first.recorder.changes == nil)
            let later = try Night.record(3, [Night.good("a.test", night: 3)], in: database, targets: tried)
            // What is only in the estate's list is not gone.
            #expect(later.recorder.changes?.domainsRemoved == 0)
            #expect(try database.newestComplete()?.number == 2)
            #expect(try database.newestComplete(of: tried)?.number == 3)
            #expect(try database.runs(most: 9, of: Night.targets).map(\.number) == [2])
            #expect(try database.run(named: "latest", of: Night.targets).number == 2)
            #expect(try database.estates().compactMap(\.estate) == ["/lists/domains.txt"])
        }
    }

    /// What came after the first settled run is new until it is gone, whatever was deleted meanwhile.
    @Test func theBaselineIsTheFirstSettledRun() throws {
        try withDatabase { database in
            let (old, later) = (Night.finding(.redirect), Night.finding(.fileEmpty))
            #expect(try database.baseline(of: Night.targets) == nil)
            try Night.record(1, [Night.good("a.test", findings: [later])], in: database, settles: false)
            #expect(try database.baseline(of: Night.targets) == nil)
            // The nights: what a.test has, and whether --fail-on new counts it.
            let nights: [([Finding], Bool)] = [
                ([old], false), ([old], false), ([old, later], true), ([old, later], true), ([old], false), ([], false),
                ([old], true), ([old], true),
            ]
            for (index, (findings, fails)) in nights.enumerated() {
                let baseline = try database.baseline(of: Night.targets)
                let night = try Night.record(
                    index + 2, [Night.good("a.test", night: index + 2, findings: findings)], in: database)
                var outcome = RunExitCode(threshold: .new)
                outcome.baseline = baseline
                for report in night.reports { outcome.add(report) }
                #expect((outcome.code == .findings) == fails, "night \(index + 2)")
                var accepted = RunExitCode(threshold: .new)
                accepted.baseline = baseline
                for var report in night.reports {
                    for index in report.findings.indices { report.findings[index].waived = Waiver(reason: "accepted") }
                    accepted.add(report)
                }
                #expect(accepted.code == .success)
                try database.prune(before: Night.start(index + 2))
            }
            #expect(try database.baseline(of: Night.targets) == Night.start(2))
            // Other targets have their own.
            #expect(try database.baseline(of: TargetSetID(estate: "other")) == nil)
        }
    }

    /// By its name, wherever the list is.
    @Test func anEstateWithANameIsTheSameWhereverItsListIs() throws {
        try withDatabase { database in
            let before = TargetSetID(domains: [], files: ["/a.txt"], exclude: [], estate: "shop")
            let after = TargetSetID(domains: [], files: ["/b.txt"], exclude: ["x"], estate: "shop")
            try Night.record(1, [Night.good("a.test"), Night.good("b.test")], in: database, targets: before)
            let second = try Night.record(2, [Night.good("a.test", night: 2)], in: database, targets: after)
            #expect(second.recorder.changes?.domainsRemoved == 1)
            #expect(try database.newestComplete(of: TargetSetID(estate: "shop"))?.number == 2)
            #expect(try database.newestComplete()?.estate == "shop")
        }
    }
}
