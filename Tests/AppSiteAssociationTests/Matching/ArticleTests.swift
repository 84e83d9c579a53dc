import Testing

import struct Foundation.Data

@testable import AppSiteAssociation

/// The worked examples of the documentation hold.
@Suite struct ArticleTests {
    /// A file of the article with the rows of the table below it.
    struct Example {
        var json: String
        var rows: [(url: String, outcome: String)] = []
    }

    static func examples() throws -> [Example] {
        let path = "Sources/AppSiteAssociation/AppSiteAssociation.docc/UnderstandingAssociationFiles.md"
        let url = ProjectFiles.root.appending(path: path)
        let text = try String(decoding: Data(contentsOf: url), as: UTF8.self)
        var examples: [Example] = []
        var isInside = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line == "```json" {
                examples.append(Example(json: ""))
                isInside = true
            } else if line == "```" {
                isInside = false
            } else if isInside {
                examples[examples.count - 1].json += line + "\n"
            } else if line.hasPrefix("| `") {
                let cells = line.split(separator: "|").map { cell in
                    String(cell.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
                }
                examples[examples.count - 1].rows.append(
                    (url: String(cells[0].dropFirst().dropLast()), outcome: cells[1].replacing(" ", with: "_")))
            }
        }
        return examples
    }

    @Test func everyExampleOfTheArticleHolds() throws {
        let examples = try Self.examples()
        #expect(examples.count == 9)
        #expect(examples.reduce(0) { $0 + $1.rows.count } == 47)
        for example in examples {
            let matcher = LinkMatcher(AssociationFile(try JSONDocument(text: example.json)))
            for row in example.rows {
                let outcome = matcher.match(try LinkURL("https://example.com" + row.url)).outcome
                #expect(outcome.rawValue == row.outcome, "\(row.url) in \(example.json)")
            }
        }
    }
}
