#if os(Linux)
    import CrawlSchedule
    import Findings
    import Synchronization
    import TestSupport
    import Testing
    import Transport

    @testable import Audit

    /// Requests to each address of a name, with a name server and a web server with several addresses.
    @Suite(.inTurn(minutes: 3))
    struct AllAddressesTests {
        private static let host = "host.fault.test"

        /// Runs `body` with a transport for which `host` has `addresses`; the server listens at those in `served`.
        private static func lab<Result>(
            _ site: Site, _ addresses: [String], served: [String], refusing: [String] = [],
            _ body: (Transport, FaultServer) async throws -> Result
        ) async throws -> Result {
            let authority = try CertificateAuthority.shared()
            return try await withTemporaryDirectory { directory in
                let bundle = try authority.writeBundle(to: directory)
                return try await withDNSFaultServer([host: .addresses(addresses)]) { names in
                    try await withFaultServer(
                        [host: site], authority: authority, addresses: served, refusing: refusing
                    ) { server in
                        var settings = TransportSettings(userAgent: "aasa-audit-tests")
                        settings.certificateAuthorityFile = bundle
                        settings.nameServers = [names.endpoint]
                        settings.connectToOverrides = [
                            ConnectToOverride(host: "", port: nil, targetHost: "", targetPort: Int(server.port))
                        ]
                        let transport = try Transport(settings)
                        defer { transport.shutDown() }
                        return try await body(transport, server)
                    }
                }
            }
        }

        private static let settings = ObserverSettings(maxRetries: 0, checksAllAddresses: true)

        private static func observe(_ transport: Transport, gate: any ObservationGate = OpenGate()) async -> Observation
        {
            await Observer(transport: transport, settings: settings).observe(
                Target(input: host, domain: DomainID(host: host)), gate: gate
            ).value
        }

        @Test func findsTheOneBadServer() async throws {
            let addresses = ["127.0.0.1", "127.0.0.2", "127.0.0.3"]
            try await Self.lab(
                Site(wellKnown: .at("127.0.0.2", .file, elsewhere: .status(404))), addresses, served: addresses
            ) {
                transport, server in
                let observation = await Self.observe(transport)
                let asked =
                    [observation.wellKnown.exchange?.address].compactMap(\.self)
                    + (observation.addresses?.entries.map(\.address) ?? [])
                #expect(asked.sorted() == addresses)
                for entry in observation.addresses?.entries ?? [] {
                    #expect(entry.observation.wellKnown.exchange?.address == entry.address)
                }
                let report = Judge().judge(observation)
                let finding = try #require(report.findings.first { $0.code == .addressInconsistent })
                #expect(finding.severity == .error)
                #expect(finding.message.contains("a usable file at 127.0.0.2"), "\(finding.message)")
                #expect(finding.message.contains("no file (404) at 127.0.0."), "\(finding.message)")
                // One connection for each address.
                #expect(server.tally.connections == 3)
                #expect(Set(server.tally.requests.map(\.localAddress)) == Set(addresses))
            }
        }

        @Test func anAddressThatRefusesIsFound() async throws {
            try await Self.lab(
                Site(), ["127.0.0.1", "127.0.0.2"], served: ["127.0.0.1"], refusing: ["127.0.0.2"]
            ) { transport, _ in
                let report = Judge().judge(await Self.observe(transport))
                let finding = try #require(report.findings.first { $0.code == .addressInconsistent })
                #expect(finding.severity == .warning)
                #expect(finding.message.contains("no response (connect-refused) at 127.0.0.2"), "\(finding.message)")
            }
        }

        @Test func asksNoMoreThanTheLimit() async throws {
            let addresses = (1...20).map { "127.0.0.\($0)" }
            try await Self.lab(Site(root: .file), addresses, served: addresses) { transport, server in
                let gate = TurnLog()
                let observation = await Self.observe(transport, gate: gate)
                #expect(observation.addresses?.entries.count == 15)
                #expect(observation.addresses?.omittedCount == 4)
                #expect(server.tally.connections == 16)
                #expect(Judge().judge(observation).codes.contains(.addressNotChecked))
                // Each connection has a turn, and none is held at the end.
                #expect(gate.log.count { $0.hasPrefix("connect") } == 16)
                #expect(gate.log.count { $0 == "hang up" } == 16)
            }
        }

        @Test func oneAddressIsAskedOnce() async throws {
            try await Self.lab(Site(), ["127.0.0.1"], served: ["127.0.0.1"]) { transport, server in
                let observation = await Self.observe(transport)
                #expect(observation.addresses == nil)
                #expect(server.tally.connections == 1)
            }
        }
    }

    /// A gate that records its calls.
    private final class TurnLog: UnlimitedGate {
        private let entries = Mutex<[String]>([])

        var log: [String] { entries.withLock { $0 } }

        private func note(_ entry: String) { entries.withLock { $0.append(entry) } }
        func requestFirstConnection(to peer: CrawlPeer) -> ConnectionGrant? {
            note("connect to \(peer)")
            return .connect
        }
        func connect(to peer: CrawlPeer, sharing: Bool) async throws -> ConnectionGrant {
            note("connect to \(peer)")
            return .connect
        }
        func hangUp() { note("hang up") }
    }
#endif
