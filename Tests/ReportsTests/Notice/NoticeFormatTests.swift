import Audit
import Findings
import Foundation
import Records
import Testing

@testable import Reports

/// The format of a message for its receiver, and the treatment of untrusted text.
struct NoticeFormatTests {
    /// Untrusted text has no effect in a chat: Slack, Mattermost, Rocket.Chat, Google Chat.
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
        ("a & b\u{1B}[31m\u{202E}\n• fixed", "a &amp; b\\u{1B}[31m\\u{202E}\\u{A}• fixed"),
    ])
    func untrustedTextHasNoMentionsAndNoMarkup(text: String, expected: String) throws {
        var notice = RunNotice(unreachableAfter: 1)
        notice.add(NoticeSamples.report(text, .fail, .redirect, message: text))
        notice.add(NoticeSamples.report(text, .unreachable, .timeout))
        let (chat, json) = try NoticeSamples.message(notice, nil)
        let lines = chat.split(separator: "\n").dropFirst()
        #expect(lines == ["• error: \(expected): redirect: \(expected)", "• not reachable: \(expected) (timeout)"])
        // Programs receive data unchanged.
        #expect((json["new"] as? [[String: Any]])?.first?["message"] as? String == text)
    }

    /// Addresses of owners, which do not come from servers, can be copied, but names never become mentions in a chat.
    @Test(arguments: [
        ("dana@example.com", "dana@example.com"), ("@all", "＠all"), ("web @here", "web ＠here"), ("a@", "a＠"),
    ])
    func contactsKeepTheirAddresses(contact: String, expected: String) throws {
        var notice = RunNotice(unreachableAfter: 1)
        let people = DomainPeople(owner: "Dana", contact: contact)
        let target = Target(input: "a.test", domain: DomainID(host: "a.test"), people: people)
        let finding = Finding(.redirect, location: .wellKnown, message: "It is so.")
        notice.add(DomainReport(target, status: .fail, findings: [finding], startedAt: NoticeSamples.now))
        let (chat, json) = try NoticeSamples.message(notice, nil)
        #expect(chat.contains("a.test [Dana, \(expected)]"), "\(chat)")
        #expect((json["new"] as? [[String: Any]])?.first?["contact"] as? String == contact)
    }

    @Test func endsWithTheAddressOfTheReport() throws {
        var facts = NoticeSamples.facts
        facts.options["reportUrl"] = "https://links.example/night_1.html"
        let message = NoticeMessage(RunNotice(unreachableAfter: 1).content, facts: facts, finishedAt: NoticeSamples.now)
        let body = try JSONSerialization.jsonObject(with: Data(message.body(.slack))) as? [String: Any]
        let text = try #require(body?["text"] as? String)
        #expect(text.hasSuffix("\nFull report: https://links.example/night_1.html"), "\(text)")
        #expect(String(decoding: message.body(.teams), as: UTF8.self).contains("Full report: "))
    }

    @Test func escapesTextForEachService() throws {
        var notice = RunNotice(unreachableAfter: 3)
        notice.add(NoticeSamples.report("a.example", .fail, .redirect, message: "<b> & [x](https://evil.example)"))
        notice.finish(RunEnding(isComplete: true), changes: nil) { _ in nil }
        let message = NoticeMessage(notice.content, facts: NoticeSamples.facts, finishedAt: NoticeSamples.now)
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
        // Rich-text blocks do not interpret markup in untrusted text.
        let body = try #require(card["body"] as? [[String: Any]])
        #expect(body.allSatisfy { $0["type"] as? String == "RichTextBlock" })
        let texts = body.compactMap { ($0["inlines"] as? [[String: Any]])?.first?["text"] as? String }
        #expect(
            texts == [
                "aasa-audit: 1 error. 1 domain: 1 with errors. Run of 2026-03-01 12:00 UTC.",
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
    func theHostDeterminesTheFormat(host: String, format: NoticeFormat) {
        #expect(NoticeFormat.auto.resolved(for: host) == format)
        #expect(NoticeFormat.teams.resolved(for: host) == .teams)
    }

    @Test(arguments: [(String(repeating: "é", count: 400), false), (String(repeating: "é", count: 401), true)])
    func cutsLongTextOnly(text: String, isCut: Bool) throws {
        var notice = RunNotice(unreachableAfter: 1)
        notice.add(NoticeSamples.report("a.example", .fail, .redirect, message: text))
        #expect(
            try NoticeSamples.message(notice, nil).text.hasSuffix("redirect: \(text.prefix(400))\(isCut ? "…" : "")"))
    }

    @Test func isBounded() throws {
        var notice = RunNotice(unreachableAfter: 1)
        for number in 0..<3000 {
            notice.add(
                NoticeSamples.report(
                    "d\(number).example", .fail, .redirect, message: String(repeating: "x", count: 5000)))
            notice.add(NoticeSamples.report("u\(number).example", .unreachable, .timeout))
        }
        let (text, json) = try NoticeSamples.message(notice, nil)
        #expect(text.hasPrefix("aasa-audit: 3,000 errors, 3,000 domains not reachable."))
        #expect(text.hasSuffix("\nand 5,980 more"))
        #expect(text.utf8.count < 10_000)
        #expect((json["new"] as? [Any])?.count == 100)
        #expect((json["unreachable"] as? [Any])?.count == 100)
    }
}
