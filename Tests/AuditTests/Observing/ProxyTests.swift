import Findings
import TestSupport
import Testing
import Transport

@testable import Audit

@Suite(.inTurn(minutes: 2))
struct ProxyTests {
    private let host = "host.fault.test"

    private func audit(
        _ behaviour: ProxyBehaviour, _ site: Site = Site(), timeout: Duration = .seconds(20)
    ) async throws -> (DomainReport, ProxyTally) {
        let authority = try CertificateAuthority.shared()
        return try await withTemporaryDirectory { directory in
            let bundle = try authority.writeBundle(to: directory)
            return try await withFaultServer([host: site], authority: authority) { server in
                try await withForwardProxy(behaviour, to: server.port) { proxy in
                    var settings = TransportSettings(userAgent: "aasa-audit-tests")
                    settings.certificateAuthorityFile = bundle
                    settings.environment = ["https_proxy": "http://127.0.0.1:\(proxy.port)"]
                    let transport = try Transport(settings)
                    defer { transport.shutDown() }
                    let observer = Observer(
                        transport: transport, settings: ObserverSettings(timeout: timeout, maxRetries: 0))
                    let report = Judge().judge(
                        await observer.observe(Target(input: host, domain: DomainID(host: host))))
                    return (report, proxy.tally)
                }
            }
        }
    }

    @Test func goesThroughTheProxyOfTheEnvironmentAndSaysNothingOfAddresses() async throws {
        let (report, proxy) = try await audit(.works)
        let exchange = try #require(report.wellKnown?.exchange)
        #expect(exchange.status == 200)
        #expect(exchange.throughProxy && exchange.addresses.isEmpty && exchange.address == nil)
        #expect(exchange.timings.dnsMs == nil)
        #expect(proxy.requests.map(\.target) == ["\(host):443"])
        #expect(report.status == .pass, "\(report.findings)")
    }

    @Test func seesTheDomainsCertificateThroughTheProxy() async throws {
        let (report, _) = try await audit(.works, Site(certificate: .expired))
        #expect(report.codes == [.tlsCertificateExpired])
    }

    @Test(arguments: [
        ProxyBehaviour.status(403), .status(407), .status(502), .end(.close), .end(.reset), .garbage, .stall,
        .endlessPage,
    ])
    func aFailingProxySaysNothingAboutTheDomain(behaviour: ProxyBehaviour) async throws {
        let (report, _) = try await audit(behaviour, timeout: behaviour == .stall ? FaultRow.silence : .seconds(20))
        #expect(report.status == .unreachable)
        #expect(report.codes == [.proxyFailed], "\(String(describing: report.wellKnown?.exchange?.failure))")
    }

    @Test func reportsTheResponseOfTheProxy() async throws {
        let (report, _) = try await audit(.status(403))
        #expect(report.wellKnown?.exchange?.failure?.detail == "the proxy answered CONNECT with status 403")
    }

    @Test func aProxyThatIsNotThereSaysNothingAboutTheDomain() async throws {
        var settings = TransportSettings(userAgent: "aasa-audit-tests")
        settings.proxy = "http://127.0.0.1:1"
        let transport = try Transport(settings)
        defer { transport.shutDown() }
        let observer = Observer(transport: transport, settings: ObserverSettings(maxRetries: 0))
        let report = Judge().judge(await observer.observe(Target(input: host, domain: DomainID(host: host))))
        #expect(report.codes == [.proxyFailed])
    }
}
