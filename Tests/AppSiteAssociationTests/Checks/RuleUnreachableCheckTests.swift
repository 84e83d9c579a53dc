import Findings
import Testing

@testable import AppSiteAssociation

struct RuleUnreachableCheckTests {
    static let fixtures: [MarkedFile] = [
        .paths("\"*\", ⟦error rule-unreachable⟧\"NOT /a/*\", ⟦info rule-unreachable⟧\"/b\""),
        .paths("\"NOT /a/*\", \"*\""),
        .paths("\"/a/*\", \"/*\""),
        .paths("\"/a/*\", ⟦info rule-unreachable⟧\"/a/b\", \"/ab\", ⟦info rule-unreachable⟧\"/a/*/c\""),
        .paths("\"NOT /a/*\", ⟦warning rule-unreachable⟧\"/a/b\", ⟦info rule-unreachable⟧\"NOT /a/c\", \"*\""),
        // The rule is needed if a slash at the end matters, and harmless otherwise.
        .paths("\"/buy/*\", ⟦info rule-unreachable⟧\"/buy\""),
        .paths("\"/buy\", ⟦info rule-unreachable⟧\"/buy/\""),
        .paths("\"/*\", ⟦info rule-unreachable⟧\"buy\", ⟦info rule-unreachable⟧\"*/cart\""),
        // Only several rules together cover the last one.
        .components(
            """
            {"/": "/a/$(digit)"}, {"/": "/a/$(alpha)"},
            ⟦info rule-unreachable⟧{"/": "/a/$(alnum)"}, {"/": "/a/?"}
            """),
        .components(
            "{\"/\": \"/a/*\"}, ⟦error rule-unreachable⟧{\"/\": \"/a/x\", \"?\": {\"id\": \"1\"}, \"exclude\": true}"),
        .components("{\"/\": \"/a/*\", \"?\": {\"id\": \"1\"}}, {\"/\": \"/a/x\", \"exclude\": true}"),
        // An absent item counts as empty, so the star requires nothing.
        .components(
            "{\"/\": \"/\", \"?\": {\"id\": \"*\"}}, ⟦info rule-unreachable⟧{\"/\": \"/\", \"?\": {\"qr\": \"*\"}}"),
        .components("{\"?\": {\"id\": \"?*\"}}, ⟦info rule-unreachable⟧{\"?\": {\"id\": \"42\", \"x\": \"1\"}}"),
        .components("{\"?\": {\"id\": \"42\"}}, {\"?\": {\"id\": \"?*\"}}"),
        // A repeated item can be both empty and not, so these rules leave some links; a fragment cannot.
        .components("{\"?\": {\"id\": \"\"}}, {\"?\": {\"id\": \"?*\"}}, {\"/\": \"/a\"}"),
        .components("{\"#\": \"\"}, {\"#\": \"?*\"}, ⟦info rule-unreachable⟧{\"/\": \"/a\"}"),
        .components(
            "{\"/\": \"/A/*\", \"caseSensitive\": false}, ⟦info rule-unreachable⟧{\"/\": \"/a/b\"}, {\"/\": \"/é\", \"percentEncoded\": false}"
        ),
        .components("{\"/\": \"/a/*\"}, {\"/\": \"/A/b\", \"caseSensitive\": false}"),
        // A decoded path and an encoded one cannot be compared, unless one of them matches everything.
        .components("{\"/\": \"/a/*\", \"percentEncoded\": false}, {\"/\": \"/a/b\"}"),
        .components("{\"/\": \"/*\", \"percentEncoded\": false}, ⟦info rule-unreachable⟧{\"/\": \"/a/b\"}"),
        .components(
            "{\"/\": \"/a/*\", \"percentEncoded\": false}, ⟦info rule-unreachable⟧{\"/\": \"/a/b\", \"percentEncoded\": false}"
        ),
        .components("{\"/\": \"/$(lang)/*\"}, ⟦info rule-unreachable⟧{\"/\": \"/en/x\"}, {\"/\": \"/qq/x\"}"),
        // The matches of single characters and of faulty rules have never been measured.
        .paths("\"?\", \"/\""),
        .components("{\"/\": \"/$(nope)\"}, {\"/\": \"/$(nope)\"}"),
    ]

    @Test(arguments: fixtures)
    func rulesThatNeverDecideAreFound(fixture: MarkedFile) { fixture.check(.ruleUnreachable) }

    @Test func theEarlierRuleAndAnExampleAreReported() throws {
        let fixture = MarkedFile.paths("\"/help\",\n\"/a/*\",\n\"NOT /a/b/*/c\"")
        let finding = try #require(fixture.findings.first { $0.code == .ruleUnreachable })
        #expect(finding.evidence["earlierLines"] == [4])
        #expect(finding.evidence["example"] == "/a/b/a/c")
        #expect(finding.remedy == "Move \"NOT /a/b/*/c\" before \"/a/*\" (line 4).")
        #expect(finding.pointer == "/applinks/details/0/paths/2")
    }

    @Test(arguments: [
        ("\"/a/*\", \"NOT /a/b\"", "Pages that this exclusion should keep in the browser open the app."),
        ("\"NOT /a/*\", \"/a/b\"", "Links that this rule should open in the app open the browser instead."),
        ("\"/a/*\", \"/a/b\"", "None: the earlier rule has the same outcome for every link that this one matches."),
        (
            "\"NOT /a/*\", \"NOT /a/b\", \"*\"",
            "None: the earlier rule has the same outcome for every link that this one matches."
        ),
    ])
    func theImpactIsThatOfTheRule(rules: String, impact: String) throws {
        let finding = try #require(MarkedFile.paths(rules).findings.first { $0.code == .ruleUnreachable })
        #expect(finding.impact == impact)
    }

    @Test func longListsAreJudgedInBoundedWork() {
        var rules = (0..<1_500).map { "\"/\(String($0 * 7_919 % 65_536, radix: 16))-/*\"" }
        rules.append("⟦error rule-unreachable⟧\"NOT \(rules[700].dropFirst().dropLast(2))x\"")
        MarkedFile.paths(rules.joined(separator: ",\n")).check(.ruleUnreachable)
    }

    @Test func manyFindingsAreCounted() throws {
        let fixture = MarkedFile.paths("\"*\"" + String(repeating: ", \"/a\"", count: 80))
        let findings = fixture.findings.filter { $0.code == .ruleUnreachable }
        #expect(findings.count == FindingReport.maxFindingsPerCode)
        #expect(findings.last?.evidence["more"] == .integer(30))
    }
}

struct RulePartlyUnreachableCheckTests {
    static let fixtures: [MarkedFile] = [
        .paths("\"/????????????\", ⟦warning rule-partly-unreachable⟧\"NOT /login/*\", \"/*\""),
        .paths(
            "\"*/edit\", ⟦warning rule-partly-unreachable⟧\"NOT /admin/*\", ⟦warning rule-partly-unreachable⟧\"NOT /a/*\""
        ),
        .components(
            "{\"/\": \"/a/*\", \"?\": {\"id\": \"?*\"}}, ⟦warning rule-partly-unreachable⟧{\"/\": \"/a/x\", \"exclude\": true}"
        ),
        // An exclusion that comes first, and one that an earlier exclusion covers where the rules overlap.
        .paths("\"NOT /login/*\", \"/????????????\""),
        .paths("\"NOT /admin/*\", \"*/edit\", \"NOT /admin/new\", \"*\""),
        // Exceptions from an exclusion, individually and together.
        .paths("\"/help/public/*\", \"/help/faq\", \"NOT /help/*\", \"*\""),
        .components("{\"/\": \"/a/*\", \"#\": \"app\"}, {\"/\": \"/a/*\", \"exclude\": true}, {\"/\": \"*\"}"),
        // A rule without effect is reported as such.
        .paths("\"/a/*\", \"NOT /a/b\""),
        .paths("\"/a/*\", \"NOT /b/*\", \"*\""),
    ]

    @Test(arguments: fixtures)
    func exclusionsThatComeTooLateForSomeLinksAreFound(fixture: MarkedFile) { fixture.check(.rulePartlyUnreachable) }

    @Test func theLinkThatShowsItOpensTheApp() throws {
        let text = MarkedFile.paths("\"/about\",\n\"/????????????\",\n\"NOT /login/*\"").text
        let judged = FileJudge.judge(Array(text.utf8), location: .file)
        let finding = try #require(judged.findings.first { $0.code == .rulePartlyUnreachable })
        #expect(finding.evidence["earlierLine"] == 4)
        #expect(finding.remedy == "Move \"NOT /login/*\" before \"/????????????\" (line 4).")
        guard case .string(let example)? = finding.evidence["example"] else {
            Issue.record("there is no example")
            return
        }
        #expect(finding.message.hasSuffix(" first, such as \(example)."))
        let match = LinkMatcher(try #require(judged.file)).match(try LinkURL("https://acme.test\(example)"))
        #expect(match.outcome == .match && match.rule?.source.position.line == 4)
    }
}
