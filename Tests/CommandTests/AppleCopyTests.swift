import Foundation
import TestSupport
import Testing

/// `--cdn` and `--cdn-url`, end to end, with a server that stands in for Apple's CDN.
@Suite(.inTurn(minutes: 3)) struct AppleCopyTests {
    private static let cdn = Site(answers: [
        "/a/v1/same.test": .file,
        "/a/v1/older.test": .ok(#"{"webcredentials":{"apps":["A1B2C3D4E5.com.acme.old"]}}"#),
        "/a/v1/failing.test": .raw(
            "HTTP/1.1 404 Not Found\r\nApple-Failure-Reason: SWCERR00301 Timeout\r\n"
                + "Apple-Failure-Details: {\"cause\":\"context deadline exceeded\"}\r\n"
                + "Content-Length: 10\r\n\r\nNot Found\n"),
    ])

    @Test func comparesTheFileWithTheCopy() async throws {
        let sites = [
            "same.test": AuditCommandTests.good, "older.test": AuditCommandTests.good,
            "failing.test": AuditCommandTests.good, "cdn.test": Self.cdn,
        ]
        try await AuditCommandTests.withSites(sites) { _, arguments, folder in
            let result = try await Command.run(
                ["same.test", "older.test", "failing.test", "--cdn-url", "https://cdn.test/", "-f", "json"]
                    + ["-o", "\(folder)/report.html", "-o", "\(folder)/report.txt", "-v"] + arguments)
            #expect(result.status == 2, "\(result.errors)")
            try KeptReports.keep(result.output, "cdn.json")
            let document = try DecodedReport(result.output)
            #expect(document.domains.map(\.status) == ["pass", "warn", "fail"])
            for text in [
                #""state":"inSync""#, #""state":"outOfSync""#, #""state":"fetchFailed""#, "SWCERR00301 Timeout",
            ] {
                #expect(result.output.replacing(" ", with: "").contains(text.replacing(" ", with: "")), "\(text)")
            }
            let text = try String(contentsOfFile: "\(folder)/report.txt", encoding: .utf8).split(
                whereSeparator: \.isWhitespace
            )
            .joined(separator: " ")
            #expect(text.contains("the same as on the server"), "\(text)")
            #expect(text.contains("SWCERR00301 Timeout (context deadline exceeded)"), "\(text)")
            let page = try String(contentsOfFile: "\(folder)/report.html", encoding: .utf8)
            #expect(page.contains("Apple's copy") || page.contains("Apple&#39;s copy"))
        }
    }

    @Test(arguments: [
        ("http://cdn.test", "https URL"), ("cdn.test", "is not a URL"), ("https://me:you@cdn.test", "user information"),
        ("https://cdn.test/?a=b", "query"), ("https://cdn.test#a", "query"),
    ])
    func refusesWhatIsNoServer(url: String, words: String) async throws {
        let result = try await Command.run("good.test", "--cdn-url", url)
        #expect(result.status == 64)
        #expect(result.errors.contains(words), "\(result.errors)")
    }
}
