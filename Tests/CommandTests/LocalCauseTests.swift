import Foundation
import TestSupport
import Testing

/// Runs in which most domains fail in the same way, so that the cause is local, and no domain is reported as broken.
@Suite(.inTurn(minutes: 3)) struct LocalCauseTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// A function that creates the sites when the test begins, because some contain the current time.
        var sites: @Sendable () -> [String: Site]
        var targets: [String]
        var arguments: [String] = []
        /// The warnings of the report about the run as a whole; empty if it has none.
        var warnings: [String]
        var status: Int32
    }

    static func names(_ prefix: String, _ count: Int) -> [String] { (0..<count).map { "\(prefix)\($0).test" } }

    static func sites(_ names: [String], _ site: (Int) -> Site) -> [String: Site] {
        Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, site($0)) })
    }

    /// A site whose server's clock is `offset` seconds ahead of this machine's.
    static func site(clock offset: Double) -> Site {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "UTC")
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        let field = (name: "Date", value: formatter.string(from: Date(timeIntervalSinceNow: offset)))
        return .everywhere(
            .response(
                HTTPResponse(fields: [field], body: Array(Sample.association.utf8))))
    }

    static var good: Site { site(clock: 0) }
    static let future = sites(names("f", 5)) { _ in Site(root: .file, certificate: .notYetValid) }
    static let past = sites(names("p", 5)) { Site(root: .file, certificate: .expired(days: 2 + $0)) }
    static var fine: [String: Site] { sites(names("g", 4)) { _ in good } }
    static let limited = sites(names("l", 4)) { _ in .everywhere(.status(429)) }

    @Test(arguments: [
        Row(
            testDescription: "not yet valid everywhere", sites: { future }, targets: names("f", 5),
            warnings: ["clock-wrong"], status: 4),
        Row(
            testDescription: "not yet valid at most", sites: { future.merging(fine) { $1 } },
            targets: names("f", 5) + names("g", 2), warnings: ["clock-wrong"], status: 4),
        Row(
            testDescription: "not yet valid at some", sites: { future.merging(fine) { $1 } },
            targets: names("f", 2) + names("g", 2), warnings: [], status: 2),
        Row(
            testDescription: "not yet valid, and servers agree with the clock", sites: { future.merging(fine) { $1 } },
            targets: names("f", 5) + names("g", 4), warnings: [], status: 2),
        Row(
            testDescription: "expired everywhere", sites: { past }, targets: names("p", 5), warnings: ["clock-wrong"],
            status: 4),
        Row(
            testDescription: "expired, and servers agree with the clock", sites: { past.merging(fine) { $1 } },
            targets: names("p", 5) + names("g", 4), warnings: [], status: 2),
        Row(
            testDescription: "the clock is an hour behind, without harm",
            sites: { sites(names("h", 3)) { _ in site(clock: 3600) } }, targets: names("h", 3),
            warnings: ["clock-differs"], status: 0),
        Row(
            testDescription: "the servers' clocks differ from each other",
            sites: { sites(names("h", 3)) { site(clock: 7200 * Double($0 - 1)) } }, targets: names("h", 3),
            warnings: [],
            status: 0),
        Row(
            testDescription: "too many requests everywhere", sites: { limited }, targets: names("l", 4),
            arguments: ["--max-retries", "0"], warnings: ["rate-limited"], status: 4),
        Row(
            testDescription: "one domain that is broken", sites: { future }, targets: names("f", 1), warnings: [],
            status: 2),
        Row(
            testDescription: "one certificate that is not trusted, at one address",
            sites: { sites(names("u", 3)) { _ in Site(root: .file, certificate: .untrustedRootSent) } },
            targets: names("u", 3), warnings: [], status: 2),
    ])
    func isNotTheFaultOfTheDomains(_ row: Row) async throws {
        try await AuditCommandTests.withSites(row.sites()) { _, arguments, folder in
            let formats = ["html", "md", "junit.xml", "sarif", "prom", "txt"]
            let outputs = formats.flatMap { ["-o", folder + "/r.\($0)"] }
            let result = try await Command.run(
                row.targets + ["-f", "json"] + outputs + row.arguments + arguments)
            #expect(result.status == row.status, "\(result.errors)")
            let run = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
            let warnings = run["warnings"] as? [[String: String]] ?? []
            #expect(warnings.compactMap { $0["code"] } == row.warnings, "\(result.output)")
            try KeptReports.keep(result.output, "local-\(row.testDescription.replacing(" ", with: "-")).json")
            for warning in warnings {
                let message = try #require(warning["message"])
                #expect(result.errors.contains(message), "\(result.errors)")
                for format in formats {
                    let text = try String(contentsOfFile: "\(folder)/r.\(format)", encoding: .utf8)
                    let words =
                        format == "prom"
                        ? text.split(separator: "\n").filter {
                            $0.contains("{code=\"\(warning["code"] ?? "")\",") && $0.hasSuffix("} 1")
                        }.count == 1
                        : text.replacing("&#39;", with: "'").contains(message.prefix(40))
                    #expect(words, "\(format)")
                }
            }
        }
    }

    @Test(arguments: [
        (["--dns-servers", "127.0.0.1:PORT"], "names-not-resolved"),
        (["--proxy", "http://127.0.0.1:PORT"], "proxy-unavailable"),
        (
            ["a", "b", "c"].enumerated().flatMap { ["--connect-to", "\($1).example:443:127.0.0.\($0 + 1):PORT"] },
            "network-unreachable"
        ),
    ])
    func isSaidWhereNothingAnswers(_ arguments: [String], _ code: String) async throws {
        let port = try UnusedPort()
        let result = try await Command.run(
            ["a.example", "b.example", "c.example", "-f", "json", "--max-retries", "0"]
                + arguments.map { $0.replacing("PORT", with: "\(port.number)") })
        #expect(result.status == 4, "\(result.errors)")
        #expect(result.output.contains("\"\(code)\""), "\(result.output)")
        try KeptReports.keep(result.output, "local-\(code).json")
    }

    @Test func oneIssuerForAllBehindAProxyIsAnInterception() async throws {
        let names = Self.names("u", 3)
        for certificate in [ServerCertificate.untrustedRootSent, .missingIntermediate] {
            try await withTemporaryDirectory { folder in
                try await withFaultServer(Self.sites(names) { _ in Site(root: .file, certificate: certificate) }) {
                    server in
                    try await withForwardProxy(to: server.port) { proxy in
                        let result = try await Command.run(
                            names + [
                                "-f", "json", "--proxy", "http://127.0.0.1:\(proxy.port)", "--cacert",
                                try server.authority.writeBundle(to: folder),
                            ])
                        #expect(result.status == 4, "\(result.errors)")
                        #expect(result.errors.contains("which is not trusted"), "\(result.errors)")
                        try KeptReports.keep(result.output, "local-intercepted.json")
                    }
                }
            }
        }
    }

    /// A run with a wrong clock is not compared, and the next run does not report its findings as resolved.
    @Test func aWrongClockCausesNoRegressionAndNoNews() async throws {
        let names = Self.names("n", 4)
        try await withTemporaryDirectory { folder in
            let list = folder + "/domains.txt"
            try writeFile(names.joined(separator: "\n").utf8, to: list)
            func night(_ site: Site, _ format: String) async throws -> Command.Result {
                try await withFaultServer(Self.sites(names) { _ in site }) { server in
                    try await Command.run([
                        "--list", list, "--db", folder + "/runs.sqlite", "--fail-on", "regression", "-f", format,
                        "--connect-to", ":443:127.0.0.1:\(server.port)", "--cacert",
                        try server.authority.writeBundle(to: folder),
                    ])
                }
            }
            #expect(try await night(Self.good, "json").status == 0)
            let wrong = try await night(Site(root: .file, certificate: .notYetValid), "text")
            #expect(wrong.status == 4, "\(wrong.errors)")
            let after = try await night(Self.good, "json")
            #expect(after.status == 0)
            let run = try #require(try JSONSerialization.jsonObject(with: Data(after.output.utf8)) as? [String: Any])
            let changes = try #require((run["summary"] as? [String: Any])?["changes"] as? [String: Any])
            #expect(changes["fixed"] as? Int == 0, "\(changes)")
        }
    }
}
