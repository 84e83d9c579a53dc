import Audit
import Findings
import Testing

struct LocationsDifferTests {
    private static func file(_ details: String, _ more: String = "") -> String {
        "{\"applinks\":{\"apps\":[],\"details\":[\(details)]}\(more)}"
    }

    private static func detail(_ paths: String, app: String = "A1B2C3D4E5.com.acme.app") -> String {
        "{\"appID\":\"\(app)\",\"paths\":[\(paths)]}"
    }

    private static func differ(_ wellKnown: String, _ root: String) -> Finding? {
        Judge().judge(Seen.domain(Seen.answer(200, wellKnown), root: Seen.answer(200, root))).findings
            .first { $0.code == .locationsDiffer }
    }

    static let same: [(String, String)] = [
        (file(detail(#""/buy/*""#)), file(detail(#""/buy/*""#))),
        (file(detail(#""/buy/*""#)), file(" " + detail(#" "/buy/*" "#))),
        (file(detail(#""/buy/*","/buy/x""#)), file(detail(#""/buy/*""#))),
        (file(detail(#""/a","/b""#)), file(detail(#""/b","/a""#))),
        (file(detail(#""/a""#)), file(detail(#""/a""#), #","comment":"x""#)),
    ]

    @Test(arguments: same) func staysSilentWhereTheMeaningIsTheSame(_ wellKnown: String, _ root: String) {
        #expect(Self.differ(wellKnown, root) == nil)
    }

    static let different: [(String, String, String, String)] = [
        (file(detail(#""/a""#)), file(detail(#""/b""#)), "link", "opens “A1B2C3D4E5.com.acme.app” according to"),
        (
            file(detail(#""/a""#)), file(detail(#""/a""#, app: "A1B2C3D4E5.com.acme.old")), "app",
            "only the file in .well-known lists “A1B2C3D4E5.com.acme.app” under applinks"
        ),
        (
            file(detail(#""/a""#)), file(detail(#""/a""#), #","webcredentials":{"apps":["A1B2C3D4E5.com.acme.app"]}"#),
            "service", "only the file at the root lists apps under webcredentials"
        ),
    ]

    @Test(arguments: different)
    func saysHowTheyDiffer(_ wellKnown: String, _ root: String, _ kind: String, _ words: String) throws {
        let finding = try #require(Self.differ(wellKnown, root))
        #expect(finding.severity == .warning)
        #expect(finding.location == .root)
        #expect(finding.evidence["difference"] == .string(kind))
        #expect(finding.message.contains(words))
    }

    @Test func comparesNothingWhereOneIsNotUsable() {
        let good = Self.file(Self.detail(#""/a""#))
        #expect(Self.differ(good, "{") == nil)
        #expect(Self.differ("<html>", good) == nil)
    }
}
