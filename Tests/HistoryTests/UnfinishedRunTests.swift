import Findings
import Foundation
import GRDB
import Reports
import Runs
import TestSupport
import Testing

@testable import Audit
@testable import History

/// Runs that did not come to their end.
@Suite(.inTurn(minutes: 3)) struct UnfinishedRunTests {
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
}
