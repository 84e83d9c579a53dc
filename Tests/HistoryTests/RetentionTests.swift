import Findings
import Foundation
import GRDB
import Records
import Reports
import TestSupport
import Testing

@testable import Audit
@testable import History

/// The data that is deleted from the database, and the data that is kept.
@Suite(.inTurn(minutes: 3)) struct RetentionTests {
    static func count(_ table: String, _ database: RunDatabase) throws -> Int {
        try database.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)") ?? 0 }
    }

    @Test func deletesOldRunsWithTheirData() throws {
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
            #expect(pruned.runs == 2 && pruned.results == 3)
            try database.compact()
            #expect(try database.runs(limit: 9).map(\.number) == [5, 4, 3])
            #expect(try Self.count("domain", database) == 1)
            #expect(try Self.count("body", database) == 1)
            #expect(try Self.count("result", database) == 3)
            #expect(try Self.count("report WHERE domain_id NOT IN (SELECT id FROM domain)", database) == 0)
            #expect(try Self.count("finding WHERE code = 'redirect'", database) == 0)
            let timeline = try #require(try database.timelines(host: "a.test", port: nil, limit: 9).first)
            #expect(timeline.results.map(\.run.number) == [5, 4, 3])
            #expect(try database.timelines(host: "gone.test", port: nil, limit: 9).isEmpty)
            // The remaining data is complete.
            var names: [String] = []
            let run = try DatabaseRun(database.run(named: "3"), in: database)
            try run.forEachDomain { names.append($0.name) }
            #expect(names == ["a.test"])
        }
    }

    /// A report contains a run that is deleted while the report is written.
    @Test func readsOneStateOfTheDatabase() throws {
        try withDatabase { database in
            let names = (0..<450).map { "d\($0).test" }
            try Night.record(1, names.map { Night.good($0) }, in: database)
            for night in 2...3 { try Night.record(night, [Night.good("a.test", night: night)], in: database) }
            let reader = try RunDatabase(path: database.path, access: .reading)
            let run = try DatabaseRun(reader.run(named: "1"), in: reader)
            var read: [String] = []
            try run.forEachDomain { report in
                if read.isEmpty { #expect(throws: Never.self) { try database.prune(before: Night.start(100)) } }
                read.append(report.name)
                #expect(run.past(of: report)?.runs.count == 1)
            }
            #expect(read == names)
            reader.close()
            #expect(try database.runs(limit: 9).map(\.number) == [3, 2])
        }
    }

    @Test func keepsTwoRunsForComparison() throws {
        try withDatabase { database in
            for night in 1...3 { try Night.record(night, [Night.good("a.test", night: night)], in: database) }
            try database.prune(before: Night.start(100))
            #expect(try database.runs(limit: 9).map(\.number) == [3, 2])
            try Night.record(4, [Night.good("a.test", night: 4)], in: database)
            #expect(try database.settledRun(before: 4)?.number == 3)
        }
    }

    /// A run that a killed process deleted only partly is deleted the next time, regardless of its age.
    @Test func finishesDeletingARun() throws {
        try withDatabase { database in
            try Night.record(1, (0..<600).map { Night.good("d\($0).test") }, in: database)
            for night in 2...3 { try Night.record(night, [Night.good("d0.test", night: night)], in: database) }
            try database.write { db in try db.execute(sql: Queries.hideRun, arguments: [1]) }
            #expect(try RunRecorder.resumed(options: [:], in: database) == nil)
            try database.prune(before: Night.start(0))
            #expect(try database.runs(limit: 9).map(\.number) == [3, 2])
        }
    }

    /// The run with which the next one is compared is kept, even if many unsettled runs followed.
    @Test func keepsTheRunForTheNextComparison() throws {
        try withDatabase { database in
            try Night.record(1, [Night.good("a.test")], in: database, reports: true)
            try Night.record(2, [Night.good("a.test", night: 2)], in: database)
            for night in 3...6 {
                try Night.record(night, [Night.good("a.test", night: night)], in: database, settles: false)
            }
            try database.prune(before: Night.start(100))
            #expect(try database.runs(limit: 9).map(\.number) == [6, 5, 2, 1])
        }
    }

    @Test func keepsARunInProgress() throws {
        try withDatabase { database in
            let recorder = try RunRecorder(Night.facts(1), of: Night.series, in: database)
            try database.prune(before: Night.start(100))
            #expect(try database.runs(limit: 9).map(\.number) == [1])
            recorder.end(at: Night.start(1), complete: false)
            try Night.record(2, [Night.good("a.test", night: 2)], in: database)
            try database.prune(before: Night.start(100))
            #expect(try database.runs(limit: 9).map(\.number) == [2])
        }
    }

    /// A full report is kept as long as later reports are stored as differences from it.
    @Test func keepsReportsThatLaterOnesAreBasedOn() throws {
        try withDatabase { database in
            let files = (1...8).map { night in
                // The file changes every third night: some reports are differences, and some are stored in full.
                FileChangeTests.file(
                    FileChangeTests.app("one", #"{"/":"/\#(night / 3)/*"}"#) + String(repeating: " ", count: night / 3))
            }
            var lines: [Int: [UInt8]] = [:]
            for (index, file) in files.enumerated() {
                let report = Night.good("a.test", file: file, night: index + 1, certificate: "\(index / 2)")
                var annotated = try Night.record(index + 1, [report], in: database).reports[0]
                annotated.aliases = Aliases.Row(inputs: ["again"])
                lines[index + 1] = annotated.line(.always)
            }
            for first in 2...6 {
                try database.prune(before: Night.start(first))
                for number in first...8 {
                    let run = try DatabaseRun(database.run(named: "\(number)"), in: database)
                    try run.forEachDomain { report in
                        #expect(report.line(.always) == lines[number], "run \(number)")
                    }
                }
            }
            #expect(try database.problems() == [])
        }
    }
}

extension RunDatabase {
    /// The problems that SQLite finds in the database.
    func problems() throws -> [String] {
        try read { db in
            let broken = try String.fetchAll(db, sql: "PRAGMA integrity_check(20)").filter { $0 != "ok" }
            let lost = try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").prefix(20)
            return broken + lost.map { row in "a row of \(row[0] as String) leads nowhere" }
        }
    }
}
