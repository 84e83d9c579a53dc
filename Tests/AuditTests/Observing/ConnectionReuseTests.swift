import CrawlSchedule
import TestSupport
import Testing

@testable import Audit
@testable import Transport

@Suite(.inTurn(minutes: 2))
struct ConnectionReuseTests {
    private let host = "host.fault.test"

    /// A dead connection is reported when it is reused.
    ///
    /// Otherwise, libcurl would resolve the name and connect again by itself,
    /// without the limits of the crawl and the guard against private addresses.
    @Test func reportsADeadConnectionInsteadOfConnectingAgain() async throws {
        let dying = Answer("nothing, and the end") { _ in [.end(.close)] }
        try await AuditLab.run([host: Site(root: dying)]) { lab in
            func url(_ path: String) throws -> AbsoluteURL { try #require(AbsoluteURL("https://\(host)\(path)")) }
            let start = try url("/")
            let route = try #require(await lab.transport.route(to: start, timeout: .seconds(20)))
            guard
                case .connected(let connection) = await lab.transport.connect(
                    route, from: 0, timeout: .seconds(20), claims: OpenGate())
            else {
                Issue.record("no connection")
                return
            }
            func perform(_ path: String) async throws -> Exchange? {
                await lab.transport.perform(Request(url: try url(path), keepsConnection: true), over: connection)
            }
            #expect(try await perform(Site.wellKnownPath)?.status == 200)
            #expect(try await perform(Site.rootPath) == nil)
            #expect(try await perform(Site.wellKnownPath) == nil)
            #expect(lab.server.tally.connections == 1)
        }
    }

    @Test func aClosedConnectionIsMadeAgainAtTheGate() async throws {
        let dying = Answer("nothing, and the end") { _ in [.end(.close)] }
        try await AuditLab.run([host: Site(root: .inTurn(dying, .file))]) { lab in
            let gate = GateLog()
            let observation = await Observer(transport: lab.transport).observe(
                Target(input: host, domain: DomainID(host: host)), gate: gate
            ).value
            #expect(observation.root.exchange?.status == 200)
            #expect(observation.root.exchange?.connectionReused == false)
            #expect(observation.root.attempts == 1)
            let peer = CrawlPeer(try #require(IPAddress("127.0.0.1")))
            #expect(
                gate.events == [
                    .resolves, .connectFirst(peer), .communicate, .request, .hangUp, .connect(peer),
                    .communicate,
                    .hangUp,
                ])
        }
    }

    @Test(arguments: [404, 410])
    func aDomainWithoutAFileIsAskedFourTimesOverOneConnection(status: Int) async throws {
        try await AuditLab.run([host: .everywhere(.status(status))]) { lab in
            _ = await lab.observe(host)
            let paths = [Site.wellKnownPath, Site.rootPath]
            #expect(lab.server.tally.requests.map(\.path) == paths + paths.map { $0 + ".json" })
            #expect(lab.server.tally.connections == 1)
            #expect(lab.server.tally.handshakes == 1)
        }
    }

    /// Redirects of both locations: their destinations, the other host's first response, and the number of handshakes.
    struct Redirects: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var wellKnown: String
        var root: String
        var first: TestSupport.Answer = .file
        var handshakes: Int
    }

    static let redirects = [
        Redirects(
            testDescription: "to one other host", wellKnown: "https://www.fault.test/a",
            root: "https://www.fault.test/b", handshakes: 2),
        Redirects(
            testDescription: "to one file", wellKnown: "https://www.fault.test/a", root: "https://www.fault.test/a",
            handshakes: 2),
        Redirects(
            testDescription: "to two hosts", wellKnown: "https://www.fault.test/a", root: "https://app.fault.test/b",
            handshakes: 3),
        Redirects(
            testDescription: "to one host, within which it goes on", wellKnown: "https://www.fault.test/a",
            root: "https://www.fault.test/b", first: .redirect(to: "/b"), handshakes: 2),
        Redirects(
            testDescription: "to one host, from which it goes on to another", wellKnown: "https://www.fault.test/a",
            root: "https://www.fault.test/b", first: .redirect(to: "https://app.fault.test/b"), handshakes: 4),
        Redirects(
            testDescription: "to one host, which closes the connection", wellKnown: "https://www.fault.test/a",
            root: "https://www.fault.test/b", first: .http10,
            handshakes: 3),
    ]

    @Test(arguments: redirects)
    func redirectsOfBothLocationsShareAConnection(redirects: Redirects) async throws {
        let sites = [
            host: Site(wellKnown: .redirect(to: redirects.wellKnown), root: .redirect(to: redirects.root)),
            "www.fault.test": Site(answers: ["/a": redirects.first, "/b": .file]),
            "app.fault.test": Site(answers: ["/b": .file]),
        ]
        try await AuditLab.run(sites) { lab in
            let gate = GateLog()
            let observation = await Observer(transport: lab.transport).observe(
                Target(input: host, domain: DomainID(host: host)), gate: gate
            ).value
            #expect(observation.wellKnown.trail?.end == .answered)
            #expect(observation.root.trail?.exchanges.map(\.status) == [200])
            #expect(observation.root.trail?.exchanges.first?.tls?.verification == .passed)
            try await lab.server.allConnectionsClosed()
            #expect(lab.server.tally.handshakes == redirects.handshakes)
            #expect(lab.server.tally.connections == redirects.handshakes)
            // A domain that waits for a connection holds nothing.
            let turns = gate.events.filter { [.communicate, .hangUp].contains($0) }
            #expect(turns == (0..<redirects.handshakes).flatMap { _ in [GateLog.Event.communicate, .hangUp] })
        }
    }

    /// During a pause, a domain holds no resource for which another domain could wait.
    @Test func noConnectionIsOpenDuringAPause() async throws {
        try await AuditLab.run([host: Site(wellKnown: .failFirst(1, with: .status(503)))]) { lab in
            let gate = GateLog()
            let observation = await Observer(transport: lab.transport).observe(
                Target(input: host, domain: DomainID(host: host)), gate: gate
            ).value
            #expect(observation.wellKnown.exchange?.status == 200)
            #expect(observation.wellKnown.exchange?.connectionReused == false)
            #expect(lab.server.tally.connections == 2)
            let turns = gate.events.filter {
                switch $0 {
                case .communicate, .hangUp, .pause: true
                default: false
                }
            }
            let pause = GateLog.Event.pause(try #require(gate.pauses.first))
            #expect(turns == [.communicate, .hangUp, pause, .communicate, .hangUp])
        }
    }
}
