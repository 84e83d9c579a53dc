import Audit
import Findings
import Foundation
import GRDB
import Reports
import TestSupport
import Testing

@testable import History

/// What is taken out of the database, and what stays.
@Suite(.inTurn(minutes: 3)) struct RetentionTests {
    static func count(_ table: String, _ database: RunDatabase) throws -> Int {
        try database.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)") ?? 0 }
    }

    @Test func oldRunsGoWithAllThatOnlyTheyNeeded() throws {
        try withDatabase { database in
            let file = Array(#"{"applinks":{"details":[]}}"#.utf8)
            try Night.record(
                1, [Night.good("a.test"), Night.good("gone.test", file: file, findings: [Night.finding(.redirect)])],
                in: database)
            for night in 2...5 {
                try Night.record(night, [Night.good("a.test", night: night)], in: database)
            }
            #expect(try Self.count("body", database) == 2)
            let pruned = try database.prune(before: Night.start(3))
            #expect(pruned == Pruned(runs: 2, results: 3))
            try database.compact()
            #expect(try database.runs(most: 9).map(\.number) == [5, 4, 3])
            #expect(try Self.count("domain", database) == 1)
            #expect(try Self.count("body", database) == 1)
            #expect(try Self.count("result", database) == 3)
            #expect(try Self.count("report WHERE domain_id NOT IN (SELECT id FROM domain)", database) == 0)
            #expect(try Self.count("finding WHERE code = 'redirect'", database) == 0)
            let timeline = try #require(try database.timelines(host: "a.test", port: nil, most: 9).first)
            #expect(timeline.entries.map(\.run) == [5, 4, 3])
            #expect(try database.timelines(host: "gone.test", port: nil, most: 9).isEmpty)
            // What is left is whole.
            var names: [String] = []
            let run = try DatabaseRun(database.run(named: "3"), in: database)
            try run.forEachDomain { names.append($0.displayDomain) }
            #expect(names == ["a.test"])
        }
    }

    @Test func twoRunsOfEachListStayToBeCompared() throws {
        try withDatabase { database in
            let others = RunTargetsMark(domains: ["x.test"], files: [], exclude: [])
            for night in 1...3 { try Night.record(night, [Night.good("a.test", night: night)], in: database) }
            try Night.record(4, [Night.good("x.test", night: 4)], in: database, targets: others)
            try database.prune(before: Night.start(100))
            #expect(try database.runs(most: 9).map(\.number) == [4, 3, 2])
            try Night.record(5, [Night.good("a.test", night: 5)], in: database)
            #expect(try database.runBefore(database.run(named: "5"))?.number == 3)
        }
    }

    @Test func aRunThatGoesOnStays() throws {
        try withDatabase { database in
            let recorder = try RunRecorder(Night.facts(1), targets: Night.targets, in: database)
            try database.prune(before: Night.start(100))
            #expect(try database.runs(most: 9).map(\.number) == [1])
            recorder.finish(at: Night.start(1), complete: false, summary: RunSummary(), aliases: [:])
            try database.prune(before: Night.start(100))
            #expect(try database.runs(most: 9).isEmpty)
        }
    }

    /// Reports rest on earlier ones; those have to stay as long as something rests on them.
    @Test func whatLaterReportsRestOnStays() throws {
        try withDatabase { database in
            let files = (1...8).map { night in
                // A new file every third night: some reports rest on older ones, and some are stored whole.
                ComparisonTests.file(
                    ComparisonTests.app("one", #"{"/":"/\#(night / 3)/*"}"#) + String(repeating: " ", count: night / 3))
            }
            var lines: [Int: [UInt8]] = [:]
            for (index, file) in files.enumerated() {
                let report = Night.good("a.test", file: file, night: index + 1, certificate: "\(index / 2)")
                var annotated = try Night.record(index + 1, [report], in: database).reports[0]
                annotated.alsoGivenAs = ["again"]
                lines[index + 1] = NDJSONReport(bodies: .always).line(annotated)
            }
            for first in 2...6 {
                try database.prune(before: Night.start(first))
                for number in first...8 {
                    let run = try DatabaseRun(database.run(named: "\(number)"), in: database)
                    try run.forEachDomain { report in
                        #expect(NDJSONReport(bodies: .always).line(report) == lines[number], "run \(number)")
                    }
                }
            }
            #expect(try database.problems() == [])
        }
    }
}
