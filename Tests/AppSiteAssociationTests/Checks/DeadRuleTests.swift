import Findings
import TestSupport
import Testing

@testable import AppSiteAssociation

/// A rule that determines the result for a link is never reported as unreachable or never matching, and a rule that is
/// reported to match everything opens every link.
struct DeadRuleTests {
    @Test func rulesThatDecideALinkAreNotReportedAsDead() throws {
        var generator = SeededGenerator(seed: 1)
        var claims: [FindingCode: Int] = [:]
        var decided = 0
        for _ in 0..<600 {
            let rules = RandomRules(using: &generator)
            let judged = FileJudge.judge(Array(rules.text.utf8), location: .file)
            let dead = DeadRules(judged.findings)
            for (code, count) in dead.counts { claims[code, default: 0] += count }
            let file = try #require(judged.file)
            for reading in [LinkMatcher.Reading.current, .pathsOnly] {
                let matcher = LinkMatcher(file, as: reading)
                for _ in 0..<20 {
                    let link = rules.link(using: &generator)
                    let match = matcher.match(try LinkURL(link))
                    if reading == .current, dead.counts[.ruleMatchesEverything] != nil {
                        #expect(match.outcome == .match, "\(link) of \(rules.text)")
                    }
                    guard let rule = match.rule else { continue }
                    decided += 1
                    #expect(judged.canDecide(rule), "\(link) is decided by \(rule.sourceText) of \(rules.text)")
                    #expect(
                        !dead.pointers.contains(rule.source.pointer.description),
                        "\(link) is decided by \(rule.sourceText) of \(rules.text)")
                }
            }
        }
        #expect(claims[.ruleUnreachable, default: 0] > 50, "\(claims)")
        #expect(claims[.ruleNeverMatches, default: 0] > 100, "\(claims)")
        #expect(claims[.ruleMissesLinks, default: 0] > 100, "\(claims)")
        #expect(claims[.ruleMatchesEverything, default: 0] > 5, "\(claims)")
        #expect(decided > 5_000, "\(decided)")
    }

    /// The example link for an exclusion that comes too late opens the app with the named rule.
    @Test func exampleLinkShowsThatAnExclusionComesTooLate() throws {
        var generator = SeededGenerator(seed: 5)
        var shown = 0
        for _ in 0..<600 {
            let rules = RandomRules(using: &generator)
            let judged = FileJudge.judge(Array(rules.text.utf8), location: .file)
            let file = try #require(judged.file)
            for finding in judged.findings where finding.code == .rulePartlyUnreachable {
                guard case .string(let example)? = finding.evidence["example"] else { continue }
                let isBesideComponents = rules.text.contains("\"components\"")
                let isOld = finding.pointer?.contains("/paths/") == true && isBesideComponents
                let match = LinkMatcher(file, as: isOld ? .pathsOnly : .current)
                    .match(try LinkURL("https://example.com\(example)"))
                #expect(match.outcome == .match, "\(example) in \(rules.text)")
                #expect(finding.evidence["earlierLine"] == match.rule.map { .integer($0.source.position.line) })
                shown += 1
            }
        }
        #expect(shown > 10, "\(shown)")
    }

    /// The rules that findings report as having no effect.
    struct DeadRules {
        var pointers: Set<String> = []
        var counts: [FindingCode: Int] = [:]

        init(_ findings: [Finding]) {
            for finding in findings {
                counts[finding.code, default: 0] += 1
                guard finding.code == .ruleUnreachable || finding.code == .ruleNeverMatches else { continue }
                // If the hiding rule is reported, its finding lists the hidden rules.
                guard case .array(let hidden)? = finding.evidence["unreachablePointers"] else {
                    // A pattern that never matches can be a member of its rule, or of a query in the rule.
                    var pointer = finding.pointer ?? ""
                    while !pointer.isEmpty {
                        pointers.insert(pointer)
                        if finding.code == .ruleUnreachable { break }
                        pointer = String(pointer[..<(pointer.lastIndex(of: "/") ?? pointer.startIndex)])
                        if pointer.hasSuffix("/components") || pointer.hasSuffix("/paths") { break }
                    }
                    continue
                }
                for case .string(let pointer) in hidden { pointers.insert(pointer) }
            }
        }
    }

    /// Rules that were reported as never matching, with a link that they match.
    @Test(arguments: [
        ("\"/?page=*\"", "/_page=1"),
        ("\"/item?id=*\"", "/item/id=7"),
        ("\"https://www.acme.com/a/*\"", "/https://www.acme.com/a/b"),
    ])
    func aPathWithAQueryCanMatch(rules: String, link: String) throws {
        let judged = FileJudge.judge(Array(MarkedFile.paths(rules).text.utf8), location: .file)
        let match = LinkMatcher(try #require(judged.file)).match(try LinkURL("https://acme.test" + link))
        #expect(match.outcome == .match)
        #expect(!judged.findings.contains { $0.code == .ruleNeverMatches })
        #expect(judged.findings.contains { $0.code == .ruleMissesLinks && $0.severity == .error })
    }

    @Test func aDoublyEncodedLinkMeetsAnEscapeInADecodedPattern() throws {
        let text = MarkedFile.components("{\"/\": \"/a%20b\", \"percentEncoded\": false}").text
        let judged = FileJudge.judge(Array(text.utf8), location: .file)
        let match = LinkMatcher(try #require(judged.file)).match(try LinkURL("https://acme.test/a%2520b"))
        #expect(match.outcome == .match)
        let finding = try #require(judged.findings.first { $0.code == .ruleMissesLinks })
        #expect(finding.message.contains("such as /a%2520b,"))
    }

    /// Case-insensitively, the decoded kelvin sign equals a k, also in a class of letters.
    @Test func theKelvinSignIsALetter() throws {
        let text = MarkedFile.components(
            """
            {"/": "/$(alpha)", "percentEncoded": false, "exclude": true},
            {"/": "/$(alpha)", "percentEncoded": false, "caseSensitive": false}
            """
        ).text
        let judged = FileJudge.judge(Array(text.utf8), location: .file)
        let match = LinkMatcher(try #require(judged.file)).match(try LinkURL("https://acme.test/%E2%84%AA"))
        #expect(match.outcome == .match)
        #expect(!judged.findings.contains { $0.code == .ruleUnreachable })
    }
}
