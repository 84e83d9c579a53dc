import Findings
import Testing

@testable import AppSiteAssociation

/// Files of up to 128 KiB that are designed to make checks slow; work is counted in steps, not in seconds.
@Suite struct HostileFileTests {
    /// The largest file that is fetched, in bytes.
    private static let maxBytes = 131_072

    struct Nasty: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// The members of `applinks`.
        var applinks: String

        init(_ name: String, _ applinks: String) {
            testDescription = name
            self.applinks = applinks
        }
    }

    private static func times(_ count: Int, _ text: String) -> String { String(repeating: text, count: count) }

    private static func list(_ count: Int, _ text: (Int) -> String) -> String {
        (0..<count).map(text).joined(separator: ",")
    }

    private static func details(_ components: String, _ more: String = "") -> String {
        #""details":[{"appIDs":["\#(Sample.app)"],"components":[\#(components)]}]\#(more)"#
    }

    private static let inheriting: [Nasty] = [
        Nasty("a path", #""defaults":{"/":"/\#(times(60_000, "a"))"},"# + details(list(20_000) { _ in "{}" })),
        Nasty("stars", #""defaults":{"/":"\#(times(20_000, "a*"))"},"# + details(list(20_000) { _ in "{}" })),
        Nasty("variables", #""defaults":{"/":"/\#(times(6_000, "$(lang)"))"},"# + details(list(20_000) { _ in "{}" })),
        Nasty(
            "query items",
            #""defaults":{"?":{\#(list(5_000) { #""i\#($0)":"*a?""# })}},"# + details(list(15_000) { _ in "{}" })),
    ]

    private static let rules: [Nasty] = [
        Nasty(
            "optional runs, which double the paths through an automaton",
            details(#"{"/":"/\#(times(60, "$(w)"))"},{"/":"/*"}"#, #","substitutionVariables":{"w":["","*"]}"#)),
        Nasty(
            "many empty alternatives",
            details(#"{"/":"/\#(times(20_000, "$(w)"))"}"#, #","substitutionVariables":{"w":["","a","?"]}"#)),
        Nasty(
            "many equal values",
            details(
                list(40) { #"{"/":"/\#($0)/\#(times(300, "$(w)"))"}"# },
                #","substitutionVariables":{"w":[\#(list(15_000) { _ in #""a""# })]}"#)),
        Nasty(
            "exclusions that hide long rules",
            details(list(1_500) { #"{"/":"/\#($0 % 7)*","exclude":\#($0 % 2 == 0)},{"/":"/\#($0 % 7)*a?b*c?d"}"# })),
        Nasty(
            "letters from the end",
            details(list(400) { #"{"/":"/*\#("abcd".dropFirst($0 % 4).prefix(1))\#(times(20 + $0 % 80, "?"))"}"# })),
        Nasty("nearly equal rules", details(list(199) { #"{"/":"/*\#(times(600 - $0 % 9, "a"))b*"}"# })),
        Nasty("many classes", details(list(80) { _ in #"{"/":"/\#(times(90, "$(xdigit)$(alpha)"))*"}"# })),
        Nasty(
            "many conditions",
            details(list(250) { i in #"{"?":{\#(list(20) { #""k\#(($0 * 7 + i) % 40)":"*\#(i)*""# })}}"# })),
        Nasty(
            "many details with few rules",
            #""details":["#
                + list(900) {
                    #"{"appID":"ABCDE12345.a\#($0)","paths":["/*a????","/*"],"components":[{"/":"/*a???"},{"/":"/*"}]}"#
                } + "]"),
    ]

    private static func file(_ nasty: Nasty) throws -> AssociationFile {
        let text = "{\"applinks\":{\(nasty.applinks)}}"
        #expect(text.utf8.count <= maxBytes)
        return try Sample.file(text)
    }

    @Test(arguments: inheriting)
    func inheritedPatternsAreParsedOnce(_ nasty: Nasty) throws {
        let file = try Self.file(nasty)
        let rules = try #require(file.appLinks?.details.first?.componentRules)
        let storages = Set(
            (rules.prefix(20) + rules.suffix(20)).map { rule in
                var texts = rule.path.map { [$0.pattern.tokens] } ?? []
                if case .items(let items)? = rule.query { texts += items.map(\.value.pattern.tokens) }
                return texts.map { $0.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) } }
            })
        #expect(rules.count >= 15_000 && storages.count == 1)
        let checked = CheckedFile(file)
        let budget = CheckedFile.maxSteps(forSize: file.document.bytes.count)
        #expect(checked.details.isEmpty && checked.budget.work.remaining == budget)
        #expect(AssociationMeaning.compare(file, file) == .unknown)
    }

    @Test func thousandsOfRulesInheritDefaults() throws {
        let file = try Self.file(
            Nasty("", #""defaults":{"?":"id=????????"},"# + Self.details(Self.list(4_000) { "{\"/\":\"/p\($0)/*\"}" })))
        #expect(CheckedFile(file).details.first?.components?.rules.count == 4_000)
    }

    @Test(arguments: rules + inheriting)
    func decisionsShareOneBudget(_ nasty: Nasty) throws {
        let checked = CheckedFile(try Self.file(nasty), budget: FileBudget(steps: 400_000))
        var report = FindingReport(location: .file)
        for check in ContentChecks.all { check.check(checked, into: &report) }
        // Work that exceeds the budget is refused, and not performed.
        #expect(checked.budget.work.remaining > -200_000)
        let remaining = checked.budget.work.remaining
        guard remaining <= 0 else { return }
        #expect(!checked.budget.work.spend(1) && checked.budget.work.remaining == remaining)
    }

    @Test func optionalRunsAreDecided() throws {
        let file = try Self.file(Self.rules[0])
        #expect(CheckedFile(file).budget.work.remaining > CheckedFile.maxSteps(forSize: file.document.bytes.count) / 2)
    }

    // MARK: Matching

    @Test(arguments: [
        Nasty("one long pattern", details(#"{"/":"/*\#(times(30_000, "a"))b*"}"#)),
        Nasty("many patterns", details(list(100) { _ in #"{"/":"/*\#(times(1_200, "a"))b*"}"# })),
        Nasty(
            "an inherited pattern",
            #""defaults":{"/":"/*\#(times(900, "a"))b*"},"# + details(list(20_000) { _ in "{}" })),
        Nasty(
            "variables",
            details(#"{"/":"/\#(times(10_000, "$(w)*"))b"}"#, #","substitutionVariables":{"w":["","a","*a"]}"#)),
        Nasty(
            "values",
            details(
                #"{"/":"/*\#(times(3_000, "$(w)?"))b"}"#,
                #","substitutionVariables":{"w":[\#(list(4_000) { #""*\#(String($0, radix: 2))?a""# })]}"#)),
    ])
    func slowMatchesAreNotDecided(_ nasty: Nasty) throws {
        let matcher = LinkMatcher(try Self.file(nasty))
        let url = try LinkURL("https://example.com/" + Self.times(60_000, "a"))
        let (match, explanation) = (matcher.match(url), matcher.explain(url))
        for found in [match, explanation.match] {
            #expect(found.outcome == .undecided && found.obstacle == .tooMuchWork && found.apps.isEmpty)
        }
        #expect(explanation.details.last?.outcome == .undecided)
        #expect(matcher.match(try LinkURL("https://example.com/aaa")).outcome == .noMatch)
    }

    @Test func thousandsOfRulesAreDecidedForALongLink() throws {
        let file = try Self.file(Nasty("", Self.details(Self.list(4_000) { #"{"/":"*/p\#($0)/*"}"# })))
        let url = try LinkURL("https://example.com/" + Self.times(200, "path/to/x/") + "p3999/y")
        #expect(LinkMatcher(file).match(url).outcome == .match)
        #expect(LinkMatcher(file).explain(url).details.first?.steps.count == 4_000)
    }
}
