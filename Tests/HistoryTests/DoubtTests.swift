import Findings
import Foundation
import Runs
import Testing

@testable import Audit
@testable import History

/// A night without a network between others: what it saw is in its own report, and nowhere else.
struct DoubtTests {
    static let dead = [RunWarning(.unreachableTooMany, "All of them.")]

    /// A domain whose name could not be resolved.
    static func unresolved(_ name: String, night: Int) -> DomainReport {
        var report = Night.down(name, night: night)
        report.findings = [Night.finding(.dnsFailure, .domain, message: "Could not contact DNS servers")]
        return report
    }

    /// One domain that has errors, one that is down, and one that is well.
    static func reports(_ night: Int) -> [DomainReport] {
        [
            Night.good("broken.test", night: night, findings: [Night.finding(.redirect)]),
            Night.down("down.test", night: night), Night.good("well.test", night: night),
        ]
    }

    /// Two nights, one in doubt, and one more.
    static func nights(in database: RunDatabase) throws -> (reports: [DomainReport], recorder: RunRecorder) {
        for night in 1...2 { try Night.record(night, reports(night), in: database, reports: true) }
        try Night.record(
            3, ["broken.test", "down.test", "well.test"].map { unresolved($0, night: 3) }, in: database, settles: false,
            reports: true, warnings: dead)
        return try Night.record(4, reports(4), in: database, reports: true)
    }

    @Test func nothingIsNewOrFixedBecauseOfIt() throws {
        try withDatabase { database in
            let (reports, recorder) = try Self.nights(in: database)
            #expect(reports[0].findings.first { $0.code == .redirect }?.state == .still)
            #expect(reports[0].findings.first { $0.code == .redirect }?.firstSeen == Night.start(1))
            let changes = try #require(recorder.changes)
            #expect(changes.previousRun == Night.facts(2).id)
            #expect(changes.isEmpty && changes.notCompared == 1)
            for report in reports {
                #expect(recorder.past(of: report)?.statusSince == Night.start(1), "\(report.name)")
                #expect(recorder.past(of: report)?.runs.count == 3, "\(report.name)")
            }
            let nights = recorder.nightsBefore()
            #expect(nights.map(\.isInDoubt) == [false, false, true])
            for name in ["broken.test", "down.test", "well.test"] {
                let timeline = try #require(database.timelines(host: name, port: 443, most: 10).first)
                #expect(timeline.entries.map(\.isInDoubt) == [false, true, false, false], "\(name)")
                #expect(timeline.entries.first?.isChanged == false, "\(name)")
                #expect(!timeline.findings.contains { $0.code == .dnsFailure }, "\(name)")
                for span in timeline.findings {
                    #expect(span.state == .still && span.firstSeen == Night.start(1), "\(name) \(span.code)")
                    #expect(span.lastSeen == Night.start(4) && span.fixedAt == nil, "\(name) \(span.code)")
                }
            }
            let diff = try RunComparison.compare(database.run(named: "2"), database.run(named: "4"), in: database)
            #expect(diff.changes.isEmpty)
            #expect(!diff.domains.flatMap(\.findings).contains { $0.finding.code == .dnsFailure })
        }
    }

    /// Its own report stays as it was.
    @Test func isShownAsItWas() throws {
        try withDatabase { database in
            _ = try Self.nights(in: database)
            let run = try DatabaseRun(database.run(named: "3"), in: database)
            #expect(run.changes == nil && run.record.isInDoubt)
            var count = 0
            try run.forEachDomain { report in
                count += 1
                #expect(report.findings.map(\.code) == [.dnsFailure])
                #expect(run.past(of: report)?.runs.last?.status == .unreachable)
            }
            #expect(count == 3)
            #expect(try database.newestComplete()?.number == 4)
            try Night.record(
                5, [Self.unresolved("broken.test", night: 5)], in: database, settles: false, warnings: Self.dead)
            #expect(try database.newestComplete()?.number == 5)
            #expect(try database.newestComplete(believed: true)?.number == 4)
        }
    }

    /// A message is compared with what messages have said of domains: a run in doubt has said nothing.
    @Test func noMessageIsComparedWithIt() throws {
        try withDatabase { database in
            _ = try Self.nights(in: database)
            try Night.record(
                5, [Self.unresolved("well.test", night: 5)], in: database, settles: false, reports: true,
                warnings: Self.dead)
            let recorder = try RunRecorder(Night.facts(6), targets: Night.targets, in: database)
            for (index, report) in Self.reports(6).enumerated() { _ = recorder.record(report, at: index) }
            recorder.compare(aliases: [:], complete: true)
            let news = try #require(recorder.news(complete: true))
            #expect(news.changes?.previousRun == Night.facts(4).id)
            #expect(news.changes?.notCompared == 1)
            #expect(news.warnings == [.unreachableTooMany])
            recorder.leave()
        }
    }

    /// What a run in doubt had done before it was cut off is done again.
    @Test func whoGoesOnWithItAsksAgain() throws {
        try withDatabase { database in
            try Night.record(1, Self.reports(1), in: database)
            try Night.record(
                2, [Self.unresolved("broken.test", night: 2)], in: database, complete: false, settles: false,
                warnings: Self.dead)
            let recorder = try #require(
                try RunRecorder.resume(targets: Night.targets, options: ["maxRetries": 2], in: database))
            #expect(recorder.resumedDomains == 0)
            for (index, report) in Self.reports(2).enumerated() { _ = recorder.record(report, at: index) }
            recorder.end(at: Night.start(2), complete: true)
            let changes = try #require(recorder.changes)
            #expect(changes.isEmpty && changes.notCompared == 1)
        }
    }

    /// Reports that results rest on stay when older runs are deleted.
    @Test func leavesTheReportsOfOthersWhenRunsAreDeleted() throws {
        try withDatabase { database in
            _ = try Self.nights(in: database)
            try Night.record(5, Self.reports(5), in: database)
            _ = try database.prune(before: Night.start(2)) { _ in }
            for number in 2...5 {
                let run = try DatabaseRun(database.run(named: "\(number)"), in: database)
                var count = 0
                try run.forEachDomain { _ in count += 1 }
                #expect(count == 3, "\(number)")
            }
        }
    }

    // MARK: What it said is taken back

    /// One run after the other: what a.test said in each, and what is known of it then.
    struct Sights: Sendable, CustomTestStringConvertible {
        /// A redirect, a domain that is well, or one that is down.
        enum Sight: Sendable { case found, nothing, down }
        var testDescription: String
        var nights: [(sight: Sight, isInDoubt: Bool)]
        /// The code of the finding that is followed.
        var code = FindingCode.redirect
        /// The nights when it was first and last seen, and when it was gone; `nil` where there is nothing.
        var spans: [(first: Int, last: Int, fixed: Int?)]
    }

    static let sights: [Sights] = [
        Sights(
            testDescription: "what it was the first to see",
            nights: [(.nothing, false), (.found, true)], spans: []),
        Sights(
            testDescription: "what it no longer saw", nights: [(.found, false), (.nothing, true)],
            spans: [(1, 1, nil)]),
        Sights(
            testDescription: "what it saw once more", nights: [(.found, false), (.found, false), (.found, true)],
            spans: [(1, 2, nil)]),
        Sights(
            testDescription: "what it saw after a run that could not look",
            nights: [(.found, false), (.down, false), (.found, true)], spans: [(1, 1, nil)]),
        Sights(
            testDescription: "two of them, one after the other",
            nights: [(.found, false), (.found, true), (.found, true)], spans: [(1, 1, nil)]),
        Sights(
            testDescription: "a domain that is down, and well again",
            nights: [(.down, false), (.down, false), (.down, true), (.nothing, false)], code: .connectRefused,
            spans: [(1, 2, 4)]),
    ]

    static func report(_ sight: Sights.Sight, night: Int) -> DomainReport {
        switch sight {
        case .found: Night.good("a.test", night: night, findings: [Night.finding(.redirect)])
        case .nothing: Night.good("a.test", night: night)
        case .down: Night.down("a.test", night: night)
        }
    }

    static func expectSpans(
        _ expected: [(first: Int, last: Int, fixed: Int?)], of code: FindingCode, in database: RunDatabase
    ) throws {
        let timeline = try #require(database.timelines(host: "a.test", port: 443, most: 10).first)
        let spans = timeline.findings.filter { $0.code == code }
        try #require(spans.count == expected.count, "\(spans)")
        for (span, row) in zip(spans, expected) {
            #expect(span.firstSeen == Night.start(row.first))
            #expect(span.lastSeen == Night.start(row.last))
            #expect(span.fixedAt == row.fixed.map { Night.start($0) })
        }
    }

    @Test(arguments: sights)
    func itsSightsAreTakenBack(_ row: Sights) throws {
        try withDatabase { database in
            for (index, night) in row.nights.enumerated() {
                try Night.record(
                    index + 1, [Self.report(night.sight, night: index + 1)], in: database, settles: !night.isInDoubt,
                    warnings: night.isInDoubt ? Self.dead : [])
            }
            try Self.expectSpans(row.spans, of: row.code, in: database)
        }
    }

    /// Runs at the same time: each stores what it sees after the other has begun.
    struct Overlap: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// Whether the run of the night before has the redirect.
        var isFoundBefore = false
        /// What the runs 2 and 3 see, in the order in which they store it.
        var sights: [(run: Int, sight: Sights.Sight)]
        /// The runs in the order in which they end, and whether they are in doubt.
        var ends: [(run: Int, isInDoubt: Bool)]
        var spans: [(first: Int, last: Int, fixed: Int?)]
    }

    static let overlaps: [Overlap] = [
        Overlap(
            testDescription: "both in doubt, the second to store ends first",
            sights: [(3, .found), (2, .found)], ends: [(2, true), (3, true)], spans: []),
        Overlap(
            testDescription: "both in doubt, the first to store ends first",
            sights: [(3, .found), (2, .found)], ends: [(3, true), (2, true)], spans: []),
        Overlap(
            testDescription: "the first to store is in doubt",
            sights: [(3, .found), (2, .found)], ends: [(2, false), (3, true)], spans: [(2, 2, nil)]),
        Overlap(
            testDescription: "the second to store is in doubt",
            sights: [(3, .found), (2, .found)], ends: [(2, true), (3, false)], spans: [(3, 3, nil)]),
        Overlap(
            testDescription: "what the first did not see the second saw once more, and ends last", isFoundBefore: true,
            sights: [(2, .nothing), (3, .found)], ends: [(2, true), (3, false)], spans: [(1, 3, nil)]),
        Overlap(
            testDescription: "what the first did not see the second saw once more, and ends first",
            isFoundBefore: true, sights: [(2, .nothing), (3, .found)], ends: [(3, false), (2, true)],
            spans: [(1, 3, nil)]),
        Overlap(
            testDescription: "what the first did not see the second saw, and both are in doubt", isFoundBefore: true,
            sights: [(2, .nothing), (3, .found)], ends: [(2, true), (3, true)], spans: [(1, 1, nil)]),
    ]

    @Test(arguments: overlaps)
    func sightsOfRunsAtTheSameTimeAreTakenBack(_ row: Overlap) throws {
        try withDatabase { database in
            try Night.record(1, [Self.report(row.isFoundBefore ? .found : .nothing, night: 1)], in: database)
            let runs = try [2, 3].map { try RunRecorder(Night.facts($0), targets: Night.targets, in: database) }
            for (run, sight) in row.sights {
                _ = runs[run - 2].record(Self.report(sight, night: run), at: 0)
                runs[run - 2].flush()
            }
            for (run, isInDoubt) in row.ends {
                runs[run - 2].end(
                    at: Night.start(run), complete: true, settles: !isInDoubt, warnings: isInDoubt ? Self.dead : [])
                #expect(runs[run - 2].failure == nil)
            }
            try Self.expectSpans(row.spans, of: .redirect, in: database)
        }
    }

    /// What is shown first is compared with the newest run that is believed, though that one is not shown.
    @Test func whatIsShownLastIsComparedWithWhatIsBelieved() throws {
        try withDatabase { database in
            for night in 1...3 {
                try Night.record(
                    night, [Night.good("a.test", night: night)], in: database, settles: night != 2,
                    warnings: night == 2 ? Self.dead : [])
            }
            let timeline = try #require(database.timelines(host: "a.test", port: 443, most: 1).first)
            #expect(timeline.entries.map(\.isChanged) == [false])
        }
    }

    /// Whoever wants to go on with it and cannot begin takes nothing away: neither the run nor its message.
    @Test func whatCannotBeGoneOnWithStaysAsItWas() throws {
        try withDatabase { database in
            let cut = try RunRecorder(Night.facts(1), targets: Night.targets, in: database)
            _ = cut.record(Self.unresolved("a.test", night: 1), at: 0)
            cut.end(
                at: Night.start(1), complete: false, settles: false,
                reporting: RunReporting(message: MessageStoreTests.message(1)), warnings: Self.dead)
            for _ in 1...2 {
                let resumed = try #require(
                    try RunRecorder.resume(targets: Night.targets, options: [:], in: database))
                #expect(resumed.resumedDomains == 0)
                resumed.abandon()
            }
            let next = try RunRecorder(Night.facts(2), targets: Night.targets, in: database)
            #expect(try next.takePendingMessages().map(\.key) == [Night.facts(1).id])
            next.leave()
        }
    }

    /// Its row says so, whatever version wrote it.
    @Test(arguments: [RunDatabase.Access.reading, .writing])
    func oneOfAnEarlierVersionIsInDoubtToo(_ access: RunDatabase.Access) throws {
        try RunDatabaseTests.withFile { path in
            let warning = RunWarning(.namesNotResolved, "None.")
            let database = try RunDatabase(path: path, access: .writing)
            try Night.record(
                2, [Self.unresolved("a.test", night: 2)], in: database, settles: false, warnings: [warning])
            try Night.record(3, [Night.good("a.test", night: 3)], in: database)
            database.close()
            try RunDatabaseTests.change(path, try #require(RunDatabaseTests.backToForm[5]))
            let later = try RunDatabase(path: path, access: access)
            defer { later.close() }
            #expect(try later.runs(most: 9).map(\.isInDoubt) == [false, true, false])
            let timeline = try #require(later.timelines(host: "a.test", port: 443, most: 10).first)
            #expect(timeline.entries.map(\.isInDoubt) == [false, true, false])
            #expect(timeline.entries.map(\.isChanged) == [false, nil, nil])
            let run = try DatabaseRun(later.run(named: "3"), in: later)
            let past = try #require(run.past(of: Night.good("a.test")))
            #expect(past.runs.map(\.status) == [.pass, .pass])
            #expect(past.statusSince == Night.start(1))
            #expect(run.nightsBefore().map(\.isInDoubt) == [false, true])
        }
    }
}
