import AppSiteAssociation
import Audit
import Findings
import TestSupport
import Testing

/// Verdicts about random files agree with the matcher's results for links.
struct VerdictPropertyTests {
    private static let links: [LinkURL] = {
        let paths = ["/", "/a", "/a/b", "/b", "/7", "/a%20b", "/NOT/a", "/NOT%20/a", "/not%20/a", "/x/y/z"]
        var links: [LinkURL] = []
        for path in paths {
            for query in ["", "?a=1", "?a=2", "?b=1", "?x%23y"] {
                for fragment in ["", "#f", "#g", "#x%20y"] {
                    if let link = try? LinkURL("https://example.com\(path)\(query)\(fragment)") { links.append(link) }
                }
            }
        }
        return links
    }()

    @Test(.inTurn(minutes: 3), arguments: 0..<20)
    func agreeWithTheMatcher(_ seed: Int) throws {
        var maker = FileMaker(seed: UInt64(seed) &* 104_729 &+ 7)
        for _ in 0..<60 {
            let details = maker.details()
            let report = Judge().judge(Seen.domain(Seen.answer(200, FileMaker.file(details.map(\.text)))))
            let opens = try Self.opens(FileMaker.file(details.map(\.text)))
            for system in [AppleSystem.iOS14, .iOS14DeveloperMode] {
                let works = report.verdicts.first { $0.system == system }?.works
                #expect(works == opens, "\(system) of \(FileMaker.file(details.map(\.text)))")
            }
            // Systems up to iOS 12 read only `appID` and `paths` of entries.
            let old = try Self.opens(FileMaker.file(details.compactMap(\.old)))
            let works = report.verdicts.first { $0.system == .iOS9To12 }?.works
            if works != nil { #expect(works == old, "iOS 12 of \(FileMaker.file(details.map(\.text)))") }
            if old { #expect(works != false) }
        }
    }

    /// Returns whether any link opens an app with a valid identifier.
    private static func opens(_ text: String) throws -> Bool {
        let file = AssociationFile(try JSONDocument(text: text))
        let matcher = LinkMatcher(file)
        return links.contains { link in
            matcher.match(link).apps.contains { !$0.text.hasPrefix("TEAMID") && !$0.text.hasPrefix("x") }
        }
    }
}

/// Creates association files from a fixed random sequence.
private struct FileMaker {
    private var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    static func file(_ details: [String]) -> String {
        "{\"applinks\":{\"apps\":[],\"details\":[\(details.joined(separator: ","))]}}"
    }

    private mutating func below(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }

    private mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

    private static let apps = [
        "A1B2C3D4E5.com.acme.one", "A1B2C3D4E5.com.acme.two", "TEAMID.com.acme.app", "x.com.acme.app",
        "A1B2C3D4E5.com.acme_three",
    ]
    private static let paths = [
        "*", "/*", "/", "/a", "/a/*", "/?*", "NOT /a", "NOT /a/*", "NOT *", "NOT /*", "/a b", "NOT /a b", "/a?x=1",
        "NOT/a", "",
    ]

    /// `decoded` is the same for all rules of a list, because encoded and decoded paths cannot be compared.
    private mutating func component(decoded: Bool) -> String {
        var members: [String] = []
        if below(6) > 0 {
            members.append(
                "\"/\":"
                    + pick([
                        "\"*\"", "\"/*\"", "\"/\"", "\"/a\"", "\"/a/*\"", "\"/a b\"", "\"/$(x)\"",
                        "\"/$(digit)\"", "\"NOT /a\"", "\"/a%20b\"", "7",
                    ]))
        }
        if below(4) == 0 {
            members.append(
                "\"?\":" + pick(["\"\"", "\"a=1\"", "{\"a\":\"1\"}", "{\"a\":\"*\"}", "{\"a\":1}", "\"x#y\""]))
        }
        if below(5) == 0 { members.append("\"#\":" + pick(["\"\"", "\"f\"", "\"x y\"", "\"?*\""])) }
        if below(3) == 0 { members.append("\"exclude\":" + pick(["true", "true", "false", "\"true\""])) }
        if decoded { members.append("\"percentEncoded\":false") }
        return "{\(members.joined(separator: ","))}"
    }

    private mutating func list(_ count: Int, _ element: (inout FileMaker) -> String) -> String {
        "[" + (0..<count).map { _ in element(&self) }.joined(separator: ",") + "]"
    }

    /// Returns the entries of a file, each with the part that systems up to iOS 12 read.
    mutating func details() -> [(text: String, old: String?)] {
        (0..<(1 + below(3))).map { _ in
            var members: [String] = []
            var old: String?
            let appID = below(3) > 0 ? "\"appID\":\"\(pick(Self.apps))\"" : nil
            if let appID { members.append(appID) }
            if below(2) == 0 {
                members.append("\"appIDs\":" + list(below(4)) { "\"\($0.pick(Self.apps))\"" })
            }
            if below(3) > 0 {
                let paths = "\"paths\":" + list(below(5)) { "\"\($0.pick(Self.paths))\"" }
                members.append(paths)
                if let appID { old = "{\(appID),\(paths)}" }
            }
            let decoded = below(4) == 0
            if below(2) == 0 { members.append("\"components\":" + list(below(5)) { $0.component(decoded: decoded) }) }
            return ("{\(members.joined(separator: ","))}", old)
        }
    }
}
