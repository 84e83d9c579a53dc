import Findings
import TestSupport
import Testing
import Transport

@testable import Audit

/// Names that do not resolve, through c-ares and a real DNS server on loopback.
@Suite(.inTurn(minutes: 2))
struct NameTests {
    private func audit(
        _ answer: DNSAnswer, of host: String = "host.fault.test", family: TransportSettings.AddressFamily = .any,
        nameTimeout: Duration = .seconds(10)
    ) async throws -> (DomainReport, DNSTally) {
        try await withDNSFaultServer([host: answer]) { names in
            try await AuditLab.run(
                [host: Site()],
                configure: { settings in
                    // The name is resolved, and only the port is replaced, because the server's port is not 443.
                    let port = settings.connectToOverrides.first?.targetPort
                    settings.connectToOverrides = [
                        ConnectToOverride(host: "", port: nil, targetHost: "", targetPort: port)
                    ]
                    settings.nameServers = [names.endpoint]
                    settings.nameTimeout = nameTimeout
                    settings.addressFamily = family
                }
            ) { lab in (await lab.audit(host), names.tally) }
        }
    }

    @Test(arguments: [
        (DNSAnswer.noSuchName, DomainStatus.fail, FindingCode.dnsNotFound, ExchangeFailure.Kind.nameNotFound),
        (.noData, .fail, .dnsNotFound, .noAddress),
        (.serverFailure, .unreachable, .dnsFailure, .resolverFailed),
        (.refused, .unreachable, .dnsFailure, .resolverFailed),
        (.byFamily(a: .serverFailure, aaaa: .noData), .unreachable, .dnsFailure, .resolverFailed),
        (.byFamily(a: .noData, aaaa: .serverFailure), .unreachable, .dnsFailure, .resolverFailed),
        // More than 16 KiB, which would take too long to read.
        (.many(2_000), .unreachable, .dnsFailure, .resolverFailed),
    ])
    func tellsTheCausesApart(
        answer: DNSAnswer, status: DomainStatus, code: FindingCode, kind: ExchangeFailure.Kind
    ) async throws {
        let (report, _) = try await audit(answer)
        #expect(report.status == status)
        #expect(report.codes == [code])
        #expect(report.wellKnown?.exchange?.failure?.kind == kind)
        #expect(report.findings.first?.location == .domain)
    }

    @Test func doesNotSendNamesOfTorToNameServers() async throws {
        let (report, names) = try await audit(.loopback, of: "example.onion")
        #expect(report.codes == [.dnsNotFound])
        #expect(names.queries.isEmpty)
    }

    @Test(arguments: [DNSAnswer.silence, .late(.seconds(30), .loopback)])
    func givesUpAtTheDeadlineOfTheName(answer: DNSAnswer) async throws {
        let (report, _) = try await audit(answer, nameTimeout: .milliseconds(300))
        #expect(report.status == .unreachable)
        #expect(report.codes == [.dnsFailure])
        #expect(report.wellKnown?.exchange?.failure?.kind == .resolverTimeout)
    }

    @Test(arguments: [
        DNSAnswer.loopback, .addresses(["127.0.0.1", "::1"]),
        .aliases(["a.fault.test", "b.fault.test"], ["127.0.0.1"]),
        .truncated(.loopback), .byFamily(a: .loopback, aaaa: .serverFailure),
        .byFamily(a: .loopback, aaaa: .noSuchName),
    ])
    func reachesTheServerWithEveryUsableResponse(answer: DNSAnswer) async throws {
        let (report, names) = try await audit(answer)
        #expect(report.wellKnown?.exchange?.status == 200, "\(report.findings)")
        #expect(report.wellKnown?.exchange?.address == "127.0.0.1")
        #expect(report.wellKnown?.exchange?.timings.dnsMs != nil)
        // The name is resolved once for both locations.
        #expect(Set(names.queries.map(\.type)).count == 2)
    }

    @Test func aPrivateAddressIsAFindingAndIsConnectedToAllTheSame() async throws {
        let (report, _) = try await audit(.loopback)
        #expect(report.codes.contains(.addressNotPublic))
        #expect(report.wellKnown?.outcome == .served)
    }

    @Test func asksOnlyForTheFamilyThatIsWanted() async throws {
        let (report, names) = try await audit(.addresses(["127.0.0.1", "::1"]), family: .ipv4)
        #expect(names.queries.allSatisfy { $0.type == .a })
        #expect(report.wellKnown?.exchange?.addresses == ["127.0.0.1"])
    }
}
