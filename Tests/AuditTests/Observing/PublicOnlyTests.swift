import Findings
import TestSupport
import Testing
import Transport

@testable import Audit

/// Audits that are limited to public addresses, with real servers, whose loopback addresses are not public.
@Suite(.inTurn(minutes: 3)) struct PublicOnlyTests {
    private static let host = "host.fault.test"
    private static let publicName = DNSAnswer.addresses(["93.184.216.34"])
    private static let privateName = DNSAnswer.addresses(["10.0.0.1"])
    private static let mixedName = DNSAnswer.addresses(["93.184.216.34", "10.0.0.1"])

    /// The outcome of an audit.
    private struct Outcome {
        var observation: Observation
        var report: DomainReport
        var connections: Int
        /// The targets that were requested from the proxy.
        var targets: [String]

        /// All errors and warnings.
        var findings: [String] {
            report.findings.filter { $0.severity > .info }.map {
                "\($0.code.rawValue) \($0.severity.rawValue) \($0.location.rawValue)"
            }
        }
    }

    private static func settings(publicOnly: Bool) -> ObserverSettings {
        ObserverSettings(maxRetries: 0, requiresPublicAddresses: publicOnly)
    }

    /// Audits `host` with a name server, a web server, and a proxy of `scheme` that connects all names to this server.
    private static func audit(
        _ names: [String: DNSAnswer], _ settings: ObserverSettings, of host: String = host,
        site: Site = Site(root: .file), proxy scheme: String? = nil
    ) async throws -> Outcome {
        let authority = try CertificateAuthority.shared()
        return try await withTemporaryDirectory { directory in
            let bundle = try authority.writeBundle(to: directory)
            return try await withDNSFaultServer(names) { names in
                try await withFaultServer([:], otherwise: site, authority: authority) { server in
                    try await withForwardProxy(.works, to: server.port) { proxy in
                        var transportSettings = TransportSettings(userAgent: "aasa-audit-tests")
                        transportSettings.certificateAuthorityFile = bundle
                        transportSettings.nameServers = [names.endpoint]
                        transportSettings.proxy = scheme.map { "\($0)://127.0.0.1:\(proxy.port)" }
                        let transport = try Transport(transportSettings)
                        defer { transport.shutDown() }
                        let port = scheme == nil ? Int(server.port) : 443
                        let observation = await Observer(transport: transport, settings: settings)
                            .observe(Target(input: host, domain: DomainID(host: host, port: port)))
                        return Outcome(
                            observation: observation, report: Judge().judge(observation),
                            connections: server.tally.connections, targets: proxy.tally.requests.map(\.target))
                    }
                }
            }
        }
    }

    // MARK: Without a proxy

    @Test(
        arguments: [
            (host, .loopback, "its address is not public (127.0.0.1)"),
            (host, .addresses(["127.0.0.1", "::1"]), "its addresses are not public ("),
            (host, .aliases(["a.fault.test"], ["127.0.0.1"]), "its address is not public (127.0.0.1)"),
            ("localhost", .noSuchName, " not public ("), ("127.0.0.1", .noSuchName, "(127.0.0.1)"),
            ("::1", .noSuchName, "(::1)"),
        ] as [(String, DNSAnswer, String)])
    func aDomainThatIsNotPublicIsNotAsked(host: String, answer: DNSAnswer, words: String) async throws {
        let outcome = try await Self.audit([host: answer], Self.settings(publicOnly: true), of: host)
        #expect(outcome.connections == 0)
        #expect(outcome.report.status == .unreachable)
        #expect(outcome.findings.filter { !$0.hasPrefix("port-unusual") } == ["address-excluded error domain"])
        #expect(outcome.report.verdicts.allSatisfy { $0.works == nil })
        let finding = try #require(outcome.report.findings.first)
        #expect(
            finding.message.contains("was not contacted: ") && finding.message.contains(words), "\(finding.message)")
        #expect(finding.evidence["addresses"] != nil)
        // There is only one attempt, because the failure is not temporary.
        #expect(outcome.observation.wellKnown.attempts == 1)
        // Without the setting, the same domain is requested.
        guard host != "::1" else { return }
        let asked = try await Self.audit([host: answer], Self.settings(publicOnly: false), of: host)
        #expect(asked.connections > 0)
    }

    @Test func targetsOnPrivateAddressesMayRedirectOnlyToThemselves() async throws {
        for (location, codes, paths) in [
            ("/there", [.redirect], [Site.wellKnownPath, "/there"]),
            ("https://127.0.0.2/there", [.redirect, .addressBlocked], [Site.wellKnownPath]),
        ] as [(String, Set<FindingCode>, Set<String>)] {
            let site = Site(
                answers: [Site.wellKnownPath: .redirect(to: location), "/there": .file], otherwise: .status(404))
            try await AuditLab.run([Self.host: site]) { lab in
                let report = await lab.audit(Self.host, Self.settings(publicOnly: true))
                #expect(report.codes == codes, "\(location)")
                #expect(Set(lab.server.tally.requests.map(\.path)).subtracting([Site.rootPath]) == paths)
            }
        }
    }

    @Test func aLinkIsNotAskedEither() async throws {
        try await withFaultServer([:], otherwise: Site()) { server in
            let transport = try Transport(TransportSettings(userAgent: "aasa-audit-tests"))
            defer { transport.shutDown() }
            let target = Target(input: "localhost", domain: DomainID(host: "localhost"))
            for (isPublicOnly, isAsked) in [(true, false), (false, true)] {
                let observer = Observer(transport: transport, settings: Self.settings(publicOnly: isPublicOnly))
                let trail = try #require(await observer.follow(link: "http://localhost:\(server.port)/x", of: target))
                #expect((trail.first?.failure?.kind == .addressBlocked) == isPublicOnly)
                #expect((server.tally.connections > 0) == isAsked)
            }
        }
    }

    // MARK: Through a proxy

    /// A proxy that resolves names is asked only for public names if an audit is limited to public addresses.
    @Test(
        arguments: ["http", "socks4a", "socks5h"],
        [
            (publicName, [], true), (privateName, ["address-excluded error domain"], false),
            (mixedName, ["address-excluded error domain"], false),
            (.addresses(["93.184.216.34", "::1"]), ["address-excluded error domain"], false),
            (.noSuchName, ["address-excluded error domain"], false),
            (.noData, ["address-excluded error domain"], false),
            (.serverFailure, ["dns-failure error domain"], false),
        ] as [(answer: DNSAnswer, findings: [String], isAsked: Bool)])
    func aProxyThatLooksNamesUpIsAskedForPublicNames(
        scheme: String, row: (answer: DNSAnswer, findings: [String], isAsked: Bool)
    ) async throws {
        let names = [Self.host: row.answer]
        let outcome = try await Self.audit(names, Self.settings(publicOnly: true), proxy: scheme)
        #expect(outcome.findings == row.findings)
        #expect(outcome.report.status == (row.isAsked ? .pass : .unreachable))
        #expect(outcome.targets == (row.isAsked ? ["\(Self.host):443"] : []))
        let asked = try await Self.audit(names, Self.settings(publicOnly: false), proxy: scheme)
        #expect(asked.targets == ["\(Self.host):443"])
        #expect(asked.report.status == .pass)
    }

    @Test(
        arguments: [
            (publicName, [], ["93.184.216.34:443"]), (mixedName, [], ["93.184.216.34:443"]),
            (privateName, ["address-excluded error domain"], []), (.noSuchName, ["dns-not-found error domain"], []),
        ] as [(DNSAnswer, [String], [String])])
    func aProxyThatIsGivenAnAddressGetsAPublicOne(answer: DNSAnswer, findings: [String], targets: [String]) async throws
    {
        for scheme in ["socks4", "socks5"] {
            let outcome = try await Self.audit(
                [Self.host: answer], Self.settings(publicOnly: true), proxy: scheme)
            #expect(outcome.findings == findings, "\(scheme)")
            #expect(outcome.targets == targets, "\(scheme)")
        }
    }

    /// A redirect through a proxy that resolves names follows the same rule with and without the setting, except for
    /// names that this program cannot resolve.
    @Test(
        arguments: [true, false],
        [
            (publicName, nil, nil), (privateName, .addressBlocked, .addressBlocked),
            (mixedName, .addressBlocked, .addressBlocked),
            (.noSuchName, .addressUnknown, nil), (.serverFailure, .resolverFailed, nil),
        ] as [(answer: DNSAnswer, strictly: ExchangeFailure.Kind?, otherwise: ExchangeFailure.Kind?)])
    func aRedirectIsHeldToTheSameRule(
        isPublicOnly: Bool, row: (answer: DNSAnswer, strictly: ExchangeFailure.Kind?, otherwise: ExchangeFailure.Kind?)
    ) async throws {
        let names = [Self.host: Self.publicName, "there.fault.test": row.answer]
        let site = Site(
            answers: [Site.wellKnownPath: .redirect(to: "https://there.fault.test/there"), "/there": .file])
        let outcome = try await Self.audit(
            names, Self.settings(publicOnly: isPublicOnly), site: site, proxy: "http")
        let kind = isPublicOnly ? row.strictly : row.otherwise
        #expect(outcome.observation.wellKnown.trail?.exchanges.last?.failure?.kind == kind)
        #expect(outcome.targets.contains("there.fault.test:443") == (kind == nil))
        let codes = outcome.report.findings.filter { $0.location == .wellKnown }.map(\.code)
        #expect(codes == (kind == .addressBlocked ? [.redirect, .addressBlocked] : [.redirect]))
        let problem = outcome.report.findings.first?.evidence["finalProblem"]
        switch kind {
        case .addressUnknown?: #expect(problem == "address-excluded")
        case .addressBlocked?: #expect(problem == "address-blocked")
        default: #expect(problem == (kind == nil ? nil : "dns-failure"))
        }
    }

    @Test func aSiblingThatIsNotPublicIsNotAskedAndNotCompared() async throws {
        var settings = Self.settings(publicOnly: true)
        settings.checksSiblings = true
        let names = [Self.host: Self.publicName, "www.\(Self.host)": Self.mixedName]
        let outcome = try await Self.audit(names, settings, proxy: "http")
        #expect(!outcome.report.codes.contains(.siblingDiffers))
        #expect(outcome.report.status == .pass)
        #expect(outcome.targets == ["\(Self.host):443"])
        settings.requiresPublicAddresses = false
        let asked = try await Self.audit(names, settings, proxy: "http")
        #expect(asked.targets == ["\(Self.host):443", "www.\(Self.host):443"])
    }
}
