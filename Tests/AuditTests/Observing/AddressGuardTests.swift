import Findings
import TestSupport
import Testing
import Transport

@testable import Audit

/// Redirects into private address space: a server that the user specified may only redirect to itself.
@Suite(.inTurn(minutes: 2))
struct AddressGuardTests {
    private let host = "host.fault.test"

    private func kindOfHop(
        to location: @escaping (Int) -> String, answers: [String: DNSAnswer] = [:]
    ) async throws -> ExchangeFailure.Kind? {
        var names: [String: DNSAnswer] = [host: .addresses(["127.0.0.1", "127.0.0.2"])]
        names.merge(answers) { $1 }
        let authority = try CertificateAuthority.shared()
        return try await withTemporaryDirectory { directory in
            let bundle = try authority.writeBundle(to: directory)
            return try await withDNSFaultServer(names) { names in
                let site = { (port: UInt16) in
                    Site(answers: [Site.wellKnownPath: .redirect(to: location(Int(port))), "/there": .status(404)])
                }
                return try await withFaultServer(
                    atPort: site, authority: authority, addresses: ["127.0.0.1", "127.0.0.2"]
                ) { server in
                    var settings = TransportSettings(userAgent: "aasa-audit-tests")
                    settings.certificateAuthorityFile = bundle
                    settings.nameServers = [names.endpoint]
                    let transport = try Transport(settings)
                    defer { transport.shutDown() }
                    let observation = await Observer(transport: transport, settings: ObserverSettings(maxRetries: 0))
                        .observe(Target(input: host, domain: DomainID(host: host, port: Int(server.port))))
                    let exchange = try #require(observation.wellKnown.trail?.exchanges.first)
                    #expect(observation.wellKnown.exchange?.address == "127.0.0.1")
                    return exchange.failure?.kind
                }
            }
        }
    }

    @Test func mayLeadBackToTheSameServer() async throws {
        #expect(try await kindOfHop(to: { "https://host.fault.test:\($0)/there" }) == nil)
    }

    /// A second address of the name is not allowed, because its owner chooses it, not the user.
    @Test func mayNotLeadToAnotherAddressOfTheName() async throws {
        #expect(try await kindOfHop(to: { "http://127.0.0.2:\($0)/there" }) == .addressBlocked)
    }

    @Test func mayNotLeadToTheAddressByItself() async throws {
        #expect(try await kindOfHop(to: { "http://127.0.0.1:\($0)/there" }) == .addressBlocked)
    }

    @Test func mayNotLeadToAnotherNameAtTheAddress() async throws {
        let kind = try await kindOfHop(
            to: { "https://other.fault.test:\($0)/there" }, answers: ["other.fault.test": .addresses(["127.0.0.1"])])
        #expect(kind == .addressBlocked)
    }

    @Test func mayNotLeadToAnotherPort() async throws {
        #expect(try await kindOfHop(to: { "http://host.fault.test:\($0 + 1)/there" }) == .addressBlocked)
    }
}
