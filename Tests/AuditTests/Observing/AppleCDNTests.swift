import CrawlSchedule
import Findings
import Synchronization
import TestSupport
import Testing
import Transport

@testable import Audit

/// Requests to a replacement for Apple's CDN over the network.
@Suite(.inTurn(minutes: 3))
struct AppleCDNTests {
    private static let cdn = "cdn.fault.test"
    private static let settings = ObserverSettings(maxRetries: 0, cdnAddress: "https://\(cdn)")

    /// Settings with which nothing is given up or retried, even on a slow machine.
    private static let patient = ObserverSettings(
        timeout: .seconds(170), deadline: .seconds(170), maxRetries: 0, cdnAddress: "https://\(cdn)")

    private static func crawl(
        _ count: Int, _ limits: CrawlSettings, _ settings: ObserverSettings = settings, over transport: Transport
    ) async throws -> [DomainReport] {
        let auditor = Auditor(observer: Observer(transport: transport, settings: settings), judge: Judge())
        let given = Atomic<Int>(0)
        var reports: [DomainReport] = []
        let end = try await Crawl(settings: limits).run(
            next: {
                let number = given.wrappingAdd(1, ordering: .relaxed).oldValue
                return number < count ? TargetEntry("h\(number).fault.test", at: number) : nil
            },
            audit: { await auditor.audit($0, gate: $1) },
            deliver: { _, report in reports.append(report) })
        #expect(end.isComplete && end.delivered == count)
        return reports
    }

    @Test func domainsShareItsConnections() async throws {
        let gate = Gate()
        let sites = [Self.cdn: Site.everywhere(.file.held(by: gate))]
        try await AuditLab.run(
            sites, otherwise: Site(), addresses: ["127.0.0.1", "127.0.0.2"],
            configure: { $0.lead(Self.cdn, to: "127.0.0.2") }
        ) { lab in
            let limits = CrawlSettings(maxConcurrency: 8, maxOpen: 16, hostConcurrency: 2)
            async let crawl = Self.crawl(40, limits, Self.patient, over: lab.transport)
            // The maximum number of connections is in use before one is free for the next request.
            try await lab.server.wait { tally in
                tally.requests.count { $0.host.hasPrefix(Self.cdn) } == limits.hostConcurrency
            }
            gate.open()
            let reports = try await crawl
            #expect(reports.allSatisfy { $0.cdn?.state == .inSync })
            let asked = lab.server.tally.requests.filter { $0.host.hasPrefix(Self.cdn) }
            #expect(Set(asked.map(\.path)) == Set((0..<40).map { "/a/v1/h\($0).fault.test" }))
            #expect(asked.count == 40)
            // One connection for each domain, and those to the CDN up to the limit for one server.
            #expect(lab.server.tally.handshakes <= 42)
        }
    }

    /// Idle connections are closed if a domain needs a connection to a full address.
    @Test func itsIdleConnectionsGiveWayAtAFullAddress() async throws {
        try await AuditLab.run([Self.cdn: .everywhere(.file)], otherwise: Site()) { lab in
            let limits = CrawlSettings(maxConcurrency: 8, maxOpen: 16, hostConcurrency: 1)
            let reports = try await Self.crawl(20, limits, Self.patient, over: lab.transport)
            #expect(reports.allSatisfy { $0.cdn?.state == .inSync && $0.status == .pass })
        }
    }

    @Test func isNotAskedAgainWhenItDoesNotAnswer() async throws {
        try await AuditLab.run([Self.cdn: .everywhere(.status(503))], otherwise: Site()) { lab in
            let limits = CrawlSettings(maxConcurrency: 1, maxOpen: 1, hostConcurrency: 1)
            let reports = try await Self.crawl(12, limits, over: lab.transport)
            #expect(reports.allSatisfy { $0.cdn?.state == .unchecked && $0.status == .pass })
            #expect(reports.allSatisfy { $0.codes.contains(.cdnUnavailable) })
            #expect(reports.allSatisfy { $0.cdn?.url == $0.cdn?.exchange?.url })
            // Domains that were already in progress are included.
            #expect((3...4).contains(lab.server.tally.requests.count { $0.host.hasPrefix(Self.cdn) }))
        }
    }

    static let faults: [(name: String, answer: TestSupport.Answer, state: CDNState)] = [
        ("it closes the connection", Answer("the end") { _ in [.end(.close)] }, .unchecked),
        ("it never answers", .stall, .unchecked),
        (
            "a body without end",
            Answer("on and on") { _ in
                [.text("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n"), .repeated([0x20], times: nil)]
            }, .fetchFailed
        ),
        ("no HTTP", .raw("SWCERR00301\r\n\r\n", then: [.end(.close)]), .unchecked),
        ("a redirect", .redirect(to: "https://good.fault.test/"), .unchecked),
    ]

    @Test(arguments: faults.indices) func survivesACDNThatMisbehaves(index: Int) async throws {
        let (name, answer, state) = Self.faults[index]
        var settings = Self.settings
        settings.timeout = .seconds(2)
        try await AuditLab.run([Self.cdn: .everywhere(answer), "good.fault.test": Site()]) { lab in
            let report = await lab.audit("good.fault.test", settings)
            #expect(report.cdn?.state == state, "\(name)")
            #expect(report.wellKnown?.outcome == .served)
        }
    }

    @Test func keepsTheUsersHeaderFieldsToItself() async throws {
        try await AuditLab.run(
            [Self.cdn: .everywhere(.file), "good.fault.test": Site()],
            configure: { $0.userHeaders = [HeaderField(name: "X-Secret", value: "hush")] }
        ) { lab in
            _ = await lab.audit("good.fault.test", Self.settings)
            for request in lab.server.tally.requests {
                #expect(
                    request.fields.contains { $0.name.lowercased() == "x-secret" } != request.host.hasPrefix("cdn"))
            }
        }
    }
}
