import Testing

@testable import AppSiteAssociation

/// All keys of a component and of `defaults`, with URLs that test their rules.
@Suite struct ComponentKeyTests {
    @Test(arguments: [
        // `/`: wildcards, and the whole path has to match.
        (##"{"/":"/buy/*"}"##, "/buy/42/x", LinkOutcome.match), (##"{"/":"/buy/*"}"##, "/buyer", .noMatch),
        (##"{"/":"/a?c"}"##, "/abc", .match), (##"{"/":"/a?c"}"##, "/ac", .noMatch),
        (##"{"/":"/a?c"}"##, "/a/c", .match),
        (##"{"/":"*"}"##, "", .match), (##"{"/":"*.html"}"##, "/a/b.html", .match),
        (##"{"/":"*.html*"}"##, "/a/b.html", .match),
        (##"{"/":"*b*"}"##, "/abc", .match), (##"{"/":"/a**c"}"##, "/abbc", .match),
        (##"{"/":"/b"}"##, "/a/b", .noMatch),
        // Slashes on both sides.
        (##"{"/":""}"##, "", .match), (##"{"/":""}"##, "/", .match), (##"{"/":""}"##, "/a", .noMatch),
        (##"{"/":"/a"}"##, "//a//", .match), (##"{"/":"a//b"}"##, "/a/b", .match),
        (##"{"/":"/a/b"}"##, "/a////b", .match),
        (##"{"/":"?"}"##, "/", .match), (##"{"/":"?"}"##, "/a", .noMatch), (##"{"/":"x"}"##, "/x", .noMatch),
        (##"{"/":"/?"}"##, "/x", .match), (##"{"/":"*/"}"##, "/x", .match), (##"{"/":"/*"}"##, "", .match),
        // Regular expressions are not supported.
        (##"{"/":"/[ab]"}"##, "/a", .noMatch), (##"{"/":"/{a,b}"}"##, "/a", .noMatch),
        (##"{"/":"/a+"}"##, "/aa", .noMatch),
        (##"{"/":"/a.c"}"##, "/abc", .noMatch), (##"{"/":"/a|b"}"##, "/a", .noMatch),
        (##"{"/":"NOT /a"}"##, "/a", .noMatch),
        // `?` as a string.
        (##"{"?":"a=1"}"##, "/?a=1", .match), (##"{"?":"a=*"}"##, "/?a=1&b=2", .match),
        (##"{"?":"a=1&b=2"}"##, "/?b=2&a=1", .noMatch),
        (##"{"?":"?"}"##, "/", .noMatch), (##"{"?":""}"##, "/?", .match), (##"{"?":""}"##, "/?a", .noMatch),
        (##"{"?":"/a"}"##, "/?/a", .match),
        (##"{"?":"a"}"##, "/?a/", .noMatch), (##"{"?":"a//b"}"##, "/?a//b", .match),
        (##"{"?":"*?*"}"##, "/?a?b", .match),
        // `?` as an object.
        (##"{"?":{}}"##, "/", .match), (##"{"?":{"a":"1"}}"##, "/?b=0&a=1", .match),
        (##"{"?":{"a":"1"}}"##, "/?A=1", .noMatch),
        (##"{"?":{"A":""},"caseSensitive":false}"##, "/?a=1", .match),
        (##"{"?":{"a":"x"},"caseSensitive":false}"##, "/?a=X", .match),
        (##"{"?":{"a":"1=2"}}"##, "/?a=1=2", .match), (##"{"?":{"a":"b+c"}}"##, "/?a=b+c", .match),
        (##"{"?":{"a":"b c"}}"##, "/?a=b+c", .noMatch),
        (##"{"?":{"a":"b c"},"percentEncoded":false}"##, "/?a=b+c", .noMatch),
        (##"{"?":{"a":"b c"},"percentEncoded":false}"##, "/?a=b%20c", .match),
        (##"{"?":{"":"1"}}"##, "/?=1", .match), (##"{"?":{"":"1"}}"##, "/?=2", .noMatch),
        (##"{"?":{"":""}}"##, "/?&&", .match),
        (##"{"?":{"a":"1","a":"2"}}"##, "/?a=2", .match), (##"{"?":{"a":"1","a":"2"}}"##, "/?a=1", .noMatch),
        (##"{"?":{"a%20b":"1"}}"##, "/?a%20b=1", .match), (##"{"?":{"a b":"1"}}"##, "/?a%20b=1", .noMatch),
        (##"{"?":{"a b":"1"},"percentEncoded":false}"##, "/?a%20b=1", .match),
        (##"{"?":{"a":"x&y"},"percentEncoded":false}"##, "/?a=x%26y", .match),
        (##"{"?":{"id":"?*"}}"##, "/?id", .noMatch), (##"{"?":{"id":"?*"}}"##, "/?id=&id=1", .noMatch),
        (##"{"?":{"é":"1"}}"##, "/?e%CC%81=1", .noMatch),
        // A value of the wrong type disables the constraint.
        (##"{"/":5}"##, "/x", .match), (##"{"/":["/a"]}"##, "/x", .match), (##"{"/":null}"##, "/x", .match),
        (##"{"?":["a"]}"##, "/x", .match),
        (##"{"?":true}"##, "/x", .match), (##"{"#":{}}"##, "/x", .match),
        (##"{"?":{"a":"1","b":2}}"##, "/?a=9", .match),
        // `#`.
        (##"{"#":"a*"}"##, "/#abc", .match), (##"{"#":"a"}"##, "/#A", .noMatch), (##"{"#":"a"}"##, "/", .noMatch),
        (##"{"#":"a"}"##, "/?#a", .match),
        (##"{"#":"/a"}"##, "/#/a", .match), (##"{"#":"a"}"##, "/#a/", .noMatch),
        (##"{"#":"a b","percentEncoded":false}"##, "/#a%20b", .match),
        (##"{"#":"A","caseSensitive":false}"##, "/#a", .match),
        // `exclude`.
        (##"{"/":"/a","exclude":true}"##, "/a", .exclude), (##"{"/":"/a","exclude":true}"##, "/b", .noMatch),
        (##"{"/":"/a","exclude":false}"##, "/a", .match), (##"{"/":"/a","exclude":"true"}"##, "/a", .match),
        (##"{"/":"/a","exclude":1}"##, "/a", .match),
        (##"{"/":"/a","Exclude":true}"##, "/a", .match), (##"{"exclude":true},{"/":"/a"}"##, "/a", .exclude),
        (##"{"/":"/a"},{"exclude":true}"##, "/a", .match), (##"{"/":"/a"},{"exclude":true}"##, "/b", .exclude),
        // `caseSensitive`.
        (##"{"/":"/Abc"}"##, "/abc", .noMatch), (##"{"/":"/Abc","caseSensitive":true}"##, "/abc", .noMatch),
        (##"{"/":"/Abc","caseSensitive":false}"##, "/aBC", .match),
        (##"{"/":"/Abc","caseSensitive":"false"}"##, "/abc", .noMatch),
        (##"{"/":"/Abc","caseSensitive":0}"##, "/abc", .noMatch),
        (##"{"?":"A=b","caseSensitive":false}"##, "/?a=B", .match),
        (##"{"/":"/%c3%a9","caseSensitive":false}"##, "/%C3%A9", .match),
        (##"{"/":"/É","caseSensitive":false,"percentEncoded":false}"##, "/%C3%A9", .match),
        (##"{"/":"/straße","caseSensitive":false,"percentEncoded":false}"##, "/STRASSE", .noMatch),
        // `percentEncoded`.
        (##"{"/":"/a%2Fb"}"##, "/a%2Fb", .match), (##"{"/":"/a%2fb"}"##, "/a%2Fb", .noMatch),
        (##"{"/":"/a/b","percentEncoded":true}"##, "/a%2Fb", .noMatch),
        (##"{"/":"/a/b","percentEncoded":false}"##, "/a%2Fb", .match),
        (##"{"/":"/a/b","percentEncoded":"false"}"##, "/a%2Fb", .noMatch),
        (##"{"/":"/a%20b","percentEncoded":false}"##, "/a%2520b", .match),
        (##"{"/":"/?","percentEncoded":false}"##, "/%C3%A9", .match),
        (##"{"/":"/?","percentEncoded":true}"##, "/%C3%A9", .noMatch), (##"{"/":"/??????"}"##, "/%C3%A9", .match),
        (##"{"/":"/a","percentEncoded":false}"##, "/%2F%61%2F", .match),
        (##"{"/":"/100%","percentEncoded":false}"##, "/100%", .match),
        (##"{"/":"/é","percentEncoded":false}"##, "/e%CC%81", .noMatch),
        (##"{"/":"/*","percentEncoded":false}"##, "/%FF", .match),
        // URLs with invalid characters are compared in the form in which a device receives them.
        (##"{"/":"/é"}"##, "/é", .noMatch), (##"{"/":"/%C3%A9"}"##, "/é", .match),
        (##"{"/":"/a%20b"}"##, "/a b", .match),
        // `comment` and unknown keys have no effect.
        (##"{"/":"/a","comment":"/b"}"##, "/a", .match), (##"{"/":"/a","comment":{"x":[1]}}"##, "/b", .noMatch),
        (##"{"comment":"all"}"##, "/b", .match),
        (##"{"path":"/a"}"##, "/b", .match), (##"{"/":"/a","percentencoded":false}"##, "/%61", .noMatch),
        // The last of duplicate keys counts.
        (##"{"/":"/a","/":"/b"}"##, "/b", .match), (##"{"/":"/a","/":"/b"}"##, "/a", .noMatch),
        // Only objects are components.
        (##""/a""##, "/a", .noMatch), (##"null, {"/":"/a"}"##, "/a", .match),
        (##"["/b"], 5, {"/":"/a"}"##, "/b", .noMatch),
    ])
    func aComponentMatchesOrNot(_ components: String, rest: String, expected: LinkOutcome) throws {
        #expect(try Sample.outcome(Sample.component(components), rest) == expected)
    }

    @Test(arguments: [
        // (detail's defaults, applinks' defaults, component, URL, outcome)
        (##"{"caseSensitive":false}"##, "", ##"{"/":"/a"}"##, "/A", LinkOutcome.match),
        ("", ##"{"caseSensitive":false}"##, ##"{"/":"/a"}"##, "/A", .match),
        (##"{"caseSensitive":true}"##, ##"{"caseSensitive":false}"##, ##"{"/":"/a"}"##, "/A", .noMatch),
        (##"{"caseSensitive":false}"##, ##"{"caseSensitive":true}"##, ##"{"/":"/a"}"##, "/A", .match),
        (##"{"caseSensitive":false}"##, "", ##"{"/":"/a","caseSensitive":true}"##, "/A", .noMatch),
        (##"{"percentEncoded":false}"##, "", ##"{"/":"/a b"}"##, "/a%20b", .match),
        ("", ##"{"percentEncoded":false}"##, ##"{"/":"/a b"}"##, "/a%20b", .match),
        (##"{"percentEncoded":true}"##, ##"{"percentEncoded":false}"##, ##"{"/":"/a b"}"##, "/a%20b", .noMatch),
        (##"{"exclude":true}"##, "", ##"{"/":"/a"}"##, "/a", .exclude),
        ("", ##"{"exclude":true}"##, ##"{"/":"/a"}"##, "/a", .exclude),
        (##"{"exclude":false}"##, ##"{"exclude":true}"##, ##"{"/":"/a"}"##, "/a", .match),
        ("", ##"{"exclude":true}"##, ##"{"/":"/a","exclude":false}"##, "/a", .match),
        (##"{"/":"/b"}"##, "", ##"{"#":"x"}"##, "/a#x", .noMatch),
        (##"{"/":"/b"}"##, "", ##"{"#":"x"}"##, "/b#x", .match),
        (##"{"/":"/b"}"##, "", ##"{"/":"/a"}"##, "/a", .match),
        ("", ##"{"?":{"id":"??"}}"##, ##"{"#":"*"}"##, "/?id=7", .noMatch),
        ("", ##"{"?":{"id":"??"}}"##, ##"{"#":"*"}"##, "/?id=77", .match),
        ("", ##"{"#":"x"}"##, ##"{"/":"/a"}"##, "/a", .noMatch),
        (##"{"/":"/b"}"##, ##"{"/":"/c"}"##, "{}", "/b", .match),
        (##"{"/":"/b"}"##, ##"{"/":"/c"}"##, "{}", "/c", .noMatch),
        // A key with a value of the wrong type hides the outer key, and disables the constraint.
        (##"{"/":"/b"}"##, "", ##"{"/":5}"##, "/a", .match),
        (##"{"exclude":"no"}"##, ##"{"exclude":true}"##, "{}", "/a", .match),
        // Defaults that are not objects have no effect.
        ("true", ##"["/b"]"##, ##"{"/":"/a"}"##, "/a", .match),
    ])
    func defaultsReachComponents(
        detail: String, applinks: String, component: String, rest: String, expected: LinkOutcome
    ) throws {
        let file = try Sample.detail(
            (detail.isEmpty ? "" : "\"defaults\":\(detail),") + "\"components\":[\(component)]",
            applinks: applinks.isEmpty ? "" : "\"defaults\":\(applinks)")
        #expect(try Sample.outcome(file, rest) == expected)
    }
}
