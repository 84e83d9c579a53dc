import Foundation
import TestSupport
import Testing

/// An error that a waiver no longer covers, over several nights.
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

    /// The end of a waiver that covers a finding is announced a week before, in reports and in the message.
    @Test(arguments: [(6.0, true), (9, false), (-1, false)])
    func itsEndIsAnnounced(days: Double, isAnnounced: Bool) async throws {
        try await AuditCommandTests.withSites(["a.test": Site.everywhere(.status(404)), "b.test": Site()]) {
            _, arguments, folder in
            let day = Date(timeIntervalSinceNow: days * 86_400).formatted(.iso8601.year().month().day())
            let waivers = ["a.test", "b.test"].map {
                "{code: file-missing, domain: \($0), reason: agreed, until: \(day)}"
            }
            let file = try ConfigurationCommandTests.write(
                "domains: [a.test, b.test]\nno_db: true\nwaivers: [\(waivers.joined(separator: ", "))]\n", to: folder)
            let night = try await Command.run(["--config", file, "-n", "-f", "md"] + arguments)
            #expect(night.status == (days < 0 ? 2 : 0), "\(night.errors)")
            let words =
                "1 waiver ends within a week: file-missing on a.test, last day \(day). "
                + "Afterwards its findings count again, unless “until” is changed."
            #expect(night.errors.contains(words) == isAnnounced, "\(night.errors)")
            #expect(night.output.contains("1 waiver ends within a week") == isAnnounced, "\(night.output)")
            // The output names the finding that determines the exit code.
            let failing = "Exit code 2 because of 1 finding (--fail-on error): a.test: file-missing."
            #expect(night.errors.contains(failing) == (days < 0), "\(night.errors)")
        }
    }
}
