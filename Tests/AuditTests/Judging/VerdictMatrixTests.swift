import Audit
import Findings
import Testing
import Transport

/// The verdicts on file and delivery for each generation of systems, with a row for each way to serve a file.
///
/// The columns are iOS 9.3 to 12, 13, 14 and later with Apple's CDN, and 14 and later in developer mode. A capital
/// letter marks a verdict that is based on observations only.
struct VerdictMatrixTests {
    private static let app = "A1B2C3D4E5.com.acme.app"
    private static let old = #""appID":"\#(app)","paths":["/buy/*"]"#
    private static let new = #""appIDs":["\#(app)"],"components":[{"/":"/buy/*"}]"#

    private static func file(_ detail: String) -> String { #"{"applinks":{"apps":[],"details":[{\#(detail)}]}}"# }
    private static func at(_ text: String, root: String? = nil) -> Observation {
        Seen.domain(Seen.answer(200, text), root: root.map { Seen.answer(200, $0) } ?? Seen.status(404))
    }
    private static func redirect(_ urls: String...) -> Observation {
        Seen.domain(Seen.redirect(to: urls.first), trail: Seen.trail(urls))
    }
    private static func padded(_ count: Int) -> String {
        Seen.file + String(repeating: " ", count: count - Seen.file.utf8.count)
    }
    private static let www = "https://www.example.com/.well-known/apple-app-site-association"

    static let rows: [(name: String, seen: Observation, verdicts: String)] = [
        ("the new form only", at(file(new)), "nyyy"), ("both forms", at(file("\(old),\(new)")), "yyyy"),
        ("both forms at both locations", at(file("\(old),\(new)"), root: file("\(old),\(new)")), "yyyy"),
        ("the old form only", at(file(old)), "yyyy"),
        ("the old form without apps", at(#"{"applinks":{"details":[{\#(old)}]}}"#), "nyyy"),
        ("the old form at root only", Seen.domain(Seen.status(404), root: Seen.answer(200, file(old))), "yY?n"),
        ("the new form at root only", Seen.domain(Seen.status(404), root: Seen.answer(200, file(new))), "nY?n"),
        (
            "details as a dictionary", at(#"{"applinks":{"apps":[],"details":{"\#(app)":{"paths":["/buy/*"]}}}}"#),
            "YYYY"
        ),
        ("appIDs and paths", at(file(#""appIDs":["\#(app)"],"paths":["/buy/*"]"#)), "nyyy"),
        ("appID and components", at(file(#""appID":"\#(app)","components":[{"/":"/buy/*"}]"#)), "?yyy"),
        ("no components in the list", at(file(old + #","components":[]"#)), "yNNN"),
        ("octet-stream", Seen.domain(Seen.answer(200, file(old), type: "application/octet-stream")), "??YY"),
        ("no Content-Type", Seen.domain(Seen.answer(200, file(old), type: nil)), "??YY"),
        ("text/html over the file", Seen.domain(Seen.answer(200, file(old), type: "text/html")), "???Y"),
        ("a web page", Seen.domain(Seen.answer(200, "<html>", type: "text/html")), "nnnn"),
        ("a redirect to https", redirect(www), "nnYY"),
        ("a redirect to http", redirect("http://www.example.com/"), "nnnn"),
        ("a redirect to http and back", redirect("http://www.example.com/", www), "nnnn"),
        ("404", Seen.domain(Seen.status(404)), "nnnn"), ("410", Seen.domain(Seen.status(410)), "nnnn"),
        ("401", Seen.domain(Seen.status(401)), "nnnn"), ("403", Seen.domain(Seen.status(403)), "nnnn"),
        // The clients that a firewall allows cannot be observed.
        (
            "403 of a firewall",
            Seen.domain(Seen.status(403, [HeaderField(name: "Server", value: "cloudflare")])), "??N?"
        ),
        // Devices retry by themselves.
        ("500", Seen.domain(Seen.status(500)), "????"),
        // The content behind a rejected certificate was not checked.
        ("self-signed", Seen.settled(Seen.rejected(18, chain: [Seen.authority("CN=a", issuer: "CN=a")])), "nnn?"),
        ("expired", Seen.settled(Seen.rejected(10, chain: [Seen.certificate(to: -1)])), "nnn?"),
        ("another name", Seen.settled(Seen.rejected(62, nameVerification: .failed)), "nnn?"),
        ("a private address", Seen.domain(Seen.answer(200, file(old), addresses: ["10.1.2.3"])), "yyNy"),
        ("131 072 bytes", at(padded(131_072)), "yyyy"), ("131 073 bytes", at(padded(131_073)), "nnnn"),
        (
            "gzip",
            Seen.domain(Seen.answer(200, file(old), fields: [HeaderField(name: "Content-Encoding", value: "gzip")])),
            "yyyy"
        ),
        ("a byte order mark", at("\u{feff}" + file(old)), "???Y"), ("broken JSON", at("{" + file(old)), "nnnn"),
        (
            "a query and nothing else",
            at(file(#""appIDs":["\#(app)"],"components":[{"?":{"a":"?*"}}]"#)), "nyyy"
        ),
        ("App Clips", at(#"{"appclips":{"apps":["\#(app).Clip"]}}"#), "??yy"),
    ]

    @Test(arguments: rows)
    func decides(_ row: (name: String, seen: Observation, verdicts: String)) {
        let report = Judge().judge(row.seen)
        #expect(report.verdicts.map(\.letter).joined() == row.verdicts, "\(row.name)")
    }
}

extension Verdict {
    /// The outcome; a capital letter marks one that is based on observations only.
    var letter: String {
        switch outcome {
        case .works: "y"
        case .observedToWork: "Y"
        case .unknown: "?"
        case .observedToFail: "N"
        case .doesNotWork: "n"
        }
    }
}
