import Audit
import Findings
import Testing

/// The verdicts on the form of a file for each generation of systems.
struct ContentVerdictTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let file: String
        let verdicts: String

        init(_ name: String, _ file: String, _ verdicts: String) {
            self.name = name
            self.file = file
            self.verdicts = verdicts
        }

        var testDescription: String { name }
    }

    private static let app = #""appID":"A1B2C3D4E5.com.acme.app""#
    private static let apps = #""appIDs":["A1B2C3D4E5.com.acme.app"]"#
    private static let paths = #""paths":["/buy/*"]"#
    private static let components = #""components":[{"/":"/buy/*"}]"#

    private static func file(_ details: String, apps: String? = "[]") -> String {
        "{\"applinks\":{" + (apps.map { "\"apps\":\($0)," } ?? "") + "\"details\":\(details)}}"
    }

    static let rows: [Row] = [
        Row("1 modern only", file("[{\(apps),\(components)}]"), "nyyy"),
        Row("1 modern only, without apps", file("[{\(apps),\(components)}]", apps: nil), "nyyy"),
        Row("2 the full quartet", file("[{\(app),\(paths),\(apps),\(components)}]"), "yyyy"),
        Row("4 legacy only", file("[{\(app),\(paths)}]"), "yyyy"),
        Row("5 legacy without apps", file("[{\(app),\(paths)}]", apps: nil), "nyyy"),
        Row("5 legacy with apps that is not empty", file("[{\(app),\(paths)}]", apps: "[\"x\"]"), "nyyy"),
        Row("7 details as a dictionary", file("{\"A1B2C3D4E5.com.acme.app\":{\(paths)}}"), "YYYY"),
        Row("8 appIDs and paths", file("[{\(apps),\(paths)}]"), "nyyy"),
        Row("9 appID and components", file("[{\(app),\(components)}]"), "?yyy"),
        Row("10 no components in the new form", file("[{\(app),\(paths),\"components\":[]}]"), "yNNN"),
        Row("neither paths nor components", file("[{\(app)}]"), "??YY"),
        Row("no details", file("[]"), "nnnn"),
        Row("no app", file("[{\(paths)}]"), "nnnn"),
        Row("an empty entry", file("[{}]"), "nnnn"),
        Row("an empty entry beside a good one", file("[{},{\(app),\(paths)}]"), "yyyy"),
        Row("nothing but a query in a path", file("[{\(app),\"paths\":[\"/item?id=*\"]}]"), "nnnn"),
        Row("a query in a path beside a path", file("[{\(app),\"paths\":[\"/item?id=*\",\"/a\"]}]"), "yyyy"),
        Row("appIDs is empty", file("[{\(app),\"appIDs\":[],\(paths)}]"), "ynnn"),
        Row("only exclusions", file("[{\(app),\"paths\":[\"NOT /buy\"]}]"), "nnnn"),
        Row(
            "only exclusions in the new form",
            file("[{\(app),\(paths),\(apps),\"components\":[{\"/\":\"/x\",\"exclude\":true}]}]"), "ynnn"),
        Row("one app that works beside one that does not", file("[{\(apps),\(components)},{\(app),\(paths)}]"), "yyyy"),
        Row("web credentials only", #"{"webcredentials":{"apps":["A1B2C3D4E5.com.acme.app"]}}"#, "yyyy"),
        Row("34 App Clips only", #"{"appclips":{"apps":["A1B2C3D4E5.com.acme.app.Clip"]}}"#, "??yy"),
        Row("message filters only", #"{"messagefilter":{"apps":["A1B2C3D4E5.com.acme.app"]}}"#, "?yyy"),
        Row("misspelt details", #"{"applinks":{"apps":[],"detail":[]}}"#, "nnnn"),
        Row("a template's web credentials", #"{"webcredentials":{"apps":["TEAMID.com.acme.app"]}}"#, "nnnn"),
        Row(
            "a template's web credentials beside real ones",
            #"{"webcredentials":{"apps":["TEAMID.com.acme.app","A1B2C3D4E5.com.acme.app"]}}"#, "yyyy"),
        Row(
            "more apps of a template than are told",
            file(
                "[{\"appIDs\":[" + (0..<70).map { "\"TEAMID.com.acme.a\($0)\"" }.joined(separator: ",")
                    + "],\(components)}]"),
            "nnnn"),
        Row(
            "more rules that match nothing than are told",
            file(
                "[{\(app),\(apps),\"paths\":[" + (0..<70).map { "\"/a b\($0)\"" }.joined(separator: ",")
                    + "],\"components\":[" + (0..<70).map { "{\"/\":\"/a b\($0)\"}" }.joined(separator: ",") + "]}]"),
            "nnnn"),
        Row(
            "defaults that match nothing",
            "{\"applinks\":{\"apps\":[],\"defaults\":{\"/\":\"/a b\"},\"details\":[{\(app),\(paths),\(apps),\"components\":[{\"#\":\"a\"},{\"#\":\"b\"}]}]}}",
            "y?nn"),
        Row(
            "a variable that is defined nowhere",
            file("[{\(app),\(paths),\(apps),\"components\":[{\"/\":\"/$(x)\"},{\"/\":\"/$(x)\"}]}]"), "ynnn"),
        Row("an exclusion of everything before all rules", file("[{\(app),\"paths\":[\"NOT *\",\"/a\"]}]"), "nnnn"),
        Row(
            "an empty exclusion before all rules",
            file("[{\(app),\(paths),\(apps),\"components\":[{\"exclude\":true},{\"/\":\"/a\"}]}]"), "ynnn"),
        Row("a rule behind one that does the same", file("[{\(app),\"paths\":[\"*\",\"/a\"]}]"), "yyyy"),
        Row("NOT in a component", file("[{\(app),\(paths),\(apps),\"components\":[{\"/\":\"NOT /a\"}]}]"), "ynnn"),
        Row(
            "33 the same app in two entries, of which the first opens nothing",
            file("[{\(app),\"paths\":[\"NOT /a\"]},{\(app),\(paths)}]"), "??NN"),
        Row(
            "33 the same app in two entries, of which the second opens nothing",
            file("[{\(app),\(paths)},{\(app),\"paths\":[\"NOT /a\"]}]"), "yyyy"),
        Row(
            "33 another app beside the one that was named before",
            file(
                "[{\(app),\"paths\":[\"NOT /a\"]},{\"appIDs\":[\"A1B2C3D4E5.com.acme.app\",\"A1B2C3D4E5.com.acme.two\"],\(components)}]"
            ),
            "nyyy"),
        Row(
            "33 an entry for new systems and one for old ones", file("[{\(apps),\(components)},{\(app),\(paths)}]"),
            "yyyy"),
        Row(
            "one entry of which nothing is known beside one that opens nothing",
            file("[{\(app)},{\"appID\":\"A1B2C3D4E5.com.acme.two\",\"paths\":[\"NOT /a\"]}]"), "??YY"),
        Row(
            "defaults that exclude",
            "{\"applinks\":{\"apps\":[],\"defaults\":{\"exclude\":true},\"details\":[{\(app),\(paths),\(apps),\(components)}]}}",
            "y?nn"),
        Row(
            "exclusions beside defaults",
            "{\"applinks\":{\"apps\":[],\"defaults\":{\"caseSensitive\":false},\"details\":[{\(app),\(paths),\(apps),\"components\":[{\"/\":\"/a\",\"exclude\":true}]}]}}",
            "ynnn"),
        Row(
            "a blank in a path that is decoded",
            file("[{\(app),\(paths),\(apps),\"components\":[{\"/\":\"/a b\",\"percentEncoded\":false}]}]"), "y?yy"),
        Row(
            "a plain path that is decoded",
            file("[{\(app),\(paths),\(apps),\"components\":[{\"/\":\"/a\",\"percentEncoded\":false}]}]"), "yyyy"),
        Row("no service", "{}", "nnnn"),
        Row("26 a byte order mark", "\u{feff}" + Seen.file, "???Y"),
        Row("27 broken JSON", "{", "nnnn"),
        Row("not an object", "[]", "nnnn"),
    ]

    @Test(arguments: rows)
    func decides(_ row: Row) {
        let report = Judge().judge(Seen.domain(Seen.answer(200, row.file)))
        #expect(report.verdicts.map(\.letter).joined() == row.verdicts)
        let codes = Set(report.findings.map(\.code))
        #expect(report.verdicts.allSatisfy { $0.because.allSatisfy(codes.contains) })
    }

    @Test(
        arguments: [
            ([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00], "????"), ([0x00, 0x7b, 0x00, 0x7d], "????"),
            ([0x7b, 0x22, 0xe9, 0x22, 0x3a, 0x31, 0x7d], "nn?n"),
        ] as [([UInt8], String)])
    func tellsWideEncodingsFromBrokenOnes(_ bytes: [UInt8], _ verdicts: String) {
        let report = Judge().judge(Seen.domain(Seen.answer(bytes: bytes)))
        #expect(report.findings.contains { $0.code == .encodingNotUTF8 })
        #expect(report.verdicts.map { $0.works.map { $0 ? "y" : "n" } ?? "?" }.joined() == verdicts)
        #expect(report.wellKnown?.outcome == .unusable)
    }

    @Test(arguments: [
        (#"{"applinks":"#, "json-invalid"), ("[1]", "json-not-object"), ("{}", "service-none"),
        (#"{"name":"x"}"#, "service-none"), ("\u{feff}{}", "encoding-bom"),
        (String(repeating: "[", count: 600) + String(repeating: "]", count: 600), "json-too-deep"),
    ])
    func saysWhatIsWrongWithTheText(_ text: String, _ code: String) {
        let report = Judge().judge(Seen.domain(Seen.answer(200, text)))
        #expect(report.findings.contains { $0.code.rawValue == code && $0.location == .wellKnown })
    }

    @Test func namesThePlaceOfAMistake() throws {
        let report = Judge().judge(Seen.domain(Seen.answer(200, "{\n  \"applinks\": {,}\n}")))
        let finding = try #require(report.findings.first)
        #expect(finding.code == .jsonInvalid)
        #expect(finding.line == 2)
        #expect(finding.column == 16)
    }

    @Test func judgesTheFileAtRootWhereThatCounts() {
        let report = Judge().judge(Seen.domain(Seen.status(404), root: Seen.answer(200, "{}")))
        #expect(report.findings.contains { $0.code == .serviceNone && $0.location == .root && $0.severity == .error })
    }

    @Test func brokenJSONAtRootIsInfoWhereWellKnownServes() {
        let report = Judge().judge(Seen.domain(Seen.answer(), root: Seen.answer(200, "{")))
        #expect(report.status == .pass)
        #expect(report.findings.map(\.code) == [.jsonInvalid])
        #expect(report.findings.first?.location == .root)
        #expect(report.findings.first?.severity == .info)
    }

    @Test func brokenJSONAtWellKnownIsTheErrorWhereRootServes() {
        let report = Judge().judge(Seen.domain(Seen.answer(200, "{"), root: Seen.answer()))
        #expect(report.status == .fail)
        #expect(report.findings.map(\.code) == [.jsonInvalid])
        #expect(report.findings.first?.location == .wellKnown)
        #expect(report.file?.location == .root)
    }

    @Test func looksIntoTheFileBehindARedirect() {
        let www = "https://www.example.com/x"
        let modern = Self.file("[{\(Self.app),\(Self.paths),\"components\":[]}]")
        let report = Judge().judge(
            Seen.domain(Seen.redirect(to: www), trail: Seen.trail([www], last: Seen.answer(200, modern))))
        #expect(report.findings.map(\.code) == [.redirect])
        #expect(report.verdicts.map(\.works) == [false, false, false, false])
    }
}
