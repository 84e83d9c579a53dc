import Findings
import Foundation
import Reports
import Runs
import TestSupport
import Testing
import Transport

@testable import Audit
@testable import History

/// What is told of the difference between two runs.
@Suite(.inTurn(minutes: 3)) struct ComparisonTests {
    static func file(_ details: String) -> [UInt8] {
        Array(#"{"applinks":{"apps":[],"details":[\#(details)]}}"#.utf8)
    }

    static func app(_ name: String, _ rules: String...) -> String {
        #"{"appIDs":["A1B2C3D4E5.com.acme.\#(name)"],"components":[\#(rules.joined(separator: ","))]}"#
    }

    struct Change: Sendable {
        var before: [UInt8]
        var after: [UInt8]
        var facts: [String]
        var findings: [FindingCode] = []
    }

    static let shop = #"{"/":"/shop/*"}"#
    static let news = #"{"/":"/news/?*"}"#

    static let changes: [Change] = [
        Change(
            before: file(app("one", shop)), after: file(app("one", shop) + "," + app("two", news)),
            facts: ["App added to applinks: A1B2C3D4E5.com.acme.two."]),
        Change(
            before: file(app("one", shop) + "," + app("two", news)), after: file(app("two", news)),
            facts: ["App removed from applinks: A1B2C3D4E5.com.acme.one."]),
        Change(
            before: file(app("one", shop, news)), after: file(app("one", shop)),
            facts: [
                #"Rule removed for A1B2C3D4E5.com.acme.one: {"/":"/news/?*"}"#,
                "Links that opened A1B2C3D4E5.com.acme.one no longer do, for example https://a.test/news/a",
            ]),
        Change(
            before: file(app("one", shop)), after: file(app("one", #"{"/":"/shop/old/*","exclude":true}"#, shop)),
            facts: [
                #"Rule added for A1B2C3D4E5.com.acme.one: {"/":"/shop/old/*","exclude":true}"#,
                "Links that opened A1B2C3D4E5.com.acme.one no longer do, for example https://a.test/shop/old",
            ]),
        Change(
            before: file(app("one", shop)), after: file(app("one", shop, news)),
            facts: [
                #"Rule added for A1B2C3D4E5.com.acme.one: {"/":"/news/?*"}"#,
                "Links that did not open A1B2C3D4E5.com.acme.one now do, for example https://a.test/news/a",
            ]),
        // A rule in front of which another one was put that does the same: nothing is lost.
        Change(
            before: file(app("one", #"{"/":"/shop/new/*"}"#, #"{"/":"/shop/*"}"#)),
            after: file(app("one", #"{"/":"/shop/*"}"#, #"{"/":"/shop/new/*"}"#)),
            facts: ["The file is written differently and means the same to current systems."]),
        // An exclusion that comes too late: the file means the same.
        Change(
            before: file(app("one", shop)), after: file(app("one", shop, #"{"/":"/shop/x/*","exclude":true}"#)),
            facts: [#"Rule added for A1B2C3D4E5.com.acme.one: {"/":"/shop/x/*","exclude":true}"#],
            findings: [.ruleUnreachable]),
        Change(
            before: file(app("one", shop)), after: file(" " + app("one", shop)),
            facts: ["The file is written differently and means the same to current systems."]),
        Change(
            before: Array(#"{"webcredentials":{"apps":["A1B2C3D4E5.com.acme.one"]}}"#.utf8),
            after: Array(#"{"appclips":{"apps":["A1B2C3D4E5.com.acme.one.Clip"]}}"#.utf8),
            facts: [
                "Service removed: webcredentials.", "App removed from webcredentials: A1B2C3D4E5.com.acme.one.",
                "Service added: appclips.", "App added to appclips: A1B2C3D4E5.com.acme.one.Clip.",
            ]),
        Change(
            before: file(app("one", shop)), after: Array("{".utf8),
            facts: [], findings: [.jsonInvalid]),
    ]

    @Test(arguments: changes.indices)
    func tellsChangesInTheLanguageOfTheFile(_ index: Int) throws {
        let change = Self.changes[index]
        try withDatabase { database in
            try Night.record(1, [Night.good("a.test", file: change.before, night: 1)], in: database)
            try Night.record(2, [Night.good("a.test", file: change.after, night: 2)], in: database)
            let diff = try RunComparison.compare(
                database.run(named: "1"), database.run(named: "2"), in: database)
            let domain = try #require(diff.domains.first)
            #expect(Set(domain.facts.map(\.text)) == Set(change.facts))
            #expect(domain.facts.allSatisfy { $0.kind == .content })
            let new = domain.findings.filter { $0.kind == .new }.map(\.finding.code)
            #expect(new.filter { change.findings.contains($0) } == change.findings)
        }
    }

    @Test func tellsRenewalsAndMoves() throws {
        try withDatabase { database in
            try Night.record(
                1, [Night.good("a.test"), Night.good("b.test", address: "93.184.216.34"), Night.good("c.test")],
                in: database)
            try Night.record(
                2,
                [
                    Night.good("a.test", night: 2, certificate: "bb"),
                    Night.good("b.test", night: 2, address: "151.101.1.1"),
                    // Another address of the same network is no move.
                    Night.good("c.test", night: 2, address: "93.184.200.1"),
                ], in: database)
            let diff = try RunComparison.compare(database.run(named: "1"), database.run(named: "2"), in: database)
            #expect(diff.domains.map(\.name) == ["a.test", "b.test"])
            #expect(diff.domains[0].facts.map(\.kind) == [.certificate])
            #expect(diff.domains[0].facts[0].text.hasPrefix("The certificate was replaced: the new one holds until 20"))
            #expect(
                diff.domains[1].facts == [
                    .init(
                        kind: .server, text: "The domain moved to another network: from 93.184.216.34 to 151.101.1.1.")
                ])
        }
    }

    /// When Apple's copy changed, and how long after the file on the server.
    @Test func tellsWhatBecameOfApplesCopy() {
        func report(_ state: CDNState, copy: String?, own: String = "a", modified: Double? = nil) -> DomainReport {
            var report = Night.good("a.test")
            report.wellKnown?.sha256 = own
            if let modified {
                let format = DateFormatter()
                format.locale = Locale(identifier: "en_US_POSIX")
                format.timeZone = TimeZone(identifier: "GMT")
                format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
                let date = report.startedAt.addingTimeInterval(-modified * 3600)
                report.wellKnown?.exchange?.headerFields.append(
                    HeaderField(name: "Last-Modified", value: format.string(from: date)))
            }
            let exchange = Exchange(
                url: "https://cdn.test", startedAt: report.startedAt, status: 200,
                headerFields: [HeaderField(name: "Age", value: "7200")])
            report.cdn = LocationReport(
                url: "https://cdn.test", outcome: .served, exchange: exchange, sha256: copy, state: state)
            return report
        }
        let rows: [(DomainReport, DomainReport, String?)] = [
            (report(.inSync, copy: "a"), report(.inSync, copy: "a"), nil),
            (report(.inSync, copy: "a"), report(.unchecked, copy: nil), nil),
            (
                report(.fetchFailed, copy: nil), report(.inSync, copy: "a"),
                "Apple's CDN has a copy now; before, it had none."
            ),
            (report(.inSync, copy: "a"), report(.fetchFailed, copy: "x"), "Apple's CDN no longer has a copy."),
            (
                report(.inSync, copy: "a"), report(.outOfSync, copy: "b"),
                "Apple's copy changed, and is another file than the server's."
            ),
            (
                report(.outOfSync, copy: "old"), report(.inSync, copy: "a", modified: 32),
                "Apple's copy changed: it is the file now that the server had before. The CDN fetched it 30 hours after "
                    + "the server's date of the file (Last-Modified)."
            ),
            (
                report(.inSync, copy: "old", own: "old"), report(.inSync, copy: "a"),
                "Apple's copy changed: it is the file now that the server has."
            ),
        ]
        for (earlier, later, text) in rows { #expect(CopyChange.text(earlier, later) == text) }
    }

    @Test func whatCouldNotBeCheckedIsNotCompared() throws {
        try withDatabase { database in
            let redirect = Night.finding(.redirect)
            try Night.record(
                1, [Night.good("a.test", findings: [redirect]), Night.good("b.test", findings: [redirect])],
                in: database)
            try Night.record(2, [Night.down("a.test", night: 2), Night.expired("b.test", night: 2)], in: database)
            let diff = try RunComparison.compare(database.run(named: "1"), database.run(named: "2"), in: database)
            #expect(diff.changes.fixed == 0)
            #expect(diff.changes.notCompared == 1)
            #expect(diff.changes.new == 1)
            #expect(diff.changes.items.map(\.code) == [.tlsCertificateExpired])
            let hidden = try #require(diff.domains.first { $0.name == "b.test" })
            #expect(hidden.findings.map(\.kind) == [.new, .notCompared])

            let text = HistoryText(style: .plain).text(diff)
            #expect(text.contains("Could not be compared (1)"))
            #expect(text.contains("It could not be checked in the later run; before: fail."))
            #expect(text.contains("Could not be looked at, because of another problem (1 finding at 1 domain)"))
            #expect(text.contains("1 finding new at 1 domain; 1 domain could not be compared."))
        }
    }

    /// A finding that is an error in one night and, behind a graver one, a note in the other was there all the time.
    @Test func whatOnlyLostItsWeightIsNeitherFixedNorNew() throws {
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

    @Test func domainsComeAndGo() throws {
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
            let text = HistoryText(style: .plain).text(diff)
            #expect(text.contains("First seen (1)\n  c.test\n"))
            #expect(text.contains("No longer audited (1)\n  a.test\n"))
        }
    }

    /// The run's end, the difference and the message count the same things, and name them in the order of the list.
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
            #expect((changes.domainsAdded, changes.notCompared) == (3, 1))
            #expect(
                changes.items.map { "\($0.kind) \($0.domain) \($0.severity)" } == [
                    "new z.test error", "new y.test error", "new d.test error", "new y.test warning",
                    "fixed c.test error",
                ])
            // What makes --fail-on regression fail is what is said to be new.
            let news = reports.flatMap { report in report.findings.filter { report.change(of: $0) == .new } }
            #expect(news.count == changes.new)

            let diff = try RunComparison.compare(database.run(named: "1"), database.run(named: "2"), in: database)
            #expect(diff.changes == changes)
            #expect(diff.domains.map(\.name) == ["z.test", "e.test", "y.test", "d.test", "x.test", "c.test"])
            let text = HistoryText(style: .plain, width: 200).text(diff)
            for words in [
                "New (4 findings at 3 domains)\n  z.test\n", "Fixed (1 finding at 1 domain)\n  c.test\n",
                "Could not be compared (1)\n  x.test\n", "First seen (3)\n  z.test\n",
                "Still there (3 findings at 2 domains)\n  e.test\n",
                "4 findings new at 3 domains, 1 finding fixed at 1 domain, 3 findings still there at 2 domains; 3 domains",
            ] {
                #expect(text.contains(words), "\(words) in \(text)")
            }

            var notice = RunNotice(unreachableAfter: 3)
            for report in reports { notice.add(report) }
            notice.finish(RunEnding(complete: true), changes: changes) { _ in nil }
            let body = NoticeMessage(notice.content, facts: Night.facts(2), finishedAt: Night.start(2)).body(.json)
            let message = String(decoding: body, as: UTF8.self)
            for words in [
                #""text":"aasa-audit: 4 new, 1 fixed. 7 domains"#, #""changes":{"new":4,"returned":0,"fixed":1"#,
            ] {
                #expect(message.contains(words), "\(words) in \(message)")
            }
        }
    }

    /// What a report tells of its own changes is what the lists of the run have, however a domain stood before.
    @Test func aReportAndTheListsSayTheSame() throws {
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
            let told: [ChangedDomains.Kind] = [.new, .returned, .fixed, .partlyFixed]
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

    /// What an upgrade does to findings is told apart from what the domains did.
    @Test func whatIsNewOnlyByOtherRulesIsSaid() throws {
        try withDatabase { database in
            let (http, file) = (Night.finding(.contentTypeWrong), Night.finding(.ruleUnreachable))
            try Night.record(
                1,
                [
                    Night.good("a.test"), Night.good("b.test"), Night.good("c.test"),
                    Night.good("d.test", findings: [http]),
                ],
                in: database)
            let changed = Self.file(Self.app("one", Self.shop))
            func second(_ night: Int) -> [DomainReport] {
                [
                    Night.good("a.test", night: night, findings: [http]),
                    Night.good("b.test", night: night, findings: [file]),
                    // Another file: the domain has changed.
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
                "The rules of the audit changed from 2026.1 to 2026.2: 2 findings are new and 1 finding is gone at 3 domains only "
                + "because of that, and not because the domains changed."
            #expect(rules.sentence == sentence)
            let diff = try RunComparison.compare(database.run(named: "1"), database.run(named: "2"), in: database)
            let text = HistoryText(style: .plain, width: 300).text(diff)
            #expect(text.contains(sentence), "\(text)")
            #expect(text.contains("content-type-wrong: Seen. (only because the rules changed)"), "\(text)")
            #expect(text.components(separatedBy: "(only because").count == 4, "\(text)")
            var notice = RunNotice(unreachableAfter: 3)
            notice.finish(RunEnding(complete: true), changes: changes) { _ in nil }
            let message = NoticeMessage(notice.content, facts: Night.facts(2), finishedAt: Night.start(2)).body(.json)
            #expect(
                String(decoding: message, as: UTF8.self).contains(
                    "2 findings are new and 1 finding is gone at 3 domains"))

            // By the same rules nothing is said of them.
            let same = try Night.record(3, second(3), in: database, rules: "2026.1").recorder.changes
            #expect(same?.new == 3)
            #expect(same?.rules == nil)
        }
    }

    @Test func aPartOfADifferenceIsShown() throws {
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
            let shown: [(Set<RunDiff.Part>, [String])] = [
                ([.new], ["New"]), ([.fixed, .still], ["Fixed", "Still there"]), ([.returned], []),
                ([.added], ["First seen"]), ([.notCompared], ["Could not be compared"]),
            ]
            for (parts, titles) in shown {
                let part = diff.only(parts)
                let lines = HistoryText(style: .plain, width: 200).text(part).split(separator: "\n")
                let found = lines.filter { $0.hasSuffix(")") && !$0.hasPrefix(" ") && !$0.hasPrefix("Only") }
                #expect(found.map { String($0.prefix { $0 != "(" }.dropLast()) } == titles, "\(parts)")
                #expect(lines.contains { $0.hasPrefix("Only a part of the difference is shown (--only ") })
                #expect(!parts.contains { diff.has($0) } == titles.isEmpty)
            }
            #expect(RunDiff.Part.allCases.filter(diff.has) == [.new, .fixed, .notCompared, .added, .still])
        }
    }

    /// A bad night does not hide what got better from whoever wants to hear of each domain.
    @Test func everyDomainWhereSomethingIsGoneIsTold() throws {
        try withDatabase { database in
            let (redirect, missing) = (Night.finding(.redirect), Night.finding(.fileMissing))
            func night(_ number: Int) -> [DomainReport] {
                let worse = (0...RunChanges.mostItems).map {
                    Night.good("\($0).test", night: number, findings: number == 2 ? [missing] : [])
                }
                let better = ["x.test", "y.test"].map {
                    Night.good($0, night: number, findings: number == 1 ? [redirect, missing] : [])
                }
                return worse + better + [Night.good("same.test", night: number, findings: [redirect])]
            }
            try Night.record(1, night(1), in: database)
            let recorder = try RunRecorder(Night.facts(2), targets: Night.targets, in: database)
            for (place, report) in night(2).enumerated() { _ = recorder.record(report, at: place) }
            var told: [String: [FindingCode]] = [:]
            recorder.compare(aliases: [:], complete: true) { report, codes in told[report.name] = codes }
            #expect(told == ["x.test": [.redirect, .fileMissing], "y.test": [.redirect, .fileMissing]])
            #expect(recorder.changes?.fixed == 4)
            #expect(recorder.changes?.items.contains { $0.kind == .fixed } == false)
            recorder.leave()
        }
    }

    /// What is found is known of domains that are not kept, too.
    @Test func aDifferenceHasWhatIsLeftOutOfIt() throws {
        let run = RunDiff.Run(
            id: "x", number: 1, startedAt: Night.start(1), rulesVersion: "1", source: "x", complete: true)
        var full = RunDiff(before: run, after: run)
        for place in 0..<RunDiff.mostDomains {
            full.add(.init(name: "\(place).test", at: place, presence: .added, before: nil, after: .pass))
        }
        #expect(RunDiff.Part.allCases.filter(full.has) == [.added])
        let finding = Night.finding(.redirect)
        var changed = RunDiff.Domain(name: "a.test", before: .pass, after: .pass)
        changed.facts = [.init(kind: .content, text: "Service added: applinks.")]
        var unseen = RunDiff.Domain(name: "a.test", before: .fail, after: .fail)
        unseen.findings = [.init(kind: .notCompared, finding: finding)]
        for (domain, part) in [(changed, RunDiff.Part.changed), (unseen, .notCompared)] {
            var diff = full
            diff.add(domain)
            #expect(diff.domainsLeftOut == 1)
            #expect(
                RunDiff.Part.allCases.filter(diff.has) == RunDiff.Part.allCases.filter { [.added, part].contains($0) })
        }
    }

    @Test func aWaivedFindingIsNoNews() throws {
        try withDatabase { database in
            var waived = Night.finding(.redirect)
            waived.waived = Waiver(reason: "agreed", until: nil)
            try Night.record(1, [Night.good("a.test"), Night.good("b.test", findings: [waived])], in: database)
            let recorder = try Night.record(
                2, [Night.good("a.test", night: 2, findings: [waived]), Night.good("b.test", night: 2)], in: database
            ).recorder
            let changes = try #require(recorder.changes)
            #expect((changes.new, changes.fixed, changes.still) == (0, 0, 0))
            // When the waiver ends, the finding is one that has been there.
            let third = try Night.record(
                3,
                [Night.good("a.test", night: 3, findings: [Night.finding(.redirect)]), Night.good("b.test", night: 3)],
                in: database)
            #expect(third.recorder.changes?.still == 1)
        }
    }

    @Test func foreignTextIsNoMarkup() throws {
        try withDatabase { database in
            let hostile = #"{"/":"/<b>*_[x](http://evil.test)\u001b[31m"}"#
            try Night.record(1, [Night.good("a.test", file: Self.file(Self.app("one", Self.shop)))], in: database)
            try Night.record(
                2, [Night.good("a.test", file: Self.file(Self.app("one", Self.shop, hostile)), night: 2)], in: database)
            let diff = try RunComparison.compare(database.run(named: "1"), database.run(named: "2"), in: database)
            #expect(!HistoryText(style: .plain).text(diff).contains("\u{1b}"))
            let markdown = DiffMarkdown.text(diff)
            #expect(!markdown.contains("<b>"))
            #expect(!markdown.contains("[x]"))
            #expect(!markdown.contains("\u{1b}"))
        }
    }
}
