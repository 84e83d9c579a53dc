import CrawlSchedule
import Synchronization
import TestSupport
import Testing
import Transport

@testable import Audit

/// Complete crawls with the real transport.
@Suite(.inTurn(minutes: 3))
struct CrawlOverTheNetworkTests {
    /// Audits `count` names, all of them at one address.
    private func crawl(
        _ count: Int, _ settings: CrawlSettings, _ observing: ObserverSettings = ObserverSettings(maxRetries: 0),
        over transport: Transport
    ) async throws -> [DomainReport] {
        let auditor = Auditor(observer: Observer(transport: transport, settings: observing), judge: Judge())
        let given = Atomic<Int>(0)
        var reports: [DomainReport] = []
        let end = try await Crawl(settings: settings).run(
            next: {
                let number = given.wrappingAdd(1, ordering: .relaxed).oldValue
                return number < count ? TargetEntry("h\(number).fault.test", at: number) : nil
            },
            audit: { await auditor.audit($0, gate: $1) },
            deliver: { _, report in reports.append(report) })
        #expect(end.isComplete && end.delivered == count)
        return reports
    }

    @Test func manyNamesAtOneAddressOneAtATime() async throws {
        try await AuditLab.run(otherwise: Site()) { lab in
            let settings = CrawlSettings(maxConcurrency: 8, maxOpen: 16, hostConcurrency: 1)
            let reports = try await crawl(60, settings, over: lab.transport)
            #expect(reports.allSatisfy { $0.wellKnown?.exchange?.status == 200 })
            #expect(lab.server.tally.connections == 60)
        }
    }

    @Test func manyNamesThatAllAnswer503() async throws {
        try await AuditLab.run(otherwise: Site.everywhere(.status(503))) { lab in
            let settings = CrawlSettings(maxConcurrency: 8, maxOpen: 16, hostConcurrency: 2)
            let observing = ObserverSettings(maxRetries: 2, retryPause: .milliseconds(20))
            let reports = try await crawl(40, settings, observing, over: lab.transport)
            #expect(reports.allSatisfy { $0.wellKnown?.exchange?.status == 503 })
            // No connection stays open during the four pauses. The server notices a closed connection with a delay.
            #expect(lab.server.tally.connections == 200)
            #expect(lab.server.tally.maxConnections < 20)
        }
    }

    @Test func manyNamesThroughAProxyAreNotOneAddress() async throws {
        let authority = try CertificateAuthority.shared()
        try await withTemporaryDirectory { directory in
            let bundle = try authority.writeBundle(to: directory)
            try await withFaultServer([:], otherwise: Site(), authority: authority) { server in
                try await withForwardProxy(.works, to: server.port) { proxy in
                    var settings = TransportSettings(userAgent: "aasa-audit-tests")
                    settings.certificateAuthorityFile = bundle
                    settings.proxy = "http://127.0.0.1:\(proxy.port)"
                    let transport = try Transport(settings)
                    defer { transport.shutDown() }
                    let limits = CrawlSettings(maxConcurrency: 8, maxOpen: 16, hostConcurrency: 1, proxyConcurrency: 4)
                    let reports = try await crawl(40, limits, over: transport)
                    #expect(reports.allSatisfy { $0.wellKnown?.exchange?.status == 200 })
                    #expect(proxy.tally.tunnels == 40)
                }
            }
        }
    }

    @Test func aSilentAddressIsTriedAtLengthByTheFirstDomainsOnly() async throws {
        try await withBlackHole { port in
            var settings = TransportSettings(userAgent: "aasa-audit-tests")
            settings.connectTimeout = .milliseconds(200)
            settings.resolveOverrides = [ResolveOverride(host: "*", port: 443, addresses: ["127.0.0.1"])]
            settings.connectToOverrides = [
                ConnectToOverride(host: "", port: nil, targetHost: "127.0.0.1", targetPort: Int(port))
            ]
            let transport = try Transport(settings)
            defer { transport.shutDown() }
            let observing = ObserverSettings(maxRetries: 2, retryPause: .milliseconds(1))
            let reports = try await crawl(9, CrawlSettings(hostConcurrency: 1), observing, over: transport)
            #expect(reports.map(\.attempts).sorted() == [1, 1, 1, 1, 1, 1, 2, 2, 2])
            #expect(reports.allSatisfy { $0.status == .unreachable })
        }
    }
}
