import TestSupport
import Testing

@testable import Audit
@testable import Transport

@Suite(.inTurn(minutes: 2))
struct ConnectionReuseTests {
    private let host = "host.fault.test"

    /// A connection that was used before may be dead.
    ///
    /// libcurl would then connect anew by itself, and look the name up for it,
    /// past the limits of the crawl and the guard that keeps servers from leading into private space.
    @Test func saysSoWhenTheConnectionIsGoneAndConnectsNowhere() async throws {
        let dying = Answer("nothing, and the end") { _ in [.end(.close)] }
        try await AuditLab.run([host: Site(root: dying)]) { lab in
            let url = "https://\(host)"
            let route = try #require(await lab.transport.route(to: url + "/", timeout: .seconds(20)))
            guard
                case .connected(let connection) = await lab.transport.connect(
                    route, from: 0, timeout: .seconds(20), claims: OpenGate())
            else {
                Issue.record("no connection")
                return
            }
            func perform(_ path: String) async -> Exchange? {
                await lab.transport.perform(Request(url: url + path, keepsConnection: true), over: connection)
            }
            #expect(await perform(Site.wellKnownPath)?.status == 200)
            #expect(await perform(Site.rootPath) == nil)
            #expect(await perform(Site.wellKnownPath) == nil)
            #expect(lab.server.tally.connections == 1)
        }
    }

    @Test func aClosedConnectionIsMadeAgainAtTheGate() async throws {
        let dying = Answer("nothing, and the end") { _ in [.end(.close)] }
        try await AuditLab.run([host: Site(root: .inTurn(dying, .file))]) { lab in
            let gate = GateLog()
            let observation = await Observer(transport: lab.transport).observe(
                Target(input: host, domain: DomainID(host: host)), gate: gate)
            #expect(observation.root.exchange?.status == 200)
            #expect(observation.root.exchange?.connectionReused == false)
            #expect(observation.root.attempts == 1)
            let place = ConnectionPlace.address(try #require(IPAddress("127.0.0.1")))
            #expect(
                gate.events == [
                    .resolves, .connect(place), .talk, .request, .hangUp, .connect(place), .talk, .hangUp,
                ])
        }
    }

    @Test func aRetryAfterAPauseUsesTheConnectionThatIsOpen() async throws {
        try await AuditLab.run([host: Site(wellKnown: .failFirst(1, with: .status(503)))]) { lab in
            let gate = GateLog()
            let observation = await Observer(transport: lab.transport).observe(
                Target(input: host, domain: DomainID(host: host)), gate: gate)
            #expect(observation.wellKnown.exchange?.status == 200)
            #expect(observation.wellKnown.exchange?.connectionReused == true)
            #expect(lab.server.tally.connections == 1)
        }
    }
}
