import Findings
import TestSupport
import Testing
import Transport

@testable import Audit

/// Requests to the sibling name, and with other user agents, over the network.
@Suite(.inTurn(minutes: 3))
struct OtherRequestsTests {
    private static let host = "host.fault.test"

    @Test func asksTheSibling() async throws {
        let sites = [Self.host: Site(root: .file), "www.\(Self.host)": .everywhere(.status(404))]
        try await AuditLab.run(sites) { lab in
            let report = await lab.audit(Self.host, ObserverSettings(maxRetries: 0, checksSiblings: true))
            #expect(report.codes.contains(.siblingDiffers), "\(report.findings)")
            #expect(report.status == .pass)
            let asked = lab.server.tally.requests.filter { $0.host.hasPrefix("www.") }.map(\.path)
            #expect(asked == [Site.wellKnownPath, Site.rootPath])
            #expect(lab.server.tally.connections == 2)
        }
    }

    /// Returns a server that accepts only `name`.
    private static func admitting(_ name: String) -> Site {
        .everywhere(
            Answer.when({ $0.values(of: "user-agent").contains { $0.hasPrefix(name) } }, .file, otherwise: .status(403))
        )
    }

    @Test func asksWithApplesUserAgents() async throws {
        try await AuditLab.run([Self.host: Self.admitting("AASA-Bot")]) { lab in
            let report = await lab.audit(Self.host, ObserverSettings(maxRetries: 0, probesUserAgents: true))
            #expect(report.codes == [.httpForbidden, .userAgentsDiffer], "\(report.findings)")
            let agents = lab.server.tally.requests.map { $0.values(of: "user-agent").first ?? "" }
            #expect(agents == ["aasa-audit-tests", "aasa-audit-tests"] + AppleUserAgent.allCases.map(\.rawValue))
            #expect(lab.server.tally.connections == 2)
        }
    }

    @Test func performsNoAdditionalChecksByDefault() async throws {
        try await AuditLab.run([Self.host: Self.admitting("nobody"), "www.\(Self.host)": Site()]) { lab in
            let report = await lab.audit(Self.host)
            #expect(report.additionalChecks.isEmpty)
            #expect(lab.server.tally.requests.map(\.path) == [Site.wellKnownPath, Site.rootPath])
            #expect(lab.server.tally.requests.allSatisfy { $0.values(of: "user-agent") == ["aasa-audit-tests"] })
        }
    }
}
