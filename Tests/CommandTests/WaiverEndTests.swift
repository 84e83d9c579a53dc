import Foundation
import TestSupport
import Testing

/// An error that a waiver no longer covers, night after night.
@Suite(.inTurn(minutes: 3)) struct WaiverEndTests {
    @Test(arguments: ["", "waivers: [{code: file-missing, domain: \"*\", reason: agreed, until: 2020-01-01}]\n"])
    func anErrorThatCountsAgainHasReturned(after: String) async throws {
        try await AuditCommandTests.withSites(["a.test": Site.everywhere(.status(404))]) {
            _, arguments, folder in
            func night(_ waivers: String) async throws -> Command.Result {
                let file = try ConfigurationCommandTests.write(
                    "domains: [a.test]\ndb: runs.sqlite\nfail_on: regression\n\(waivers)", to: folder)
                return try await Command.run(["--config", file, "--no-notify"] + arguments)
            }
            let waivers = "waivers: [{code: file-missing, domain: \"*\", reason: agreed}]\n"
            #expect(try await night(waivers).status == 0)
            let second = try await night(after)
            #expect(second.status == 2, "\(second.errors)\(second.output)")
            #expect(try await night(after).status == 0)
            #expect(try await night(waivers).status == 0)
            #expect(try await night(after).status == 2)
        }
    }
}
