import TestSupport
import Testing
import Transport

@testable import Audit

@Suite(.inTurn(minutes: 2))
struct StalledStreamTests {
    /// With HTTP/2, a timeout leaves the connection open, but another request on it would stall like the first one.
    @Test func isTriedAgainOverANewConnection() async throws {
        let authority = try CertificateAuthority.shared()
        let site = Site(wellKnown: .inTurn(.stall, .file))
        try await withFaultServer([:], otherwise: site, authority: authority) { upstream in
            try await withNginx(authority: authority) { setup in
                try setup.server(
                    "example.test",
                    """
                    location / {
                        proxy_pass https://127.0.0.1:\(upstream.port);
                        proxy_set_header X-Connection $connection;
                    }
                    """)
            } _: { nginx in
                var settings = TransportSettings(userAgent: "aasa-audit-tests")
                settings.certificateAuthorityFile = try authority.writeBundle(to: nginx.directory)
                settings.resolveOverrides = [
                    ResolveOverride(host: "example.test", port: Int(nginx.port), addresses: ["127.0.0.1"])
                ]
                let transport = try Transport(settings)
                defer { transport.shutDown() }
                let observation = await Observer(
                    transport: transport,
                    settings: ObserverSettings(timeout: FaultRow.silence, maxRetries: 1, retryPause: .milliseconds(1))
                ).observe(Target(input: "example.test", domain: DomainID(host: "example.test", port: Int(nginx.port))))
                #expect(observation.wellKnown.exchange?.status == 200, "\(observation.wellKnown)")
                #expect(observation.wellKnown.exchange?.httpVersion == "2")
                #expect(observation.wellKnown.attempts == 2)
                let connections = upstream.tally.requests.filter { $0.path == Site.wellKnownPath }.map { request in
                    request.fields.first { $0.name.lowercased() == "x-connection" }?.value
                }
                #expect(connections.count == 2 && Set(connections).count == 2, "\(connections)")
            }
        }
    }
}
