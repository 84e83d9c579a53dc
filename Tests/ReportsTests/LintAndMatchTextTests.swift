import AppSiteAssociation
import Audit
import Testing

import struct Foundation.Date

@testable import Reports

/// `lint` and `match` on a terminal.
@Suite struct LintAndMatchTextTests {
    private static let escape = "\u{1B}[31m\u{202E}"
    /// The hostile text, escaped in JSON.
    private static let escaped = #"\u001B[31m\u202E"#

    private static func lint(_ text: String, path: String = "file.json") -> LintReport {
        Linter().lint(FileBytes(bytes: Array(text.utf8)), path: path, at: Date(timeIntervalSince1970: 0))
    }

    private static func isPlain(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { $0 == "\n" || ($0.value >= 0x20 && $0.value != 0x7F && $0.value != 0x202E) }
    }

    private static func fits(_ text: String) -> Bool {
        text.split(separator: "\n").allSatisfy { TerminalText.width($0) <= 80 }
    }

    @Test func hostileFilesAreShownHarmless() {
        let file = """
            {"applinks":{"details":[{"appIDs":["\(Self.escaped)"],"components":[{"/":"\(Self.escaped) x","\(Self.escaped)":1}]}]},
            "\(Self.escaped)": "\(String(repeating: "x", count: 500))"}
            """
        for detail in TextReport.Detail.allCases {
            var text = LintText(detail: detail)
            let output = text.render(Self.lint(file, path: "a\(Self.escape).json"))
            #expect(output.contains("\\u{1B}"))
            #expect(Self.isPlain(output))
            #expect(Self.fits(output), "\(output)")
        }
    }

    @Test func hostileRulesAreShownHarmless() throws {
        let file = """
            {"applinks":{"details":[{"appIDs":["\(Self.escaped)"],"components":[
            {"/":"/\(Self.escaped)/*"},{"?":{"\(Self.escaped)":"?"}},{"/":"/\(String(repeating: "y", count: 400))*"},{"/":"*"}]}]}}
            """
        let source = LinkSource(Self.lint(file))
        for traces in [false, true] {
            var text = MatchText()
            let request = try LinkRequest("https://example.com/\(Self.escape)/b?\(Self.escape)=1")
            let result = source.match(request, host: nil, app: nil, traces: traces)
            let output = text.render(result) + text.summary()
            #expect(output.contains("match"))
            #expect(Self.isPlain(output))
            #expect(Self.fits(output), "\(output)")
        }
    }

    @Test func rulesAreCountedOnce() {
        let apps = (1...3).map { "\"A1B2C3D4E\($0).com.acme.app\"" }.joined(separator: ", ")
        let file = """
            {"applinks": {"details": [{"appIDs": [\(apps)], "components": [{"/": "/a"}, {"/": "/b"}]}]}}
            """
        var text = LintText()
        #expect(text.render(Self.lint(file)).contains("3 apps, 2 rules; services: applinks"))
    }

    @Test(arguments: [
        ("apple-app-site-association", false), ("./.well-known/apple-app-site-association", false), ("-", false),
        ("apple-app-site-association.json", true), ("aasa.txt", true),
    ])
    func anotherNameIsSaid(path: String, isSaid: Bool) {
        let good = Self.lint(#"{"webcredentials":{"apps":["K7QW2XNB5T.net.waldweg.karten"]}}"#, path: path)
        var text = LintText()
        #expect(text.render(good).contains("must be called apple-app-site-association") == isSaid)
    }

    private static let rules = #"""
        {"applinks":{"details":[{"appIDs":["K7QW2XNB5T.net.waldweg.karten","K7QW2XNB5T.net.waldweg.beta"],"components":[
        {"/":"/privat/*","exclude":true},{"/":"/Karte/*"},{"/":"/id/??"},{"/":"/caf%C3%A9"},{"/":"/q","?":{"id":"?*"}}]},
        {"appIDs":["TEAMID.net.waldweg.karten"],"components":[{"/":"/t"}]}]}}
        """#

    @Test(arguments: [
        ("/karte/1", "Its path differs only in letter case from ‘/Karte/*’ (line 2)."),
        ("/id/1/", "without the slash that is added to the end"),
        ("/q", "Its path matches the rule at line 2, but query item ‘id’ is missing"),
        ("/privat/1", "excluded from K7QW2XNB5T.net.waldweg.karten and K7QW2XNB5T.net.waldweg.beta"),
        ("/Karte/1", "K7QW2XNB5T.net.waldweg.karten, or if it is not installed K7QW2XNB5T.net.waldweg.beta"),
        ("/t", "warning: no installed app can have the identifier TEAMID.net.waldweg.karten; lint explains why."),
    ])
    func aMatchSaysWhy(path: String, words: String) throws {
        let source = LinkSource(Self.lint(Self.rules))
        let result = source.match(try LinkRequest("https://waldweg.test\(path)"), host: nil, app: nil, traces: false)
        var text = MatchText(width: 400)
        let output = text.render(result)
        #expect(output.contains(words), "\(output)")
        var json = JSONList("results")
        json.write(result)
        json.finish()
        let document = String(decoding: json.takeBytes(), as: UTF8.self)
        #expect(document.contains("\"why\": null") == (result.nearMiss == nil))
        let compact = document.filter { !$0.isWhitespace }
        #expect(compact.contains("\"impossibleAppIDs\":[\"TEAMID.net.waldweg.karten\"]") == (path == "/t"))
    }

    @Test func theAddedSlashIsSaidInTheProof() throws {
        let file =
            #"{"applinks":{"details":[{"appIDs":["K7QW2XNB5T.net.waldweg.karten"],"components":[{"/":"/help?*"}]}]}}"#
        let source = LinkSource(Self.lint(file))
        for (url, isSaid) in [("https://waldweg.test/help", true), ("https://waldweg.test/helper", false)] {
            var text = MatchText(width: 400)
            let output = text.render(source.match(try LinkRequest(url), host: nil, app: nil, traces: true))
            #expect(output.contains("counting the slash that is added at the end") == isSaid, "\(output)")
        }
    }

    @Test func oneFileNeedsNoSummary() {
        var text = LintText()
        _ = text.render(Self.lint("{}"))
        #expect(text.summary().isEmpty)
        _ = text.render(Self.lint("{"))
        #expect(text.summary() == "\n2 files: 2 broken.\n")
    }

    @Test func aGoodFileIsSaidInALine() {
        var text = LintText(detail: .quiet)
        let good = Self.lint(#"{"webcredentials":{"apps":["K7QW2XNB5T.net.waldweg.karten"]}}"#)
        #expect(text.render(good).isEmpty)
        var normal = LintText()
        #expect(
            normal.render(good) == """
                file.json  PASS  No findings.
                  1 app, 0 rules; services: webcredentials
                  Note: On the server, the file must be called apple-app-site-association,
                    without an extension.

                """)
    }
}
