import Foundation
import TestSupport
import Testing

/// A domain with an old error that moves from one team to another, with webhooks of both teams.
@Suite(.inTurn(minutes: 3)) struct TeamMoveTests {
    /// A night with its expected messages.
    private struct ExpectedNight {
        var team: String?
        var status: Int32 = 0
        /// The number of messages that were posted to each of `/all`, `/shop` and `/web`, accepted or not.
        var posted: [Int]
    }

    @Test func bothTeamsAreToldOnce() async throws {
        let sites = [
            "old.test": Site.everywhere(.status(404)), "good.test": Site(),
            "hooks.test": Site(answers: [
                "/all": .status(200), "/shop": .status(200), "/web": .inTurn(.status(403), .status(200)),
            ]),
        ]
        // The webhook of the new team is down at first.
        let nights = [
            ExpectedNight(team: "Shop", posted: [1, 1, 0]), ExpectedNight(team: "Web", status: 1, posted: [1, 2, 1]),
            ExpectedNight(team: "Web", posted: [1, 2, 2]), ExpectedNight(team: "WEB", posted: [1, 2, 2]),
            ExpectedNight(team: "Shop", posted: [1, 3, 3]), ExpectedNight(team: nil, posted: [1, 4, 3]),
            ExpectedNight(team: nil, posted: [1, 4, 3]),
        ]
        try await AuditCommandTests.withSites(sites) { server, arguments, folder in
            for (index, night) in nights.enumerated() {
                let team = night.team.map { ", team: \($0)" } ?? ""
                let configuration = try ConfigurationCommandTests.write(
                    """
                    domains: [{name: old.test\(team)}, {name: good.test, team: Web}]
                    notify: https://hooks.test/all
                    webhooks:
                      - {team: Shop, url: "https://hooks.test/shop"}
                      - {team: Web, url: "https://hooks.test/web"}
                    db: runs.sqlite
                    fail_on: never
                    max_retries: 0
                    """, to: folder)
                let result = try await Command.run(["--config", configuration, "-q"] + arguments)
                #expect(result.status == night.status, "night \(index + 1): \(result.errors)")
                let posted = ["/all", "/shop", "/web"].map { server.tally.requests(for: $0).count }
                #expect(posted == night.posted, "night \(index + 1)")
            }
            let (shop, web) = (NotifyTests.texts("/shop", server), NotifyTests.texts("/web", server))
            try #require(shop.count == 4 && web.count == 3)
            try Self.expect(
                shop[1], "aasa-audit for team Shop: 1 domain moved out. 0 domains.",
                #"• moved out to team Web: old.test [Web]""#, #""movedIn":[]"#,
                #""movedOut":[{"domain":"old.test","previousTeam":"Shop","team":"Web"}]"#, #""new":[]"#)
            try Self.expect(
                web[0], "aasa-audit for team Web: 1 new finding, 1 domain moved in. 2 domains: 1 with errors, 1 OK.",
                "• new error: old.test [Web]: file-missing: ", #"• moved in from team Shop: old.test [Web]""#,
                #""movedIn":[{"domain":"old.test","previousTeam":"Shop","team":"Web"}]"#, #""movedOut":[]"#)
            #expect(web[0] == web[1])
            try Self.expect(
                shop[2], "aasa-audit for team Shop: 1 new finding, 1 domain moved in. 1 domain: 1 with errors.",
                "• new error: old.test [Shop]: file-missing: ", "• moved in from team WEB: old.test [Shop]")
            try Self.expect(web[2], "aasa-audit for team Web: 1 domain moved out. 1 domain: 1 OK.")
            try Self.expect(
                shop[3], #"• moved out: old.test""#, #""movedOut":[{"domain":"old.test","previousTeam":"Shop"}]"#)
        }
    }

    private static func expect(_ message: String, _ words: String...) throws {
        for word in words { #expect(message.contains(word), "\(word) in \(message)") }
    }
}
