import Audit
import Findings
import Foundation
import TestSupport
import Testing

@testable import Settings

/// The content of configuration files, and the errors in them.
struct ConfigurationTests {
    static func read(_ text: String, path: String = "audit.yaml") throws(ConfigurationError) -> Configuration {
        try Configuration(Array(text.utf8), path: path)
    }

    static func targets(_ configuration: Configuration) throws -> [Target] {
        try configuration.domains.map { try $0.result.get() }
    }

    // MARK: Valid configurations

    @Test(arguments: ["", "\n", "# nothing\n", "---\n", "{}", "\u{FEFF}timeout: 10s\n", "timeout: 10s\r\nloops: 2\r\n"])
    func takesFilesThatSayLittle(text: String) throws {
        let configuration = try Self.read(text)
        #expect(configuration.domains.isEmpty)
        #expect(configuration.settings.count <= 2)
    }

    @Test func readsDomainsWithEverything() throws {
        let configuration = try Self.read(
            """
            domains:
              - plain.example
              - name: Full.example:8443
                owner: no
                contact: "https://chat.example/#web"
                team: 007
                tags: [a, "b c"]
                expect:
                  app_ids: [A1B2C3D4E5.com.acme, "webcredentials:A1B2C3D4E5.com.acme"]
                  opens: [https://full.example/a, https://www.full.example/b]
                  does_not_open:
                    - https://full.example/c
              - name: bücher.example
                expect: {opens: [https://bücher.example/x]}
            """)
        let targets = try Self.targets(configuration)
        #expect(targets.map(\.domain.authority) == ["plain.example", "full.example:8443", "xn--bcher-kva.example"])
        // If a text is expected, values are not converted to Booleans or octal numbers.
        #expect(targets[1].people.owner == "no")
        #expect(targets[1].people.contact == "https://chat.example/#web")
        #expect(targets[1].people.team == "007")
        #expect(targets[1].people.tags == ["a", "b c"])
        let expected = Expectations(
            apps: try ["A1B2C3D4E5.com.acme", "webcredentials:A1B2C3D4E5.com.acme"].map { try Expectations.App($0) },
            opens: [try LinkRequest("https://full.example/a"), try LinkRequest("https://www.full.example/b")],
            doesNotOpen: [try LinkRequest("https://full.example/c")])
        #expect(targets[1].expectations == expected)
        #expect(configuration.domains[1].origin == .line(3, of: "audit.yaml"))
        #expect(targets[0].expectations == nil)
    }

    @Test func readsWaiversAndSeverities() throws {
        let configuration = try Self.read(
            """
            waivers:
              - {code: redirect, domain: "*.example", reason: a move, until: 2028-02-29, accepted_by: Dana}
              - {code: slow-response, domain: a.example, reason: "known"}
            severities: {slow-response: info, redirect: error}
            """)
        let rules = configuration.waivers.rules
        #expect(rules.map(\.code) == [.redirect, .slowResponse])
        let move = Waiver(reason: "a move", until: "2028-02-29", acceptedBy: "Dana")
        #expect(rules.map(\.waiver) == [move, Waiver(reason: "known")])
        #expect(rules.map(\.origin) == ["audit.yaml, line 2", "audit.yaml, line 3"])
        #expect(configuration.severities == [.slowResponse: .info, .redirect: .error])
    }

    @Test(arguments: [
        ("conf/audit.yaml", "conf/"), ("/etc/audit.yaml", "/etc/"), ("audit.yaml", ""), ("/audit.yaml", "/"),
    ])
    func beginsPathsAtTheFolderOfTheFile(path: String, folder: String) throws {
        let configuration = try Self.read(
            """
            lists: [a.txt, /b.txt, "-"]
            outputs: [out/r.json, "ndjson:-", "text:/tmp/x"]
            cacert: roots.pem
            """, path: path)
        let settings = configuration.settings
        #expect(settings["lists"] == ["\(folder)a.txt", "/b.txt", "-"])
        #expect(settings["outputs"] == ["json:\(folder)out/r.json", "ndjson:-", "text:/tmp/x"])
        #expect(settings["cacert"] == ["\(folder)roots.pem"])
    }

    @Test func summaryCountsTheContent() throws {
        let configuration = try Self.read(
            """
            domains: [a.example, {name: b.example, expect: {opens: ["https://b.example/"]}}]
            waivers:
              - {code: redirect, domain: "*", reason: x, until: 2020-01-01}
              - {code: redirect, domain: "*", reason: x}
            severities: {redirect: info}
            timeout: 3s
            outputs: [r.json]
            """)
        let date = Date(timeIntervalSince1970: 1_772_366_400)
        #expect(
            configuration.summary(targets: nil, at: date)
                == "audit.yaml is valid: 2 domains (1 with expectations); 2 waivers (1 ended); 1 severity; 2 settings; "
                + "outputs: json:r.json.")
    }

    // MARK: Errors

    /// An error: the text, its position, and words of the message.
    struct Mistake: Sendable, CustomTestStringConvertible {
        var text: String
        var place: String
        var words: [String]

        init(_ text: String, _ place: String, _ words: String...) {
            self.text = text
            self.place = place
            self.words = words
        }

        var testDescription: String { text }
    }

    static let mistakes: [Mistake] = [
        // Keys.
        Mistake("max_retry: 3", "1:1", "“max_retry”", "“max_retries”"),
        Mistake("max-retries: 3", "1:1", "“max-retries”", "“max_retries”"),
        Mistake("maxRetries: 3", "1:1", "“max_retries”"),
        Mistake("Timeout: 3s", "1:1", "“timeout”"),
        Mistake("output: [a.json]", "1:1", "“outputs”"),
        Mistake("concurrency: 3", "1:1", "“max_concurrency”"),
        Mistake("domain: [a.example]", "1:1", "“domains”"),
        Mistake("waiver: []", "1:1", "“waivers”"),
        Mistake("nonsense: 3", "1:1", "unknown key “nonsense”", "example file"),
        Mistake("owner: me", "1:1", "under “domains”"),
        Mistake("contact: me", "1:1", "under “domains”"),
        Mistake("domains:\n  - {name: a.example, email: me}", "2:23", "“contact”"),
        Mistake(
            "domains:\n  - {name: a.example, contact: \(String(repeating: "m", count: 201))}", "2:32", "at most 200"),
        Mistake("opens: [x]", "1:1", "under “expect”"),
        Mistake("reason: me", "1:1", "under “waivers”"), Mistake("accepted_by: me", "1:1", "under “waivers”"),
        Mistake("waivers: [{code: redirect, domain: x, reason: y, accepted_by: \"\"}]", "1:63", "no value"),
        Mistake("\"time\\nout\": 3s", "1:1", "\\u{A}"),
        Mistake("domains:\n  - {name: a.example, ower: me}", "2:23", "“owner”"),
        Mistake("domains:\n  - {host: a.example}", "2:6", "“name”"),
        Mistake("domains:\n  - {name: a.example, expect: {apps: []}}", "2:32", "“app_ids”"),
        Mistake("waivers:\n  - {code: redirect, domain: x, reason: y, expires: 2030-01-01}", "2:44", "“until”"),
        Mistake("timeout: 3s\nloops: 1\ntimeout: 4s", "1:1", "more than once"),
        Mistake("domains:\n  - name: a.example\n    name: b.example", "2:5", "more than once"),
        Mistake("severities:\n  redirect: info\n  \"redirect\": error", "2:3", "more than once"),
        Mistake("? [a, b]\n: 1", "1:3", "a list", "single word"),
        // Types.
        Mistake("timeout: 10", "1:10", "“timeout”", "10s"),
        Mistake("timeout: 1:30", "1:10", "“1:30”"),
        Mistake("timeout: [3s]", "1:10", "a list", "“timeout” is a text"),
        Mistake("timeout:", "1:9", "no value"),
        Mistake("timeout: ~", "1:10", "no value"),
        Mistake("loops: 010", "1:8", "zero", "1 to 256"),
        Mistake("loops: 0x2", "1:8", "1 to 256"),
        Mistake("loops: 1e1", "1:8", "whole number"),
        Mistake("loops: 1_0", "1:8", "whole number"),
        Mistake("loops: \"2\"", "1:8", "the text “2”", "1 to 256"),
        Mistake("loops: 999", "1:8", "1 to 256"),
        Mistake("loops: {a: 1}", "1:8", "a group of keys"),
        Mistake("ipv4: yes", "1:7", "“yes”", "true or false"),
        Mistake("ipv4: on", "1:7", "“on”", "true or false"),
        Mistake("ipv4: \"true\"", "1:7", "the text “true”"),
        Mistake("ipv4: true\nipv6: true", "2:1", "“ipv4”", "“ipv6”", "cannot both be true"),
        Mistake("quiet: true\nverbose: true", "2:1", "cannot both be true"),
        Mistake("format: pdf", "1:9", "“pdf”", "ndjson"),
        Mistake("fail_on: info", "1:10", "warning, regression, never"),
        Mistake("outputs: report.json", "1:10", "a list", "“- ”"),
        Mistake("outputs: [report.pdf]", "1:11", "“report.pdf”"),
        Mistake("headers: [Authorization secret]", "1:11", "“:”"),
        Mistake("proxy: gopher://me:secret@proxy", "1:8", "socks5h"),
        Mistake("exclude: [\"[\"]", "1:11", "“[”", "regular expression"),
        Mistake("resolve: [a]", "1:11", "HOST:PORT:ADDR"),
        Mistake("dns_servers: [dns.example]", "1:15", "192.0.2.53"),
        Mistake("user_agent: \"a\\tb\"", "1:13", "control character"),
        Mistake("domains: a.example", "1:10", "a list of domains"),
        Mistake("domains: [[a.example]]", "1:11", "a list", "a domain entry is a group of keys"),
        Mistake("domains: [{owner: me}]", "1:11", "no name"),
        Mistake("domains: [a b]", "1:11", "expected a single domain"),
        Mistake("domains:\n  - a.example\n  - https://A.example/", "3:5", "line 2"),
        Mistake(
            "domains: [{name: a.example, expect: {app_ids: [com.acme]}}]", "1:48", "“com.acme”",
            "A1B2C3D4E5.com.acme.app"),
        Mistake(
            "domains: [{name: a.example, expect: {app_ids: [\"x:A1B2C3D4E5.a\"]}}]", "1:48", "not a service",
            "webcredentials"),
        Mistake(
            "domains: [{name: a.example, expect: {opens: [/path]}}]", "1:46", "whole URL", "https://a.example/path"),
        Mistake("domains: [{name: a.example, expect: {opens: [https://b.example/]}}]", "1:46", "“b.example”"),
        Mistake("domains: [{name: a.example, expect: {opens: [myapp://a.example/]}}]", "1:46", "https:"),
        Mistake(
            "domains: [{name: a.example, expect: {opens: [https://a.example/], does_not_open: [https://a.example/]}}]",
            "1:83", "both"),
        Mistake("owners: [{domain: x}]", "1:10", "specifies nothing"),
        Mistake("owners: [{owner: x}]", "1:10", "no domain"),
        Mistake("owners: [{domain: \"a b\", owner: x}]", "1:19", "*.example.com"),
        Mistake("webhooks: [{url: https://h.example/x}]", "1:12", "no “team”"),
        Mistake("webhooks: [{team: a}]", "1:12", "“url” or “url_file”"),
        Mistake("webhooks: [{team: a, url: https://h.example/x, url_file: y}]", "1:12", "“url” or “url_file”"),
        Mistake("webhooks: [{team: a, url: \"https://me@h.example/x\"}]", "1:27", "user information"),
        Mistake("webhooks: [{team: a, url: https://h.example/x, format: mail}]", "1:56", "slack"),
        Mistake("webhooks: [{team: a, url_file: x}, {team: A, url_file: y}]", "1:36", "already"),
        Mistake("include: x.yaml", "1:10", "a list of files"),
        Mistake("waivers: [{code: redirect, team: \"\", reason: y}]", "1:34", "no value"),
        Mistake("waivers: [{domain: x, reason: y}]", "1:11", "no code"),
        Mistake("waivers: [{code: redirect, reason: y}]", "1:11", "no domain"),
        Mistake("waivers: [{code: redirect, domain: x}]", "1:11", "no reason"),
        Mistake("waivers: [{code: redirect, domain: x, reason: \"\"}]", "1:47", "no value"),
        Mistake("waivers: [{code: redirct, domain: x, reason: y}]", "1:18", "“redirct”", "“redirect”"),
        Mistake("waivers: [{code: zzz, domain: x, reason: y}]", "1:18", "aasa-audit explain"),
        Mistake("waivers: [{code: redirect, domain: \"a b\", reason: y}]", "1:36", "*.example.com"),
        Mistake("waivers: [{code: redirect, domain: x, reason: y, until: 2027-02-29}]", "1:57", "no day 2027-02-29"),
        Mistake("waivers: [{code: redirect, domain: x, reason: y, until: 31.12.2027}]", "1:57", "2026-12-31"),
        Mistake("waivers: [{code: redirect, domain: x, reason: y, until: 2027-1-1}]", "1:57", "2026-12-31"),
        Mistake("waivers: [{code: redirect, domain: x, reason: y, until: 2027-01-01T00:00:00Z}]", "1:57", "not a date"),
        Mistake("severities: {redirect: off}", "1:24", "info keeps the finding"),
        Mistake("severities: {redirect: fatal}", "1:24", "error, warning or info"),
        Mistake("severities: {redirct: info}", "1:14", "“redirect”"),
        Mistake("severities: [redirect]", "1:13", "group of keys"),
        // YAML.
        Mistake("- a", "1:1", "a list", "group of keys"),
        Mistake("hello", "1:1", "“hello”", "group of keys"),
        Mistake("timeout: &t 3s", "1:10", "anchors"),
        Mistake("timeout: *t", "1:10", "aliases"),
        Mistake("domains:\n  - name: *.example.com", "2:12", "aliases", "quotes"),
        Mistake("<<: {loops: 2}", "1:1", "merge keys"),
        Mistake("loops: !!int 2", "1:8", "tag"),
        Mistake("loops: !ruby/object:X 2", "1:8", "tag"),
        Mistake("\ttimeout: 3s", "1:1", "tab"),
        Mistake("domains:\n\t- a.example", "2:1", "tab"),
        Mistake("a: b: c", "1:5", "colon", "quote"),
        Mistake("severities: {entitlement-unheard-of: info}", "1:14", "no finding “entitlement-unheard-of”"),
        Mistake("proxy: @x", "1:8", "“@”", "quote"),
        Mistake("loops: 1\n---\nloops: 2", "2:1", "second document"),
        Mistake("outputs: [a", "2:1", "flow sequence"),
        Mistake(String(repeating: "[", count: 5000), "1:1", "nested"),
    ]

    @Test(arguments: mistakes)
    func namesTheMistakeAndItsPlace(_ mistake: Mistake) throws {
        let error = #expect(throws: ConfigurationError.self) { try Self.read(mistake.text) }
        let text = try #require(error).description
        #expect(error?.problems.count == 1, "\(text)")
        #expect(text.hasPrefix("audit.yaml:\(mistake.place): "), "\(text)")
        for words in mistake.words { #expect(text.contains(words), "\(text)") }
        #expect(!text.contains("secret"))
    }

    /// Messages about `webhooks` and settings with secrets contain only the kind of a value, never the value.
    @Test(arguments: [
        "headers: secret", "headers: {secret: secret}", "headers: [{secret: x}]", "headers: [[secret]]",
        "headers: [\"secret secret: x\"]", "headers: [\"secret:\"]", "headers: [\"secret; x\"]", "headers: !secret x",
        "headers: [\"secret:\\u0001\"]", "proxy: [secret]", "proxy: {secret: x}", "proxy: ftp://secret",
        "notify: [https://h.example/secret]", "notify: {secret: x}", "notify: secret",
        "webhooks: https://h.example/secret", "webhooks: [https://h.example/secret]", "webhooks: {secret: x}",
        "webhooks: \"secret\"", "webhooks: [[secret]]", "webhooks: [{secret: x}]", "webhooks: [{secret: x, secret: y}]",
        "webhooks: [!secret x]", "webhooks: [{team: [secret], url: x}]", "webhooks: [{team: a, url: [secret]}]",
        "webhooks: [{team: a, url: {secret: x}}]", "webhooks: [{team: a, url: ftp://secret}]",
        "webhooks: [{team: a, url: https://h.example/x, format: secret}]",
        "webhooks: [{team: secret, url_file: x}, {team: secret, url_file: x}]",
    ])
    func noMistakeRepeatsASecret(text: String) throws {
        let error = #expect(throws: ConfigurationError.self) { try Self.read(text) }
        // The name of the key contains the word, too.
        let words = try #require(error).description.replacing("secret_file", with: "")
        #expect(!words.contains("secret"), "\(words)")
    }

    /// A secret was written instead of the path of its file.
    @Test func noWebhookRepeatsThePathOfItsFile() throws {
        let configuration = try Self.read("webhooks: [{team: a, url_file: https://h.example/secret}]")
        let error = #expect(throws: UsageError.self) { try configuration.webhooks[0].resolved() }
        #expect(error?.description.contains("url_file") == true)
        #expect(error?.description.contains("h.example") == false)
    }

    @Test func namesAllMistakesAtOnceInTheirOrder() throws {
        let error = #expect(throws: ConfigurationError.self) {
            try Self.read(
                """
                waivers: [{code: redirct}]
                timeout: 3
                nonsense: &x 1
                ipv4: maybe
                loops: 0
                """)
        }
        let lines = try #require(error).problems.map(\.mark?.line)
        #expect(lines == [1, 1, 1, 2, 3, 3, 4, 5])
    }

    @Test func boundsTheNumberOfMistakes() throws {
        let text = (0..<250).map { "unknown\($0): 1" }.joined(separator: "\n")
        let error = try #require(#expect(throws: ConfigurationError.self) { try Self.read(text) })
        #expect(error.problems.count == 100)
        #expect(error.description.hasSuffix("\nand 150 more"))
    }

    @Test(
        arguments: [
            ([0xFF, 0xFE, 0x61, 0x00], "UTF-16"), ([0x61, 0x3A, 0x0A, 0x80], "audit.yaml:2:1: "),
            ([0x61, 0x3A, 0x20, 0x01], "does not allow"),
        ] as [([UInt8], String)])
    func refusesBytesThatAreNoText(bytes: [UInt8], words: String) throws {
        let error = #expect(throws: ConfigurationError.self) { try Configuration(bytes, path: "audit.yaml") }
        #expect(try #require(error).description.contains(words), "\(String(describing: error))")
    }

    @Test func refusesWhatIsTooLarge() throws {
        let bytes = [UInt8](repeating: UInt8(ascii: "#"), count: (8 << 20) + 1)
        let error = #expect(throws: ConfigurationError.self) { try Configuration(bytes, path: "audit.yaml") }
        #expect(try #require(error).description.contains("8 MiB"))
    }

    /// Nested aliases as values and as keys, which a parser would compare with each other.
    @Test(.inTurn(minutes: 3), arguments: ["z: *a60", "? *a60\n: 1", "? *a60\n: 1\n? *a59\n: 2"])
    func refusesAliasesThatMultiply(last: String) throws {
        var lines = ["a0: &a0 [x, x]"]
        for number in 1...60 { lines.append("a\(number): &a\(number) [*a\(number - 1), *a\(number - 1)]") }
        let text = (lines + [last]).joined(separator: "\n")
        let error = #expect(throws: ConfigurationError.self) { try Self.read(text) }
        #expect(try #require(error).description.contains("aliases"))
    }

    // MARK: Other files

    /// Writes files into a folder, and reads the first.
    static func included(_ files: [(name: String, text: String)]) throws -> Configuration {
        let folder = FileManager.default.temporaryDirectory.appending(path: "include-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder.appending(path: "teams"), withIntermediateDirectories: true)
        for (name, text) in files { try Data(text.utf8).write(to: folder.appending(path: name)) }
        do throws(ConfigurationError) {
            return try Configuration(file: folder.appending(path: files[0].name).path)
        } catch {
            // The name of the folder differs in each run.
            struct Wrong: Error, CustomStringConvertible { var description: String }
            throw Wrong(description: "\(error)".replacing(folder.path + "/", with: ""))
        }
    }

    @Test func includesFilesOfTeams() throws {
        let configuration = try Self.included([
            ("audit.yaml", "include: [teams/shop.yaml, empty.yaml]\ndomains: [a.example]\nloops: 2\n"),
            (
                "teams/shop.yaml",
                """
                domains: [{name: b.example, team: Shop}]
                owners: [{domain: "*.example", owner: Robin}]
                waivers: [{code: redirect, team: Shop, reason: known}]
                severities: {slow-response: info}
                """
            ), ("empty.yaml", ""),
        ])
        #expect(try Self.targets(configuration).map(\.host) == ["a.example", "b.example"])
        #expect(configuration.owners.map(\.people.owner) == ["Robin"])
        #expect(configuration.waivers.rules.map(\.team) == ["Shop"])
        #expect(configuration.waivers.rules[0].origin?.hasSuffix("teams/shop.yaml, line 3") == true)
        #expect(configuration.severities == [.slowResponse: .info])
        #expect(configuration.settings["loops"] == ["2"])
    }

    @Test(
        arguments: [
            ("domains: [a.example]", "audit.yaml:1:11: b.yaml: “a.example” is in another file already"),
            (
                "loops: 2",
                "b.yaml:1:1: unknown key “loops” in an included file; it belongs to the file that includes"
            ),
            (
                "include: [c.yaml]",
                "b.yaml:1:1: unknown key “include” in an included file; it belongs to the file"
            ),
            (
                "severities: {redirect: info}",
                "audit.yaml:1:11: b.yaml: the severity of redirect is in another file already"
            ),
            ("waivers: [{code: redirct, domain: x, reason: y}]", "b.yaml:1:18: there is no finding “redirct”"),
            ("[", "b.yaml:"),
            (nil, "audit.yaml:1:11: b.yaml: the file cannot be read"),
        ] as [(String?, String)])
    func saysWhatIsWrongWithAnIncludedFile(text: String?, problem: String) throws {
        let main = "include: [b.yaml]\ndomains: [a.example]\nseverities: {redirect: error}\n"
        var files: [(name: String, text: String)] = [("audit.yaml", main)]
        if let text { files.append(("b.yaml", text)) }
        do {
            _ = try Self.included(files)
            Issue.record("nothing was found")
        } catch {
            #expect("\(error)".hasPrefix(problem), "\(error)")
        }
    }

    @Test func takesManyDomains() throws {
        let text = "domains:\n" + (0..<20_000).map { "  - {name: d\($0).example, team: t}\n" }.joined()
        #expect(try Self.read(text).domains.count == 20_000)
    }

    @Test(arguments: ["/nonexistent/audit.yaml", "/tmp", "-"])
    func saysWhenTheFileCannotBeRead(path: String) throws {
        let error = #expect(throws: ConfigurationError.self) { try Configuration(file: path) }
        #expect(try #require(error).description.hasPrefix("\(path): "))
    }
}
