import Findings
import Foundation
import GRDB
import Reports
import Runs
import TestSupport
import Testing

@testable import Audit
@testable import History

/// What a configuration was called before is its past.
@Suite(.inTurn(minutes: 3)) struct EarlierRunsTests {
    /// What a configuration names, and what it is called.
    struct Named: Sendable {
        var lists = ["/l.txt"]
        var entitlements: [String] = []
        var hasDomains = false
        var exclude: [String] = []
        var name: String?
        var path = "/c.yaml"

        private var files: [String] { lists + entitlements + (hasDomains ? [path] : []) }

        var targets: TargetSetID {
            TargetSetID(configuration: path, named: name, files: files, leavesOut: exclude)
        }

        /// As earlier versions called it.
        var targetsBefore: TargetSetID { TargetSetID(domains: [], files: files, exclude: exclude) }
    }

    /// A configuration then and now, and whether its runs are taken over.
    struct Renaming: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var then = Named()
        var now = Named()
        /// Whether an earlier version made the runs.
        var isEarlierVersion = true
        /// The configuration that the runs were made with.
        var configuration: String? = "c.yaml"
        var isTakenOver: Bool
    }

    static let renamings: [Renaming] = [
        Renaming(testDescription: "one list", isTakenOver: true),
        Renaming(
            testDescription: "25 lists", then: Named(lists: (1...25).map { "/\($0).txt" }),
            now: Named(lists: (1...25).map { "/\($0).txt" }), isTakenOver: true),
        Renaming(
            testDescription: "domains, entitlements and exclusions",
            then: Named(lists: ["/l.txt", "/m.txt"], entitlements: ["/a"], hasDomains: true, exclude: ["x"]),
            now: Named(lists: ["/l.txt", "/m.txt"], entitlements: ["/a"], hasDomains: true, exclude: ["x"]),
            isTakenOver: true),
        Renaming(
            testDescription: "one that gets a name, too", then: Named(exclude: ["x"]),
            now: Named(exclude: ["x"], name: "shop"), isTakenOver: true),
        Renaming(
            testDescription: "one of this version that gets a name and other lists", then: Named(lists: ["/m.txt"]),
            now: Named(name: "shop"), isEarlierVersion: false, isTakenOver: true),
        Renaming(testDescription: "another list", then: Named(lists: ["/m.txt"]), isTakenOver: false),
        Renaming(testDescription: "another exclusion", then: Named(exclude: ["x"]), isTakenOver: false),
        Renaming(testDescription: "without a configuration", configuration: nil, isTakenOver: false),
        Renaming(testDescription: "with another configuration", configuration: "/d.yaml", isTakenOver: false),
        Renaming(
            testDescription: "one that was moved", then: Named(), now: Named(path: "/new/c.yaml"), isTakenOver: true),
        Renaming(
            testDescription: "one of this version that was moved", now: Named(path: "/new/c.yaml"),
            isEarlierVersion: false, isTakenOver: false),
        Renaming(
            testDescription: "another name", then: Named(name: "brand"), now: Named(name: "shop"),
            isEarlierVersion: false, isTakenOver: false),
    ]

    @Test(arguments: renamings)
    func takesOverWhatTheSameConfigurationWasCalled(_ row: Renaming) throws {
        try withDatabase { database in
            let then = row.isEarlierVersion ? row.then.targetsBefore : row.then.targets
            var facts = Night.facts(1)
            facts.options["config"] = row.configuration.map { .string($0) }
            let run = try RunRecorder(facts, targets: then, in: database)
            run.end(at: Night.start(1), complete: true)
            #expect(try (database.earlierRuns(of: row.now.targets)?.count == 1) == row.isTakenOver)
        }
    }

    /// What earlier versions kept under the lists of a configuration is its past, as soon as a run of it has domains.
    @Test func earlierRunsOfAConfigurationAreTakenOver() throws {
        try withDatabase { database in
            let (now, first) = (Named().targets, Named().targetsBefore)
            func facts(_ night: Int) -> RunFacts {
                var facts = Night.facts(night)
                facts.options["config"] = "/etc/c.yaml"
                return facts
            }
            for night in 1...2 {
                let run = try RunRecorder(facts(night), targets: first, in: database)
                _ = run.record(Night.good("a.test", night: night), at: 0)
                run.end(
                    at: Night.start(night), complete: true,
                    reporting: RunReporting(messages: [MessageStoreTests.message(night)], receivers: [nil, "Shop"]))
            }
            // Whoever only reads finds the newest.
            #expect(try database.estate(now).text == first.text)
            #expect(try database.baseline(of: now) == Night.start(1))
            #expect(try database.earlierRuns(of: now)?.names == ["/l.txt"])
            // One that does not begin after all moves nothing.
            let abandoned = try RunRecorder(facts(3), targets: now, in: database)
            #expect(abandoned.baseline?.number == 2 && abandoned.earlier?.count == 2)
            abandoned.abandon()
            #expect(try database.runs(most: 9, of: first).map(\.number) == [2, 1])

            let third = try RunRecorder(facts(4), targets: now, in: database)
            _ = third.record(Night.good("a.test", night: 4), at: 0)
            third.compare(aliases: [:], complete: true)
            #expect(third.changes?.previousRun == Night.facts(2).id)
            #expect(third.hasReported(to: nil) && third.hasReported(to: "shop") && !third.hasReported(to: "Web"))
            #expect(try third.takePendingMessages().count == 2)
            third.finish(at: Night.start(4), RunEnding(complete: true), summary: RunSummary(), reporting: nil)
            third.settle(at: Night.start(4))
            third.leave()
            #expect(try database.estate(now).text == now.text)
            #expect(try database.runs(most: 9, of: now).map(\.number) == [third.number, 2, 1])
            #expect(try database.baseline(of: now) == Night.start(1))
            #expect(try database.baseline(of: first) == nil)
            // Who audits the list by itself from then on keeps what is theirs, and another estate is compared with none.
            let other = try RunRecorder(facts(5), targets: first, in: database)
            other.end(at: Night.start(5), complete: true)
            #expect(other.changes == nil)
            #expect(try database.earlierRuns(of: now) == nil)
        }
    }

    /// One that was cut off under an earlier name is gone on with.
    @Test func anUnfinishedRunOfAnEarlierNameIsGoneOnWith() throws {
        try withDatabase { database in
            var facts = Night.facts(1)
            facts.options["config"] = "c.yaml"
            let cut = try RunRecorder(facts, targets: Named().targetsBefore, in: database)
            _ = cut.record(Night.good("a.test"), at: 0)
            cut.end(at: Night.start(1), complete: false)
            let resumed = try #require(
                try RunRecorder.resumed(targets: Named().targets, options: facts.options, in: database))
            #expect(resumed.resumedDomains == 1)
            resumed.end(at: Night.start(1), complete: true)
            #expect(try database.runs(most: 9, of: Named().targets).map(\.number) == [1])
        }
    }
}
