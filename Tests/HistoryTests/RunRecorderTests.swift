import Findings
import Foundation
import GRDB
import Reports
import Runs
import TestSupport
import Testing

@testable import Audit
@testable import History

/// Runs in a database, one after the other and at once.
@Suite(.inTurn(minutes: 3)) struct RunRecorderTests {
    @Test func keepsAnAcceptedDomain() throws {
        try withDatabase { database in
            var finding = Night.finding(.redirect)
            finding.waived = Waiver(reason: "It moves.", until: "2026-12-31")
            var accepted = Night.good("a.test", findings: [finding])
            accepted.status = .accepted
            let recorder = try Night.record(1, [accepted, Night.good("b.test")], in: database).recorder
            #expect(recorder.failure == nil)
            let run = try DatabaseRun(database.run(named: "1"), in: database)
            var statuses: [DomainStatus] = []
            try run.forEachDomain { statuses.append($0.status) }
            #expect(statuses == [.accepted, .pass])
            #expect(run.past(of: accepted)?.runs.map(\.status) == [.accepted])
        }
    }

    /// Of each day the last complete run of the same targets counts; a clock that was wrong for a night takes nothing away.
    @Test func nightsAreTheLastRunsOfDays() throws {
        try withDatabase { database in
            let broken = Night.good("a.test", findings: [Night.finding(.redirect)])
            let well = Night.good("a.test")
            let other = TargetSetID(domains: ["a.test"], files: [], exclude: [])
            func run(
                _ day: Double, _ report: DomainReport, targets: TargetSetID = Night.targets, complete: Bool = true
            ) throws -> RunRecorder {
                let date = Night.start(0).addingTimeInterval(day * 86_400)
                let facts = RunFacts(id: UUID().uuidString, startedAt: date, toolVersion: "1", rulesVersion: "1")
                let recorder = try RunRecorder(facts, targets: targets, in: database)
                var summary = RunSummary()
                summary.add(recorder.record(report, at: 0).report)
                recorder.end(at: date.addingTimeInterval(60), complete: complete, summary: summary)
                return recorder
            }
            for (day, report) in [(-95.0, broken), (-80, broken), (0, well), (1, well), (1.1, broken)] {
                _ = try run(day, report)
            }
            _ = try run(2, broken, targets: other)
            _ = try run(2.1, broken, complete: false)
            // Behind by two months, and ahead by one.
            _ = try run(-60, well)
            _ = try run(33, broken)
            let last = try run(3, well)

            let nights = last.nightsBefore()
            let days = nights.map { Int(($0.startedAt.timeIntervalSince(Night.start(0)) / 86_400).rounded()) }
            #expect(days == [-80, -60, 0, 1])
            #expect(nights.map { $0.summary[.fail] } == [1, 0, 0, 1])
            let past = try #require(last.past(of: well))
            // The domain is the same in all lists.
            #expect(past.runs.map(\.status) == [.fail, .pass, .pass, .fail, .fail, .pass])
            let stored = try DatabaseRun(database.run(named: "\(last.number)"), in: database)
            #expect(stored.nightsBefore() == nights)
            #expect(stored.past(of: well) == past)
        }
    }

    /// What a database does not say is missing, and why is said.
    @Test func whatCannotBeReadOfThePastIsAFailure() throws {
        try withDatabase { database in
            try Night.record(1, [Night.good("a.test")], in: database)
            let recorder = try Night.record(2, [Night.good("a.test", night: 2)], in: database).recorder
            let stored = try DatabaseRun(database.run(named: "2"), in: database)
            #expect(stored.past(of: Night.good("b.test")) == nil)
            #expect(stored.failure == nil && recorder.failure == nil)
            try database.connections.writeWithoutTransaction { db in try db.execute(sql: "DROP INDEX run_by_start") }
            #expect(stored.past(of: Night.good("a.test")) == nil)
            #expect(recorder.past(of: Night.good("a.test")) == nil)
            for failure in [stored.failure, recorder.failure] {
                #expect(failure.map { "\($0)".contains("run_by_start") } == true, "\(String(describing: failure))")
            }
            let next = try RunRecorder(Night.facts(3), targets: Night.targets, in: database)
            try database.connections.writeWithoutTransaction { db in try db.execute(sql: "DROP TABLE receiver") }
            #expect(next.hasReported(to: nil))
            #expect(next.failure.map { "\($0)".contains("receiver") } == true)
            next.leave()
        }
    }

    @Test func saysWhatTheRunBeforeAFindingSaw() throws {
        try withDatabase { database in
            let redirect = Night.finding(.redirect)
            let nights: [(report: DomainReport, before: String?)] = [
                (Night.good("a.test"), nil),
                (
                    Night.good("a.test", night: 2, findings: [redirect]),
                    "The file was served there in the run of 2026-09-22 14:13 UTC. That run found nothing wrong."
                ),
                // A night on which nobody could look changes nothing about what came before it.
                (
                    Night.down("a.test", night: 3),
                    "The server answered in the run of 2026-09-23 14:13 UTC. That run had another error: "
                        + "“The server redirects instead of serving the file”, seen since 2026-09-23 14:13 UTC."
                ),
                (
                    Night.good("a.test", night: 4, findings: [redirect]),
                    "The file was served there in the run of 2026-09-22 14:13 UTC. That run found nothing wrong."
                ),
                (Night.good("a.test", night: 5), nil),
                (
                    Night.good("a.test", night: 6, findings: [redirect]),
                    "The file was served there in the run of 2026-09-26 14:13 UTC. That run found nothing wrong."
                ),
            ]
            for (index, night) in nights.enumerated() {
                let (reports, recorder) = try Night.record(index + 1, [night.report], in: database)
                #expect(recorder.failure == nil)
                let finding = try #require(reports.first).findings.first { $0.severity > .info }
                #expect(finding?.before?.text == night.before, "night \(index + 1)")
            }
            // The stored run says the same.
            try DatabaseRun(database.run(named: "4"), in: database).forEachDomain {
                #expect($0.findings.first { $0.severity > .info }?.before?.text == nights[3].before)
            }
        }
    }

    /// What is gone at a domain that is not well is said there; what nobody could look at is not gone.
    @Test func saysWhatIsGone() throws {
        try withDatabase { database in
            let (redirect, unreachable) = (Night.finding(.redirect), Night.finding(.ruleUnreachable))
            try Night.record(1, [Night.good("a.test", findings: [redirect, unreachable])], in: database)
            let second = try Night.record(2, [Night.good("a.test", night: 2, findings: [unreachable])], in: database)
            #expect(second.reports.map(\.gone) == [[.redirect]])
            try DatabaseRun(database.run(named: "2"), in: database).forEachDomain { #expect($0.gone == [.redirect]) }
            let third = try Night.record(3, [Night.expired("a.test", night: 3)], in: database)
            #expect(third.reports.map(\.gone) == [[]])
        }
    }

    @Test func namesTheDomainsBehindTheNumbers() throws {
        try withDatabase { database in
            let redirect = Night.finding(.redirect)
            try Night.record(
                1,
                [
                    Night.good("new.test"), Night.good("fixed.test", findings: [redirect]),
                    Night.good("still.test", findings: [redirect]), Night.good("falls.test"), Night.down("rises.test"),
                    Night.good("goes.test"),
                ], in: database)
            let (_, recorder) = try Night.record(
                2,
                [
                    Night.good("new.test", night: 2, findings: [redirect, Night.finding(.redirect, .root)]),
                    Night.good("fixed.test", night: 2), Night.good("still.test", night: 2, findings: [redirect]),
                    Night.down("falls.test", night: 2), Night.good("rises.test", night: 2),
                    Night.good("comes.test", night: 2),
                ], in: database)
            let lists = try #require(recorder.changes).lists
            #expect(
                lists.map { "\($0.kind) \($0.names.count) \($0.names.text(limit: 9))" } == [
                    "new 1 new.test", "fixed 1 fixed.test", "still 1 still.test",
                    "notCompared 2 falls.test, rises.test", "added 1 comes.test", "removed 1 goes.test",
                ])
        }
    }

    @Test func aFindingIsNewThenStillThenGoneThenBack() throws {
        try withDatabase { database in
            let finding = Night.finding(.redirect)
            let nights: [([Finding], FindingState?, Int?)] = [
                ([finding], .new, 1), ([finding], .still, 1), ([], nil, nil), ([finding], .returned, 4),
                ([finding], .still, 4),
            ]
            for (index, (findings, state, firstSeen)) in nights.enumerated() {
                let night = index + 1
                let report = Night.good("a.test", night: night, findings: findings)
                let annotated = try Night.record(night, [report], in: database).reports[0]
                let seen = annotated.findings.first { $0.code == .redirect }
                #expect(seen?.state == state, "night \(night)")
                #expect(seen?.firstSeen == firstSeen.map { Night.start($0) }, "night \(night)")
            }
        }
    }

    @Test func aNightOfSilenceInBetweenChangesNothing() throws {
        try withDatabase { database in
            let finding = Night.finding(.redirect)
            try Night.record(1, [Night.good("a.test", night: 1, findings: [finding])], in: database)
            let down = try Night.record(2, [Night.down("a.test", night: 2)], in: database)
            #expect(down.reports[0].findings.map(\.state) == [.new])
            #expect(down.recorder.changes?.fixed == 0)
            #expect(down.recorder.changes?.notCompared == 1)
            let back = try Night.record(3, [Night.good("a.test", night: 3, findings: [finding])], in: database)
            let seen = try #require(back.reports[0].findings.first { $0.code == .redirect })
            #expect(seen.state == .still)
            #expect(seen.firstSeen == Night.start(1))
        }
    }

    /// An attempt that told nobody of what it found: its retry finds the same.
    @Test func aRunThatWasNotSettledHidesNothingFromTheNextOne() throws {
        try withDatabase { database in
            let finding = Night.finding(.redirect)
            let rows:
                [(findings: [Finding], settles: Bool, state: FindingState?, firstSeen: Int, new: Int, fixed: Int)] = [
                    ([], true, nil, 0, 0, 0),
                    ([finding], false, .new, 2, 1, 0), ([finding], false, .new, 2, 1, 0),
                    ([finding], true, .new, 2, 1, 0),
                    ([finding], true, .still, 2, 0, 0),
                    // Gone in an attempt, and back: against the run before it was never away.
                    ([], false, nil, 0, 0, 1), ([finding], true, .still, 2, 0, 0),
                    ([], false, nil, 0, 0, 1), ([], true, nil, 0, 0, 1),
                    ([finding], false, .returned, 10, 1, 0), ([finding], true, .returned, 10, 1, 0),
                ]
            for (index, row) in rows.enumerated() {
                let night = index + 1
                let report = Night.good("a.test", night: night, findings: row.findings)
                let (reports, recorder) = try Night.record(night, [report], in: database, settles: row.settles)
                let seen = reports[0].findings.first { $0.code == .redirect }
                #expect(seen?.state == row.state, "night \(night)")
                if row.firstSeen > 0 { #expect(seen?.firstSeen == Night.start(row.firstSeen), "night \(night)") }
                let changes = recorder.changes
                #expect((changes?.new ?? 0) + (changes?.returned ?? 0) == row.new, "night \(night)")
                #expect((changes?.fixed ?? 0) == row.fixed, "night \(night)")
                // What is said of it later is what was said then.
                let stored = try DatabaseRun(database.run(named: "\(night)"), in: database)
                #expect(stored.changes == changes, "night \(night)")
            }
        }
    }

    /// One that was killed, or cut off, is not compared with either.
    @Test func aRunThatDidNotEndHidesNothingFromTheNextOne() throws {
        try withDatabase { database in
            let finding = Night.finding(.redirect)
            try Night.record(1, [Night.good("a.test")], in: database)
            let killed = try RunRecorder(Night.facts(2), targets: Night.targets, in: database)
            _ = killed.record(Night.good("a.test", night: 2, findings: [finding]), at: 0)
            killed.compare(aliases: [:], complete: true)
            killed.leave()
            try Night.record(
                3, [Night.good("a.test", night: 3, findings: [finding])], in: database, complete: false, settles: false)
            let (reports, recorder) = try Night.record(
                4, [Night.good("a.test", night: 4, findings: [finding])], in: database)
            #expect(reports[0].findings.first { $0.code == .redirect }?.state == .new)
            #expect(recorder.changes?.new == 1)
            #expect(recorder.changes?.previousRun == Night.facts(1).id)
        }
    }

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
                try RunRecorder.resume(targets: Named().targets, options: facts.options, in: database))
            #expect(resumed.resumedDomains == 1)
            resumed.end(at: Night.start(1), complete: true)
            #expect(try database.runs(most: 9, of: Named().targets).map(\.number) == [1])
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

    /// Whoever holds the database for long (`VACUUM`, a copy) does not end the recording.
    @Test func aDatabaseThatIsHeldIsWaitedForByARunThatHasBegun() throws {
        try withDatabase { database in
            let other = try RunDatabase(
                path: database.path, access: .writing, patience: .milliseconds(1), attempts: .max)
            let recorder = try RunRecorder(Night.facts(1), targets: Night.targets, in: other)
            try database.connections.writeWithoutTransaction { db in
                try db.inTransaction(.immediate) {
                    // More than a batch: the first is on its way to the disk.
                    for place in 0..<300 { _ = recorder.record(Night.good("d\(place).test"), at: place) }
                    while other.heldAttempts < 3 { sched_yield() }
                    #expect(recorder.failure == nil)
                    return .commit
                }
            }
            recorder.end(at: Night.start(1), complete: true)
            #expect(recorder.failure == nil)
            var count = 0
            try DatabaseRun(database.run(named: "1"), in: database).forEachDomain { _ in count += 1 }
            #expect(count == 300)
            other.close()
        }
    }

    /// What waits for the disk is bounded by its size: a report can have megabytes.
    @Test func whatWaitsForTheDiskIsBoundedInBytes() throws {
        try withDatabase { database in
            let recorder = try RunRecorder(Night.facts(1), targets: Night.targets, in: database)
            var most = 0
            for place in 0..<100 {
                let body = [UInt8](repeating: UInt8(ascii: " "), count: 1 << 20)
                _ = recorder.record(Night.good("d\(place).test", file: body), at: place)
                most = max(most, recorder.backlog)
            }
            // A batch that is gathered, and what was on its way when it was begun.
            let limit = 2 * RunRecorder.batchBytes + RunRecorder.mostQueuedBytes + (8 << 20)
            #expect(most > 0 && most < limit, "\(most >> 20) MiB")
            recorder.end(at: Night.start(1), complete: true)
            #expect(recorder.failure == nil)
            #expect(recorder.backlog == 0)
        }
    }

    @Test func storedReportsAreTheSame() throws {
        try withDatabase { database in
            let files = [Night.file, Array(#"{"applinks":{"details":[]}}"#.utf8), Array("<html>".utf8)]
            let reports =
                files.enumerated().map { Night.good("d\($0.offset).test", file: $0.element, night: 1) }
                + [Night.down("down.test"), Night.expired("expired.test")]
            for night in 1...3 {
                let (annotated, recorder) = try Night.record(night, reports, in: database)
                let run = try DatabaseRun(database.run(named: "\(recorder.number)"), in: database)
                let bodies = FileTextPolicy.always
                var read: [DomainReport] = []
                try run.forEachDomain { read.append($0) }
                #expect(read.first?.alsoGivenAs == ["again"])
                let lines = { (report: DomainReport) in
                    var report = report
                    report.alsoGivenAs = nil
                    return report.line(bodies)
                }
                #expect(read.map(lines) == annotated.map(lines))
                #expect(run.complete)
                #expect(run.facts == Night.facts(night))
                #expect(run.summary.targets == reports.count)
            }
        }
    }

    @Test func aStoredObservationIsJudgedAgain() throws {
        try withDatabase { database in
            let reports = [Night.good("a.test", night: 1), Night.down("b.test", night: 1)]
            let (annotated, recorder) = try Night.record(1, reports, in: database)
            let run = try DatabaseRun(database.run(named: "latest"), in: database) { observation, _ in
                Judge().judge(observation)
            }
            var read: [DomainReport] = []
            try run.forEachDomain { report in
                var report = report
                report.alsoGivenAs = nil
                read.append(report)
            }
            let expected = annotated.map { report in
                var report = report
                report.observation = nil
                return report
            }
            // Bodies and all: the observation came back whole.
            #expect(read == expected)
            #expect(run.notRejudged == 0)
            #expect(recorder.number == 1)
        }
    }

    @Test func anInterruptedRunIsGoneOnWith() throws {
        try withDatabase { database in
            let first = try RunRecorder(Night.facts(1), targets: Night.targets, in: database)
            _ = first.record(Night.good("a.test"), at: 0)
            _ = first.record(Night.good("b.test", findings: [Night.finding(.redirect)]), at: 1)
            // Its process is still there.
            #expect(try RunRecorder.resume(targets: Night.targets, options: [:], in: database) == nil)
            first.end(at: Night.start(1), complete: false)

            let others = TargetSetID(domains: ["x.test"], files: [], exclude: [])
            #expect(try RunRecorder.resume(targets: others, options: [:], in: database) == nil)
            let second = try #require(
                try RunRecorder.resume(targets: Night.targets, options: [:], in: database))
            #expect(second.number == first.number)
            #expect(second.facts == first.facts)
            #expect(second.resumedDomains == 2)
            let stored = try #require(
                second.storedReport(of: Target(input: "b.test", domain: DomainID(host: "b.test"))))
            #expect(stored.findings.first?.state == .new)
            // What comes from the database is not stored twice, and stays new.
            #expect(second.record(stored, at: 1).report == stored)
            #expect(second.storedReport(of: Target(input: "c.test", domain: DomainID(host: "c.test"))) == nil)
            _ = second.record(Night.good("c.test"), at: 2)
            second.end(at: Night.start(1), complete: true)
            let run = try DatabaseRun(database.run(named: "1"), in: database)
            var names: [String?] = []
            try run.forEachDomain { names.append($0.domain?.host) }
            #expect(names == ["a.test", "b.test", "c.test"])
            #expect(try RunRecorder.resume(targets: Night.targets, options: [:], in: database) == nil)
        }
    }

    /// What cannot be understood is told apart by all of its characters, those included at which SQLite ends a text.
    @Test func unreadableLinesWithNULAreToldApart() throws {
        try withDatabase { database in
            let inputs = ["a\u{0}b", "a\u{0}c", "a", "a\u{1A}0b", "a\u{1A}b", "\u{0}"]
            let reports = inputs.map { input in
                DomainReport(
                    invalid: input, at: Night.start(1))
            }
            for night in 1...2 {
                let recorder = try Night.record(night, reports, in: database).recorder
                #expect(recorder.failure == nil)
                var read: [String] = []
                let run = try DatabaseRun(database.run(named: "\(night)"), in: database)
                try run.forEachDomain { read.append($0.input) }
                #expect(read == inputs)
            }
            #expect(try database.timelines(host: "a\u{0}b", port: nil, most: 9).map(\.name) == ["a\u{0}b"])
        }
    }

    /// A hostile file can have a key with NUL, and a finding points at it.
    @Test func aFindingWithNULStaysTheSameFinding() throws {
        try withDatabase { database in
            var finding = Night.finding(.ruleMalformed, message: "Not “\u{0}”.")
            finding.pointer = "/applinks/\u{0}a"
            var other = finding
            other.pointer = "/applinks/\u{0}b"
            other.message = "Not “\u{0}” either."
            for night in 1...2 {
                let report = Night.good("a.test", night: night, findings: [finding, other])
                let states = try Night.record(night, [report], in: database).reports[0].findings
                    .filter { $0.code == .ruleMalformed }.map(\.state)
                #expect(states == (night == 1 ? [.new, .new] : [.still, .still]))
            }
            let timeline = try #require(try database.timelines(host: "a.test", port: nil, most: 9).first)
            let spans = timeline.findings.filter { $0.code == .ruleMalformed }
            #expect(Set(spans.map(\.pointer)) == [finding.pointer, other.pointer])
            #expect(Set(spans.map(\.message)) == [finding.message, other.message])
        }
    }

    /// A list that was edited before its run was gone on with: several results have one place.
    @Test func resultsOfOnePlaceAreAllRead() throws {
        try withDatabase { database in
            let names = (0..<401).map { "d\($0).test" }
            let recorder = try RunRecorder(Night.facts(1), targets: Night.targets, in: database)
            for (index, name) in names.enumerated() {
                _ = recorder.record(Night.good(name), at: (190..<210).contains(index) ? 190 : index)
            }
            recorder.end(at: Night.start(1), complete: true)
            var read: [String] = []
            try DatabaseRun(database.run(named: "1"), in: database).forEachDomain { read.append($0.name) }
            #expect(read.count == names.count)
            #expect(Set(read) == Set(names))
        }
    }

    /// The places of a run that is gone on with are those of the list as it is now.
    @Test func aRunThatIsGoneOnWithHasThePlacesOfTheListAsItIs() throws {
        try withDatabase { database in
            let first = try RunRecorder(Night.facts(1), targets: Night.targets, in: database)
            for (place, name) in ["a.test", "b.test", "c.test"].enumerated() {
                _ = first.record(Night.good(name), at: place)
            }
            first.end(at: Night.start(1), complete: false)
            let second = try #require(try RunRecorder.resume(targets: Night.targets, options: [:], in: database))
            for (place, name) in ["new.test", "c.test", "b.test", "a.test"].enumerated() {
                let stored = second.storedReport(of: Target(input: name, domain: DomainID(host: name)))
                _ = second.record(stored ?? Night.good(name), at: place)
            }
            second.end(at: Night.start(1), complete: true, aliases: [1: ["C.test"]])
            var read: [String] = []
            try DatabaseRun(database.run(named: "1"), in: database).forEachDomain {
                read.append($0.name + ($0.alsoGivenAs ?? []).joined())
            }
            #expect(read == ["new.test", "c.testC.test", "b.test", "a.test"])
        }
    }

    @Test func runsThatMakeTheDatabaseAtOnceTakeItForTheirOwn() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "history-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        for round in 0..<25 {
            let path = folder.appending(path: "\(round).sqlite").path
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<4 {
                    group.addTask { try RunDatabase(path: path, access: .writing).close() }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test func twoRunsAtOnceLoseNothing() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "history-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "runs.sqlite").path
        try await withThrowingTaskGroup(of: Void.self) { group in
            for night in 1...2 {
                group.addTask {
                    // Connections of its own, as another process has. They never give up: SQLite grants turns to writers
                    // by chance, and on a busy machine one of them can have to wait for nearly all of the other.
                    let database = try RunDatabase(path: path, access: .writing, patience: .seconds(170))
                    let reports = (0..<1500).map {
                        Night.good("d\($0).test", night: night, findings: [Night.finding(.redirect)])
                    }
                    try Night.record(night, reports, in: database)
                    database.close()
                }
            }
            try await group.waitForAll()
        }
        let database = try RunDatabase(path: path, access: .reading)
        for record in try database.runs(most: 5) {
            let run = try DatabaseRun(record, in: database)
            var names: Set<String> = []
            try run.forEachDomain { names.insert($0.name) }
            #expect(names.count == 1500)
        }
        #expect(try database.problems() == [])
    }
}
