import Findings
import TestSupport
import Testing

@testable import AppSiteAssociation

/// Remedies are tried before they are offered: with all of them, the file opens the same links and has no new findings.
struct RemedyTests {
    struct Row: CustomTestStringConvertible {
        let file: MarkedFile
        let code: FindingCode
        /// The remedy of the first finding with the code.
        let remedy: String
        /// The content of the file after all remedies.
        let repaired: String

        init(_ file: MarkedFile, _ code: FindingCode, _ remedy: String, _ repaired: String = "") {
            self.file = file
            self.code = code
            self.remedy = remedy
            self.repaired = repaired
        }

        var testDescription: String { "\(code.rawValue): \(remedy)" }
    }

    private static let app = "\"A1B2C3D4E5.com.acme.app\""

    private static func file(_ details: String) -> MarkedFile {
        MarkedFile("{\"applinks\": {\"apps\": [], \"details\": \(details)}}")
    }

    static let rows: [Row] = [
        // A rule that is redundant next to a loose rule is needed next to a stricter one.
        Row(
            .components("{\"/\": \"/x\", \"?\": {\"id\": \"*\"}}, {\"/\": \"/x\", \"?\": {\"qr\": \"*\"}}"),
            .ruleUnreachable,
            "No action is needed."),
        Row(
            .components("{\"/\": \"/x\", \"?\": {\"id\": \"*\"}}, {\"/\": \"/x\", \"?\": {\"qr\": \"*\"}}"),
            .ruleLooserThanItLooks, "Write \"id\": \"?*\" to require it.",
            #""?":{"id":"?*"}},{"/":"/x","?":{"qr":"?*"}"#),
        // A host without a path can mean the home page or the whole site.
        Row(.paths("\"www.acme.com\", \"/a\""), .ruleHostInPath, Catalogue[.ruleHostInPath].remedy),
        Row(.paths("\"https://www.acme.com/\", \"/a\""), .ruleMissesLinks, Catalogue[.ruleMissesLinks].remedy),
        // The links already open the app.
        Row(
            .paths("\"/?page=*\", \"/*\""), .ruleMissesLinks,
            "Remove the rule; other rules cover the links that it was meant for.", #""paths":["/*"]"#),
        // Exclusions keep their order.
        Row(
            .paths("\"*\", \"NOT /a\", \"NOT /b\""), .ruleUnreachable, "Move \"NOT /a\" before \"*\" (line 3).",
            #"["NOT /a","NOT /b","*"]"#),
        Row(.paths("\"/a/*\", \"/a/b\", \"/a/c\""), .ruleUnreachable, "Remove it; it has no effect.", #"["/a/*"]"#),
        // With decoding, the pattern would match none of its current links.
        Row(
            .components("{\"/\": \"/a%20b\", \"percentEncoded\": \"false\"}"), .ruleMalformed,
            Catalogue[.ruleMalformed].remedy),
        Row(
            .components("{\"/\": \"/a\", \"caseSensitive\": \"false\"}"), .ruleMalformed,
            "Write \"caseSensitive\": false.",
            #""caseSensitive":false"#),
        // Earlier systems read the app only from "appID".
        Row(
            file("{\(app): {\"paths\": [\"/a\"]}}"), .detailsLegacyDictionary,
            "Write \"details\": [ { \"appID\": \(app), … } ], with one entry for each app.",
            #"[{ "appID": "A1B2C3D4E5.com.acme.app", "paths": ["/a"] }]"#),
        Row(
            file("[{\"appID\": \(app), \"paths\": [\"/a\"], \"components\": []}]"), .detailRulesMissing,
            "Write the rules, or remove \"components\": then iOS 13 and later read \"paths\".", #""paths":["/a"]}"#),
        // Without the rule, only the other one would open the app.
        Row(
            .components("{}, {\"/\": \"/a\"}"), .ruleWidened, "Add what it should match, or move it to the end.",
            #"[{"/":"/a"},{}]"#),
        Row(
            file("[{\"appID\": \(app), \"paths\": [\"/a\"]}, {\"appID\": \(app), \"paths\": [\"/b\"]}]"),
            .appIDDuplicate,
            "Move the rules of this entry into the entry at line 1, in the order in which they should be tried.",
            #"["/a","/b"]}]"#),
        Row(
            file("[{\"appIDs\": [\(app)], \"paths\": [\"*\"]}, {\"appIDs\": [\(app)], \"paths\": [\"/b\"]}]"),
            .appIDDuplicate,
            "Remove this entry.", #"["*"]}]"#),
        // Earlier systems read only the second entry.
        Row(
            file("[{\"appIDs\": [\(app)], \"paths\": [\"*\"]}, {\"appID\": \(app), \"paths\": [\"/b\"]}]"),
            .appIDDuplicate,
            Catalogue[.appIDDuplicate].remedy),
        // The rest of the component is kept.
        Row(
            .components("{\"/\": \"NOT /a\", \"?\": {\"x\": \"1\"}}, {\"/\": \"*\"}"), .ruleNotPrefixMalformed,
            "Write \"/\": \"/a\", \"exclude\": true.", #"{"/": "/a", "exclude": true,"?":{"x":"1"}}"#),
        // There are two remedies; the first follows the form of the file.
        Row(
            .paths("\"/item?id=7\", \"/b\""), .ruleMissesLinks,
            "\"paths\" cannot match queries: write \"/item\", which matches with any query. To match the query, add \"components\" "
                + "with every rule of the entry, this one as { \"/\": \"/item\", \"?\": { \"id\": \"7\" } }, because iOS 13 and later "
                + "then ignore \"paths\".", #""paths":["/item","/b"]"#),
        Row(
            .paths("\"/#/a\", \"NOT /c\", \"/*\""), .ruleNeverMatches,
            "Remove the rule; other rules cover the links that it was meant for."),
        Row(
            .paths("\"/#/a\", \"NOT /c\", \"/c*\""), .ruleNeverMatches,
            "\"paths\" cannot match fragments: add \"components\" with every rule of the entry, this one as { \"/\": \"/\", \"#\": \"/a\" }, "
                + "because iOS 13 and later then ignore \"paths\".",
            ##""components": [{ "/": "/", "#": "/a" }, { "/": "/c", "exclude": true }, { "/": "/c*" }]"##),
    ]

    @Test(arguments: rows)
    func remediesRepairTheFile(row: Row) throws {
        let finding = try #require(row.file.findings.first { $0.code == row.code })
        #expect(finding.remedy == row.remedy)
        let file = try RepairedFile(Array(row.file.text.utf8))
        #expect(row.repaired.isEmpty || file.text.contains(row.repaired), "\(file.text)")
        try file.check(links: file.links)
    }

    @Test func remediesDoNoHarmToRandomFiles() throws {
        var generator = SeededGenerator(seed: 1)
        var changed = 0
        for _ in 0..<500 {
            let rules = RandomRules(using: &generator)
            let file = try RepairedFile(Array(rules.text.utf8))
            guard file.isChanged else { continue }
            changed += 1
            try file.check(
                links: file.links.filter { _ in Bool.random(using: &generator) }
                    + (0..<10).map { _ in rules.link(using: &generator) })
        }
        #expect(changed > 200, "\(changed)")
    }

    @Test func remediesForLargeFilesTakeBoundedWork() throws {
        let rules = (0..<2_000).map { "\"/a\($0 % 300)/*\"" } + (0..<400).map { "\"NOT /a\($0)/b\"" }
        let text = MarkedFile.paths(rules.joined(separator: ",")).text
        let checked = CheckedFile(AssociationFile(try JSONDocument(text: text)), budget: FileBudget(steps: 300_000))
        let trial = FixTrial(checked, FindingReport(on: checked))
        #expect(trial.accepted.count < 100)
    }

    // MARK: - Changes to a file

    @Test(
        arguments: [
            ([FileEdit.remove(3), .write("7", over: 3)], nil),
            ([.remove(3), .remove(4)], #"{"a":[3,[]],"b":{"c":null}}"#),
            ([.remove(3), .remove(4), .remove(5)], #"{"a":[[]],"b":{"c":null}}"#),
            ([.move(5, before: 3), .write("8", over: 4)], #"{"a":[3,1,8,[]],"b":{"c":null}}"#),
            ([.move(4, before: 3), .move(5, before: 3)], #"{"a":[2,3,1,[]],"b":{"c":null}}"#),
            ([.move(4, before: 3), .move(4, before: 5)], nil),
            ([.move(4, before: 3), .remove(3)], nil),
            (
                [.writeMembers(#""d": 1, "e": 2"#, over: 10), .append(#""f":3"#, to: 8)],
                #"{"a":[1,2,3,[]],"b":{"d": 1, "e": 2,"f":3}}"#
            ),
            ([.remove(8), .append("4", to: 8)], nil),
            ([.remove(8), .append("4", to: 6)], #"{"a":[1,2,3,[4]]}"#),
            ([.remove(8), .write("1", over: 10)], nil),
            ([.write("1", over: 10), .remove(8)], nil),
            ([.write("1", over: 10), .write("1", over: 10)], #"{"a":[1,2,3,[]],"b":{"c":1}}"#),
        ] as [([FileEdit], String?)])
    func changesThatContradictEachOtherAreRefused(edits: [FileEdit], text: String?) throws {
        // The indices: 0 the object, 1 "a", 2 the array, 3 to 6 its elements, 7 "b", 8 its object, 9 "c", 10 null.
        let document = try JSONDocument(text: #"{"a": [1, 2, 3, []], "b": {"c": null}}"#)
        var file = EditedFile(document)
        let isPossible = file.apply(edits)
        #expect(isPossible == (text != nil))
        #expect(String(decoding: file.bytes, as: UTF8.self) == text ?? #"{"a":[1,2,3,[]],"b":{"c":null}}"#)
    }
}
