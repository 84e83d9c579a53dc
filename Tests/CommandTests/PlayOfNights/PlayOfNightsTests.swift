import Foundation
import TestSupport
import Testing

/// A sequence of nights with one configuration, and everything that an operator sees of them.
@Suite(.inTurn(minutes: 5)) struct PlayOfNightsTests {
    /// `TEST_GENERATE=1` regenerates the pages, which must then be read from the perspective of an operator.
    @Test(.enabled(if: FakeClock.isAvailable, "The clock of a process cannot be set here.")) func isAsItWasRead()
        async throws
    {
        for (index, text) in try await Self.pages(Story.nights).enumerated() {
            let path = "Tests/Expected/Nights/\(String(format: "%02d", index + 1)).md"
            let (read, played) = try GeneratedFile(path).texts { _ in text }
            if read != played {
                Issue.record("\(path) differs; TEST_GENERATE=1 writes it.\n\(StableText.difference(read, played))")
            }
        }
        let pages = try FileManager.default.contentsOfDirectory(
            atPath: Repository.root.appending(path: "Tests/Expected/Nights").path)
        #expect(pages.count == Story.nights.count, "A page of no night is left over.")
    }

    /// Performs all nights, and returns a page for each.
    private static func pages(_ nights: [Night]) async throws -> [String] {
        try await withTemporaryDirectory { folder in
            let servers = WorldServers(World(list: Story.list, servers: Story.errors))
            return try await withDNSFaultServer(otherwise: .serverFailure) { names in
                try await withFaultServer(
                    servers.sites(), authority: WorldServers.authority(), refusing: [WorldServers.deadAddress]
                ) { server in
                    let stage = try await Stage(folder, servers, server, names: names)
                    var pages: [String] = []
                    for (index, night) in nights.enumerated() {
                        pages.append(try await stage.perform(night, number: index + 1))
                    }
                    return pages
                }
            }
        }
    }
}
