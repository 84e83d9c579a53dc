import Findings
import TestSupport
import Transport

@testable import Audit

/// Audits hosts of a fault server with the real transport, observer and judge.
struct AuditLab {
    let transport: Transport
    let server: FaultServer

    /// Runs `body` with a lab whose transport connects every name to the server's port on 127.0.0.1.
    static func run<Result>(
        _ sites: [String: Site] = [:], otherwise: Site? = nil, onAccept: AcceptFault? = nil,
        addresses: [String] = ["127.0.0.1"], port: UInt16 = 0,
        configure: (inout TransportSettings) -> Void = { _ in }, _ body: (AuditLab) async throws -> Result
    ) async throws -> Result {
        let authority = try CertificateAuthority.shared()
        return try await withTemporaryDirectory { directory in
            let bundle = try authority.writeBundle(to: directory)
            return try await withFaultServer(
                sites, otherwise: otherwise, onAccept: onAccept, authority: authority, addresses: addresses, port: port
            ) { server in
                var settings = TransportSettings(userAgent: "aasa-audit-tests")
                settings.certificateAuthorityFile = bundle
                settings.connectToOverrides = [
                    ConnectToOverride(host: "", port: nil, targetHost: "127.0.0.1", targetPort: Int(server.port))
                ]
                configure(&settings)
                let transport = try Transport(settings)
                defer { transport.shutDown() }
                return try await body(AuditLab(transport: transport, server: server))
            }
        }
    }

    /// Returns the observer's observation of `host`.
    func observe(_ host: String, _ settings: ObserverSettings = ObserverSettings(maxRetries: 0)) async -> Observation {
        await Observer(transport: transport, settings: settings).observe(
            Target(input: host, domain: DomainID(host: host)))
    }

    /// Returns the report of `host`.
    func audit(_ host: String, _ settings: ObserverSettings = ObserverSettings(maxRetries: 0)) async -> DomainReport {
        Judge().judge(await observe(host, settings))
    }
}

extension Observer {
    /// Observes `target` at a gate without limits.
    func observe(_ target: Target) async -> Observation { await observe(target, gate: OpenGate()).value }
}

extension DomainReport {
    /// The sorted codes of all errors and warnings.
    var seriousCodes: [String] { findings.filter { $0.severity > .info }.map(\.code.rawValue).sorted() }
    /// The codes of all findings.
    var codes: Set<FindingCode> { Set(findings.map(\.code)) }
}

extension TransportSettings {
    /// Connects a name to another address than all others; the server must listen at this address.
    mutating func lead(_ host: String, to address: String) {
        let port = connectToOverrides.last?.targetPort
        connectToOverrides.insert(
            ConnectToOverride(host: host, port: nil, targetHost: address, targetPort: port), at: 0)
    }
}
