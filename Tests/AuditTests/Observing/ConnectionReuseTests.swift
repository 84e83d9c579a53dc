import TestSupport
import Testing

@testable import Audit
@testable import Transport

@Suite(.inTurn(minutes: 2))
struct ConnectionReuseTests {
    /// A connection that was used before may be dead; libcurl then connects anew, at addresses that it has to know still.
    ///
    /// Without them it would look the name up by itself, past the guard that keeps servers from leading into private space.
    @Test func connectsAnewToTheAddressThatWasGiven() async throws {
        let host = "host.fault.test"
        let gate = try Gate()
        let (asked, signal) = AsyncStream<Void>.makeStream()
        let dying = Answer("nothing, and the end") { _ in
            signal.yield()
            return [.hold(gate), .end(.close)]
        }
        let sites = [host: Site(root: .inTurn(dying, .file)), "other.fault.test": Site()]
        try await AuditLab.run(sites, configure: Self.resolveEverything) { lab in
            func perform(_ host: String, _ path: String, keepsConnection: Bool = false) async -> Exchange {
                await lab.transport.perform(
                    Request(url: "https://\(host):\(lab.server.port)\(path)", keepsConnection: keepsConnection))
            }
            _ = await perform(host, Site.wellKnownPath, keepsConnection: true)
            async let second = perform(host, Site.rootPath)
            for await _ in asked { break }
            // Another transfer to the host ends meanwhile, and one to another host begins.
            #expect(await perform(host, "/elsewhere").status == 404)
            #expect(await perform("other.fault.test", Site.wellKnownPath).status == 200)
            gate.open()
            let exchange = await second
            #expect(exchange.failure == nil)
            #expect(exchange.status == 200)
            #expect(exchange.address == "127.0.0.1")
        }
    }

    /// Leads every name to the server by an entry of libcurl's cache of names, as a crawl does.
    private static func resolveEverything(_ settings: inout TransportSettings) {
        let port = settings.connectTo.first?.targetPort ?? 443
        settings.connectTo = []
        settings.resolve = [ResolveOverride(host: "*", port: port, addresses: ["127.0.0.1"])]
    }
}
