import Findings
import TestSupport
import Testing
import Transport

@testable import Audit

/// Floods without output end after a number of bytes, long before the deadline of the domain.
@Suite(.inTurn(minutes: 2))
struct FloodTests {
    private static let sites: [Site] =
        [
            TestSupport.Answer.endlessEmptyBlocks, .endlessChunkExtension, .endlessTrailer, .endlessKeyUpdates,
            .informational(nil),
        ].map {
            Site(wellKnown: $0)
        }
        + TestSupport.Answer.FrameFlood.allCases.map { .everywhere(.endlessFrames($0), handshake: .claimsHTTP2) }

    @Test(arguments: sites.indices)
    func endsByItsBytes(_ index: Int) async throws {
        try await AuditLab.run(["host.fault.test": Self.sites[index]]) { lab in
            let exchange = try #require(await lab.observe("host.fault.test").wellKnown.exchange)
            let kind = try #require(exchange.failure?.kind)
            #expect([.malformedAnswer, .connectionClosed].contains(kind), "\(String(describing: exchange.failure))")
            // One mebibyte is read; buffers of the system can contain more.
            #expect(lab.server.tally.bytesSent < 32 << 20)
        }
    }

    /// Each message can require new keys, which take a hundred times the time of reading its bytes.
    @Test
    func endsByItsHandshakeMessages() async throws {
        try await AuditLab.run(["host.fault.test": Site(wellKnown: .endlessKeyUpdates)]) { lab in
            let exchange = try #require(await lab.observe("host.fault.test").wellKnown.exchange)
            #expect(exchange.failure?.detail == "the server sent more than 100 messages of the TLS handshake")
        }
    }
}
