import Findings
import Foundation
import GRDB
import Records
import Reports
import TestSupport
import Testing

@testable import Audit
@testable import History

/// Interrupted and killed runs.
@Suite(.inTurn(minutes: 3)) struct UnfinishedRunTests {
    /// Later runs are compared neither with a killed run nor with an interrupted one.
    @Test func unfinishedRunDoesNotAffectTheNextOne() throws {
        try withDatabase { database in
            let finding = Night.finding(.redirect)
            try Night.record(1, [Night.good("a.test")], in: database)
            let killed = try RunRecorder(Night.facts(2), of: Night.series, in: database)
            _ = killed.record(Night.good("a.test", night: 2, findings: [finding]), at: 0)
            killed.compare(aliases: Aliases(), RunEnding(isComplete: true))
            try Night.record(
                3, [Night.good("a.test", night: 3, findings: [finding])], in: database, complete: false, settles: false)
            let (reports, recorder) = try Night.record(
                4, [Night.good("a.test", night: 4, findings: [finding])], in: database)
            #expect(reports[0].findings.first { $0.code == .redirect }?.state == .new)
            #expect(recorder.changes?.new == 1)
            #expect(recorder.changes?.previousRun == Night.facts(1).id)
        }
    }

    @Test func resumesAnInterruptedRun() throws {
        try withDatabase { database in
            let first = try RunRecorder(Night.facts(1), of: Night.series, in: database)
            _ = first.record(Night.good("a.test"), at: 0)
            _ = first.record(Night.good("b.test", findings: [Night.finding(.redirect)]), at: 1)
            first.end(at: Night.start(1), complete: false)

            let second = try #require(
                try RunRecorder.resumed(options: [:], in: database))
            #expect(second.number == first.number)
            #expect(second.facts == first.facts)
            #expect(second.resumedDomains == 2)
            let stored = try #require(
                second.storedReport(of: Target(input: "b.test", domain: DomainID(host: "b.test"))))
            #expect(stored.findings.first?.state == .new)
            let other = try #require(second.storedReport(of: Target(input: "a.test", domain: DomainID(host: "a.test"))))
            _ = second.record(other, at: 0)
            // A report from the database is not stored again, and its finding stays new.
            #expect(second.record(stored, at: 1).report == stored)
            #expect(second.storedReport(of: Target(input: "c.test", domain: DomainID(host: "c.test"))) == nil)
            _ = second.record(Night.good("c.test"), at: 2)
            second.end(at: Night.start(1), complete: true)
            let run = try DatabaseRun(database.run(named: "1"), in: database)
            var names: [String?] = []
            try run.forEachDomain { names.append($0.domain?.host) }
            #expect(names == ["a.test", "b.test", "c.test"])
            #expect(try RunRecorder.resumed(options: [:], in: database) == nil)
        }
    }

    /// After an interrupted run, the domains that it audited are postponed; after a complete run, none are.
    @Test func knowsTheDomainsOfAnInterruptedRun() throws {
        try withDatabase { database in
            var reached: [[String]] = []
            for (names, complete) in [
                (["a.test", "b.test"], false), (["c.test"], false), (["a.test", "b.test", "c.test"], true),
                (["a.test"], true),
            ] {
                let night = reached.count + 1
                let recorder = try RunRecorder(Night.facts(night), of: Night.series, in: database)
                for (index, name) in names.enumerated() {
                    _ = recorder.record(Night.good(name, night: night), at: index)
                }
                recorder.end(at: Night.start(night), complete: complete)
                reached.append(try database.previouslyAuditedDomains(recorder).map(\.host))
            }
            #expect(reached == [[], ["a.test", "b.test"], ["c.test"], []])
        }
    }

    /// Only the newest run is resumed, and only within 12 hours of its start.
    @Test func doesNotResumeAnOldRun() throws {
        func answer(at date: Date, _ database: RunDatabase) throws -> String? {
            switch try RunRecorder.resume(Night.series, options: [:], at: date, in: database) {
            case .resumed: return nil
            case .refused(let reason): return reason
            }
        }
        try withDatabase { database in
            #expect(try answer(at: Night.start(1), database) == "There is no earlier run")
            let first = try RunRecorder(Night.facts(1), of: Night.series, in: database)
            _ = first.record(Night.good("a.test"), at: 0)
            first.end(at: Night.start(1), complete: false)
            #expect(try answer(at: Night.start(1).addingTimeInterval(43_199), database) == nil)
            #expect(
                try answer(at: Night.start(1).addingTimeInterval(43_200), database)
                    == "The newest run (run 1) began more than 12 hours ago")
            try Night.record(2, [Night.good("a.test", night: 2)], in: database)
            #expect(
                try answer(at: Night.start(1), database) == "The newest run (run 2) is complete")
        }
    }

    /// A domain that the list no longer contains is neither in the report of the database nor in that of the run.
    @Test func resumedRunOmitsDomainsRemovedFromTheList() throws {
        try withDatabase { database in
            try Night.record(1, [Night.good("a.test"), Night.good("b.test")], in: database)
            let first = try RunRecorder(Night.facts(2), of: Night.series, in: database)
            _ = first.record(Night.good("a.test", night: 2), at: 0)
            _ = first.record(Night.good("b.test", night: 2, findings: [Night.finding(.redirect)]), at: 1)
            first.end(at: Night.start(2), complete: false)
            // Cut off again before it audited a domain.
            let second = try #require(
                try RunRecorder.resumed(options: [:], in: database))
            second.end(at: Night.start(2), complete: false)
            let third = try #require(try RunRecorder.resumed(options: [:], in: database))
            let stored = try #require(
                third.storedReport(of: Target(input: "a.test", domain: DomainID(host: "a.test"))))
            _ = third.record(stored, at: 0)
            third.end(at: Night.start(2), complete: true)
            var names: [String] = []
            try DatabaseRun(database.run(named: "2"), in: database).forEachDomain { names.append($0.name) }
            #expect(names == ["a.test"])
            // The finding of the discarded result is not stored.
            #expect(try RetentionTests.count("finding WHERE code = 'redirect'", database) == 0)
        }
    }

    /// A resumed run has the order of the current list.
    @Test func resumedRunHasTheOrderOfTheCurrentList() throws {
        try withDatabase { database in
            let first = try RunRecorder(Night.facts(1), of: Night.series, in: database)
            for (place, name) in ["a.test", "b.test", "c.test"].enumerated() {
                _ = first.record(Night.good(name), at: place)
            }
            first.end(at: Night.start(1), complete: false)
            let second = try #require(try RunRecorder.resumed(options: [:], in: database))
            for (place, name) in ["new.test", "c.test", "b.test", "a.test"].enumerated() {
                let stored = second.storedReport(of: Target(input: name, domain: DomainID(host: name)))
                _ = second.record(stored ?? Night.good(name), at: place)
            }
            var aliases = Aliases()
            aliases.add("C.test", at: 1)
            second.end(at: Night.start(1), complete: true, aliases: aliases)
            var read: [String] = []
            try DatabaseRun(database.run(named: "1"), in: database).forEachDomain {
                read.append($0.name + ($0.aliases?.inputs ?? []).joined())
            }
            #expect(read == ["new.test", "c.testC.test", "b.test", "a.test"])
        }
    }
}
