import Testing

@testable import AppSiteAssociation

/// The model of a file, and its record of the parts that it ignores.
@Suite struct AssociationFileTests {
    @Test func servicesAndAppsAreListedInTheOrderOfTheFile() throws {
        let file = try Sample.file(
            #"""
            {"webcredentials":{"apps":["A.a","B.b"]},
             "applinks":{"apps":[],"details":[
               {"appIDs":["B.b","C.c"],"components":[{"/":"/x"},{}]},
               {"appID":"A.a","paths":["/a","NOT /b","*"]},
               {"appID":"B.b","paths":["*"]}]},
             "appclips":{"apps":["C.c.Clip"]},
             "authsrv":{"apps":["A.a"]},
             "activitycontinuation":{"apps":["A.a"]}}
            """#)
        #expect(file.services == [.webcredentials, .applinks, .appclips, .authsrv, .activitycontinuation])
        #expect(
            file.apps == [
                AssociatedApp(
                    identifier: AppIdentifier("A.a"),
                    services: [.webcredentials, .applinks, .authsrv, .activitycontinuation], ruleCount: 3),
                AssociatedApp(identifier: AppIdentifier("B.b"), services: [.webcredentials, .applinks], ruleCount: 2),
                AssociatedApp(identifier: AppIdentifier("C.c"), services: [.applinks], ruleCount: 2),
                AssociatedApp(identifier: AppIdentifier("C.c.Clip"), services: [.appclips], ruleCount: 0),
            ])
        #expect(file.appLists.first { $0.service == .appclips }?.apps.first?.source.position.line == 6)
        #expect(file.ignored.isEmpty)
    }

    @Test(arguments: ["null", "[]", "5", "\"x\"", "{}", #"{"applinks":5,"webcredentials":[]}"#])
    func everyDocumentYieldsAModel(_ json: String) throws {
        let file = try Sample.file(json)
        #expect(file.isObject == json.hasPrefix("{"))
        #expect(file.appLinks == nil && file.appLists.isEmpty && file.services.isEmpty && file.apps.isEmpty)
    }

    /// The ignored parts are listed with pointer and reason.
    @Test(
        arguments: [
            (#"{"appLinks":{},"$x":1}"#, ["/appLinks unknown", "/$x unknown"]),
            (#"{"applinks":[]}"#, ["/applinks not an object"]),
            (#"{"applinks":{"details":[]},"applinks":{}}"#, []),
            (
                #"{"webcredentials":{"apps":["A.a",5,null],"x":1},"appclips":{"apps":"A.a"},"authsrv":{}}"#,
                [
                    "/webcredentials/x unknown", "/webcredentials/apps/1 not a string",
                    "/webcredentials/apps/2 not a string", "/appclips/apps not an array of strings",
                ]
            ),
            (
                #"{"applinks":{"detail":[],"details":5,"defaults":[],"substitutionVariables":1}}"#,
                [
                    "/applinks/detail unknown", "/applinks/defaults not an object",
                    "/applinks/substitutionVariables not an object",
                    "/applinks/details not an array of objects",
                ]
            ),
            (
                #"{"applinks":{"details":["A.a",{"appID":5,"appIDs":"A.a","paths":{},"components":5,"x":1}]}}"#,
                [
                    "/applinks/details/0 not an object", "/applinks/details/1/x unknown",
                    "/applinks/details/1/appID not a string",
                    "/applinks/details/1/appIDs not an array of strings",
                    "/applinks/details/1/components not an array of objects",
                    "/applinks/details/1/paths not an array of strings",
                ]
            ),
            (
                #"{"applinks":{"details":[{"appID":"A.a","appIDs":["B.b"],"paths":[],"components":[]}]}}"#,
                []
            ),
            (
                #"{"applinks":{"details":[{"appIDs":[1],"paths":[2],"components":[3]}]}}"#,
                [
                    "/applinks/details/0/appIDs/0 not a string", "/applinks/details/0/components/0 not an object",
                    "/applinks/details/0/paths/0 not a string",
                ]
            ),
            (
                #"{"applinks":{"details":{"A.a":{"appID":"B.b"},"C.c":[],"A.a":{}}}}"#,
                ["/applinks/details/C.c not an object"]
            ),
            (
                ##"{"applinks":{"details":[{"appID":"A.a","components":[{"/":1,"?":2,"#":3,"exclude":4,"caseSensitive":5,"percentEncoded":6,"comment":7,"X":8}]}]}}"##,
                [
                    "/applinks/details/0/components/0/X unknown", "/applinks/details/0/components/0// not a string",
                    "/applinks/details/0/components/0/# not a string",
                    "/applinks/details/0/components/0/exclude not a boolean",
                    "/applinks/details/0/components/0/caseSensitive not a boolean",
                    "/applinks/details/0/components/0/percentEncoded not a boolean",
                    "/applinks/details/0/components/0/? not a string or an object of strings",
                ]
            ),
            (
                #"{"applinks":{"details":[{"appID":"A.a","components":[{"?":{"a":1,"b":"2"},"/":"/a","/":"/b"}]}]}}"#,
                ["/applinks/details/0/components/0/? not an object of strings"]
            ),
            (
                #"{"applinks":{"substitutionVariables":{"a":"x","b":["$(a)",5,"y"],"c":[],"c":["z"]}}}"#,
                [
                    "/applinks/substitutionVariables/a not an array of strings",
                    "/applinks/substitutionVariables/b/0 nested", "/applinks/substitutionVariables/b/1 not a string",
                ]
            ),
        ] as [(String, [String])])
    func ignoredValuesAreRecorded(_ json: String, expected: [String]) throws {
        let file = try Sample.file(json)
        var all = file.ignored
        for list in file.appLists { all += list.ignored }
        if let links = file.appLinks {
            all += links.ignored + links.variables.variables.flatMap(\.ignored)
            for detail in links.details {
                all += detail.ignored
                for rule in detail.componentRules ?? [] { all += rule.fields?.ignored ?? [] }
            }
        }
        #expect(all.map(Self.describe) == expected)
    }

    private static func describe(_ ignored: IgnoredValue) -> String {
        // Slashes in keys stay as they are here, which reads better than ~1.
        let place = "/" + ignored.value.pointer.tokens.joined(separator: "/")
        return switch ignored.reason {
        case .unknownKey: "\(place) unknown"
        case .wrongKind(let expected): "\(place) not \(expected)"
        case .nestedVariable: "\(place) nested"
        }
    }

    @Test func rulesHaveThePositionsOfTheirConstraints() throws {
        let file = try Sample.file(
            #"""
            {"applinks":{"defaults":{"?":{"a":"1"},"caseSensitive":false},"details":[
              {"appIDs":["A.a"],"defaults":{"#":"f"},"components":[{"/":"/x","exclude":true,"comment":"c"}],"paths":["NOT /p"]}]}}
            """#)
        let detail = try #require(file.appLinks?.details.first)
        let rule = try #require(detail.componentRules?.first)
        #expect(rule.path?.source.pointer.description == "/applinks/details/0/components/0/~1")
        #expect(rule.fragment?.source.pointer.description == "/applinks/details/0/defaults/#")
        guard case .items(let items)? = rule.query else {
            Issue.record("the query comes from the defaults")
            return
        }
        #expect(items.map(\.value.source.pointer.description) == ["/applinks/defaults/?/a"])
        #expect(rule.excludes && !rule.isCaseSensitive && rule.isPercentEncoded && !rule.isUnconstrained)
        #expect(rule.source["comment"]?.string == "c")
        let path = try #require(detail.pathRules?.first)
        #expect(path.excludes && !path.isComponent && path.fields == nil && path.path?.text == "/p")
        #expect(detail.rules?.count == 1)
        #expect(detail.apps.map(\.source.pointer.description) == ["/applinks/details/0/appIDs/0"])
    }

    @Test func theFormOfDetailsIsReported() throws {
        let kinds: [(String, JSONValue.Kind?)] = [
            ("{}", nil), (#"{"details":[]}"#, .array), (#"{"details":{}}"#, .object), (#"{"details":"x"}"#, .string),
        ]
        for (json, kind) in kinds {
            let links = try Sample.file("{\"applinks\":\(json)}").appLinks
            #expect(links != nil && links?.detailsSource?.kind == kind)
        }
        let dictionary = try Sample.file(#"{"applinks":{"details":{"A.a":{"paths":["*"]}}}}"#)
        let detail = try #require(dictionary.appLinks?.details.first)
        #expect(detail.apps.map(\.source.pointer.description) == ["/applinks/details/A.a"])
        #expect(detail.keySource?.pointer.description == "/applinks/details/A.a")
    }

    @Test(
        arguments: [
            ("ABCDE12345.com.example.app", []), ("", [.empty]), ("ABCDE12345", [.noDot]),
            ("ABCD1234.com.example", [.prefixLength]),
            ("abcde12345.com.example", [.prefixCharacters]), ("ABCDE12345.", [.emptyBundleIdentifier]),
            ("ABCDE12345.com_example", [.bundleIdentifierCharacters]),
            ("ABCDE12345.*", [.wildcard]), (" ABCDE12345.a", [.surroundingWhiteSpace]),
            ("ABCDE12345.a\n", [.surroundingWhiteSpace]),
            ("applinks:ABCDE12345.a", [.servicePrefix("applinks:")]),
            ("{prefix}.com.a", [.prefixLength, .prefixCharacters]),
            ("ABCDE12345.a é", [.bundleIdentifierCharacters]), (".a", [.prefixLength]),
        ] as [(String, [AppIdentifier.Problem])])
    func theFormOfAnAppIdentifierIsChecked(_ text: String, problems: [AppIdentifier.Problem]) {
        #expect(AppIdentifier(text).problems == problems)
    }

    @Test func appIdentifiersAreComparedScalarByScalar() {
        #expect(AppIdentifier("A.é") != AppIdentifier("A.e\u{301}"))
        #expect(Set([AppIdentifier("A.é"), AppIdentifier("A.e\u{301}"), AppIdentifier("A.é")]).count == 2)
        #expect(AppIdentifier("A.b.c").prefix == "A" && AppIdentifier("A.b.c").bundleIdentifier == "b.c")
    }
}
