import Testing

@testable import AppSiteAssociation

/// The answers of Apple's tool, and the worked examples of the rules.
@Suite struct RecordedAnswersTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let file: AssociationFile
        let domain: String
        let app: String
        let url: String
        let expected: String

        init(_ value: JSONValue, name: String) throws {
            self.name = name
            // Printed and read again, the document stands on its own.
            file = AssociationFile(try JSONDocument(text: JSONPrinter().print(#require(value["aasa"]))))
            domain = value["domain"]?.string ?? "example.com"
            app = try #require(value["appID"]?.string)
            url = try #require(value["url"]?.string)
            expected = try #require(value["expect"]?.string)
        }

        var testDescription: String { "\(name): \(url)" }
    }

    static func cases(_ file: String) throws -> [Case] {
        let list = try #require(try SharedFiles.document(file).root["cases"]?.elements)
        return try list.map { value in
            let name = value["name"]?.string ?? value["n"].map { "example \($0.text)" }
            return try Case(value, name: #require(name))
        }
    }

    @Test(arguments: ["swcutil-cases.json": 79, "aasa-examples.json": 116])
    func agreesWithAllAnswers(_ file: String, count: Int) throws {
        let cases = try Self.cases(file)
        #expect(cases.count >= count)
        for each in cases {
            let matcher = LinkMatcher(each.file)
            let url = try LinkURL(each.url)
            let app = AppIdentifier(each.app)
            let host = AssociatedHost(each.domain)
            let outcome = matcher.match(url, host: host, app: app).outcome
            #expect(outcome.rawValue == each.expected, "\(each.testDescription)")
            let explanation = matcher.explain(url, host: host, app: app)
            #expect(explanation.match.outcome == outcome, "\(each.testDescription)")
            #expect(
                explanation.match.rule?.source.pointer == matcher.match(url, host: host, app: app).rule?.source.pointer)
        }
    }
}
