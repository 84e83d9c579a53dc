import Findings
import Testing

@testable import AppSiteAssociation

/// The suggestions in remedies: the checks find nothing wrong with them, and they open the intended URLs.
@Suite struct SuggestionTests {
    /// A file, the replacement that a remedy suggests, and the results for URLs afterwards.
    struct Row: CustomTestStringConvertible {
        var text: String
        var code: FindingCode
        var replaced: String
        var suggestion: String
        var opens: [String]
        var staysOut: [String] = []

        static func paths(
            _ list: String, _ code: FindingCode, _ replaced: String, _ suggestion: String, opens: [String],
            staysOut: [String] = []
        ) -> Row {
            Row(
                text: MarkedFile.paths(list).text, code: code, replaced: replaced, suggestion: suggestion, opens: opens,
                staysOut: staysOut)
        }

        static func components(
            _ list: String, _ code: FindingCode, _ replaced: String, _ suggestion: String, opens: [String],
            staysOut: [String] = []
        ) -> Row {
            Row(
                text: MarkedFile.components(list).text, code: code, replaced: replaced, suggestion: suggestion,
                opens: opens, staysOut: staysOut)
        }

        var testDescription: String { "\(code.rawValue): \(replaced) → \(suggestion)" }
    }

    static let rows: [Row] = [
        .paths(
            "\"/home?*\"", .ruleLooserThanItLooks, "\"/home?*\"", "\"/home\"", opens: ["/home", "/home?a=1"],
            staysOut: ["/homer"]),
        .paths(
            "\"NOT /home?*\", \"*\"", .ruleLooserThanItLooks, "\"NOT /home?*\"", "\"NOT /home\"", opens: ["/homer"],
            staysOut: ["/home", "/home?a=1"]),
        .components(
            "{\"/\": \"/home?*\"}", .ruleLooserThanItLooks, "\"/\": \"/home?*\"", "\"/\": \"/home\"",
            opens: ["/home", "/home?a=1"], staysOut: ["/homer"]),
        .components(
            "{\"/\": \"/x\", \"?\": {\"token\": \"*\"}}", .ruleLooserThanItLooks, "\"token\": \"*\"",
            "\"token\": \"?*\"", opens: ["/x?token=1"], staysOut: ["/x", "/x?token="]),
        .paths(
            "\"https://www.acme.com/a/*\"", .ruleMissesLinks, "\"https://www.acme.com/a/*\"", "\"/a/*\"",
            opens: ["/a/b"]),
        .paths(
            "\"https://www.acme.com/a?*\"", .ruleMissesLinks, "\"https://www.acme.com/a?*\"", "\"/a\"",
            opens: ["/a?b=1"], staysOut: ["/ar"]),
        .paths("\"/item?id=*\"", .ruleMissesLinks, "\"/item?id=*\"", "\"/item\"", opens: ["/item?id=7"]),
        .components(
            "{\"/\": \"/item?id=*\"}", .ruleMissesLinks, "\"/\": \"/item?id=*\"",
            "\"/\": \"/item\", \"?\": { \"id\": \"?*\" }", opens: ["/item?id=7"], staysOut: ["/item"]),
        .components(
            "{\"/\": \"https://www.acme.com/item?id=*#top\"}", .ruleNeverMatches,
            "\"/\": \"https://www.acme.com/item?id=*#top\"",
            "\"/\": \"/item\", \"?\": { \"id\": \"?*\" }, \"#\": \"top\"", opens: ["/item?id=7#top"],
            staysOut: ["/item#top"]),
        .components(
            "{\"/\": \"/#/settings\"}", .ruleNeverMatches, "\"/\": \"/#/settings\"",
            "\"/\": \"/\", \"#\": \"/settings\"", opens: ["/#/settings"], staysOut: ["/"]),
        .paths(
            "\"/user/{id}/edit\"", .ruleNeverMatches, "\"/user/{id}/edit\"", "\"/user/*/edit\"", opens: ["/user/7/edit"]
        ),
        .paths(
            "\"/my café/*\"", .ruleNeverMatches, "\"/my café/*\"", "\"/my%20caf%C3%A9/*\"", opens: ["/my%20caf%C3%A9/1"]
        ),
        .components(
            "{\"/\": \"/a%20b\", \"percentEncoded\": false}", .ruleMissesLinks, "\"/\": \"/a%20b\"",
            "\"/\": \"/a b\"", opens: ["/a%20b"]),
        .components(
            "{\"?\": {\"q\": \"a b\"}}", .ruleNeverMatches, "\"q\": \"a b\"", "\"q\": \"a%20b\"", opens: ["/?q=a%20b"]),
        .components("{\"#\": \"x y\"}", .ruleNeverMatches, "\"#\": \"x y\"", "\"#\": \"x%20y\"", opens: ["/#x%20y"]),
        .paths("\"/www.acme.com/a/*\"", .ruleHostInPath, "\"/www.acme.com/a/*\"", "\"/a/*\"", opens: ["/a/b"]),
        .paths("\"acme.com/a?*\"", .ruleHostInPath, "\"acme.com/a?*\"", "\"/a\"", opens: ["/a?b=1"]),
        .components(
            "{\"/\": \"/acme.co.uk/a\"}", .ruleHostInPath, "\"/\": \"/acme.co.uk/a\"", "\"/\": \"/a\"", opens: ["/a"]),
        .paths("\"NOT/a\", \"*\"", .ruleNotPrefixMalformed, "\"NOT/a\"", "\"NOT /a\"", opens: ["/b"], staysOut: ["/a"]),
        .paths(
            "\"not /a b\", \"*\"", .ruleNotPrefixMalformed, "\"not /a b\"", "\"NOT /a%20b\"", opens: ["/b"],
            staysOut: ["/a%20b"]),
        .components(
            "{\"/\": \"NOT /a\"}, {\"/\": \"*\"}", .ruleNotPrefixMalformed, "\"/\": \"NOT /a\"",
            "\"/\": \"/a\", \"exclude\": true", opens: ["/b"], staysOut: ["/a"]),
        .components(
            "\"/item?id=*\", {\"/\": \"/b\"}", .ruleMalformed, "\"/item?id=*\"",
            "{ \"/\": \"/item\", \"?\": { \"id\": \"?*\" } }", opens: ["/item?id=7", "/b"], staysOut: ["/item"]),
        .components("{\"/\": 1}", .ruleWidened, "\"/\": 1", "\"/\": \"/1\"", opens: ["/1"], staysOut: ["/2"]),
        Row(
            text: #"{"applinks": {"details": [{"appIDs": ["A1B2C3D4E5.com.acme.app"], "path": "/a"}]}}"#,
            code: .keyUnknown, replaced: "\"path\": \"/a\"", suggestion: "\"paths\": [\"/a\"]", opens: ["/a"]),
        Row(
            text: #"{"applinks": {"details": [{"appID": "a1b2c3d4e5.com.acme.app", "paths": ["/a"]}]}}"#,
            code: .appIDMalformed, replaced: "\"a1b2c3d4e5.com.acme.app\"", suggestion: "\"A1B2C3D4E5.com.acme.app\"",
            opens: ["/a"]),
        Row(
            text: #"{"applinks": {"details": {"appID": "A1B2C3D4E5.com.acme.app", "paths": ["/a"]}}}"#,
            code: .detailsMalformed,
            replaced: #""details": {"appID": "A1B2C3D4E5.com.acme.app", "paths": ["/a"]}"#,
            suggestion: #""details": [ {"appID": "A1B2C3D4E5.com.acme.app", "paths": ["/a"]} ]"#, opens: ["/a"]),
    ]

    @Test(arguments: rows)
    func suggestionsAreValidAndOpenTheIntendedLinks(row: Row) throws {
        let findings = FileJudge.judge(Array(row.text.utf8), location: .file).findings
        let finding = try #require(findings.first { $0.code == row.code }, "\(findings.map(\.message))")
        #expect(finding.remedy.contains(row.suggestion), "\(finding.remedy)")
        try #require(row.text.contains(row.replaced))
        let repaired = row.text.replacing(row.replaced, with: row.suggestion)
        let judged = FileJudge.judge(Array(repaired.utf8), location: .file)
        let left = judged.findings.filter { $0.severity > .info || $0.code == row.code }
        #expect(left.isEmpty, "\(left.map(\.message))")
        let matcher = LinkMatcher(try #require(judged.file))
        for url in row.opens {
            #expect(matcher.match(try LinkURL("https://acme.test" + url)).outcome == .match, "\(url)")
        }
        for url in row.staysOut {
            #expect(matcher.match(try LinkURL("https://acme.test" + url)).outcome != .match, "\(url)")
        }
    }

    @Test func movingARuleMakesBothDecide() throws {
        let file = MarkedFile.paths("\"*\", \"NOT /a/*\"")
        let finding = try #require(file.findings.first { $0.code == .ruleUnreachable })
        #expect(finding.remedy == "Move \"NOT /a/*\" before \"*\" (line 3).")
        #expect(MarkedFile.paths("\"NOT /a/*\", \"*\"").findings.allSatisfy { $0.severity == .info })
        // If both match the same links, moving one would only hide the other.
        let twins = MarkedFile.paths("\"/a/*\", \"NOT /a/*\", \"/b\"")
        #expect(
            twins.findings.contains {
                $0.code == .ruleUnreachable && $0.remedy.hasPrefix("Remove this rule or the one at line 3")
            })
    }

    // MARK: - Every suggestion of every fixture

    private static var files: [String] {
        let marked: [MarkedFile] =
            AppIDCheckTests.fixtures + DetailsCheckTests.fixtures + DetailFormsCheckTests.fixtures
            + KeyUnknownCheckTests.fixtures + RuleMalformedCheckTests.fixtures + RuleNeverMatchesCheckTests.fixtures
            + RuleHomePageOnlyCheckTests.fixtures + RuleNotPrefixMalformedCheckTests.fixtures
            + RuleUnreachableCheckTests.fixtures + RuleWidenedCheckTests.fixtures + ServiceCheckTests.fixtures
            + RuleLooseCheckTests.fixtures + RuleHostInPathCheckTests.fixtures + FieldFiles.all.map(\.file)
        return marked.map(\.text) + rows.map(\.text)
    }

    @Test func suggestionsRemoveTheFinding() throws {
        var count = 0
        for text in Self.files {
            guard let document = try? JSONDocument(text: text) else { continue }
            let findings = FileJudge.judge(Array(text.utf8), location: .file).findings
            for finding in findings {
                guard let repaired = Self.applying(finding, to: document) else { continue }
                let after = FileJudge.judge(Array(repaired.utf8), location: .file).findings
                #expect(
                    !after.contains { $0.code == finding.code && $0.message == finding.message },
                    "\(finding.remedy)\n\(text)\n\(after.map(\.message))")
                #expect(
                    !after.contains { $0.code == .jsonInvalid || $0.code == .jsonDuplicateKey }, "\(finding.remedy)")
                count += 1
            }
        }
        #expect(count > 60, "\(count)")
    }

    /// Returns the text of `document` with the suggestion of the remedy; `nil` if the remedy contains no suggestion.
    private static func applying(_ finding: Finding, to document: JSONDocument) -> String? {
        guard let start = finding.remedy.firstRange(of: "rite ")?.upperBound, let pointer = finding.pointer,
            let value = value(at: pointer, in: document.root)
        else { return nil }
        var written = finding.remedy[start...]
        while !written.isEmpty {
            let isKey = finding.remedy[written.endIndex...].hasPrefix(" instead of \"")
            if written.last != " ", let range = replaced(value, by: String(written), isKey: isKey) {
                let bytes = document.bytes
                return String(
                    decoding: bytes[..<range.lowerBound] + Array(written.utf8) + bytes[range.upperBound...],
                    as: UTF8.self)
            }
            written = written.dropLast()
        }
        return nil
    }

    /// Returns the range of the file that `written` replaces: a value, or a member with its key; otherwise `nil`.
    private static func replaced(_ value: JSONValue, by written: String, isKey: Bool) -> Range<Int>? {
        if let suggestion = try? JSONDocument(text: written).root {
            if isKey, suggestion.kind == .string { return value.member?.key.range }
            if suggestion.kind == .object, let parent = value.parent, parent.kind == .object { return parent.range }
            return suggestion.kind == .string || suggestion.kind == .object ? value.range : nil
        }
        guard let members = try? JSONDocument(text: "{\(written)}").root, members.count > 0, let key = value.member?.key
        else { return nil }
        return key.range.lowerBound..<value.range.upperBound
    }

    private static func value(at pointer: String, in value: JSONValue) -> JSONValue? {
        if value.pointer.description == pointer { return value }
        if let elements = value.elements {
            for element in elements { if let found = Self.value(at: pointer, in: element) { return found } }
        }
        if let members = value.members {
            for member in members { if let found = Self.value(at: pointer, in: member.value) { return found } }
        }
        return nil
    }
}
