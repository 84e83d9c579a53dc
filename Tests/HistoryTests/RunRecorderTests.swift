import Findings
import Foundation
import GRDB
import Reports
import Runs
import TestSupport
import Testing

@testable import Audit
@testable import History

/// What a run stores, and what it gives back.
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
}
