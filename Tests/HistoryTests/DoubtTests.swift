import Findings
import Foundation
import Records
import Testing

@testable import Audit
@testable import History

/// A night without a network between other nights: its observations are only in its own report.
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

    @Test func causesNoNewOrFixedFindings() throws {
        try withDatabase { database in
            let (reports, recorder) = try Self.nights(in: database)
            #expect(reports[0].findings.first { $0.code == .redirect }?.state == .still)
            #expect(reports[0].findings.first { $0.code == .redirect }?.firstSeen == Night.start(1))
            let changes = try #require(recorder.changes)
            #expect(changes.previousRun == Night.facts(2).id)
            #expect(changes.isEmpty && changes.domainsNotCompared == 1)
            for report in reports {
                #expect(recorder.past(of: report)?.statusSince == Night.start(1), "\(report.name)")
                #expect(recorder.past(of: report)?.runs.count == 3, "\(report.name)")
            }
            let nights = recorder.earlierDailyRuns()
            #expect(nights.map(\.isInDoubt) == [false, false, true])
            for name in ["broken.test", "down.test", "well.test"] {
                let timeline = try #require(database.timelines(host: name, port: 443, limit: 10).first)
                #expect(timeline.results.map(\.run.isInDoubt) == [false, true, false, false], "\(name)")
                #expect(timeline.results.first?.isChanged == false, "\(name)")
                #expect(!timeline.findings.contains { $0.finding.code == .dnsFailure }, "\(name)")
                for span in timeline.findings {
                    let finding = span.finding
                    #expect(finding.state == .still && finding.firstSeen == Night.start(1), "\(name) \(finding.code)")
                    #expect(span.lastSeen == Night.start(4) && span.fixedAt == nil, "\(name) \(finding.code)")
                }
            }
            let diff = try RunComparison.compare(database.run(named: "2"), database.run(named: "4"), in: database)
            #expect(diff.changes.isEmpty)
            #expect(!diff.domains.flatMap(\.findings).contains { $0.finding.code == .dnsFailure })
        }
    }

    /// The report of a run in doubt does not change.
    @Test func keepsTheReportOfARunInDoubt() throws {
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
            #expect(try database.newestComplete(skipsInDoubt: true)?.number == 4)
        }
    }

    /// Messages are not compared with a run in doubt, because its message contains nothing about domains.
    @Test func comparesNoMessageWithIt() throws {
        try withDatabase { database in
            _ = try Self.nights(in: database)
            try Night.record(
                5, [Self.unresolved("well.test", night: 5)], in: database, settles: false, reports: true,
                warnings: Self.dead)
            let recorder = try RunRecorder(Night.facts(6), of: Night.series, in: database)
            for (index, report) in Self.reports(6).enumerated() { _ = recorder.record(report, at: index) }
            recorder.compare(aliases: Aliases(), RunEnding(isComplete: true))
            let news = try #require(recorder.news(isComplete: true))
            #expect(news.changes?.previousRun == Night.facts(4).id)
            #expect(news.changes?.domainsNotCompared == 1)
            #expect(news.warnings == [.unreachableTooMany])
        }
    }

    /// If a run in doubt was interrupted, all of its domains are audited again after it is resumed.
    @Test func resumingAuditsAllDomainsAgain() throws {
        try withDatabase { database in
            try Night.record(1, Self.reports(1), in: database)
            try Night.record(
                2, [Self.unresolved("broken.test", night: 2)], in: database, complete: false, settles: false,
                warnings: Self.dead)
            let recorder = try #require(
                try RunRecorder.resumed(options: ["maxRetries": 2], in: database))
            #expect(recorder.resumedDomains == 0)
            for (index, report) in Self.reports(2).enumerated() { _ = recorder.record(report, at: index) }
            recorder.end(at: Night.start(2), complete: true)
            let changes = try #require(recorder.changes)
            #expect(changes.isEmpty && changes.domainsNotCompared == 1)
        }
    }

    /// Reports on which later results are based are kept when older runs are deleted.
    @Test func keepsReportsThatLaterResultsNeed() throws {
        try withDatabase { database in
            _ = try Self.nights(in: database)
            try Night.record(5, Self.reports(5), in: database)
            _ = try database.prune(before: Night.start(2))
            for number in 2...5 {
                let run = try DatabaseRun(database.run(named: "\(number)"), in: database)
                var count = 0
                try run.forEachDomain { _ in count += 1 }
                #expect(count == 3, "\(number)")
            }
        }
    }

    /// The first entry shown is compared with the newest trusted run, even if that run is not shown.
    @Test func comparesTheLastEntryWithATrustedRun() throws {
        try withDatabase { database in
            for night in 1...3 {
                try Night.record(
                    night, [Night.good("a.test", night: night)], in: database, settles: night != 2,
                    warnings: night == 2 ? Self.dead : [])
            }
            let timeline = try #require(database.timelines(host: "a.test", port: 443, limit: 1).first)
            #expect(timeline.results.map(\.isChanged) == [false])
        }
    }

    /// If resuming a run in doubt fails, neither the run nor its message is removed.
    @Test func doesNotChangeARunThatCannotBeResumed() throws {
        try withDatabase { database in
            let cut = try RunRecorder(Night.facts(1), of: Night.series, in: database)
            _ = cut.record(Self.unresolved("a.test", night: 1), at: 0)
            cut.end(
                at: Night.start(1), complete: false, settles: false,
                outgoing: OutgoingMessages(messages: [MessageStoreTests.message(1)]), warnings: Self.dead)
            for _ in 1...2 {
                let resumed = try #require(
                    try RunRecorder.resumed(options: [:], in: database))
                #expect(resumed.resumedDomains == 0)
                resumed.abandon()
            }
            let next = try RunRecorder(Night.facts(2), of: Night.series, in: database)
            #expect(try next.pendingMessages().map(\.key) == [Night.facts(1).id])
        }
    }
}
