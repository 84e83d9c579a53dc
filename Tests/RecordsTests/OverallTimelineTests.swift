import Audit
import Findings
import Foundation
import Testing

@testable import Records

@Suite struct OverallTimelineTests {
    static let today = Reports.now

    private struct Run: StoredRun {
        var facts = RunFacts(id: "today", startedAt: today, toolVersion: "1", rulesVersion: "1")
        var summary = RunSummary()
        var finishedAt = today
        var ending = RunEnding(isComplete: true)
        var changes: RunChanges?
        var previousCompletion: Date?
        var nights: [OverallTimeline.DailyRun] = []

        func forEachBatch(_ body: ([DomainReport]) throws(OutputError) -> Void) throws(OutputError) {}
        func earlierDailyRuns() -> [OverallTimeline.DailyRun] { nights }
        func past(of report: DomainReport) -> DomainPast? { nil }
    }

    private static func night(_ daysAgo: Int) -> OverallTimeline.DailyRun {
        OverallTimeline.DailyRun(
            startedAt: today.addingTimeInterval(-86_400 * Double(daysAgo)), summary: RunSummary())
    }

    private static func past(_ nights: String) -> DomainPast {
        let statuses: [Character: DomainStatus] = [
            ".": .pass, "!": .warn, "x": .fail, "?": .unreachable, "a": .accepted,
        ]
        return DomainPast(
            statusSince: nil,
            runs: nights.enumerated().compactMap { index, sign in
                statuses[sign].map {
                    .init(
                        startedAt: today.addingTimeInterval(-86_400 * Double(nights.count - 1 - index)), status: $0)
                }
            })
    }

    struct Case: Sendable, CustomTestStringConvertible {
        /// The nights of a domain, ending today; a space is a night without the domain.
        var nights: String
        var broken: Int
        var times: Int
        var repairs: [Int]
        var testDescription: String { nights }
    }

    @Test(arguments: [
        Case(nights: ".....", broken: 0, times: 0, repairs: []),
        Case(nights: "xxxxx", broken: 5, times: 1, repairs: []),
        // It began at an unknown time.
        Case(nights: "xx...", broken: 2, times: 1, repairs: []),
        Case(nights: ".xx..", broken: 2, times: 1, repairs: [2]),
        Case(nights: ".x.!x", broken: 2, times: 2, repairs: [1]),
        // Unchecked nights count neither as fixed nor as broken.
        Case(nights: ".x??.", broken: 1, times: 1, repairs: [3]),
        Case(nights: ".x?x?", broken: 2, times: 1, repairs: []),
        // Accepted problems do not count as fixed either.
        Case(nights: ".xaxa", broken: 2, times: 1, repairs: []),
        Case(nights: ".xa.x", broken: 2, times: 2, repairs: [2]),
        // Days count, not runs.
        Case(nights: ".x   .", broken: 1, times: 1, repairs: [4]),
        Case(nights: "?", broken: 0, times: 0, repairs: []),
        Case(nights: "", broken: 0, times: 0, repairs: []),
    ])
    func aPastSaysHowOftenAndHowLong(_ example: Case) {
        let past = Self.past(example.nights)
        #expect(past.brokenDays == example.broken)
        #expect(past.timesBroken == example.times)
        #expect(past.fixDurations == example.repairs)
    }

    @Test func countsTeamsOnTheDaysOfTheRun() {
        var run = Run()
        // There is no run two days ago, and one is too old.
        run.nights = [Self.night(400), Self.night(3), Self.night(1)]
        var timeline = OverallTimeline(of: run)
        #expect(timeline.dailyRuns == [3, 1, 0].map(Self.night))
        for (name, team, nights) in [
            ("a", "Web", "...x"), ("b", "Web", "x.xx"), ("c", "Shop", "  ?."), ("d", nil, "xxxx"),
        ] {
            timeline.add(Reports.report(name, team: team), Self.past(nights))
        }
        #expect(timeline.teams["Web"] == [[.pass: 1, .fail: 1], [.pass: 1, .fail: 1], [.fail: 2]])
        #expect(timeline.teams["Shop"] == [[:], [.unreachable: 1], [.pass: 1]])
        #expect(timeline.teams.count == 2)
    }

    @Test func listsTheDomainsThatBreakMostOften() {
        var run = Run()
        run.nights = [Self.night(9), Self.night(1)]
        var timeline = OverallTimeline(of: run)
        let pasts = [".x.x.", "xxxxx", ".x.xx", "x.x.x", ".x.x.", ".x.x.", ".x.x.", "..xx."]
        for (index, nights) in pasts.enumerated() { timeline.add(Reports.report("\(index)"), Self.past(nights)) }
        #expect(timeline.brokenMostOften.map(\.domain) == ["3", "2", "0", "4", "5"])
        #expect(timeline.brokenMostOften.first?.times == 3)
        #expect(timeline.brokenMostOften.first?.brokenDays == 3)
        #expect(timeline.brokenMostOften.first?.knownDays == 5)
        #expect(timeline.fixDurations.count == 11)
        #expect(timeline.fixDurations.days(ofShare: 0.5) == 1)
        #expect(timeline.fixDurations.days(ofShare: 0.9) == 1)
        #expect(timeline.fixDurations.days(ofShare: 0) == 1 && timeline.fixDurations.days(ofShare: 1) == 2)
    }

    @Test func oneNightIsNoTime() {
        var timeline = OverallTimeline(of: Run())
        timeline.add(Reports.report("a"), Self.past("x.x.x"))
        #expect(timeline.hasOnlyOneDay)
        #expect(timeline.brokenMostOften.isEmpty)
        #expect(timeline.fixDurations.days(ofShare: 0.5) == nil && timeline.fixDurations.days(ofShare: 0) == nil)
    }

    /// The last run of a day counts; for the current run's day, this is the current run.
    @Test func includesTheRunItself() {
        var run = Run()
        let earlier = Self.today.addingTimeInterval(-60)
        run.nights = [Self.night(1), OverallTimeline.DailyRun(startedAt: earlier, summary: RunSummary())]
        #expect(OverallTimeline(of: run).dailyRuns == [1, 0].map(Self.night))
        // The clock was ahead in an earlier run.
        run.nights = [Self.night(1), Self.night(-3)]
        #expect(OverallTimeline(of: run).dailyRuns == [1, 0].map(Self.night))
    }
}
