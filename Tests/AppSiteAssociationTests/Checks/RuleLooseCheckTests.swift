import Findings
import Testing

@testable import AppSiteAssociation

struct RuleLooseCheckTests {
    static let fixtures: [MarkedFile] = [
        .paths("⟦info rule-looser-than-it-looks⟧\"/home?*\", ⟦info rule-looser-than-it-looks⟧\"NOT /exit?*\", \"/e*\""),
        .components("{\"/\": ⟦info rule-looser-than-it-looks⟧\"/home?*\"}"),
        .components("{\"/\": \"/x\", \"?\": {\"id\": \"?*\", \"token\": ⟦info rule-looser-than-it-looks⟧\"*\"}}"),
        // At least one character after the slash, exactly one character, and any query match as written.
        .paths("\"/a/?*\", \"/books/1?\", \"/a*?*\", \"/x/???*\", \"*\""),
        .components("{\"/\": \"/x\", \"?\": \"*\"}, {\"/\": \"/y\", \"?\": {\"id\": \"?*\", \"x\": \"\"}}"),
    ]

    @Test(arguments: fixtures)
    func rulesThatMatchMoreThanTheySeemToAreFound(fixture: MarkedFile) { fixture.check(.ruleLooserThanItLooks) }
}

struct RuleSlashMissingCheckTests {
    static let fixtures: [MarkedFile] = [
        // The first pattern is marked for the whole list.
        .paths("⟦info rule-slash-missing⟧\"a/*\", \"b\", \"/c\""),
        .paths("\"/a\", ⟦info rule-slash-missing⟧\"NOT b/*\""),
        .components("{\"/\": \"/a\"}, {\"/\": ⟦info rule-slash-missing⟧\"b\"}"),
        // Systems add no slash before a star, and a variable may begin with one.
        .paths("\"/a\", \"*\", \"*b\""),
        .components("{\"/\": \"$(lang)/a\"}, {\"?\": \"x=1\"}"),
    ]

    @Test(arguments: fixtures)
    func patternsWithoutASlashAreFound(fixture: MarkedFile) { fixture.check(.ruleSlashMissing) }
}

struct RuleHostInPathCheckTests {
    static let fixtures: [MarkedFile] = [
        .paths("⟦warning rule-host-in-path⟧\"/www.acme.com/a\", ⟦warning rule-host-in-path⟧\"NOT acme.com/*\", \"/b\""),
        .paths("⟦warning rule-host-in-path⟧\"/www.acme.io\", ⟦warning rule-host-in-path⟧\"/*.acme.org/x\""),
        .components("{\"/\": ⟦warning rule-host-in-path⟧\"/shop.acme.co.uk/a\"}"),
        .paths(
            "⟦warning rule-host-in-path⟧\"/acme.app/a\", ⟦warning rule-host-in-path⟧\"/acme.github.io/*\", ⟦warning rule-host-in-path⟧\"acme.dev\""
        ),
        .components(
            "{\"/\": ⟦warning rule-host-in-path⟧\"/shop.acme.museum/a\"}, {\"/\": ⟦warning rule-host-in-path⟧\"/acme.fr\"}"
        ),
        .paths("⟦warning rule-host-in-path⟧\"/https://acme.test/a\", ⟦warning rule-host-in-path⟧\"/http://*/b\""),
        .components("{\"/\": ⟦warning rule-host-in-path⟧\"/https://acme.test/a\"}"),
        // These are names of files, not of hosts.
        .paths(
            "\"/index.html\", \"/app.js\", \"/a.php\", \"/readme.md\", \"/docs.zip\", \"/v1.0\", \"/run.sh\", \"/a.py\", \"/a.mov\", \"/a.pl\", \"/jquery.min.js\""
        ),
        // These are files, versions and names with dots.
        .paths(
            "\"/index.html\", \"/v1.2/*\", \"/a/acme.com\", \"/robots.txt\", \"/node.js/*\", \"/www/*\", \"/a..com/x\""),
    ]

    @Test(arguments: fixtures)
    func pathsThatBeginWithAHostAreFound(fixture: MarkedFile) { fixture.check(.ruleHostInPath) }
}

/// The rule that hides others is reported if it is the mistake.
struct BlamedRuleTests {
    static let fixtures: [MarkedFile] = [
        // An exclusion of everything is one mistake, regardless of the number of hidden rules.
        .paths("\"/x\", ⟦error rule-unreachable⟧\"NOT *\", \"/a\", \"/b/*\", \"NOT /c\""),
        .components("⟦error rule-unreachable⟧{\"/\": \"/*\", \"exclude\": true}, {\"/\": \"/a\"}, {\"/\": \"/b\"}"),
        // A condition that requires less than it seems to.
        .components(
            "{\"/\": \"/x\", \"?\": {\"token\": ⟦error rule-unreachable⟧\"*\"}}, {\"/\": \"/x\", \"exclude\": true}"),
        .paths("⟦error rule-unreachable⟧\"/home?*\", \"NOT /homer\""),
        .paths("⟦warning rule-unreachable⟧\"NOT /home?*\", \"/homer\", \"*\""),
        // The order is the mistake, regardless of the other matches of the first rule.
        .paths("\"/home?*\", ⟦error rule-unreachable⟧\"NOT /home\""),
        .paths("\"*\", ⟦error rule-unreachable⟧\"NOT /a\""),
        // Rules with the same outcome are not a mistake.
        .paths("\"NOT *\", ⟦info rule-unreachable⟧\"NOT /a\""),
    ]

    @Test(arguments: fixtures)
    func theMistakeIsReportedOnce(fixture: MarkedFile) { fixture.check(.ruleUnreachable) }

    @Test func theRulesThatAreHiddenAreNamed() throws {
        let findings = MarkedFile.paths("\"NOT *\",\n\"/a\",\n\"/b\"").findings
        let finding = try #require(findings.first { $0.code == .ruleUnreachable })
        #expect(finding.message == "\"NOT *\" excludes every link, so 2 rules after it are unreachable.")
        #expect(finding.evidence["unreachableLines"] == [4, 5])
        #expect(finding.remedy == "Remove \"NOT *\": links that no rule matches open the browser anyway.")
        #expect(MarkedFile.paths("\"/a\", \"/b\"").findings.allSatisfy { $0.severity == .info })
    }
}
