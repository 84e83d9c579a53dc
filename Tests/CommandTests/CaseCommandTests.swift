import Foundation
import TestSupport
import Testing

/// `case`, end to end: a broken link, and the answer for a support agent.
@Suite(.inTurn(minutes: 3)) struct CaseCommandTests {
    // MARK: The answers

    /// `TEST_GENERATE=1` regenerates the answers, which must then be read from the perspective of a support agent.
    @Test func answersStateTheActionsToTake() async throws {
        let commands = CaseSituation.all.map(\.command)
        let texts = try await GeneratedFile("Tests/Expected/OneBrokenLink.md").texts(commands: commands) { command in
            let situation = try #require(CaseSituation.all.first { $0.command == command })
            var text = ""
            try await situation.run { arguments, _ in
                let result = try await Command.run(arguments)
                #expect(result.status == situation.status, "\(command): \(result.errors)")
                #expect(result.errors.isEmpty)
                for line in result.output.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
                text = Self.stable(result.output)
            }
            return text
        }
        #expect(texts.found == texts.expected)
    }

    /// Returns the text without parts that vary: days, and the ports of servers.
    private static func stable(_ text: String) -> String {
        text.replacing(/\d{4}-\d\d-\d\d \d\d:\d\d UTC/, with: "YYYY-MM-DD hh:mm UTC")
            .replacing(/port \d{5}/, with: "port 00000")
    }

    /// The part of the JSON report that the tests read.
    struct Document: Decodable {
        struct System: Decodable {
            var system: String
            var counts: Bool
            var works: Bool?
            var appIDs: [String]
            var source: String?
        }
        struct Trail: Decodable {
            struct Destination: Decodable {
                var url: String
            }
            var hosts: [String]
            var destination: Destination?
        }
        struct Step: Decodable {
            var title: String
            var code: String?
        }
        var opens: String
        var sentence: String
        var systems: [System]
        var trail: Trail?
        var steps: [Step]
        var check: String?
        var domains: [DecodedReport.Domain]

        init(_ text: String) throws { self = try JSONDecoder().decode(Document.self, from: Data(text.utf8)) }
    }

    /// A case with differing rules, differing copies, or selected apps and systems.
    struct Row: Sendable, CustomTestStringConvertible {
        var details: String
        var copy: String?
        var link = "https://shop.test/buy/7"
        var certificate = ServerCertificate.good
        var arguments: [String] = []
        var opens: String
        var words: String

        var testDescription: String { "\(details) \(arguments)" }
    }

    private static let one = #"{"appIDs":["A1B2C3D4E5.com.acme.one"],"components":[{"/":"/buy/*"}]}"#
    private static let two = #"{"appIDs":["A1B2C3D4E5.com.acme.two"],"components":[{"/":"/*"}]}"#

    static let rows = [
        // iOS 12 and earlier never read such a file, so nothing must be fixed.
        Row(details: one, opens: "yes", words: "This link opens com.acme.one on iOS 13 and later."),
        Row(
            details: "\(one),\(two)", opens: "yes",
            words: "This link opens com.acme.one or, if that is not installed, com.acme.two on"),
        Row(
            details: "\(one),\(two)", arguments: ["--app-id", "A1B2C3D4E5.com.acme.two"], opens: "yes",
            words: "This link opens com.acme.two on"),
        Row(
            details: "\(one),\(two)", link: "https://shop.test/help",
            arguments: ["--app-id", "A1B2C3D4E5.com.acme.one"], opens: "no",
            words: "No rule in the file matches this link"
        ),
        Row(
            details: #"{"appIDs":["TEAMID.com.example.app"],"components":[{"/":"/buy/*"}]}"#, opens: "no",
            words: "app-id-placeholder"),
        // “paths” and “components” disagree, which only affects earlier systems.
        Row(
            details: #"{"appID":"A1B2C3D4E5.com.acme.one","paths":["/help/*"],"#
                + #""appIDs":["A1B2C3D4E5.com.acme.one"],"components":[{"/":"/buy/*"}]}"#,
            opens: "depends",
            words: "On iOS 13 and later, this link opens com.acme.one; on iOS 9.3 to 12, it opens the browser."),
        // Apple's copy opens the link, but the server's file no longer does.
        Row(
            details: two.replacing("/*", with: "/help/*"), copy: two, opens: "depends",
            words: "On iOS 14 and later, this link opens com.acme.two at least until Apple's CDN requests the file "
                + "again (about once a day); on iOS 9.3 to 13, it opens the browser."),
        Row(
            details: one, copy: two.replacing("/*", with: "/help/*"), arguments: ["--system", "iOS 17"], opens: "no",
            words: "Apple's copy does not open this link yet"),
        Row(
            details: one, copy: two.replacing("/*", with: "/help/*"), arguments: ["--system", "developer mode"],
            opens: "yes", words: "This link opens com.acme.one in developer mode."),
        Row(
            details: one, certificate: .expired, arguments: ["--system", "developer mode"], opens: "yes",
            words: "This link opens com.acme.one in developer mode."),
        Row(
            details: one, link: "https://shop.test/help", certificate: .expired,
            arguments: ["--system", "developer mode"], opens: "no", words: "No rule in the file matches this link"),
        Row(
            details: one, copy: two.replacing("/*", with: "/help/*"),
            arguments: ["--system", "iPadOS 16.2", "--system", "macOS 10.15"], opens: "depends",
            words: "On iOS 13, this link opens com.acme.one; on iOS 14 and later, it opens the browser."),
        Row(details: one, arguments: ["--no-cdn"], opens: "yes", words: #""source": "server""#),
        Row(
            details: one, link: "http://shop.test/buy/7", arguments: ["--no-follow"], opens: "yes",
            words: "opens com.acme.one"),
        Row(details: one, link: " https://shop.test/buy/7#part\n", opens: "yes", words: "opens com.acme.one"),
        Row(details: one, link: "https://Shop.test./buy/7", opens: "yes", words: "opens com.acme.one"),
    ]

    @Test(arguments: rows)
    func followsTheFileThatCounts(_ row: Row) async throws {
        func file(_ details: String) -> Answer { .ok(#"{"applinks":{"apps":[],"details":[\#(details)]}}"#) }
        let situation = CaseSituation(
            name: "", link: row.link, arguments: row.arguments,
            sites: ["shop.test": CaseSituation.site(file(row.details), certificate: row.certificate)],
            copies: ["shop.test": file(row.copy ?? row.details)], status: 0)
        try await situation.run { arguments, _ in
            let arguments =
                row.arguments.contains("--no-cdn") ? arguments.filter { !$0.contains("cdn") } + ["--no-cdn"] : arguments
            let result = try await Command.run(arguments + ["-f", "json"])
            let document = try Document(result.output)
            #expect(document.opens == row.opens, "\(document.sentence)")
            #expect(result.output.contains(row.words), "\(result.output)")
            #expect(result.status == (row.opens == "yes" ? 0 : 2))
        }
    }

    @Test func takesInternationalNamesAndPorts() async throws {
        let site = CaseSituation.site()
        let copies = Site(
            wellKnown: .status(404),
            answers: ["/a/v1/xn--bcher-kva.test": CaseSituation.file(), "/a/v1/shop.test:8443": CaseSituation.file()])
        try await AuditCommandTests.withSites(["xn--bcher-kva.test": site, "shop.test": site, "cdn.test": copies]) {
            server, arguments, _ in
            let others = [
                "--connect-to", "::127.0.0.1:\(server.port)", "--cacert", arguments[3], "--cdn-url", "https://cdn.test",
            ]
            for link in ["https://bücher.test/buy/7", "https://shop.test:8443/buy/7"] {
                let result = try await Command.run(["case", link, "-f", "json"] + others)
                #expect(try Document(result.output).opens == "yes", "\(result.output)\(result.errors)")
            }
        }
    }

    // MARK: The link itself

    @Test func asksTheLinkOnceOrNotAtAll() async throws {
        for (flags, count) in [([], 1), (["--no-follow"], 0)] {
            try await CaseSituation.all[0].run { arguments, server in
                let result = try await Command.run(arguments + flags)
                #expect(result.status == 0)
                #expect(server.tally.requests.count { $0.path == "/buy/7" } == count)
                #expect(result.output.contains("The link itself was not requested") == (count == 0))
            }
        }
    }

    @Test func looksWhereADeadLinkLeads() async throws {
        let situation = try #require(CaseSituation.all.first { $0.name == "tracking link" })
        try await situation.run { arguments, server in
            let result = try await Command.run(arguments + ["-f", "json"])
            try KeptReports.keep(result.output, "tracking.case.json")
            let document = try Document(result.output)
            #expect(document.trail?.hosts == ["click.mail.test", "shop.test"])
            #expect(document.trail?.destination?.url == "https://shop.test/buy/7?utm=mail")
            #expect(document.domains.map(\.domain) == ["click.mail.test", "shop.test"])
            #expect(server.tally.requests.count { $0.path == "/x/1" } == 1)
            let alone = try Document(try await Command.run(arguments + ["-f", "json", "--no-follow"]).output)
            #expect(alone.trail == nil)
            #expect(alone.steps.map(\.code) == ["file-missing"])
        }
    }

    // MARK: Formats

    @Test func writesTicketsAndPages() async throws {
        let hostile = "https://shop.test/buy/7?a=<script>b&c=`@octocat`"
        var situation = CaseSituation.all[5]
        situation.link = hostile
        situation.sites["shop.test"]?.otherwise = .redirect(to: "https://a.test/<img>|`@octocat`")
        try await situation.run { arguments, _ in
            try await withTemporaryDirectory { folder in
                let names = ["case.md", "case.html", "case.json", "case.txt"]
                let outputs = names.flatMap { ["-o", "\(folder)/\($0)"] }
                let result = try await Command.run(arguments + outputs)
                #expect(result.status == 0, "\(result.errors)")
                let texts = try names.map { try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8) }
                #expect(texts[3] == result.output)
                #expect(texts[0].hasPrefix("# Yes: does this link open the app?\n"))
                #expect(
                    !texts[0].replacing(/<code>[^\n]*?<\/code>|```+text.*?```+/.dotMatchesNewlines(), with: "")
                        .contains("@octocat"))
                #expect(!texts[1].contains("<script") && !texts[1].contains("<img"))
                #expect(texts[1].contains("&lt;script&gt;"))
                #expect(try Document(texts[2]).opens == "yes")
                try KeptReports.keep(texts[2], "hostile.case.json")
            }
        }
    }

    @Test func everySituationIsAsTheSchemaSays() async throws {
        for (index, situation) in CaseSituation.all.enumerated() {
            try await situation.run { arguments, _ in
                let result = try await Command.run(arguments + ["-f", "json"])
                #expect(result.status == situation.status)
                try KeptReports.keep(result.output, "situation\(index).case.json")
                #expect(try Document(result.output).systems.count == 4)
            }
        }
    }

    // MARK: Invalid links

    static let misuses: [(arguments: [String], words: String)] = [
        ([], "No link was given"),
        (["shop.test/buy/7"], "has no scheme"),
        ([""], "an empty text is not a URL"),
        (["https://"], "has no host"),
        (["acmeshop://buy/7"], "“acmeshop:”"),
        (["mailto:me@shop.test"], "has no host"),
        (["https://192.0.2.7/buy"], "192.0.2.7"),
        (["https://[2001:db8::7]/buy"], "associated with host names"),
        (["https://me:topsecret@shop.test/buy"], "user name or a password"),
        (["https://shop.test:99999/buy"], "port"),
        (["https://sh%20op.test/buy"], "host"),
        (["https://shop.test/buy", "--app-id", "com.acme.shop"], "ten letters and digits"),
        (["https://shop.test/buy", "--system", "Android 14"], "“Android 14”"),
        (["https://shop.test/buy", "--system", "iOS 8"], "iOS, iPadOS or macOS"),
        (["https://shop.test/buy", "-f", "csv"], "text, md, json, html"),
        (["https://shop.test/buy", "-o", "case.sarif"], "does not write sarif"),
        (["https://shop.test/buy", "--no-cdn", "--cdn-url", "https://cdn.test"], "cannot be used together"),
        (["https://shop.test/buy", "https://shop.test/help"], "help"),
    ]

    @Test(arguments: misuses)
    func refusesInvalidLinks(arguments: [String], words: String) async throws {
        let result = try await Command.run(["case"] + arguments)
        #expect(result.status == 64, "\(result.errors)")
        #expect(result.output.isEmpty)
        #expect(result.errors.contains(words), "\(result.errors)")
        #expect(!result.errors.contains("topsecret"))
    }
}
