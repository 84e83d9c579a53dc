import Audit
import Findings
import Foundation
import GRDB
import Records
import Reports
import TestSupport
import Testing

@testable import History

/// Pending messages in the database, and the changes since the last messages.
@Suite(.inTurn(minutes: 3)) struct MessageStoreTests {
    static func message(_ night: Int) -> NoticeMessage {
        var notice = RunNotice(unreachableAfter: 1)
        notice.add(Night.good("a.test", night: night))
        notice.finish(RunEnding(isComplete: true), changes: nil) { _ in nil }
        return NoticeMessage(notice.content, facts: Night.facts(night), finishedAt: Night.start(night))
    }

    /// Performs a run that ends with a message, without ending the process.
    @discardableResult
    static func run(_ night: Int, in database: RunDatabase) throws -> RunRecorder {
        let recorder = try RunRecorder(Night.facts(night), of: Night.series, in: database)
        _ = recorder.record(Night.good("a.test", night: night), at: 0)
        recorder.end(
            at: Night.start(night), complete: true, settles: false,
            outgoing: OutgoingMessages(messages: [message(night)]))
        #expect(recorder.failure == nil)
        return recorder
    }

    @Test func keepsMessagesInOrderUntilDelivery() throws {
        try withDatabase { database in
            try Self.run(1, in: database)
            let third = try Self.run(3, in: database)
            let pending = try third.pendingMessages()
            #expect(pending.map(\.key) == [Night.facts(1).id, Night.facts(3).id])
            #expect(pending.map(\.isOfEarlierRun) == [true, false])
            #expect(pending[0].message?.body(.json) == Self.message(1).body(.json))
            try third.end(pending[0], isDelivered: true)
            #expect(try third.pendingMessages().map(\.key) == [Night.facts(3).id])
            try third.end(pending[1], isDelivered: false)
            #expect(try third.pendingMessages().isEmpty)
        }
    }

    @Test func storesMessagesOfEachTeam() throws {
        try withDatabase { database in
            func message(_ team: String?) -> NoticeMessage {
                NoticeMessage(
                    RunNotice(unreachableAfter: 1, team: team).content, facts: Night.facts(1),
                    finishedAt: Night.start(1))
            }
            let run = try RunRecorder(Night.facts(1), of: Night.series, in: database)
            run.compare(aliases: Aliases(), RunEnding(isComplete: true))
            for _ in 1...2 {
                run.finish(
                    at: Night.start(1), RunEnding(isComplete: true), summary: RunSummary(),
                    outgoing: OutgoingMessages(messages: [nil, "Shop", "Web é"].map(message)))
            }
            #expect(run.failure == nil)
            let pending = try run.pendingMessages()
            #expect(pending.map(\.message?.team) == [nil, "Shop", "Web é", nil, "Shop", "Web é"])
            #expect(Set(pending.map(\.key)).count == 6)
            #expect(pending[0].key == Night.facts(1).id)
            #expect(pending[3].key == Night.facts(1).id + "-2")
            #expect(pending[4].key == pending[1].key + "-2")
            #expect(pending.allSatisfy { $0.key.utf8.allSatisfy { (0x21...0x7E).contains($0) } })
        }
    }

    @Test func ignoresMessagesOfAnotherVersion() throws {
        try withDatabase { database in
            let run = try Self.run(1, in: database)
            try database.write { db in try db.execute(sql: "UPDATE message SET notice = x'7B7D'") }
            let pending = try #require(try run.pendingMessages().first)
            #expect(pending.message == nil)
        }
    }

    /// A run with some broken domains, and the expected changes.
    struct News: Sendable {
        var broken: [String]
        var names: [String]
        var complete = true
        var news: [String]?
    }

    static let nights: [News] = [
        News(broken: ["a"], names: ["a", "b", "c"], news: nil),
        News(broken: ["a", "b"], names: ["a", "b", "c"], news: ["new b"]),
        // An interrupted run contains nothing about domains that it did not reach.
        News(broken: ["c"], names: ["b", "c"], complete: false, news: ["new c", "fixed b"]),
        News(broken: ["c"], names: ["c"], complete: false, news: []),
        // The next complete run does not repeat the changes that parts have reported.
        News(broken: ["a", "b", "c"], names: ["a", "b", "c"], news: ["returned b"]),
        News(broken: ["d"], names: ["b", "c", "d"], news: ["new d", "fixed b", "fixed c", "removed 1"]),
    ]

    /// Each domain is compared with its newest result in a message, from complete and interrupted runs.
    @Test func newsExcludesChangesThatAMessageReported() throws {
        try withDatabase { database in
            for (index, night) in Self.nights.enumerated() {
                let changes = try Self.changes(night, index + 1, in: database)
                let items = changes.map { changes in
                    changes.items.map { "\($0.kind) \($0.domain)" }
                        + (changes.domainsRemoved > 0 ? ["removed \(changes.domainsRemoved)"] : [])
                }
                #expect(items == night.news, "night \(index + 1)")
            }
        }
    }

    static func changes(_ night: News, _ number: Int, in database: RunDatabase) throws -> RunChanges? {
        let recorder = try RunRecorder(Night.facts(number), of: Night.series, in: database)
        for (place, name) in night.names.enumerated() {
            let findings = night.broken.contains(name) ? [Night.finding(.redirect)] : []
            _ = recorder.record(Night.good(name, night: number, findings: findings), at: place)
        }
        recorder.compare(aliases: Aliases(), RunEnding(isComplete: night.complete))
        let news = try #require(recorder.news(isComplete: night.complete))
        recorder.finish(
            at: Night.start(number), RunEnding(isComplete: night.complete), summary: RunSummary(),
            outgoing: OutgoingMessages())
        return news.changes
    }

    @Test func reportsAnOutageAndItsEndOnce() throws {
        try withDatabase { database in
            let rows:
                [(
                    night: Int, isDown: Bool, settles: Bool, isInDoubt: Bool, runs: Int?, isReported: Bool,
                    recovered: [String]
                )] = [
                    (1, false, true, false, nil, false, []), (2, true, true, false, 1, false, []),
                    // Several unsettled runs in one night count as one.
                    (3, true, false, false, 2, false, []), (3, true, false, false, 2, false, []),
                    (3, true, true, false, 2, false, []),
                    // A run in doubt neither counts nor ends an outage.
                    (4, true, false, true, 3, false, []), (4, false, false, true, nil, false, []),
                    // The outage counts although the message was not accepted.
                    (5, true, false, false, 3, false, []), (6, true, true, false, 4, true, []),
                    (7, false, false, true, nil, true, ["a.test"]), (8, true, true, false, 5, true, []),
                    (9, false, true, false, nil, false, ["a.test"]), (10, false, true, false, nil, false, []),
                    (11, true, true, false, 1, false, []),
                ]
            for (index, row) in rows.enumerated() {
                let number = index + 1
                let facts = RunFacts(
                    id: Night.facts(number).id, startedAt: Night.start(row.night), toolVersion: "1.0",
                    rulesVersion: "2026.1")
                let recorder = try RunRecorder(facts, of: Night.series, in: database)
                let ending = RunEnding(isComplete: true, warnings: row.isInDoubt ? DoubtTests.dead : [])
                let report = row.isDown ? Night.down("a.test", night: number) : Night.good("a.test", night: number)
                _ = recorder.record(report, at: 0)
                recorder.compare(aliases: Aliases(), ending)
                let outage = row.isDown ? report.domain.flatMap { recorder.outage(of: $0) } : nil
                #expect(outage?.runs == row.runs, "night \(number)")
                if row.isDown { #expect(outage?.isReported == row.isReported, "night \(number)") }
                if row.isDown, row.night < 9 { #expect(outage?.since == Night.start(2), "night \(number)") }
                #expect(recorder.news(isComplete: true)?.recovered.map(\.domain) == row.recovered, "night \(number)")
                let isNews = !row.isInDoubt && outage.map { $0.runs >= 3 } ?? false
                recorder.finish(
                    at: Night.start(number), ending, summary: RunSummary(),
                    outgoing: OutgoingMessages(outages: isNews ? [report.domain].compactMap(\.self) : []))
                if row.settles { recorder.settle(at: Night.start(number)) }
                #expect(recorder.failure == nil)
            }
        }
    }

    /// Of the unsettled runs of a day, only the last counts, and none if another run of the day is settled.
    @Test func countsUnsettledRunsOfADayOnce() throws {
        try withDatabase { database in
            // The hours since the first day, and the expected number of consecutive runs.
            let rows: [(hour: Double, isDown: Bool, settles: Bool, runs: Int?)] = [
                (0, false, true, nil), (24, true, true, 1), (32, true, false, 2), (34, true, false, 2),
                (48, true, true, 2), (49, true, true, 3), (72, true, false, 4), (80, true, false, 4),
                (96, true, true, 5),
            ]
            for (index, row) in rows.enumerated() {
                let begun = Night.start(1).addingTimeInterval(row.hour * 3600 - 14 * 3600)
                let facts = RunFacts(
                    id: Night.facts(index + 1).id, startedAt: begun, toolVersion: "1.0", rulesVersion: "2026.1")
                let recorder = try RunRecorder(facts, of: Night.series, in: database)
                let report = row.isDown ? Night.down("a.test") : Night.good("a.test")
                _ = recorder.record(report, at: 0)
                let outage = row.isDown ? report.domain.flatMap { recorder.outage(of: $0) } : nil
                #expect(outage?.runs == row.runs, "hour \(row.hour)")
                recorder.end(at: begun, complete: true, settles: row.settles)
            }
        }
    }

    @Test func remembersWarningsUntilARunIsSettled() throws {
        try withDatabase { database in
            let warning = RunWarning(.unreachableTooMany, "All.")
            for (night, settles, known) in [(1, false, []), (2, true, [warning.code]), (3, true, [])] {
                let recorder = try RunRecorder(Night.facts(night), of: Night.series, in: database)
                recorder.compare(aliases: Aliases(), RunEnding(isComplete: true))
                #expect(recorder.news(isComplete: true)?.warnings == Set(known), "night \(night)")
                recorder.finish(
                    at: Night.start(night), RunEnding(isComplete: true, warnings: [warning]), summary: RunSummary(),
                    outgoing: OutgoingMessages())
                if settles { recorder.settle(at: Night.start(night)) }
            }
            #expect(try database.run(named: "3").ending?.warnings == [warning])
        }
    }
}
