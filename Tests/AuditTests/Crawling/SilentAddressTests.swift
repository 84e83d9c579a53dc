import CrawlSchedule
import Synchronization
import TestSupport
import Testing
import Transport

@testable import Audit

/// Crawls in which many names have an address that does not respond, and others have one that does.
@Suite(.inTurn(minutes: 3))
struct SilentAddressTests {
    private struct Enough: Error {}

    /// Runs `body` with a transport for which all names except those of `sites` have the silent address 127.0.0.1.
    private func withSilence(
        _ sites: [String: Site], connectTimeout: Duration, _ body: (Transport) async throws -> Void
    ) async throws {
        try await withBlackHole { port in
            try await AuditLab.run(
                sites, addresses: ["127.0.0.2"], port: port,
                configure: { settings in
                    settings.connectTimeout = connectTimeout
                    for host in sites.keys { settings.lead(host, to: "127.0.0.2") }
                }
            ) { lab in try await body(lab.transport) }
        }
    }

    private func crawl(
        _ names: [String], _ limits: CrawlSettings, _ settings: ObserverSettings, over transport: Transport,
        note: @escaping @Sendable (Observation) -> Void = { _ in }, deliver: (DomainReport) throws -> Void
    ) async throws {
        let observer = Observer(transport: transport, settings: settings)
        let given = Atomic<Int>(0)
        let end = try await Crawl(settings: limits).run(
            next: {
                let number = given.wrappingAdd(1, ordering: .relaxed).oldValue
                return number < names.count ? TargetEntry(names[number], at: number) : nil
            },
            audit: { target, gate in
                let observation = await observer.observe(target, gate: gate).value
                note(observation)
                return Boxed(Judge().judge(observation))
            },
            deliver: { _, report in try deliver(report) })
        #expect(end.isComplete && end.delivered == names.count)
    }

    /// Names after those at a silent address are audited before any attempt at that address ends.
    @Test func namesAtASilentAddressDoNotHoldUpThoseBehindThem() async throws {
        let good = (0..<8).map { "good\($0).fault.test" }
        let sites = Dictionary(uniqueKeysWithValues: good.map { ($0, Site()) })
        try await withSilence(sites, connectTimeout: .seconds(3_600)) { transport in
            let limits = CrawlSettings(maxConcurrency: 2, maxOpen: 4, hostConcurrency: 1)
            let settings = ObserverSettings(timeout: .seconds(3_600), deadline: .seconds(3_600), maxRetries: 0)
            var reports: [DomainReport] = []
            await #expect(throws: Enough.self) {
                try await crawl(
                    (0..<60).map { "silent\($0).fault.test" } + good, limits, settings, over: transport
                ) { report in
                    reports.append(report)
                    if reports.count == good.count { throw Enough() }
                }
            }
            #expect(reports.map(\.input).sorted() == good)
            #expect(reports.allSatisfy { $0.wellKnown?.exchange?.status == 200 })
        }
    }

    /// Redirects to a silent address are skipped, because they would use up the limit of open domains.
    @Test func redirectsToASilentAddressAreNotWaitedFor() async throws {
        let led = (0..<8).map { "led\($0).fault.test" }
        let site = Site.everywhere(.redirect(to: "https://silent.fault.test/"))
        try await withSilence(
            Dictionary(uniqueKeysWithValues: led.map { ($0, site) }), connectTimeout: .milliseconds(200)
        ) {
            transport in
            let ends = Mutex<[ExchangeFailure.Kind?]>([])
            try await crawl(
                (0..<12).map { "silent\($0).fault.test" } + led, CrawlSettings(hostConcurrency: 1),
                ObserverSettings(maxRetries: 0), over: transport,
                note: { observation in
                    guard led.contains(observation.target.input) else { return }
                    for location in [observation.wellKnown, observation.root] {
                        ends.withLock { $0.append(location.trail?.exchanges.last?.failure?.kind) }
                    }
                }, deliver: { _ in })
            let kinds = ends.withLock { $0 }
            #expect(kinds.count == 16 && kinds.allSatisfy { $0 == .notTried || $0 == .connectTimeout }, "\(kinds)")
            // The crawl waits for them until three domains have timed out.
            #expect(kinds.contains(.notTried), "\(kinds)")
        }
    }

    /// If an address did not respond to three domains, further attempts are short until it responds.
    @Test func theGateLimitsAttemptsAtASilentAddress() throws {
        let coordinator = CrawlCoordinator(CrawlSettings())
        let address = try #require(IPAddress("192.0.2.1"))
        let gates = (0..<4).map { CrawlGate(id: $0, coordinator: coordinator, monitor: nil) }
        for id in 0..<4 { coordinator.send(.admitted(id)) }
        for gate in gates.prefix(3) {
            #expect(gates[3].connectTimeLimit(at: address) == nil)
            gate.recordSilence(of: address)
        }
        #expect(gates[3].connectTimeLimit(at: address) == .seconds(2))
        #expect(gates[3].otherDomainsUnanswered(at: address) == 3)
        // A domain's own timeout does not count for itself.
        #expect(gates[2].connectTimeLimit(at: address) == nil)
        gates[0].recordResponse(from: address)
        #expect(gates[3].connectTimeLimit(at: address) == nil)
    }
}
