import Findings
import Foundation
import Records
import Reports
import TestSupport
import Testing
import Transport

@testable import Audit
@testable import History

/// The outputs of the difference between two runs.
@Suite(.inTurn(minutes: 3)) struct DiffOutputTests {
    /// The summary, the difference and the message have the same numbers, and list domains in the order of the list.
    @Test func numbersAddUpInEveryOutput() throws {
        try withDatabase { database in
            let error = Night.finding(.redirect)
            let warning = Finding(.locationsDiffer, severity: .warning, location: .root, message: "Seen.")
            try Night.record(
                1,
                [
                    Night.good("e.test", findings: [error, warning]), Night.good("d.test", findings: [warning]),
                    Night.good("c.test", findings: [error]), Night.good("b.test"),
                ], in: database)
            let (reports, recorder) = try Night.record(
                2,
                [
                    Night.good("z.test", night: 2, findings: [error]),
                    Night.good("e.test", night: 2, findings: [error, warning]),
                    Night.good("y.test", night: 2, findings: [error, warning]),
                    Night.good("d.test", night: 2, findings: [warning, error]),
                    Night.down("x.test", night: 2), Night.good("c.test", night: 2), Night.good("b.test", night: 2),
                ], in: database)
            let changes = try #require(recorder.changes)
            #expect((changes.new, changes.returned, changes.fixed, changes.still) == (4, 0, 1, 3))
            #expect((changes.domainsAdded, changes.domainsNotCompared) == (3, 1))
            #expect(
                changes.items.map { "\($0.kind) \($0.domain) \($0.severity)" } == [
                    "new z.test error", "new y.test error", "new d.test error", "new y.test warning",
                    "fixed c.test error",
                ])
            // The findings for which --fail-on regression fails are those that are reported as new.
            let news = reports.flatMap { report in report.findings.filter { report.change(of: $0) == .new } }
            #expect(news.count == changes.new)

            let diff = try RunComparison.compare(database.run(named: "1"), database.run(named: "2"), in: database)
            #expect(diff.changes == changes)
            #expect(diff.domains.map(\.name) == ["z.test", "e.test", "y.test", "d.test", "x.test", "c.test"])
            let text = HistoryText(style: .plain, width: 200).render(diff)
            for words in [
                "New (4 findings on 3 domains)\n  z.test\n", "Resolved (1 finding on 1 domain)\n  c.test\n",
                "Could not be compared (1)\n  x.test\n", "Newly audited (3)\n  z.test\n",
                "Still there (3 findings on 2 domains)\n  e.test\n",
                "4 findings new on 3 domains, 1 finding resolved on 1 domain, 3 findings still there on 2 domains; "
                    + "3 domains",
            ] {
                #expect(text.contains(words), "\(words) in \(text)")
            }

            var notice = RunNotice(unreachableAfter: 3)
            for report in reports { notice.add(report) }
            notice.finish(RunEnding(isComplete: true), changes: changes) { _ in nil }
            let body = NoticeMessage(notice.content, facts: Night.facts(2), finishedAt: Night.start(2)).body(.json)
            let message = String(decoding: body, as: UTF8.self)
            for words in [
                #""text":"aasa-audit: 4 new findings, 1 resolved finding. 7 domains"#,
                #""changes":{"new":4,"returned":0,"fixed":1"#,
            ] {
                #expect(message.contains(words), "\(words) in \(message)")
            }
        }
    }

    /// The changes in a report match the lists of the run, for any earlier state of a domain.
    @Test func reportAgreesWithLists() throws {
        try withDatabase { database in
            let (error, other) = (Night.finding(.redirect), Night.finding(.locationsDiffer))
            try Night.record(1, [Night.good("back.test", findings: [error])], in: database)
            try Night.record(
                2,
                [
                    Night.good("back.test", night: 2), Night.good("fixed.test", night: 2, findings: [error, other]),
                    Night.good("partly.test", night: 2, findings: [error, other]),
                    Night.good("replaced.test", night: 2, findings: [error]), Night.down("up.test", night: 2),
                    Night.good("down.test", night: 2, findings: [error]), Night.good("new.test", night: 2),
                    Night.good("still.test", night: 2, findings: [error]),
                ], in: database)
            let (reports, recorder) = try Night.record(
                3,
                [
                    Night.good("back.test", night: 3, findings: [error]), Night.good("fixed.test", night: 3),
                    Night.good("partly.test", night: 3, findings: [other]),
                    Night.good("replaced.test", night: 3, findings: [other]), Night.good("up.test", night: 3),
                    Night.down("down.test", night: 3), Night.good("new.test", night: 3, findings: [error]),
                    Night.good("still.test", night: 3, findings: [error]),
                ], in: database)
            let told: [ChangeKind] = [.new, .returned, .fixed, .partlyFixed]
            let lists = try #require(recorder.changes).lists.filter { told.contains($0.kind) }
            #expect(
                lists.map { "\($0.kind): \($0.names.text(limit: 9))" } == [
                    "new: replaced.test, new.test", "returned: back.test", "fixed: fixed.test",
                    "partlyFixed: partly.test",
                ])
            for list in lists {
                #expect(
                    list.names.names == reports.filter { $0.changes.contains(list.kind) }.map(\.name), "\(list.kind)")
            }
            #expect(reports.filter { !$0.changes.isEmpty }.count == 5)
        }
    }

    @Test func showsPartOfADifference() throws {
        try withDatabase { database in
            let error = Night.finding(.redirect)
            try Night.record(
                1,
                [
                    Night.good("a.test"), Night.good("b.test", findings: [error]),
                    Night.good("c.test", findings: [error]),
                ],
                in: database)
            try Night.record(
                2,
                [
                    Night.good("a.test", night: 2, findings: [error]), Night.good("b.test", night: 2),
                    Night.good("c.test", night: 2, findings: [error]), Night.down("d.test", night: 2),
                ], in: database)
            let diff = try RunComparison.compare(database.run(named: "1"), database.run(named: "2"), in: database)
            let shown: [(Set<ChangeKind>, [String])] = [
                ([.new], ["New"]), ([.fixed, .still], ["Resolved", "Still there"]), ([.returned], []),
                ([.added], ["Newly audited"]), ([.notCompared], ["Could not be compared"]),
            ]
            for (parts, titles) in shown {
                let part = diff.limited(to: parts)
                let lines = HistoryText(style: .plain, width: 200).render(part).split(separator: "\n")
                let found = lines.filter { $0.hasSuffix(")") && !$0.hasPrefix(" ") && !$0.hasPrefix("Only") }
                #expect(found.map { String($0.prefix { $0 != "(" }.dropLast()) } == titles, "\(parts)")
                #expect(lines.contains { $0.hasPrefix("Only part of the difference is shown (--only ") })
                #expect(!parts.contains { diff.has($0) } == titles.isEmpty)
            }
            #expect(RunDiff.selectableKinds.filter(diff.has) == [.new, .fixed, .still, .notCompared, .added])
        }
    }

    /// A difference limited to domains that could not be compared contains the causes.
    @Test func limitedDifferenceContainsCauses() throws {
        try withDatabase { database in
            try Night.record(1, [Night.good("a.test"), Night.good("b.test")], in: database)
            try Night.record(2, [Night.good("a.test", night: 2), Night.down("b.test", night: 2)], in: database)
            let diff = try RunComparison.compare(database.run(named: "1"), database.run(named: "2"), in: database)
            let text = HistoryText(style: .plain, width: 200).render(diff.limited(to: [.notCompared]))
            #expect(text.contains("connect-refused: "), "\(text)")
            #expect(diff.limited(to: [.new]).domains.isEmpty)
        }
    }

    /// The counts of a difference include domains that exceed its limit.
    @Test func countsChangesBeyondTheLimit() throws {
        var run = RunRecord(number: 1, facts: Night.facts(1))
        run.state = .complete
        var full = RunDiff(from: run, to: run)
        for place in 0..<RunDiff.maxDomains {
            full.add(.init(name: "\(place).test", listIndex: place, presence: .added, from: nil, to: .pass))
        }
        #expect(RunDiff.selectableKinds.filter(full.has) == [.added])
        let finding = Night.finding(.redirect)
        var changed = RunDiff.Domain(name: "a.test", from: .pass, to: .pass)
        changed.otherChanges = [(kind: .content, text: "Service added: applinks.")]
        var unseen = RunDiff.Domain(name: "a.test", from: .fail, to: .fail)
        unseen.findings = [.init(kind: .notCompared, finding: finding)]
        for (domain, part) in [(changed, ChangeKind.otherChange), (unseen, .notCompared)] {
            var diff = full
            diff.add(domain)
            #expect(diff.domainsLeftOut == 1)
            #expect(
                RunDiff.selectableKinds.filter(diff.has)
                    == RunDiff.selectableKinds.filter { [.added, part].contains($0) })
        }
    }

    @Test func foreignTextIsNoMarkup() throws {
        try withDatabase { database in
            let hostile = #"{"/":"/<b>*_[x](http://evil.test)\u001b[31m"}"#
            try Night.record(
                1, [Night.good("a.test", file: FileChangeTests.file(FileChangeTests.app("one", FileChangeTests.shop)))],
                in: database)
            try Night.record(
                2,
                [
                    Night.good(
                        "a.test", file: FileChangeTests.file(FileChangeTests.app("one", FileChangeTests.shop, hostile)),
                        night: 2)
                ], in: database)
            let diff = try RunComparison.compare(database.run(named: "1"), database.run(named: "2"), in: database)
            #expect(!HistoryText(style: .plain).render(diff).contains("\u{1b}"))
            let markdown = DiffMarkdown.render(diff)
            #expect(!markdown.contains("<b>"))
            #expect(!markdown.contains("[x]"))
            #expect(!markdown.contains("\u{1b}"))
        }
    }
}
