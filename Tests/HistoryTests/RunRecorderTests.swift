import Findings
import Foundation
import GRDB
import Records
import Reports
import TestSupport
import Testing

@testable import Audit
@testable import History

/// The data that a run stores and returns.
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

    /// The last complete run of each day counts; a wrong clock in one night removes no other night.
    @Test func usesTheLastRunOfEachDay() throws {
        try withDatabase { database in
            let broken = Night.good("a.test", findings: [Night.finding(.redirect)])
            let well = Night.good("a.test")
            func run(
                _ day: Double, _ report: DomainReport, complete: Bool = true
            ) throws -> RunRecorder {
                let date = Night.start(0).addingTimeInterval(day * 86_400)
                let facts = RunFacts(id: UUID().uuidString, startedAt: date, toolVersion: "1", rulesVersion: "1")
                let recorder = try RunRecorder(facts, of: Night.series, in: database)
                var summary = RunSummary()
                summary.add(recorder.record(report, at: 0).report)
                recorder.end(at: date.addingTimeInterval(60), complete: complete, summary: summary)
                return recorder
            }
            for (day, report) in [(-95.0, broken), (-80, broken), (0, well), (1, well), (1.1, broken)] {
                _ = try run(day, report)
            }
            _ = try run(2.1, broken, complete: false)
            // The clock is two months behind, and then one month ahead.
            _ = try run(-60, well)
            _ = try run(33, broken)
            let last = try run(3, well)

            let nights = last.earlierDailyRuns()
            let days = nights.map { Int(($0.startedAt.timeIntervalSince(Night.start(0)) / 86_400).rounded()) }
            #expect(days == [-80, -60, 0, 1])
            #expect(nights.map { $0.summary[.fail] } == [1, 0, 0, 1])
            let past = try #require(last.past(of: well))
            #expect(past.runs.map(\.status) == [.fail, .pass, .pass, .fail, .fail, .pass])
            let stored = try DatabaseRun(database.run(named: "\(last.number)"), in: database)
            #expect(stored.earlierDailyRuns() == nights)
            #expect(stored.past(of: well) == past)
        }
    }

    /// Data that cannot be read from the database is missing, and the reason is reported.
    @Test func reportsThatEarlierRunsCannotBeRead() throws {
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
            let next = try RunRecorder(Night.facts(3), of: Night.series, in: database)
            try database.connections.writeWithoutTransaction { db in try db.execute(sql: "DROP TABLE receiver") }
            #expect(next.hasReported(to: nil))
            #expect(next.failure.map { "\($0)".contains("receiver") } == true)
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
                #expect(read.first?.aliases?.inputs == ["again"])
                let lines = { (report: DomainReport) in
                    var report = report
                    report.aliases = nil
                    return report.line(bodies)
                }
                #expect(read.map(lines) == annotated.map(lines))
                #expect(run.ending.isComplete)
                #expect(run.facts == Night.facts(night))
                #expect(run.summary.targets == reports.count)
            }
        }
    }

    /// The size of data that has not been written yet is limited, because a report can have megabytes.
    @Test func limitsQueuedBytes() throws {
        try withDatabase { database in
            let recorder = try RunRecorder(Night.facts(1), of: Night.series, in: database)
            var most = 0
            for place in 0..<100 {
                let body = [UInt8](repeating: UInt8(ascii: " "), count: 1 << 20)
                _ = recorder.record(Night.good("d\(place).test", file: body), at: place)
                most = max(most, recorder.unwrittenBytes)
            }
            // The current batch, and the batches that were queued when it began.
            let limit = 2 * RunRecorder.batchBytes + RunRecorder.maxQueuedBytes + (8 << 20)
            #expect(most > 0 && most < limit, "\(most >> 20) MiB")
            recorder.end(at: Night.start(1), complete: true)
            #expect(recorder.failure == nil)
            #expect(recorder.unwrittenBytes == 0)
        }
    }
}
