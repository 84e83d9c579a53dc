import TestSupport
import Testing
import Transport

@testable import Audit

/// Requests to a link: each redirect, and the final destination.
@Suite(.inTurn(minutes: 3)) struct LinkTrailTests {
    private static let host = "click.fault.test"
    private static let target = Target(input: host, domain: DomainID(host: host))

    private func trail(
        _ answer: TestSupport.Answer, otherwise: TestSupport.Answer = .status(404), link: String = "https://\(host)/x",
        settings: ObserverSettings = ObserverSettings(maxRetries: 0)
    ) async throws -> (trail: LinkTrail, requests: [String]) {
        let sites = [Self.host: Site(answers: ["/x": answer], otherwise: otherwise)]
        return try await AuditLab.run(sites, otherwise: .everywhere(otherwise)) { lab in
            let observer = Observer(transport: lab.transport, settings: settings)
            let trail = try #require(await observer.follow(link: link, of: Self.target))
            return (trail, lab.server.tally.requests.map { "\($0.host)\($0.path)" })
        }
    }

    @Test func namesEveryHost() async throws {
        let (trail, requests) = try await trail(.redirect(to: "https://shop.fault.test/buy", status: 302))
        #expect(trail.hosts == [Self.host, "shop.fault.test"])
        #expect(trail.destination == "https://shop.fault.test/buy")
        #expect(trail.hops.map(\.status) == [302])
        #expect(requests == ["\(Self.host)/x", "shop.fault.test/buy"])
    }

    @Test func asksOnceAndWithoutTheFragment() async throws {
        let (trail, requests) = try await trail(.page, link: "https://\(Self.host)/x#there")
        #expect(trail.destination == nil)
        #expect(trail.hops.isEmpty)
        #expect(trail.url == "https://\(Self.host)/x")
        #expect(requests == ["\(Self.host)/x"])
    }

    @Test(
        arguments: [
            (.redirectLoop(2), .loop), (.endlessRedirects(), .limit),
            (.redirect(to: "acmeshop://buy/7"), .unusableLocation), (.redirect(to: ""), nil),
        ] as [(TestSupport.Answer, RedirectTrail.End?)])
    func endsSomewhere(_ answer: TestSupport.Answer, end: RedirectTrail.End?) async throws {
        let (trail, requests) = try await trail(answer)
        #expect(trail.redirects?.end == end)
        #expect(trail.destination == nil)
        #expect(trail.hosts == [Self.host])
        #expect(requests.count <= LinkTrail.maxHops + 1)
    }

    @Test func followsNoMoreHopsThanItsOwnLimit() async throws {
        let (trail, _) = try await trail(
            .redirectChain(12), settings: ObserverSettings(maxRetries: 0, maxRedirects: 50))
        #expect(trail.redirects?.end == .limit)
        let fewer = try await self.trail(
            .redirectChain(12), settings: ObserverSettings(maxRetries: 0, maxRedirects: 2))
        #expect(fewer.requests.count == 3)
    }

    @Test func isNotLedIntoPrivateSpace() async throws {
        let (trail, requests) = try await trail(.redirect(to: "https://127.0.0.2/"))
        #expect(trail.last?.failure?.kind == .addressBlocked)
        #expect(trail.redirects?.end == .failed)
        #expect(trail.destination == nil)
        #expect(requests.count == 1)
    }

    /// The destination of a link is chosen by a server, so it is guarded like that of a redirect.
    @Test func aDomainThatAServerLeadsToIsGuarded() async throws {
        var settings = ObserverSettings(maxRetries: 0)
        settings.isTargetFromServer = true
        try await AuditLab.run(
            otherwise: Site(wellKnown: .redirect(to: "/there"), root: .status(404)),
            configure: { $0.userHeaders = [HeaderField(name: "X-Token", value: "secret")] }
        ) { lab in
            let observation = await lab.observe("shop.fault.test", settings)
            #expect(observation.wellKnown.exchange?.status == 301)
            #expect(lab.server.tally.requests.count == 3)
            #expect(lab.server.tally.requests.allSatisfy { $0.values(of: "X-Token").isEmpty })
        }
        // The user did not specify this address for a name.
        try await withFaultServer(["host.test": Site()]) { server in
            let transport = try Transport(TransportSettings(userAgent: "aasa-audit-tests"))
            defer { transport.shutDown() }
            let domain = DomainID(host: "127.0.0.1", port: Int(server.port))
            let observation = await Observer(transport: transport, settings: settings).observe(
                Target(input: "127.0.0.1", domain: domain))
            #expect(observation.wellKnown.exchange?.failure?.kind == .addressBlocked)
            #expect(server.tally.connections == 0)
        }
    }

    @Test func takesOnlyWebLinks() async throws {
        try await AuditLab.run([:]) { lab in
            let observer = Observer(transport: lab.transport)
            #expect(await observer.follow(link: "acmeshop://buy/7", of: Self.target) == nil)
            #expect(await observer.follow(link: "https://", of: Self.target) == nil)
            #expect(lab.server.tally.requests.isEmpty)
        }
    }

    @Test(arguments: [
        (#"<META content="0; URL=https://a.test/" HTTP-EQUIV='refresh'>"#, LinkTrail.PageRedirect.metaRefresh),
        ("<script>window.location = 'https://a.test/'</script>", .script),
        ("<script>location.replace(x)</script>", .script),
        ("<meta http-equiv=refresh content=30>", nil), ("<p>location of the shop</p>", nil),
        ("<script>location.href=1</script>" + String(repeating: "<p>A page.</p>", count: 200), nil),
        (String(repeating: "<meta", count: 100_000), nil),
    ])
    func seesThatAPageLeadsOn(_ page: String, expected: LinkTrail.PageRedirect?) async throws {
        let (trail, _) = try await trail(.ok(page, type: "text/html"))
        #expect(trail.pageRedirect == expected)
        let json = try await self.trail(.ok(page))
        #expect(json.trail.pageRedirect == nil)
    }
}
