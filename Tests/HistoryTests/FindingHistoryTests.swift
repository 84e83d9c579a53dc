import Findings
import Foundation
import GRDB
import Records
import Reports
import TestSupport
import Testing

@testable import Audit
@testable import History

/// The history of findings from run to run.
@Suite(.inTurn(minutes: 3)) struct FindingHistoryTests {
    @Test func describesTheEarlierObservation() throws {
        try withDatabase { database in
            let redirect = Night.finding(.redirect)
            let nights: [(report: DomainReport, before: String?)] = [
                (Night.good("a.test"), nil),
                (
                    Night.good("a.test", night: 2, findings: [redirect]),
                    "The run of 2026-09-22 14:13 UTC found the file without errors."
                ),
                // A night in which the domain could not be checked changes no earlier state.
                (
                    Night.down("a.test", night: 3),
                    "The server answered in the run of 2026-09-23 14:13 UTC. That run had another error: "
                        + "“The server redirects instead of serving the file”, seen since 2026-09-23 14:13 UTC."
                ),
                (
                    Night.good("a.test", night: 4, findings: [redirect]),
                    "The run of 2026-09-22 14:13 UTC found the file without errors."
                ),
                (Night.good("a.test", night: 5), nil),
                (
                    Night.good("a.test", night: 6, findings: [redirect]),
                    "The run of 2026-09-26 14:13 UTC found the file without errors."
                ),
            ]
            for (index, night) in nights.enumerated() {
                let (reports, recorder) = try Night.record(index + 1, [night.report], in: database)
                #expect(recorder.failure == nil)
                let finding = try #require(reports.first).findings.first { $0.severity > .info }
                #expect(finding?.before?.text == night.before, "night \(index + 1)")
            }
            // The stored run has the same states.
            try DatabaseRun(database.run(named: "4"), in: database).forEachDomain {
                #expect($0.findings.first { $0.severity > .info }?.before?.text == nights[3].before)
            }
        }
    }

    /// A resolved finding is reported at a domain that still has other findings; a finding that could not be checked is not
    /// resolved.
    @Test func reportsResolvedFindings() throws {
        try withDatabase { database in
            let (redirect, unreachable) = (Night.finding(.redirect), Night.finding(.ruleUnreachable))
            try Night.record(1, [Night.good("a.test", findings: [redirect, unreachable])], in: database)
            let second = try Night.record(2, [Night.good("a.test", night: 2, findings: [unreachable])], in: database)
            #expect(second.reports.map(\.resolvedCodes) == [[.redirect]])
            try DatabaseRun(database.run(named: "2"), in: database)
                .forEachDomain { #expect($0.resolvedCodes == [.redirect]) }
            let third = try Night.record(3, [Night.expired("a.test", night: 3)], in: database)
            #expect(third.reports.map(\.resolvedCodes) == [[]])
        }
    }

    @Test func namesTheDomainsBehindTheNumbers() throws {
        try withDatabase { database in
            let redirect = Night.finding(.redirect)
            try Night.record(
                1,
                [
                    Night.good("new.test"), Night.good("fixed.test", findings: [redirect]),
                    Night.good("still.test", findings: [redirect]), Night.good("falls.test"), Night.down("rises.test"),
                    Night.good("goes.test"),
                ], in: database)
            let (_, recorder) = try Night.record(
                2,
                [
                    Night.good("new.test", night: 2, findings: [redirect, Night.finding(.redirect, .root)]),
                    Night.good("fixed.test", night: 2), Night.good("still.test", night: 2, findings: [redirect]),
                    Night.down("falls.test", night: 2), Night.good("rises.test", night: 2),
                    Night.good("comes.test", night: 2),
                ], in: database)
            let lists = try #require(recorder.changes).lists
            #expect(
                lists.map { "\($0.kind) \($0.names.count) \($0.names.text(limit: 9))" } == [
                    "new 1 new.test", "fixed 1 fixed.test", "still 1 still.test",
                    "notCompared 2 falls.test, rises.test", "added 1 comes.test", "removed 1 goes.test",
                ])
        }
    }

    @Test func followsAFindingThroughItsStates() throws {
        try withDatabase { database in
            let finding = Night.finding(.redirect)
            let nights: [([Finding], ChangeKind?, Int?)] = [
                ([finding], .new, 1), ([finding], .still, 1), ([], nil, nil), ([finding], .returned, 4),
                ([finding], .still, 4),
            ]
            for (index, (findings, state, firstSeen)) in nights.enumerated() {
                let night = index + 1
                let report = Night.good("a.test", night: night, findings: findings)
                let annotated = try Night.record(night, [report], in: database).reports[0]
                let seen = annotated.findings.first { $0.code == .redirect }
                #expect(seen?.state == state, "night \(night)")
                #expect(seen?.firstSeen == firstSeen.map { Night.start($0) }, "night \(night)")
            }
        }
    }

    @Test func unreachableRunInBetweenChangesNothing() throws {
        try withDatabase { database in
            let finding = Night.finding(.redirect)
            try Night.record(1, [Night.good("a.test", night: 1, findings: [finding])], in: database)
            let down = try Night.record(2, [Night.down("a.test", night: 2)], in: database)
            #expect(down.reports[0].findings.map(\.state) == [.new])
            #expect(down.recorder.changes?.fixed == 0)
            #expect(down.recorder.changes?.domainsNotCompared == 1)
            let back = try Night.record(3, [Night.good("a.test", night: 3, findings: [finding])], in: database)
            let seen = try #require(back.reports[0].findings.first { $0.code == .redirect })
            #expect(seen.state == .still)
            #expect(seen.firstSeen == Night.start(1))
        }
    }

    /// After a run that was not reported, the next run reports the same findings as new.
    @Test func unsettledRunDoesNotAffectTheNextOne() throws {
        try withDatabase { database in
            let finding = Night.finding(.redirect)
            let rows: [(findings: [Finding], settles: Bool, state: ChangeKind?, firstSeen: Int, new: Int, fixed: Int)] =
                [
                    ([], true, nil, 0, 0, 0),
                    ([finding], false, .new, 2, 1, 0), ([finding], false, .new, 2, 1, 0),
                    ([finding], true, .new, 2, 1, 0),
                    ([finding], true, .still, 2, 0, 0),
                    // The finding was missing only in an unsettled run, so it is unchanged since the settled one.
                    ([], false, nil, 0, 0, 1), ([finding], true, .still, 2, 0, 0),
                    ([], false, nil, 0, 0, 1), ([], true, nil, 0, 0, 1),
                    ([finding], false, .returned, 10, 1, 0), ([finding], true, .returned, 10, 1, 0),
                ]
            for (index, row) in rows.enumerated() {
                let night = index + 1
                let report = Night.good("a.test", night: night, findings: row.findings)
                let (reports, recorder) = try Night.record(night, [report], in: database, settles: row.settles)
                let seen = reports[0].findings.first { $0.code == .redirect }
                #expect(seen?.state == row.state, "night \(night)")
                if row.firstSeen > 0 { #expect(seen?.firstSeen == Night.start(row.firstSeen), "night \(night)") }
                let changes = recorder.changes
                #expect((changes?.new ?? 0) + (changes?.returned ?? 0) == row.new, "night \(night)")
                #expect((changes?.fixed ?? 0) == row.fixed, "night \(night)")
                // The stored report is the same later.
                let stored = try DatabaseRun(database.run(named: "\(night)"), in: database)
                #expect(stored.changes == changes, "night \(night)")
            }
        }
    }

    /// A hostile file can contain a key with NUL, to which a finding points.
    @Test func recognisesAFindingWithNUL() throws {
        try withDatabase { database in
            var finding = Night.finding(.ruleMalformed, message: "Not “\u{0}”.")
            finding.pointer = "/applinks/\u{0}a"
            var other = finding
            other.pointer = "/applinks/\u{0}b"
            other.message = "Not “\u{0}” either."
            for night in 1...2 {
                let report = Night.good("a.test", night: night, findings: [finding, other])
                let states = try Night.record(night, [report], in: database).reports[0].findings
                    .filter { $0.code == .ruleMalformed }.map(\.state)
                #expect(states == (night == 1 ? [.new, .new] : [.still, .still]))
            }
            let timeline = try #require(try database.timelines(host: "a.test", port: nil, limit: 9).first)
            let spans = timeline.findings.map(\.finding).filter { $0.code == .ruleMalformed }
            #expect(Set(spans.map(\.pointer)) == [finding.pointer, other.pointer])
            #expect(Set(spans.map(\.message)) == [finding.message, other.message])
        }
    }
}
