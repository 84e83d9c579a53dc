import Foundation
import TestSupport
import Testing

/// The additional checks of an audit, end to end.
@Suite(.inTurn(minutes: 3)) struct AdditionalCheckTests {
    /// Returns the text of a report with single spaces in place of white space.
    static func words(_ text: String) -> String { text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }

    @Test func saysWhatIsBehindACertificate() async throws {
        let sites = [
            "fine.test": Site(root: .file, certificate: .expired),
            "empty.test": Site.everywhere(.status(404), certificate: .selfSigned),
        ]
        try await AuditCommandTests.withSites(sites) { server, arguments, folder in
            let secret = ["-H", "Authorization: topsecret"]
            let result = try await Command.run(
                ["fine.test", "empty.test", "-o", "\(folder)/report.json", "-o", "\(folder)/report.html"]
                    + ["-o", "\(folder)/report.md"] + secret + arguments)
            #expect(result.status == 2, "\(result.errors)")
            let text = Self.words(result.output)
            #expect(text.contains("With the certificate ignored, the file can be read and is valid."), "\(text)")
            #expect(text.contains("Even with the certificate ignored, there is no file (404)."), "\(text)")
            #expect(
                text.contains(
                    "info file-missing at .well-known With the certificate ignored, the file is at neither location"))
            #expect(text.contains("What to do: Ask the web server's administrators to publish the file"), "\(text)")
            #expect(text.contains("except in developer mode"), "\(text)")
            #expect(!text.contains("Not checked (reason: tls"))
            let json = try String(contentsOfFile: "\(folder)/report.json", encoding: .utf8)
            try KeptReports.keep(json, "behind.json")
            #expect(json.contains("behindCertificate"))
            for name in ["report.html", "report.md"] {
                let page = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
                #expect(page.contains("With the certificate ignored, the file is at neither"), "\(name)")
            }
            #expect(server.tally.requests.allSatisfy { $0.values(of: "authorization").isEmpty })
            #expect(server.tally.connections == 4)
        }
    }

    @Test func makesNoUnverifiedFetchIfTurnedOff() async throws {
        try await AuditCommandTests.withSites(["fine.test": Site(certificate: .expired)]) { server, arguments, _ in
            let result = try await Command.run(["fine.test", "--no-unverified-fetch", "-f", "json"] + arguments)
            #expect(result.status == 2, "\(result.errors)")
            #expect(!result.output.contains("behindCertificate") && !result.output.contains("ertificate ignored"))
            let output = result.output.replacing(": ", with: ":")
            #expect(output.contains(#""unverifiedFetch":"off""#))
            #expect(server.tally.connections == 1 && server.tally.requests.isEmpty)
        }
    }

    @Test func asksTheSiblingAndWithApplesUserAgents() async throws {
        let sites = [
            "shop.test": Site(root: .file), "www.shop.test": Site.everywhere(.status(404)),
            "refusing.test": Site.everywhere(.status(403)),
        ]
        try await AuditCommandTests.withSites(sites) { server, arguments, _ in
            let flags = ["--siblings", "--probe-user-agents"]
            let result = try await Command.run(["shop.test", "refusing.test", "-f", "json"] + flags + arguments)
            #expect(result.status == 2, "\(result.output)")
            try KeptReports.keep(result.output, "siblings.json")
            for text in [
                "sibling-differs", "no file (404) at www.shop.test", "are refused from here as well", "byUserAgent",
            ] {
                #expect(result.output.contains(text), "\(text)")
            }
            let agents = Set(server.tally.requests.flatMap { $0.values(of: "user-agent") })
            #expect(agents.contains("AASA-Bot/1.0.0") && agents.count == 3)
        }
    }

    #if os(Linux)
        @Test func comparesTheAddressesOfAName() async throws {
            let answer = Answer.at("127.0.0.1", .file, elsewhere: .status(404))
            try await withTemporaryDirectory { folder in
                try await withFaultServer(
                    ["many.test": Site(wellKnown: answer)], addresses: ["127.0.0.1", "127.0.0.2"]
                ) { server in
                    let roots = try server.authority.writeBundle(to: folder)
                    let name = "many.test:\(server.port)"
                    let arguments = [name, "--resolve", "\(name):127.0.0.1,127.0.0.2", "--cacert", roots, "-f", "json"]
                    let one = try await Command.run(arguments)
                    #expect(one.status == 0 && server.tally.connections == 1, "\(one.output)")
                    #expect(!one.output.contains("additionalChecks"))
                    let all = try await Command.run(arguments + ["--all-addresses"])
                    #expect(all.status == 2, "\(all.output)")
                    try KeptReports.keep(all.output, "addresses.json")
                    for text in [
                        "address-inconsistent", "no file (404) at 127.0.0.2", "byAddress", "additionalChecks",
                    ] {
                        #expect(all.output.contains(text), "\(text)")
                    }
                    #expect(server.tally.connections == 3)
                }
            }
        }
    #endif
}
