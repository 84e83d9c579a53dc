import Foundation
import TestSupport
import Testing

/// `match`, end to end: the built program against files on disk and servers on the loopback interface.
@Suite(.inTurn(minutes: 3)) struct MatchCommandTests {
    /// The part of the JSON report that the tests read.
    struct Document: Decodable {
        struct Outcome: Decodable {
            struct Rule: Decodable {
                var pointer: String
                var line: Int
                var text: String
            }
            struct Step: Decodable {
                var appID: String?
                var pointer: String
                var matched: Bool
                var why: String
            }
            struct Problem: Decodable {
                var kind: String
                var detail: String
            }
            var url: String
            var outcome: String?
            var appIDs: [String]
            var rule: Rule?
            var trace: [Step]?
            var error: Problem?
            var source: String?
        }
        var schemaVersion: Int
        var results: [Outcome]

        init(_ text: String) throws {
            self = try JSONDecoder().decode(Document.self, from: Data(text.utf8))
        }
    }

    static let first = "K7QW2XNB5T.net.waldweg.karten"
    static let second = "K7QW2XNB5T.net.waldweg.beta"
    static let file = """
        {"applinks": {"details": [
          {"appIDs": ["\(first)"], "components": [
            {"/": "/karte/privat/*", "exclude": true},
            {"/": "/karte/*"}]},
          {"appIDs": ["\(second)"], "components": [
            {"/": "/karte/beta/*"}]}
        ]}}
        """

    private static func match(
        _ arguments: String..., content: String = file, json: Bool = true
    ) async throws -> Command.Result {
        try await withTemporaryDirectory { folder in
            let path = "\(folder)/file.json"
            try writeFile(content.utf8, to: path)
            return try await Command.run(["match", "--file", path] + (json ? ["-f", "json"] : []) + arguments)
        }
    }

    // MARK: A file on disk

    /// URL and options, then outcome, apps, the pointer of the rule, and the exit code.
    static let urls: [(arguments: [String], outcome: String, apps: [String], pointer: String?, exit: Int32)] = [
        (["https://a.test/karte/1"], "match", [first], "/applinks/details/0/components/1", 0),
        (["https://a.test/karte/beta/1"], "match", [first, second], "/applinks/details/0/components/1", 0),
        (["https://a.test/karte/privat/1"], "exclude", [], "/applinks/details/0/components/0", 2),
        (["https://a.test/"], "no_match", [], nil, 2),
        (["https://b.test/karte/1", "--domain", "a.test"], "no_match", [], nil, 2),
        (
            ["https://www.a.test/karte/1", "--domain", "*.a.test"], "match", [first],
            "/applinks/details/0/components/1", 0
        ),
        (
            ["https://www.a.test/karte/1", "--domain", "*.a.test:8443"], "match", [first],
            "/applinks/details/0/components/1", 0
        ),
        (["https://a.test/karte/1", "--domain", "*.a.test:8443"], "no_match", [], nil, 2),
        (
            ["https://www.a.test/karte/1", "--domain", "applinks:*.A.test:8443?mode=developer"], "match", [first],
            "/applinks/details/0/components/1", 0
        ),
        (
            ["https://www.a.test/karte/1", "--domain", "https://*.a.test:8443/x"], "match", [first],
            "/applinks/details/0/components/1", 0
        ),
        (["https://www.a.test/karte/1", "--domain", "a.test:8443"], "no_match", [], nil, 2),
        (
            ["https://[2001:db8::1]:8443/karte/1", "--domain", "[2001:db8::1]:8443"], "match", [first],
            "/applinks/details/0/components/1", 0
        ),
        (
            ["https://b\u{FC}cher.test/karte/1", "--domain", "xn--bcher-kva.test"], "match", [first],
            "/applinks/details/0/components/1", 0
        ),
        (
            ["https://a.test/karte/beta/1", "--app-id", second], "match", [second], "/applinks/details/1/components/0",
            0
        ),
        (["https://a.test/karte/1", "--app-id", second], "no_match", [], nil, 2),
        (["ftp://a.test/karte/1"], "no_match", [], nil, 2),
    ]

    @Test(arguments: urls)
    func matchesAgainstAFile(
        _ row: (arguments: [String], outcome: String, apps: [String], pointer: String?, exit: Int32)
    ) async throws {
        let result = try await withTemporaryDirectory { folder in
            try writeFile(Self.file.utf8, to: "\(folder)/file.json")
            return try await Command.run(["match", "--file", "\(folder)/file.json", "-f", "json"] + row.arguments)
        }
        #expect(result.status == row.exit, "\(result.errors)")
        let document = try Document(result.output)
        #expect(document.schemaVersion == 1)
        let outcome = try #require(document.results.first)
        #expect(outcome.url == row.arguments[0])
        #expect(outcome.outcome == row.outcome)
        #expect(outcome.appIDs == row.apps)
        #expect(outcome.rule?.pointer == row.pointer)
    }

    @Test func carriesTheTrace() async throws {
        let result = try await Self.match("https://a.test/karte/beta/1")
        let outcome = try #require(try Document(result.output).results.first)
        #expect(outcome.rule?.line == 4)
        #expect(outcome.rule?.text == #"{"/": "/karte/*"}"#)
        let trace = try #require(outcome.trace)
        #expect(trace.map(\.matched) == [false, true, true])
        #expect(trace.map(\.appID) == [Self.first, Self.first, Self.second])
        #expect(trace[0].why.contains("/karte/privat/*"))
        let bare = try await Self.match("https://a.test/karte/1", "--no-trace")
        #expect(try Document(bare.output).results.first?.trace == nil)
    }

    @Test func explainsLikeAProof() async throws {
        let result = try await Self.match("--explain", "https://a.test/karte/privat/1", json: false)
        #expect(result.status == 2)
        let words = [
            "exclude", "1. /applinks/details/0, line 2, for \(Self.first)", "This rule decides: it excludes",
            "The rule after it is not read.", "2. /applinks/details/1", "does not match: path ‘/karte/privat/1’",
            "Its only rule does not match.", "Therefore: the URL opens in the browser",
        ]
        let text = result.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            .joined(separator: " ")
        for word in words { #expect(text.contains(word), "\(word)\n\(result.output)") }
        #expect(result.output.split(separator: "\n").allSatisfy { $0.unicodeScalars.count <= 80 })
    }

    @Test func takesThousandsOfURLsInOneRun() async throws {
        try await withTemporaryDirectory { folder in
            let path = "\(folder)/file.json"
            try writeFile(Self.file.utf8, to: path)
            let count = 5000
            let list =
                "\u{FEFF}# a list\r\n\r\n"
                + (0..<count).map { "  https://a.test/karte/\($0)\r\n" }.joined() + "https://a.test/karte/last"
            try writeFile(list.utf8, to: "\(folder)/urls.txt")
            let input = try #require(FileHandle(forReadingAtPath: path))
            let result = try await Command.run(
                ["match", "--file", "-", "--urls", "\(folder)/urls.txt", "-f", "json"], input: input)
            #expect(result.status == 0, "\(result.errors)")
            let results = try Document(result.output).results
            #expect(results.count == count + 1)
            #expect(results.last?.url == "https://a.test/karte/last")
            #expect(results.allSatisfy { $0.outcome == "match" && $0.source == "-" })
            let urls = try #require(FileHandle(forReadingAtPath: "\(folder)/urls.txt"))
            let text = try await Command.run(["match", "--file", path, "--urls", "-"], input: urls)
            #expect(text.status == 0)
            #expect(text.output.hasSuffix("5,001 URLs: 5,001 match.\n"))
        }
    }

    @Test func reportsInputsThatAreNotURLs() async throws {
        let result = try await Self.match("https://a.test/karte/1", "karte", "https://")
        #expect(result.status == 65)
        let results = try Document(result.output).results
        #expect(results.map(\.outcome) == ["match", nil, nil])
        #expect(results.map { $0.error?.kind } == [nil, "invalidURL", "invalidURL"])
        // The exit code for a URL without a match takes precedence.
        #expect(try await Self.match("karte", "https://a.test/").status == 2)
    }

    @Test func reportsAnUnreadableFileOnce() async throws {
        for content in ["{", "", "<html>"] {
            let result = try await Self.match("https://a.test/1", "https://a.test/2", content: content, json: false)
            #expect(result.status == 4)
            #expect(result.output.isEmpty)
            #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
            let json = try await Self.match("https://a.test/1", content: content)
            #expect(json.status == 4)
            #expect(try Document(json.output).results.map { $0.error?.kind } == ["noFile"])
        }
        let missing = try await Command.run("match", "--file", "/nonexistent/file", "https://a.test/1")
        #expect(missing.status == 4)
        #expect(missing.errors.contains("/nonexistent/file"))
    }

    @Test func matchesAgainstASignedFile() async throws {
        let bytes = try await Signing.with { try $0.sign(Array(Self.file.utf8)) }
        try await LintCommandTests.withFile(bytes) { path, _ in
            let result = try await Command.run("match", "--file", path, "https://a.test/karte/1")
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.output.contains(Self.first))
        }
    }

    // MARK: The file of a domain

    @Test func asksEachDomainOnce() async throws {
        let sites = [
            "a.test": Site(wellKnown: .ok(Self.file)), "b.test": Site.everywhere(.status(404)),
        ]
        try await AuditCommandTests.withSites(sites) { server, arguments, _ in
            let result = try await Command.run(
                [
                    "match", "-f", "json", "https://a.test/karte/1", "https://b.test/karte/1", "http://a.test/karte/2",
                    "mailto:me@a.test", "ftp://a.test/karte/1",
                ] + arguments)
            #expect(result.status == 2, "\(result.errors)")
            let results = try Document(result.output).results
            #expect(results.map(\.outcome) == ["match", nil, "match", nil, "no_match"])
            #expect(results.map { $0.error?.kind } == [nil, "noFile", nil, "invalidURL", nil])
            #expect(results[0].source == "https://a.test/.well-known/apple-app-site-association")
            #expect(results[1].error?.detail.contains("file-missing") == true)
            #expect(server.tally.requests.count(where: { $0.host == "a.test" }) == 2)
        }
    }

    @Test func hasItsOwnCodeForAFileThatCannotBeHad() async throws {
        try await AuditCommandTests.withSites(["b.test": Site.everywhere(.status(404))]) { _, arguments, _ in
            let result = try await Command.run(["match", "https://b.test/karte/1"] + arguments)
            #expect(result.status == 4)
            #expect(result.output.contains("no file"))
            #expect(result.output.contains("file-missing"))
        }
    }
}
