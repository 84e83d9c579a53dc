import Findings
import Foundation
import Records
import TestSupport
import Testing
import Transport

@testable import Audit
@testable import History
@testable import Reports

/// The reported difference between two runs.
@Suite(.inTurn(minutes: 3)) struct ComparisonTests {
    @Test func doesNotCompareUncheckedDomains() throws {
        try withDatabase { database in
            let redirect = Night.finding(.redirect)
            try Night.record(
                1, [Night.good("a.test", findings: [redirect]), Night.good("b.test", findings: [redirect])],
                in: database)
            try Night.record(2, [Night.down("a.test", night: 2), Night.expired("b.test", night: 2)], in: database)
            let diff = try RunComparison.compare(database.run(named: "1"), database.run(named: "2"), in: database)
            #expect(diff.changes.fixed == 0)
            #expect(diff.changes.domainsNotCompared == 1)
            #expect(diff.changes.new == 1)
            #expect(diff.changes.items.map(\.code) == [.tlsCertificateExpired])
            let hidden = try #require(diff.domains.first { $0.name == "b.test" })
            #expect(hidden.findings.map(\.kind) == [.new, .notCompared])

            let text = HistoryText(style: .plain).render(diff)
            #expect(text.contains("Could not be compared (1)"))
            #expect(text.contains("It could not be checked in the later run; before: with errors."))
            #expect(text.contains("Could not be checked because of another problem (1 finding on 1 domain)"))
            #expect(text.contains("1 finding new on 1 domain; 1 domain could not be compared."))
        }
    }

    /// A finding that is an error in one run, and only a note beside a graver error in the other, is unchanged.
    @Test func changedSeverityIsNeitherFixedNorNew() throws {
        try withDatabase { database in
            var note = Night.finding(.expectedAppMissing)
            note.severity = .info
            try Night.record(
                1,
                [
                    Night.good("a.test", findings: [Night.finding(.expectedAppMissing)]),
                    Night.good("b.test", findings: [note]),
                ],
                in: database)
            try Night.record(
                2,
                [
                    Night.good("a.test", night: 2, findings: [Night.finding(.redirect), note]),
                    Night.good("b.test", night: 2, findings: [Night.finding(.expectedAppMissing)]),
                ], in: database)
            let diff = try RunComparison.compare(database.run(named: "1"), database.run(named: "2"), in: database)
            let kinds = diff.domains.map {
                "\($0.name): \($0.findings.map { "\($0.kind) \($0.finding.code.rawValue)" })"
            }
            #expect(kinds == [#"a.test: ["new redirect"]"#, #"b.test: ["still expected-app-missing"]"#])
        }
    }

    @Test func findsAddedAndRemovedDomains() throws {
        try withDatabase { database in
            try Night.record(1, [Night.good("a.test"), Night.good("b.test")], in: database)
            let changes = try Night.record(
                2, [Night.good("b.test", night: 2), Night.good("c.test", night: 2)], in: database
            )
            .recorder.changes
            #expect(changes?.domainsAdded == 1)
            #expect(changes?.domainsRemoved == 1)
            #expect(changes?.previousRun == Night.facts(1).id)
            let diff = try RunComparison.compare(database.run(named: "1"), database.run(named: "2"), in: database)
            let text = HistoryText(style: .plain).render(diff)
            #expect(text.contains("Newly audited (1)\n  c.test\n"))
            #expect(text.contains("No longer audited (1)\n  a.test\n"))
        }
    }

    /// Changes of findings that a new version causes are reported separately from those that domains cause.
    @Test func reportsChangesDueToRules() throws {
        try withDatabase { database in
            let (http, file) = (Night.finding(.contentTypeWrong), Night.finding(.ruleUnreachable))
            try Night.record(
                1,
                [
                    Night.good("a.test"), Night.good("b.test"), Night.good("c.test"),
                    Night.good("d.test", findings: [http]),
                ],
                in: database)
            let changed = FileChangeTests.file(FileChangeTests.app("one", FileChangeTests.shop))
            func second(_ night: Int) -> [DomainReport] {
                [
                    Night.good("a.test", night: night, findings: [http]),
                    Night.good("b.test", night: night, findings: [file]),
                    // The file is different, so the domain has changed.
                    Night.good("c.test", file: changed, night: night, findings: [file]),
                    Night.good("d.test", night: night),
                ]
            }
            let changes = try #require(
                try Night.record(2, second(2), in: database, settles: false, rules: "2026.2").recorder.changes)
            #expect((changes.new, changes.fixed) == (3, 1))
            let rules = try #require(changes.rules)
            #expect((rules.new, rules.fixed) == (2, 1))
            #expect(rules.domains.names == ["a.test", "b.test", "d.test"])
            let sentence =
                "The rules of the audit changed from 2026.1 to 2026.2. For this reason alone, 2 findings are new and "
                + "1 finding is resolved on 3 domains."
            #expect(rules.sentence == sentence)
            let diff = try RunComparison.compare(database.run(named: "1"), database.run(named: "2"), in: database)
            let text = HistoryText(style: .plain, width: 300).render(diff)
            #expect(text.contains(sentence), "\(text)")
            #expect(text.contains("content-type-wrong: Seen. (only because the rules changed)"), "\(text)")
            #expect(text.components(separatedBy: "(only because").count == 4, "\(text)")
            var notice = RunNotice(unreachableAfter: 3)
            notice.finish(RunEnding(isComplete: true), changes: changes) { _ in nil }
            let message = NoticeMessage(notice.content, facts: Night.facts(2), finishedAt: Night.start(2)).body(.json)
            #expect(
                String(decoding: message, as: UTF8.self).contains(
                    "2 findings are new and 1 finding is resolved on 3 domains"))

            // With the same rules, no changes by rules are reported.
            let same = try Night.record(3, second(3), in: database, rules: "2026.1").recorder.changes
            #expect(same?.new == 3)
            #expect(same?.rules == nil)
        }
    }

    /// Resolved findings are passed on for every domain, even if new errors exceed the limit of listed changes.
    @Test func reportsEachDomainWithAResolvedFinding() throws {
        try withDatabase { database in
            let (redirect, missing) = (Night.finding(.redirect), Night.finding(.fileMissing))
            func night(_ number: Int) -> [DomainReport] {
                let worse = (0...RunChanges.maxItems).map {
                    Night.good("\($0).test", night: number, findings: number == 2 ? [missing] : [])
                }
                let better = ["x.test", "y.test"].map {
                    Night.good($0, night: number, findings: number == 1 ? [redirect, missing] : [])
                }
                return worse + better + [Night.good("same.test", night: number, findings: [redirect])]
            }
            try Night.record(1, night(1), in: database)
            let recorder = try RunRecorder(Night.facts(2), of: Night.series, in: database)
            for (place, report) in night(2).enumerated() { _ = recorder.record(report, at: place) }
            var told: [String: [FindingCode]] = [:]
            recorder.compare(aliases: Aliases(), RunEnding(isComplete: true)) { report, codes in
                told[report.name] = codes
            }
            #expect(told == ["x.test": [.redirect, .fileMissing], "y.test": [.redirect, .fileMissing]])
            #expect(recorder.changes?.fixed == 4)
            #expect(recorder.changes?.items.contains { $0.kind == .fixed } == false)
        }
    }

    @Test func waivedFindingIsNoNews() throws {
        try withDatabase { database in
            var waived = Night.finding(.redirect)
            waived.waived = Waiver(reason: "agreed", until: nil)
            try Night.record(1, [Night.good("a.test"), Night.good("b.test", findings: [waived])], in: database)
            let recorder = try Night.record(
                2, [Night.good("a.test", night: 2, findings: [waived]), Night.good("b.test", night: 2)], in: database
            ).recorder
            let changes = try #require(recorder.changes)
            #expect((changes.new, changes.fixed, changes.still) == (0, 0, 0))
            // When the waiver ends, the finding counts again.
            let third = try Night.record(
                3,
                [Night.good("a.test", night: 3, findings: [Night.finding(.redirect)]), Night.good("b.test", night: 3)],
                in: database)
            #expect(third.recorder.changes?.returned == 1)
        }
    }

    /// A finding that starts to count again is news, and one that is accepted is not resolved.
    @Test(arguments: [
        (nights: "waived counts", last: "returned"), (nights: "waived down counts", last: "returned"),
        (nights: "counts waived counts", last: "returned"), (nights: "counts waived down counts", last: "returned"),
        // A finding is still news after a run that was not reported.
        (nights: "waived attempt counts", last: "returned"), (nights: "waived counts counts", last: "still"),
        (nights: "counts waived", last: ""), (nights: "counts down waived", last: ""),
        (nights: "counts attempt waived", last: ""), (nights: "waived well", last: ""),
    ])
    func theEndOfAWaiverIsNews(nights: String, last: String) throws {
        try withDatabase { database in
            var result: (reports: [DomainReport], recorder: RunRecorder)?
            let kinds = nights.split(separator: " ")
            for (index, kind) in kinds.enumerated() {
                var redirect = Night.finding(.redirect)
                if kind == "waived" { redirect.waived = Waiver(reason: "agreed", until: nil) }
                let report =
                    kind == "down"
                    ? Night.down("a.test", night: index + 1)
                    : Night.good("a.test", night: index + 1, findings: kind == "well" ? [] : [redirect])
                result = try Night.record(index + 1, [report], in: database, settles: kind != "attempt")
            }
            let changes = try #require(result?.recorder.changes)
            let items = changes.items.filter { $0.code == .redirect }
            #expect(items.map(\.kind) == (last == "returned" ? [.returned] : []))
            #expect(changes.still == (last == "still" ? 1 : 0))
            let finding = result?.reports.first?.findings.first { $0.code == .redirect }
            guard !last.isEmpty else { return }
            #expect(finding?.state?.rawValue == last)
            // The finding was first seen before it was accepted.
            #expect(finding?.firstSeen == Night.start(1))
            if kinds.last == "waived" { #expect(finding?.firstSeen == Night.start(1)) }
            var notice = RunNotice(unreachableAfter: 3)
            notice.finish(RunEnding(isComplete: true), changes: changes) { _ in nil }
            #expect(notice.isNews == (last == "returned"))
            var code = RunExitCode(threshold: .regression)
            for report in result?.reports ?? [] { code.add(report) }
            #expect(code.code == (last == "returned" ? .findings : .success))
            let timeline = try #require(try database.timelines(host: "a.test", port: nil, limit: 9).first)
            let spans = timeline.findings.map(\.finding)
            #expect(spans.count { $0.code == .redirect } == 1)
            #expect(spans.contains { $0.code == .redirect && $0.state == .fixed } == (kinds.last == "well"))
        }
    }
}
