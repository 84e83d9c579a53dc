import Audit
import Findings
import Foundation
import Runs
import Testing

@testable import Reports

/// What is told at the end of a run.
struct RunNoticeTests {
    static let now = Date(timeIntervalSince1970: 1_772_366_400)
    static let facts = RunFacts(id: "run-2", startedAt: now, toolVersion: "1.0.0", rulesVersion: "1")

    static func report(
        _ domain: String, _ status: DomainStatus, _ code: FindingCode? = nil, severity: Severity = .error,
        waived: Bool = false, message: String = "It is so."
    ) -> DomainReport {
        var findings: [Finding] = []
        if let code {
            findings = [Finding(code, severity: severity, location: .wellKnown, message: message)]
            if waived { findings[0].waived = Waiver(reason: "known") }
        }
        return DomainReport(
            Target(input: domain, domain: DomainID(host: domain)), status: status, findings: findings, startedAt: now)
    }

    static func outage(_ runs: Int, isReported: Bool = false) -> DomainOutage {
        DomainOutage(runs: runs, since: now, isReported: isReported)
    }

    static func changes(_ items: [RunChanges.Change] = []) -> RunChanges {
        var changes = RunChanges(previousRun: "run-1", previousStartedAt: now)
        changes.items = items
        changes.new = items.count { $0.kind == .new }
        changes.fixed = items.count { $0.kind == .fixed }
        changes.returned = items.count { $0.kind == .returned }
        return changes
    }

    static func change(
        _ kind: RunChanges.Change.Kind, _ severity: Severity = .error, _ code: FindingCode = .redirect,
        isWaived: Bool = false
    ) -> RunChanges.Change {
        .init(
            domain: "a", kind: kind, code: code, severity: severity, message: "It is so.", isWaived: isWaived)
    }

    static func withAddedDomain(_ item: RunChanges.Change) -> RunChanges {
        var changes = changes([item])
        changes.domainsAdded = 1
        if item.isWaived { changes.new = 0 }
        return changes
    }

    /// Whether there is news.
    struct News: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var reports: [(DomainReport, DomainOutage?)] = []
        var changes: RunChanges?
        var recovered: [EndedOutage] = []
        var ending = RunEnding(complete: true)
        var reported: Set<RunWarning.Code> = []
        var isNews: Bool
    }

    static let down = report("a", .unreachable, .timeout)
    static let dropped = RunEnding(complete: true, warnings: [RunWarning(.targetsDropped, "3, and 400 before.")])
    static let silent = RunEnding(complete: true, warnings: [RunWarning(.unreachableTooMany, "All of them.")])

    static let rows: [News] = [
        News(testDescription: "nothing at all", isNews: false),
        News(testDescription: "no history, all well", reports: [(report("a", .pass), nil)], isNews: false),
        News(testDescription: "no history, an error", reports: [(report("a", .fail, .redirect), nil)], isNews: true),
        News(
            testDescription: "no history, a warning",
            reports: [(report("a", .warn, .redirect, severity: .warning), nil)], isNews: false),
        News(
            testDescription: "no history, a waived error",
            reports: [(report("a", .pass, .redirect, waived: true), nil)],
            isNews: false),
        News(
            testDescription: "an error that was there", reports: [(report("a", .fail, .redirect), nil)],
            changes: changes(), isNews: false),
        News(testDescription: "a new error", changes: changes([change(.new)]), isNews: true),
        News(testDescription: "a returned warning", changes: changes([change(.returned, .warning)]), isNews: true),
        News(testDescription: "a fixed error", changes: changes([change(.fixed)]), isNews: true),
        News(testDescription: "a new info", changes: changes([change(.new, .info)]), isNews: false),
        News(testDescription: "a new waived error", changes: changes([change(.new, isWaived: true)]), isNews: false),
        News(
            testDescription: "an error of a domain that is new in the list",
            changes: withAddedDomain(change(.new)), isNews: true),
        News(
            testDescription: "a waived error of a domain that is new in the list",
            changes: withAddedDomain(change(.new, isWaived: true)), isNews: false),
        News(
            testDescription: "unreachable for the first time", reports: [(down, outage(1))],
            changes: changes([change(.new, .error, .timeout)]), isNews: false),
        News(
            testDescription: "reachable again after one run, which nobody was told of",
            reports: [(report("a", .pass), nil)], changes: changes([change(.fixed, .error, .timeout)]), isNews: false),
        News(
            testDescription: "reachable again after it was reported", reports: [(report("a", .pass), nil)],
            changes: changes(), recovered: [EndedOutage(domain: "a", since: now)], isNews: true),
        News(testDescription: "unreachable twice", reports: [(down, outage(2))], changes: changes(), isNews: false),
        News(
            testDescription: "unreachable for the third time", reports: [(down, outage(3))], changes: changes(),
            isNews: true),
        News(
            testDescription: "unreachable for the fourth time, and never reported", reports: [(down, outage(4))],
            changes: changes(), isNews: true),
        News(
            testDescription: "unreachable for the fourth time", reports: [(down, outage(4, isReported: true))],
            changes: changes(), isNews: false),
        News(
            testDescription: "unreachable for the third time, and waived",
            reports: [(report("a", .unreachable, .timeout, waived: true), outage(3))], changes: changes(),
            isNews: false),
        News(
            testDescription: "a run that was cut off", changes: changes(),
            ending: RunEnding(complete: false, cause: .runDeadline), isNews: true),
        News(testDescription: "a list that shrank", changes: changes(), ending: dropped, isNews: true),
        News(
            testDescription: "a list that shrank, as was reported", changes: changes(), ending: dropped,
            reported: [.targetsDropped], isNews: false),
        News(
            testDescription: "a run that reached nobody, as was reported", reports: [(down, outage(3))],
            changes: changes(), ending: silent, reported: [.unreachableTooMany], isNews: false),
    ]

    @Test(arguments: rows)
    func reportsNewsOnly(_ row: News) {
        var notice = RunNotice(unreachableAfter: 3)
        for (report, _) in row.reports { notice.add(report) }
        notice.finish(row.ending, reported: row.reported, changes: row.changes, recovered: row.recovered) { domain in
            row.reports.first { $0.0.domain == domain }?.1
        }
        #expect(notice.isNews == row.isNews)
    }

    static func message(
        _ notice: RunNotice, _ changes: RunChanges?, ending: RunEnding = RunEnding(complete: true),
        recovered: [EndedOutage] = [], outage: (DomainID) -> DomainOutage? = { _ in nil }
    ) throws -> (text: String, json: [String: Any]) {
        var notice = notice
        notice.finish(ending, changes: changes, recovered: recovered, outage: outage)
        let message = NoticeMessage(notice.content, facts: facts, finishedAt: now.addingTimeInterval(60))
        let bytes = message.body(.json)
        // What is stored and sent later is the same to the byte.
        let stored = try JSONDecoder().decode(NoticeMessage.self, from: JSONEncoder().encode(message))
        for format in NoticeFormat.allCases { #expect(stored.body(format) == message.body(format)) }
        let json = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        return (try #require(json["text"] as? String), json)
    }

    @Test func saysWhatChanged() throws {
        var notice = RunNotice(unreachableAfter: 2)
        notice.add(Self.report("a.example", .fail, .redirect))
        notice.add(Self.report("b.example", .pass))
        notice.add(Self.report("c.example", .unreachable, .timeout))
        var changes = Self.changes([Self.change(.new), Self.change(.fixed)])
        changes.items[0].domain = "a.example"
        changes.items[1].domain = "b.example"
        let recovered = [EndedOutage(domain: "d.example", since: Self.now)]
        let (text, json) = try Self.message(notice, changes, recovered: recovered) { domain in
            #expect(domain.host == "c.example")
            return Self.outage(2)
        }
        #expect(
            text == """
                aasa-audit: 1 new, 1 fixed, 1 domain not reachable, 1 domain reachable again. 3 domains: 1 pass, 1 fail, \
                1 unreachable. Run of 2026-03-01 12:00 UTC.
                • new error: a.example: redirect: It is so.
                • cannot be reached for 2 runs: c.example (timeout)
                • can be reached again: d.example
                • fixed: b.example: redirect
                """)
        #expect((json["run"] as? [String: Any])?["id"] as? String == "run-2")
        #expect((json["previousRun"] as? [String: Any])?["id"] as? String == "run-1")
        #expect((json["new"] as? [[String: Any]])?.map { $0["domain"] as? String } == ["a.example"])
        #expect((json["fixed"] as? [[String: Any]])?.map { $0["domain"] as? String } == ["b.example"])
        let unreachable = try #require(json["unreachable"] as? [[String: Any]])
        #expect(unreachable.map { $0["runs"] as? Int } == [2])
        #expect((json["recovered"] as? [[String: Any]])?.map { $0["domain"] as? String } == ["d.example"])
        #expect(json["complete"] as? Bool == true)
        #expect((json["summary"] as? [String: Any])?["targets"] as? Int == 3)
    }

    @Test func namesWhatWasAcceptedAndWhatWasNotCompared() throws {
        var notice = RunNotice(unreachableAfter: 3)
        var finding = Finding(.redirect, location: .wellKnown, message: "It is so.")
        finding.waived = Waiver(reason: "Brand is being <retired>", until: "2026-12-31")
        notice.add(
            DomainReport(
                Target(input: "a.example", domain: DomainID(host: "a.example")), status: .accepted,
                findings: [finding], startedAt: Self.now))
        var changes = Self.changes([Self.change(.new)])
        var names = RunChanges.Domains()
        for number in 1...12 { names.unchecked.add("d\(number).example") }
        names.added.add("came.example")
        for number in 1...11 { names.removed.add("gone\(number).<b>example") }
        changes.domains = names
        let (text, json) = try Self.message(notice, changes)
        let lines = text.split(separator: "\n").suffix(4)
        #expect(text.contains("\naudited for the first time: came.example\n"), "\(text)")
        #expect(text.contains("\nno longer audited: gone1.&lt;b&gt;example, "), "\(text)")
        #expect(text.contains(", gone10.&lt;b&gt;example and 1 more\n"), "\(text)")
        #expect(
            lines.first?.hasPrefix("not compared, could not be checked: d1.example, d2.example, ") == true, "\(text)")
        #expect(lines.first?.hasSuffix("d10.example and 2 more") == true, "\(text)")
        #expect(lines.last == "a.example: accepted until 2026-12-31: Brand is being &lt;retired&gt;")
        #expect((json["accepted"] as? [[String: Any]])?.first?["until"] as? String == "2026-12-31")
    }

    @Test func namesWhoAnswersForEachDomain() throws {
        func report(_ name: String, _ status: DomainStatus, _ finding: Finding) -> DomainReport {
            DomainReport(
                Target(
                    input: name, domain: DomainID(host: name), owner: "Dana <x>", contact: "#web", team: "Shop",
                    tags: ["eu"]), status: status, findings: [finding], startedAt: Self.now)
        }
        let error = Finding(.redirect, location: .wellKnown, message: "It is so.")
        let broken = report("a.example", .fail, error)
        var notice = RunNotice(unreachableAfter: 1)
        notice.add(broken)
        notice.add(report("b.example", .unreachable, Finding(.timeout, location: .domain, message: "")))
        var waived = error
        waived.waived = Waiver(reason: "known")
        notice.add(report("c.example", .accepted, waived))
        var changes = Self.changes([Self.change(.new), Self.change(.fixed)])
        for index in changes.items.indices { changes.items[index].people = DomainPeople(broken) }
        let recovered = [EndedOutage(domain: "d.example", since: Self.now, people: DomainPeople(broken))]
        for known in [changes, nil] {
            let (text, json) = try Self.message(notice, known, recovered: recovered)
            let lines = text.split(separator: "\n").dropFirst()
            let people = " [Dana &lt;x&gt; (Shop), ＃web]"
            #expect(lines.filter { $0.hasPrefix("• ") }.allSatisfy { $0.contains(people) }, "\(text)")
            for key in ["new", "fixed", "unreachable", "accepted", "recovered"] {
                for item in try #require(json[key] as? [[String: Any]]) {
                    #expect(item["owner"] as? String == "Dana <x>", "\(key)")
                    #expect(item["contact"] as? String == "#web", "\(key)")
                    #expect(item["team"] as? String == "Shop", "\(key)")
                    #expect(item["tags"] as? [String] == ["eu"], "\(key)")
                }
            }
        }
    }

    @Test func saysThatNothingChanged() throws {
        var notice = RunNotice(unreachableAfter: 3)
        notice.add(Self.report("a.example", .fail, .redirect))
        #expect(
            try Self.message(notice, Self.changes()).text
                == "aasa-audit: nothing changed. 1 domain: 1 fail. Run of 2026-03-01 12:00 UTC.")
    }

    /// Whatever else is news, an outage is told once.
    @Test func saysNothingOfAnOutageThatWasReported() throws {
        var notice = RunNotice(unreachableAfter: 3)
        notice.add(Self.down)
        let outage = Self.outage(5, isReported: true)
        let (text, json) = try Self.message(notice, Self.changes([Self.change(.new)])) { _ in outage }
        #expect(!text.contains("cannot be reached"), "\(text)")
        #expect((json["unreachable"] as? [Any])?.isEmpty == true)
    }

    /// A run in doubt is compared with nothing, and names no domain.
    @Test func saysThatTheRunIsInDoubtBeforeAnythingElse() throws {
        for code in [RunWarning.Code.unreachableTooMany, .networkUnreachable, .nothingChecked] {
            var notice = RunNotice(unreachableAfter: 1)
            notice.add(Self.down)
            var changes = Self.changes([Self.change(.new)])
            changes.notCompared = 1
            changes.domains = RunChanges.Domains()
            changes.domains?.unchecked.add("a", at: 0)
            let (text, json) = try Self.message(
                notice, changes, ending: RunEnding(complete: true, warnings: [RunWarning(code, "Nobody answers.")]),
                recovered: [EndedOutage(domain: "b", since: Self.now)])
            #expect(
                text == """
                    aasa-audit: the run is in doubt. 1 domain: 1 unreachable. Run of 2026-03-01 12:00 UTC.
                    • Nobody answers.
                    """)
            #expect(json["previousRun"] is NSNull && json["changes"] == nil)
        }
    }

    @Test func saysWhatIsWrongWithTheRunAsAWhole() throws {
        var notice = RunNotice(unreachableAfter: 1)
        notice.add(Self.down)
        var ending = Self.silent
        ending.complete = false
        ending.cause = .runDeadline
        let (text, json) = try Self.message(notice, Self.changes(), ending: ending)
        #expect(
            text == """
                aasa-audit: the run is in doubt, not complete. 1 domain: 1 unreachable. Run of 2026-03-01 12:00 UTC.
                • The run was cut off by --run-deadline: what is not in this message may not have been checked
                • All of them.
                """)
        #expect(json["complete"] as? Bool == false)
        #expect(json["incompleteBecause"] as? String == "run-deadline")
        #expect((json["warnings"] as? [[String: String]])?.map { $0["code"] } == ["unreachable-too-many"])
        // What cannot be reached from here is not reported as the domains' fault.
        #expect((json["unreachable"] as? [Any])?.isEmpty == true)
    }

    @Test func saysEverythingWhereNoRunBeforeIsKnown() throws {
        var notice = RunNotice(unreachableAfter: 3)
        notice.add(Self.report("a.example", .fail, .redirect))
        let (text, json) = try Self.message(notice, nil)
        #expect(
            text.contains(
                "1 error. 1 domain: 1 fail. Run of 2026-03-01 12:00 UTC.\n• error: a.example: redirect: It is so."))
        #expect(json["previousRun"] is NSNull)
        #expect(json["changes"] == nil)
    }

    @Test func keepsForeignTextText() throws {
        var notice = RunNotice(unreachableAfter: 3)
        notice.add(
            Self.report(
                "a.example", .fail, .redirect, message: "<!channel> & <https://x|y>\u{1B}[31m\u{202E}\n• fixed"))
        let text = try Self.message(notice, nil).text
        #expect(!text.contains("<"))
        #expect(text.contains("&lt;!channel&gt; &amp; &lt;https://x|y&gt;\\u{1B}[31m\\u{202E}\\u{A}• fixed"))
        #expect(text.split(separator: "\n").count == 2)
    }

    /// What somebody else's text would do in a chat: Slack, Mattermost, Rocket.Chat, Google Chat.
    @Test(arguments: [
        ("@all", "＠all"), ("say @channel, @here!", "say ＠channel, ＠here!"), ("x@everyone", "x＠everyone"),
        ("<!everyone>", "&lt;!everyone&gt;"), ("<@U1>", "&lt;＠U1&gt;"), ("<users/all>", "&lt;users/all&gt;"),
        ("&#64;all", "&amp;＃64;all"), ("&lt;!here&gt;", "&amp;lt;!here&amp;gt;"),
        ("<https://evil.example|https://good.example>", "&lt;https://evil.example|https://good.example&gt;"),
        ("[good.example](https://evil.example)", "[good.example] (https://evil.example)"),
        ("![](https://evil.example/seen.png)", "![] (https://evil.example/seen.png)"),
        ("[a]\u{200B}(b)", "[a]\\u{200B}(b)"), ("**bold** and *bold*", "∗∗bold∗∗ and ∗bold∗"),
        ("the rule /buy/* hides /buy/*/x", "the rule /buy/∗ hides /buy/∗/x"),
        ("_it_ __it__ a_b c_1", "ˍitˍ ˍˍitˍˍ a_b c_1"), ("~~gone~~ ~town-square", "∼∼gone∼∼ ∼town-square"),
        ("`code` ```\nblock", "ˋcodeˋ ˋˋˋ\\u{A}block"), ("#general", "＃general"),
        ("https://[2001:db8::1]:8443/a_b", "https://[2001:db8::1]:8443/a_b"),
    ])
    func foreignTextMentionsNobodyAndHasNoMarkup(text: String, expected: String) throws {
        var notice = RunNotice(unreachableAfter: 1)
        notice.add(Self.report(text, .fail, .redirect, message: text))
        notice.add(Self.report(text, .unreachable, .timeout))
        let (chat, json) = try Self.message(notice, nil)
        let lines = chat.split(separator: "\n").dropFirst()
        #expect(lines == ["• error: \(expected): redirect: \(expected)", "• cannot be reached: \(expected) (timeout)"])
        // Data is for programs, which get it as it is.
        #expect((json["new"] as? [[String: Any]])?.first?["message"] as? String == text)
    }

    @Test func writesForWhoReads() throws {
        var notice = RunNotice(unreachableAfter: 3)
        notice.add(Self.report("a.example", .fail, .redirect, message: "<b> & [x](https://evil.example)"))
        notice.finish(RunEnding(complete: true), changes: nil) { _ in nil }
        let message = NoticeMessage(notice.content, facts: Self.facts, finishedAt: Self.now)
        func json(_ format: NoticeFormat) throws -> [String: Any] {
            try #require(try JSONSerialization.jsonObject(with: Data(message.body(format))) as? [String: Any])
        }
        #expect(try json(.slack).keys.map { $0 } == ["text"])
        #expect((try json(.slack)["text"] as? String)?.contains("&lt;b&gt; &amp; [x]") == true)
        let teams = try json(.teams)
        #expect(teams["type"] as? String == "message")
        let attachment = try #require((teams["attachments"] as? [[String: Any]])?.first)
        #expect(attachment["contentType"] as? String == "application/vnd.microsoft.card.adaptive")
        let card = try #require(attachment["content"] as? [String: Any])
        #expect(card["type"] as? String == "AdaptiveCard")
        // Blocks of rich text know no markup: foreign text stays text.
        let body = try #require(card["body"] as? [[String: Any]])
        #expect(body.allSatisfy { $0["type"] as? String == "RichTextBlock" })
        let texts = body.compactMap { ($0["inlines"] as? [[String: Any]])?.first?["text"] as? String }
        #expect(
            texts == [
                "aasa-audit: 1 error. 1 domain: 1 fail. Run of 2026-03-01 12:00 UTC.",
                "• error: a.example: redirect: <b> & [x](https://evil.example)",
            ])
    }

    @Test(
        arguments: [
            ("hooks.slack.com", .slack), ("chat.googleapis.com", .slack), ("HOOKS.SLACK.COM", .slack),
            ("prod-12.westeurope.logic.azure.com", .teams), ("contoso.webhook.office.com", .teams),
            ("default1.2.environment.api.powerplatform.com", .teams), ("hooks.example", .json),
            ("nothooks.slack.com.example", .json), ("evillogic.azure.com", .json),
        ] as [(String, NoticeFormat)])
    func knowsWhatAHostTakes(host: String, format: NoticeFormat) {
        #expect(NoticeFormat.auto.resolved(for: host) == format)
        #expect(NoticeFormat.teams.resolved(for: host) == .teams)
    }

    @Test(arguments: [(String(repeating: "é", count: 400), false), (String(repeating: "é", count: 401), true)])
    func cutsLongTextOnly(text: String, isCut: Bool) throws {
        var notice = RunNotice(unreachableAfter: 1)
        notice.add(Self.report("a.example", .fail, .redirect, message: text))
        #expect(try Self.message(notice, nil).text.hasSuffix("redirect: \(text.prefix(400))\(isCut ? "…" : "")"))
    }

    @Test func isBounded() throws {
        var notice = RunNotice(unreachableAfter: 1)
        for number in 0..<3000 {
            notice.add(
                Self.report("d\(number).example", .fail, .redirect, message: String(repeating: "x", count: 5000)))
            notice.add(Self.report("u\(number).example", .unreachable, .timeout))
        }
        let (text, json) = try Self.message(notice, nil)
        #expect(text.hasPrefix("aasa-audit: 3000 errors, 3000 domains not reachable."))
        #expect(text.hasSuffix("\nand 5980 more"))
        #expect(text.utf8.count < 10_000)
        #expect((json["new"] as? [Any])?.count == 100)
        #expect((json["unreachable"] as? [Any])?.count == 100)
    }
}
