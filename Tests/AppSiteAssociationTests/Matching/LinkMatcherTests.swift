import TestSupport
import Testing

@testable import AppSiteAssociation

/// Complete files: the detail that determines the result, the app, the host, and the trace.
@Suite struct LinkMatcherTests {
    /// iOS 12 and earlier read `appID` and `paths` of an entry, and ignore everything else in it.
    @Test(arguments: [
        (#""appID":"A.b","appIDs":["A.c"],"paths":["/a"],"components":[{"/":"/b"}]"#, "/a", LinkOutcome.match, ["A.b"]),
        (#""appID":"A.b","appIDs":["A.c"],"paths":["/a"],"components":[{"/":"/b"}]"#, "/b", .noMatch, []),
        (#""appID":"A.b","paths":["NOT /a/x","/a/*"]"#, "/a/x", .exclude, []),
        (#""appIDs":["A.b"],"paths":["/a"]"#, "/a", .noMatch, []),
        (#""appID":"A.b","components":[{"/":"/a"}]"#, "/a", .noMatch, []), (#""appID":"A.b""#, "/a", .noMatch, []),
    ])
    func earlySystemsReadPathsOnly(_ members: String, path: String, outcome: LinkOutcome, apps: [String]) throws {
        let file = AssociationFile(try JSONDocument(text: #"{"applinks":{"details":[{\#(members)}]}}"#))
        let match = LinkMatcher(file, as: .pathsOnly).match(try LinkURL("https://example.com\(path)"))
        #expect(match.outcome == outcome)
        #expect(match.apps.map(\.text) == apps)
    }

    @Test(arguments: [
        // The keys of a detail that are read.
        (#""components":[{"/":"/a"}]"#, "/a", LinkOutcome.match), (#""components":[]"#, "/a", .noMatch),
        (#""components":[],"paths":["/a"]"#, "/a", .noMatch), (#""components":"/a","paths":["/a"]"#, "/a", .match),
        (#""components":{"/":"/b"}"#, "/a", .match), (#""paths":"/b""#, "/a", .match), (#""paths":[]"#, "/a", .noMatch),
        (#""comment":"no rules""#, "/a", .match), (#""exclude":true"#, "/a", .match),
        (#""components":[{"/":"/c"}],"paths":["/p"]"#, "/p", .noMatch),
        // `paths`.
        (#""paths":["/a"]"#, "/a?x=1#y", .match), (#""paths":["/a"]"#, "/A", .noMatch),
        (#""paths":["a/*"]"#, "/a", .match),
        (#""paths":["NOT /a","*"]"#, "/a", .exclude), (#""paths":["NOT /a","*"]"#, "/b", .match),
        (#""paths":["not /a","*"]"#, "/a", .exclude),
        (#""paths":["NOT/a","*"]"#, "/a", .match), (#""paths":["NOT  /a","*"]"#, "/a", .match),
        (#""paths":["NOT"]"#, "/NOT", .match),
        (#""paths":["NOT "]"#, "/", .exclude), (#""paths":["*","NOT /a"]"#, "/a", .match),
        (#""paths":[5,{"/":"/a"},"/b"]"#, "/b", .match),
        (#""paths":["/$(digit)"]"#, "/7", .noMatch), (#""paths":["/$(digit)"]"#, "/$(digit)", .match),
        (#""paths":["/a?b=1"]"#, "/a?b=1", .noMatch),
        (#""paths":["/a b"]"#, "/a%20b", .noMatch), (#""paths":["/a%20b"]"#, "/a%20b", .match),
        (#""paths":["/a"],"defaults":{"caseSensitive":false,"exclude":true}"#, "/A", .noMatch),
        (#""paths":["/a"],"defaults":{"exclude":true}"#, "/a", .match),
    ])
    func aDetailIsReadByItsRules(_ members: String, rest: String, expected: LinkOutcome) throws {
        #expect(try Sample.outcome(Sample.detail(members), rest) == expected)
    }

    @Test(arguments: [
        // `appID`, `appIDs`, the dictionary form, and entries without an app.
        (#"[{"appID":"A.b"}]"#, "A.b", LinkOutcome.match), (#"[{"appIDs":["X.y","A.b"]}]"#, "A.b", .match),
        (#"[{"appID":"A.b","appIDs":[]}]"#, "A.b", .noMatch), (#"[{"appID":"A.b","appIDs":["X.y"]}]"#, "A.b", .noMatch),
        (#"[{"appID":"A.b","appIDs":"X.y"}]"#, "A.b", .match), (#"[{"appIDs":[5,"A.b"]}]"#, "A.b", .match),
        (#"[{"appID":["A.b"]}]"#, "A.b", .noMatch),
        (#"[{"paths":["*"]}]"#, "A.b", .noMatch), (#"[{"appID":"a.b"}]"#, "A.b", .noMatch),
        (#"[{"appID":"A.b "}]"#, "A.b", .noMatch),
        (#"{"A.b":{"paths":["*"]}}"#, "A.b", .match), (#"{"A.b":{"components":[{"/":"/x"}]}}"#, "A.b", .match),
        (#"{"A.b":["*"]}"#, "A.b", .noMatch),
        (#"{"A.b":{"paths":["/no"]},"A.b":{"paths":["*"]}}"#, "A.b", .match),
        (#"{"A.b":{"appIDs":["X.y"]}}"#, "A.b", .match),
        (#"{"A.b":{"appIDs":["X.y"]}}"#, "X.y", .noMatch), (#""A.b""#, "A.b", .noMatch), ("null", "A.b", .noMatch),
        ("[]", "A.b", .noMatch),
        (#"[5,"x",{"appID":"A.b"}]"#, "A.b", .match),
        // The first detail with an app determines its result, even if it does not match.
        (#"[{"appID":"A.b","paths":["/no"]},{"appID":"A.b","paths":["*"]}]"#, "A.b", .noMatch),
        (#"[{"appID":"A.b","paths":["NOT *"]},{"appID":"A.b","paths":["*"]}]"#, "A.b", .exclude),
        (#"[{"appIDs":[]},{"appID":"A.b"}]"#, "A.b", .match),
    ])
    func theFirstDetailOfAnAppDecides(_ details: String, app: String, expected: LinkOutcome) throws {
        let matcher = LinkMatcher(try Sample.file("{\"applinks\":{\"details\":\(details)}}"))
        let url = try LinkURL("https://example.com/x")
        #expect(matcher.match(url, app: AppIdentifier(app)).outcome == expected)
    }

    @Test func severalAppsAreAskedInTheOrderOfTheFile() throws {
        let file = try Sample.file(
            #"""
            {"applinks":{"details":[
              {"appIDs":["A.a"],"paths":["NOT /x","*"]},
              {"appIDs":["B.b","A.a","C.c"],"components":[{"/":"/x"}]},
              {"appIDs":["D.d"],"components":[{"/":"/y"}]},
              {"appIDs":["E.e"]}
            ]}}
            """#)
        let matcher = LinkMatcher(file)
        let match = matcher.match(try LinkURL("https://example.com/x"))
        #expect(match.outcome == .match)
        #expect(match.apps.map(\.text) == ["B.b", "C.c", "E.e"])
        #expect(match.rule?.source.pointer.description == "/applinks/details/1/components/0")
        let other = matcher.match(try LinkURL("https://example.com/x"), app: AppIdentifier("A.a"))
        #expect(other.outcome == .exclude)
        #expect(other.rule?.source.pointer.description == "/applinks/details/0/paths/0")
        #expect(other.apps.isEmpty)
    }

    @Test(arguments: [
        ("example.com", "https://example.com/", true), ("example.com", "https://EXAMPLE.com/", true),
        ("EXAMPLE.COM", "https://example.com/", true),
        ("example.com", "https://example.com./", true), ("example.com", "https://example.com:8443/", true),
        ("example.com", "https://u:p@example.com/", true),
        ("example.com", "https://www.example.com/", false), ("example.com", "https://example.org/", false),
        ("example.com", "https://example.com.evil.test/", false),
        ("example.com", "https://example.com@evil.test/", false), ("*.example.com", "https://a.example.com/", true),
        ("*.example.com", "https://a.b.example.com/", true),
        ("*.example.com", "https://example.com/", false), ("*.example.com", "https://badexample.com/", false),
        ("*.example.com", "https://.example.com/", false),
        ("example.com:8443", "https://example.com/", true), ("example.com.", "https://example.com/", true),
        ("[::1]", "https://[::1]/", true),
    ])
    func theHostIsComparedWithoutRegardToCase(host: String, url: String, covers: Bool) throws {
        let matcher = LinkMatcher(try Sample.component("{}"))
        let match = matcher.match(try LinkURL(url), host: AssociatedHost(host))
        #expect((match.outcome == .match) == covers)
        #expect((match.obstacle == nil) == covers)
    }

    @Test(arguments: [("http", true), ("HTTPS", true), ("ftp", false), ("myapp", false)])
    func onlyWebLinksAreLookedAt(scheme: String, isWeb: Bool) throws {
        let match = LinkMatcher(try Sample.component("{}")).match(try LinkURL("\(scheme)://example.com/"))
        #expect((match.outcome == .match) == isWeb)
        #expect((match.obstacle == nil) == isWeb)
    }

    @Test(arguments: [
        (#"{"webcredentials":{"apps":["A.b"]}}"#, LinkMatch.Obstacle.noAppLinks), (#"{"applinks":[]}"#, .noAppLinks),
        ("[]", .noAppLinks),
        (#"{"applinks":{"details":[{}]}}"#, .noApp("A.b")),
        (#"{"appLinks":{"details":[{"appID":"A.b"}]}}"#, .noAppLinks),
    ])
    func aFileWithoutLinksSaysSo(_ json: String, obstacle: LinkMatch.Obstacle) throws {
        let match = LinkMatcher(try Sample.file(json)).match(try LinkURL("https://a.b/"), app: AppIdentifier("A.b"))
        #expect(match.outcome == .noMatch)
        #expect(match.obstacle == obstacle)
        #expect(!obstacle.description.isEmpty)
    }

    @Test func theTraceReadsLikeAProof() throws {
        let file = try Sample.file(
            #"""
            {"applinks":{"substitutionVariables":{"v":["1"]},"details":[
              {"appIDs":["A.a"],"components":[
                {"/":"/sell/*"}, {"/":"/buy/$(none)"}, {"/":"/$(open"}, {"/":"/buy/?"}, {"?":"x=1"}, {"?":{"id":"????"}},
                {"?":{"no":"?*"}}, {"#":"top"}, {"/":"/b y","percentEncoded":false},
                {"/":"/buy/*","?":{"id":"$(v)*"},"#":""}, {"/":"*"}]},
              {"appIDs":["A.a"],"paths":["*"]},
              {"appIDs":["B.b"]},
              {"paths":["*"]},
              {"appID":"C.c","components":[]}
            ]}}
            """#)
        let explanation = LinkMatcher(file).explain(try LinkURL("https://example.com/buy/42?id=12"))
        #expect(explanation.match.apps.map(\.text) == ["A.a", "B.b"])
        #expect(
            explanation.details.first?.steps.map(\.why) == [
                "path ‘/buy/42’ does not match ‘/sell/*’",
                "‘/buy/$(none)’ probably matches nothing: the variable ‘none’ is not defined",
                "‘/$(open’ probably matches nothing: ‘$(’ without ‘)’",
                "path ‘/buy/42’ does not match ‘/buy/?’",
                "query ‘id=12’ does not match ‘x=1’",
                "query item ‘id’ is ‘12’, which does not match ‘????’",
                "query item ‘no’ is missing, which counts as empty and does not match ‘?*’",
                "the URL has no fragment, which counts as empty and does not match ‘top’",
                "path ‘/buy/42’ does not match ‘/b y’",
                "path ‘/buy/42’ matches ‘/buy/*’, query item ‘id’ matches ‘$(v)*’, fragment ‘’ matches ‘’",
            ])
        #expect(explanation.details.map(\.outcome) == [.match, nil, .match, nil, .noMatch])
        #expect(explanation.details.map(\.steps.count) == [10, 0, 0, 0, 0])
        #expect(
            explanation.details.map(\.note) == [
                nil, "an earlier entry lists the same app: \(AppDetail.clauseAboutSecondEntry)",
                "the entry has neither ‘components’ nor ‘paths’, so it probably matches every URL",
                "the entry lists no app and has no effect",
                "the entry has an empty list of rules, which matches no URL",
            ])
        let narrowed = LinkMatcher(file).explain(try LinkURL("https://example.com/x"), app: AppIdentifier("B.b"))
        #expect(narrowed.details.map { $0.apps.map(\.text) } == [["B.b"]])
    }

    @Test func partsOfAURLAreEscapedInTheTrace() throws {
        let file = try Sample.component(#"{"/":"/a","percentEncoded":false}"#)
        let why = LinkMatcher(file).explain(try LinkURL("https://example.com/%1B%5B31m%E2%80%AE")).details.first?.steps
            .first?.why
        #expect(why == #"path ‘/\u{1B}[31m\u{202E}’ (decoded) does not match ‘/a’"#)
    }

    @Test(
        .inTurn(minutes: 3),
        arguments: [
            String(repeating: "*a", count: 60_000), String(repeating: "*?a", count: 40_000),
            String(repeating: "*", count: 120_000),
            String(repeating: "a*", count: 60_000) + "b", String(repeating: "?*", count: 60_000),
            "/*" + String(repeating: "a", count: 100_000) + "*b",
            String(repeating: "*$(v)", count: 20_000), String(repeating: "$(v)?", count: 20_000),
            String(repeating: "$(w)", count: 30_000),
            String(repeating: "$(w)*b", count: 18_000),
        ])
    func noPatternTakesLong(_ pattern: String) throws {
        let values = (0..<4_000).map { "\"*\(String($0, radix: 2))?a*\"" }.joined(separator: ",")
        let file = try Sample.component(
            #"{"/":"\#(pattern)"}"#,
            applinks: #""substitutionVariables":{"v":[\#(values)],"w":["","a","*a","aa","?"]}"#)
        let matcher = LinkMatcher(file)
        let url = try LinkURL("https://example.com/" + String(repeating: "a", count: 400) + "c")
        #expect(matcher.match(url).outcome == matcher.explain(url).match.outcome)
    }

    @Test func thousandsOfRulesAreTriedInOrder() throws {
        let rules = (0..<3_000).map { "{\"/\":\"/shop/\($0)/*\",\"caseSensitive\":\($0 % 2 == 0)}" }
        let matcher = LinkMatcher(try Sample.component(rules.joined(separator: ",") + #",{"/":"/shop/*"}"#))
        for (path, rule) in [("/shop/2999/x", 2999), ("/SHOP/2999/x", 2999), ("/shop/12", 12), ("/shop/x", 3000)] {
            let match = matcher.match(try LinkURL("https://example.com" + path))
            #expect(match.rule?.source.pointer.tokens.last == String(rule))
        }
        #expect(matcher.match(try LinkURL("https://example.com/SHOP/12/x")).outcome == .noMatch)
    }
}
