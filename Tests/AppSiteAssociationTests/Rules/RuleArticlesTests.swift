import Testing

@testable import AppSiteAssociation
@testable import Findings

/// The rules of the format are consistent with the code and texts that cite them.
@Suite struct RuleArticlesTests {
    let articles: RuleArticles

    init() throws { articles = try RuleArticles() }

    @Test func everyRuleIsStatedOnceInTheArticleOfItsSubject() {
        #expect(articles.rules.count > 200)
        for (identifier, stated) in Dictionary(grouping: articles.rules, by: \.identifier) {
            #expect(stated.count == 1, "\(identifier) is stated \(stated.count) times")
            #expect(identifier.wholeMatch(of: /[a-z]+(-[a-z]+)*\.[a-z0-9]+(-[a-z0-9]+)*/) != nil, "\(identifier)")
        }
        for (subject, rules) in Dictionary(grouping: articles.rules, by: \.subject) {
            #expect(Set(rules.map(\.article)).count == 1, "\(subject) is in more than one article")
        }
        for (article, rules) in Dictionary(grouping: articles.rules, by: \.article) {
            #expect(Set(rules.map(\.subject)).count == 1, "\(article) has more than one subject")
            #expect(articles.texts["TheRules"]?.contains("<doc:\(article)>") == true, "\(article) is not listed")
        }
    }

    @Test func everyRuleStatesItsSystemsSourceAndCertainty() {
        let words = articles.names(in: "TheRules")
        let sources = articles.names(in: "RuleSources")
        let numbered = /RFC \d+|Apple Developer Forums \d+|Stack Overflow \d+|Open Radar \d+/
        for rule in articles.rules {
            #expect(rule.lines.first { !$0.isEmpty }?.hasPrefix("- ") == false, "\(rule.identifier) has no text")
            #expect(rule.values("Systems").count == 1, "\(rule.identifier)")
            #expect(rule.values("Certainty").count == 1, "\(rule.identifier)")
            let certainty = rule.values("Certainty").first?.prefix { $0.isLetter } ?? ""
            #expect(words.contains(String(certainty)), "\(rule.identifier) is \(certainty)")
            let named = rule.values("Source").first?.split(separator: "; ").map(String.init) ?? []
            #expect(!named.isEmpty, "\(rule.identifier)")
            for source in named where !sources.contains(source) && source.wholeMatch(of: numbered) == nil {
                #expect(source == "None found" || source.hasPrefix("Inference"), "\(rule.identifier): \(source)")
            }
        }
    }

    @Test func everyExampleHolds() throws {
        var count = 0
        for rule in articles.rules {
            for text in rule.values("Example") {
                let example = try #require(StatedExample(text), "\(rule.identifier): \(text)")
                let matcher = LinkMatcher(AssociationFile(try JSONDocument(text: example.json)))
                let outcome = matcher.match(try LinkURL(example.url)).outcome
                #expect(outcome.rawValue == example.outcome, "\(rule.identifier): \(text)")
                count += 1
            }
        }
        #expect(count > 130)
    }

    @Test func unknownAndConflictingRulesAreListedAsOpen() {
        let open = Set(articles.mentions(in: articles.texts["OpenQuestions", default: ""]))
        for rule in articles.rules {
            guard let certainty = rule.values("Certainty").first else { continue }
            guard certainty.hasPrefix("unknown") || certainty.hasPrefix("conflicting") else { continue }
            #expect(open.contains(rule.identifier))
        }
    }

    @Test func everyRuleThatIsCitedExists() throws {
        let known = articles.identifiers
        for (name, text) in articles.texts {
            for mention in articles.mentions(in: text) {
                #expect(known.contains(mention), "\(name) cites \(mention)")
            }
        }
        for code in FindingCode.allCases {
            for cited in Catalogue[code].source.matches(of: /\brule ([^; ]+)/) {
                #expect(known.contains(String(cited.1)), "\(code) cites \(cited.1)")
            }
        }
        var citations = 0
        for comment in try RuleArticles.comments() {
            guard let cited = comment.text.firstMatch(of: /\bDocumented as (.+)/) else { continue }
            for identifier in cited.1.split(separator: ", ").map(String.init) {
                #expect(known.contains(identifier), "\(comment.place) cites \(identifier)")
                citations += 1
            }
        }
        #expect(citations > 150)
    }

    /// Comments do not cite sections, rows or rules of documents outside the project.
    @Test func commentsCiteNoDocumentThatIsNotHere() throws {
        let absent =
            /\b[Cc]ontract\b|\b[Rr]ows? \d|\([FJMEGC]\d{1,2}\)|\b[FJM]\d{2}\b|\bO-\d|\bseed \d|\bsection \d+ of the rules/
        for comment in try RuleArticles.comments() {
            #expect(!comment.text.contains(absent), "\(comment.place):\(comment.text)")
        }
    }
}
