import Testing

@testable import AppSiteAssociation

/// Substitution variables: predefined ones, those of the file, and invalid ones.
@Suite struct VariableTests {
    @Test(arguments: [
        ("alpha", ["a", "z", "A", "Z"], ["0", "-", "é", "", "ab"]), ("upper", ["A", "Z"], ["a", "0", "É", "", "AB"]),
        ("lower", ["a", "z"], ["A", "0", "é", "", "ab"]), ("alnum", ["a", "Z", "0", "9"], ["_", "-", "é", "", "a0"]),
        ("digit", ["0", "9"], ["a", "٣", "", "10"]), ("xdigit", ["0", "9", "a", "f", "A", "F"], ["g", "G", "", "ff"]),
        ("region", ["US", "us", "GB", "DE", "ZW"], ["UK", "Us", "uS", "USA", "", "001"]),
        ("lang", ["en", "EN", "de", "yue", "YUE"], ["En", "eN", "xx", "en-US", ""]),
    ])
    func aPredefinedVariableIsOneOfItsValues(name: String, accepted: [String], rejected: [String]) throws {
        let file = try Sample.component(#"{"?":{"v":"$(\#(name))"},"percentEncoded":false}"#)
        for text in accepted { #expect(try Sample.outcome(file, "/?v=\(text)") == .match, "\(text)") }
        for text in rejected { #expect(try Sample.outcome(file, "/?v=\(text)") == .noMatch, "\(text)") }
    }

    @Test(arguments: [
        ("upper", "q"), ("lower", "Q"), ("region", "uS"), ("lang", "eN"), ("xdigit", "F"), ("alpha", "Q"),
    ])
    func withoutRegardToCaseAPredefinedVariableHasBothForms(name: String, text: String) throws {
        let file = try Sample.component(#"{"?":{"v":"$(\#(name))"},"caseSensitive":false}"#)
        #expect(try Sample.outcome(file, "/?v=\(text)") == .match)
    }

    @Test func noCodeIsLost() {
        #expect(Set(ISOCodes.regions).count == 257 && Set(ISOCodes.languages).count == 631)
    }

    @Test(arguments: [
        // (variables, pattern, path, outcome)
        (#""v":["x","y"]"#, "/$(v)", "/x", LinkOutcome.match), (#""v":["x","y"]"#, "/$(v)", "/y", .match),
        (#""v":["x","y"]"#, "/$(v)", "/z", .noMatch), (#""v":["x","y"]"#, "/$(v)", "/xy", .noMatch),
        (#""v":["x","y"]"#, "/$(v)$(v)", "/xy", .match), (#""v":["x","y"]"#, "/a$(v)b/*", "/axb/1", .match),
        (#""v":["x"],"w":["y"]"#, "/$(v)/$(w)", "/x/y", .match), (#""V":["x"]"#, "/$(v)", "/x", .noMatch),
        // Values with wildcards, empty values, prefixes of one another.
        (#""v":["a*z"]"#, "/$(v)/x", "/abcz/x", .match), (#""v":["a*z"]"#, "/$(v)/x", "/a/b/z/x", .match),
        (#""v":["?"]"#, "/$(v)", "/a", .match), (#""v":["?"]"#, "/$(v)", "/aa", .noMatch),
        (#""v":["*"]"#, "/a$(v)", "/abc", .match),
        (#""v":[""]"#, "/a$(v)b", "/ab", .match), (#""v":["","x"]"#, "/a$(v)b", "/axb", .match),
        (#""v":["a","ab"]"#, "/$(v)c", "/abc", .match),
        (#""v":["ab","a"]"#, "/$(v)bc", "/abc", .match), (#""v":["a","ab","*c"]"#, "/$(v)$(v)", "/abxc", .match),
        (#""v":[]"#, "/$(v)", "/", .noMatch), (#""v":["/a/"]"#, "/x$(v)y", "/x/a/y", .match),
        // Case is significant.
        (#""v":["x"]"#, "/$(v)", "/X", .noMatch),
        // Names.
        (#""a b":["x"]"#, "/$(a b)", "/x", .match), (#""é":["x"]"#, "/$(e\u{301})", "/x", .noMatch),
        (#""":["x"]"#, "/$()", "/x", .match),
        (#""v":["x"],"v":["y"]"#, "/$(v)", "/y", .match), (#""v":["x"],"v":["y"]"#, "/$(v)", "/x", .noMatch),
        // A variable of the file replaces a predefined one.
        (#""digit":["x"]"#, "/$(digit)", "/x", .match), (#""digit":["x"]"#, "/$(digit)", "/7", .noMatch),
        // Invalid variables match nothing.
        ("", "/$(v)", "/$(v)", .noMatch), ("", "/*$(v)", "/x", .noMatch), (#""v":["x"]"#, "/$(v", "/x", .noMatch),
        (#""v":["x"]"#, "/$(v", "/$(v", .noMatch), (#""v":"x""#, "/$(v)", "/x", .noMatch),
        (#""v":{"x":1}"#, "/$(v)", "/x", .noMatch),
        (#""v":["x",5,null]"#, "/$(v)", "/x", .match), (#""v":["$(w)","x"],"w":["y"]"#, "/$(v)", "/x", .match),
        (#""v":["$(w)","x"],"w":["y"]"#, "/$(v)", "/y", .noMatch), (#""v":["$(digit)"]"#, "/$(v)", "/7", .noMatch),
        (#""v":["x"]"#, "/$(a$(v))", "/x", .noMatch), (#""v":["x"]"#, "/$v", "/$v", .match),
        (#""v":["x"]"#, "/$ (v)", "/$%20(v)", .noMatch),
        (#""v":["x"]"#, "/$$(v)", "/$x", .match), (#""v":["x"]"#, "/(v)$", "/(v)$", .match),
    ])
    func aVariableOfTheFileIsOneOfItsValues(
        variables: String, pattern: String, path: String, expected: LinkOutcome
    ) throws {
        let file = try Sample.component(
            #"{"/":"\#(pattern)"}"#, applinks: #""substitutionVariables":{\#(variables)}"#)
        #expect(try Sample.outcome(file, path) == expected)
    }

    @Test(arguments: ["/", "?", "#"])
    func variablesAreReplacedInEveryPart(key: String) throws {
        let file = try Sample.component(
            #"{"\#(key)":"$(v)*"}"#, applinks: #""substitutionVariables":{"v":["/x","x"]}"#)
        #expect(try Sample.outcome(file, key == "/" ? "/x" : "/\(key)x") == .match)
        #expect(try Sample.outcome(file, key == "/" ? "/y" : "/\(key)y") == .noMatch)
    }

    @Test func variablesThatAreNoObjectAreNotDefined() throws {
        let file = try Sample.component(#"{"/":"/$(v)"}"#, applinks: #""substitutionVariables":["v"]"#)
        #expect(try Sample.outcome(file, "/v") == .noMatch)
    }
}
