import Testing

@testable import AppSiteAssociation

struct AssociationMeaningTests {
    private static func compare(_ first: String, _ second: String) throws -> AssociationMeaning.Comparison {
        try AssociationMeaning.compare(
            AssociationFile(JSONDocument(text: first)), AssociationFile(JSONDocument(text: second)))
    }

    private static func paths(_ list: String, app: String = "A1B2C3D4E5.com.acme.app") -> String {
        "{\"applinks\": {\"details\": [{\"appID\": \"\(app)\", \"paths\": [\(list)]}]}}"
    }

    private static func components(_ list: String) -> String {
        "{\"applinks\": {\"details\": [{\"appIDs\": [\"A1B2C3D4E5.com.acme.app\"], \"components\": [\(list)]}]}}"
    }

    static let same: [(String, String)] = [
        (
            paths("\"/a/*\", \"/b\""),
            "{ \"note\": 1,\n \"applinks\": { \"details\": [ {\"paths\": [\"/b/\", \"/a/*\"], \"appID\": \"A1B2C3D4E5.com.acme.app\"} ], \"apps\": [] } }"
        ),
        (
            paths("\"NOT /a\", \"*\""),
            components("{\"/\": \"/a/\", \"exclude\": true, \"comment\": \"x\"}, {\"/\": \"/*\"}")
        ),
        (components("{\"/\": \"/ab\"}, {\"/\": \"/b\", \"exclude\": true}"), components("{\"/\": \"ab\"}")),
        (components("{\"/\": \"/$(digit)\"}"), components("{\"/\": \"/0\"}, {\"/\": \"/$(digit)\"}")),
        (
            components("{\"/\": \"/a b\", \"percentEncoded\": false}"),
            components("{\"percentEncoded\": false, \"/\": \"/a b/\"}")
        ),
        (components("{\"?\": {\"x\": \"?*\"}}, {\"?\": {\"x\": \"1\"}}"), components("{\"?\": {\"x\": \"?*\"}}")),
        ("{}", "{\"appclips\": {\"apps\": []}, \"applinks\": {}}"),
        (
            "{\"webcredentials\": {\"apps\": [\"A1B2C3D4E5.com.acme.app\", \"A1B2C3D4E5.com.acme.two\"]}}",
            "{\"webcredentials\": {\"apps\": [\"A1B2C3D4E5.com.acme.two\", \"A1B2C3D4E5.com.acme.app\"]}}"
        ),
        // A second entry for an app is not read.
        (
            paths("\"/a\""),
            "{\"applinks\": {\"details\": [{\"appID\": \"A1B2C3D4E5.com.acme.app\", \"paths\": [\"/a\"]}, {\"appIDs\": [\"A1B2C3D4E5.com.acme.app\"], \"paths\": [\"/b\"]}]}}"
        ),
    ]

    @Test(arguments: same)
    func otherWaysToWriteTheSameAreNoDifference(first: String, second: String) throws {
        #expect(try Self.compare(first, second) == .same)
        #expect(try Self.compare(second, first) == .same)
    }

    static let different: [(String, String, String)] = [
        (
            paths("\"/a\""), paths("\"/a\", \"/b\""),
            "“/b” opens “A1B2C3D4E5.com.acme.app” according to the second, but not according to the first"
        ),
        (
            paths("\"/*\", \"NOT /a\""), paths("\"NOT /a\", \"/*\""),
            "“/a” opens “A1B2C3D4E5.com.acme.app” according to the first, but not according to the second"
        ),
        (
            components("{\"/\": \"/a\"}"), components("{\"/\": \"/a\", \"?\": {\"id\": \"?*\"}}"),
            "“/a” opens “A1B2C3D4E5.com.acme.app” according to the first, but not according to the second"
        ),
        (
            components("{\"#\": \"x\", \"exclude\": true}, {\"/\": \"/a\"}"), components("{\"/\": \"/a\"}"),
            "“/a#x” opens “A1B2C3D4E5.com.acme.app” according to the second, but not according to the first"
        ),
        (
            components("{\"/\": \"/a\", \"?\": {\"id\": \"1\"}}"),
            components("{\"/\": \"/a\", \"?\": {\"id\": \"$(digit)\"}}"),
            "“/a?id=0” opens “A1B2C3D4E5.com.acme.app” according to the second, but not according to the first"
        ),
        (
            paths("\"/a\""), paths("\"/a\"", app: "A1B2C3D4E5.com.acme.two"),
            "only the first lists “A1B2C3D4E5.com.acme.app” under applinks"
        ),
        (
            "{\"webcredentials\": {\"apps\": [\"A1B2C3D4E5.com.acme.app\"]}}", "{}",
            "only the first lists apps under webcredentials"
        ),
        (
            "{\"applinks\": {\"details\": [{\"appID\": \"A1B2C3D4E5.a\", \"paths\": [\"/a/*\"]}, {\"appID\": \"A1B2C3D4E5.b\", \"paths\": [\"/*/b\"]}]}}",
            "{\"applinks\": {\"details\": [{\"appID\": \"A1B2C3D4E5.b\", \"paths\": [\"/*/b\"]}, {\"appID\": \"A1B2C3D4E5.a\", \"paths\": [\"/a/*\"]}]}}",
            "“/a/b” opens “A1B2C3D4E5.a” according to the first, but “A1B2C3D4E5.b” according to the second"
        ),
        (
            "{\"applinks\": {\"details\": [{\"appID\": \"A1B2C3D4E5.a\", \"paths\": [\"/a\"], \"components\": [{\"/\": \"/a\"}]}]}}",
            "{\"applinks\": {\"details\": [{\"appID\": \"A1B2C3D4E5.a\", \"paths\": [\"/b\"], \"components\": [{\"/\": \"/a\"}]}]}}",
            "on iOS 12 and earlier, “/a” opens “A1B2C3D4E5.a” according to the first, but not according to the second"
        ),
    ]

    @Test(arguments: different)
    func aDifferenceIsShownByAnExample(first: String, second: String, description: String) throws {
        guard case .different(let difference) = try Self.compare(first, second) else {
            Issue.record("no difference was found")
            return
        }
        #expect(difference.sentence(first: "the first", second: "the second") == description)
    }

    @Test func theDifferenceIsUnknownIfRulesCannotBeCompared() throws {
        let written = Self.components("{\"/\": \"/a/*\"}, {\"/\": \"/b\", \"percentEncoded\": false}")
        let decoded = Self.components(
            "{\"/\": \"/a/*\", \"percentEncoded\": false}, {\"/\": \"/b\", \"percentEncoded\": false}")
        #expect(try Self.compare(written, decoded) == .unknown)
        // The rules differ only in their order, and no link matches both.
        let reordered =
            "{\"applinks\": {\"details\": [{\"appID\": \"A1B2C3D4E5.a\", \"paths\": [\"/a\"]}, {\"appID\": \"A1B2C3D4E5.b\", \"paths\": [\"/b\"]}]}}"
        let other =
            "{\"applinks\": {\"details\": [{\"appID\": \"A1B2C3D4E5.b\", \"paths\": [\"/b\"]}, {\"appID\": \"A1B2C3D4E5.a\", \"paths\": [\"/a\"]}]}}"
        #expect(try Self.compare(reordered, other) == .same)
    }
}
