import Findings
import TestSupport
import Testing
import Transport

@testable import Audit

/// Every kind of proxy: the resolution of names, the address guard, and trust.
@Suite(.inTurn(minutes: 2))
struct ProxyKindTests {
    private let host = "host.fault.test"

    /// Observes a domain with a name in this program's resolver, through a proxy that connects any name to the server.
    private func observe(
        _ scheme: String, _ site: Site = Site(), names: [String: DNSAnswer]? = nil
    ) async throws -> (Observation, ProxyTally) {
        let authority = try CertificateAuthority.shared()
        return try await withTemporaryDirectory { directory in
            let bundle = try authority.writeBundle(to: directory)
            let known = names ?? [host: .addresses(["93.184.216.34"])]
            return try await withDNSFaultServer(known) { names in
                try await withFaultServer([:], otherwise: site, authority: authority) { server in
                    try await withForwardProxy(.works, to: server.port) { proxy in
                        var settings = TransportSettings(userAgent: "aasa-audit-tests")
                        settings.certificateAuthorityFile = bundle
                        settings.nameServers = [names.endpoint]
                        settings.proxy = "\(scheme)://127.0.0.1:\(proxy.port)"
                        let transport = try Transport(settings)
                        defer { transport.shutDown() }
                        let observation = await Observer(
                            transport: transport, settings: ObserverSettings(maxRetries: 0)
                        ).observe(Target(input: host, domain: DomainID(host: host)))
                        return (observation, proxy.tally)
                    }
                }
            }
        }
    }

    /// If the program resolves the name with its own resolver, the proxy receives an address.
    @Test(arguments: [
        ("http", "CONNECT", "host.fault.test:443"), ("socks4", "SOCKS4", "93.184.216.34:443"),
        ("socks4a", "SOCKS4a", "host.fault.test:443"), ("socks5", "SOCKS5", "93.184.216.34:443"),
        ("socks5h", "SOCKS5", "host.fault.test:443"),
    ])
    func leadsToTheDomain(scheme: String, method: String, target: String) async throws {
        let (observation, proxy) = try await observe(scheme)
        #expect(observation.wellKnown.exchange?.status == 200, "\(observation.wellKnown)")
        #expect(observation.wellKnown.exchange?.throughProxy == true)
        #expect(proxy.requests.map { "\($0.method) \($0.target)" } == ["\(method) \(target)"])
    }

    @Test func unknownNamesAreReportedUnlessTheProxyResolvesThem() async throws {
        for (scheme, kind) in [("socks5", ExchangeFailure.Kind.nameNotFound), ("socks5h", nil), ("http", nil)] {
            let (observation, _) = try await observe(scheme, names: [:])
            #expect(observation.wellKnown.exchange?.failure?.kind == kind, "\(scheme)")
        }
    }

    @Test(arguments: ["http", "socks4", "socks5", "socks5h"])
    func guardsPrivateAddressesUnlessTheProxyResolvesNames(scheme: String) async throws {
        let names: [String: DNSAnswer] = [
            host: .addresses(["93.184.216.34"]), "inside.fault.test": .addresses(["10.0.0.1"]),
            "outside.fault.test": .addresses(["93.184.216.35"]),
        ]
        for (location, kind) in [
            ("https://169.254.169.254/latest/", ExchangeFailure.Kind.addressBlocked),
            ("https://inside.fault.test/", .addressBlocked), ("https://outside.fault.test/there", nil),
        ] {
            let site = Site(answers: [Site.wellKnownPath: .redirect(to: location), "/there": .status(404)])
            let (observation, proxy) = try await observe(scheme, site, names: names)
            let hop = try #require(observation.wellKnown.trail?.exchanges.first, "\(scheme) \(location)")
            #expect(hop.failure?.kind == kind, "\(scheme) \(location)")
            #expect(proxy.requests.count == (kind == nil ? 2 : 1), "\(scheme) \(location)")
        }
    }

    /// An authority in the shared store is trusted for the proxy as well, and an authority that is not in the store is not.
    @Test(arguments: [true, false])
    func anEncryptedProxyIsHeldToTheSameTrustAnchors(isTrusted: Bool) async throws {
        let authority = try CertificateAuthority.shared()
        let proxyAuthority = isTrusted ? authority : try CertificateAuthority()
        try await withFaultServer(["localhost": Site()], authority: authority) { server in
            try await withApache(authority: proxyAuthority) { setup in
                let files = try proxyAuthority.identity(for: "proxy.fault.test")
                    .write(to: setup.directory, name: "proxy")
                return """
                    <VirtualHost \(setup.address):\(setup.port)>
                        SSLEngine on
                        SSLCertificateFile "\(files.chain)"
                        SSLCertificateKeyFile "\(files.key)"
                        ProxyRequests On
                        AllowCONNECT \(server.port)
                        <Proxy "*">
                            Require all granted
                        </Proxy>
                    </VirtualHost>
                    """
            } _: { apache in
                let names = ["proxy.fault.test": DNSAnswer.addresses([apache.setup.address])]
                try await withDNSFaultServer(names) { names in
                    var settings = TransportSettings(userAgent: "aasa-audit-tests")
                    settings.certificateAuthorityFile = try authority.writeBundle(to: apache.setup.directory)
                    settings.nameServers = [names.endpoint]
                    settings.proxy = "https://proxy.fault.test:\(apache.setup.port)"
                    let transport = try Transport(settings)
                    defer { transport.shutDown() }
                    let url = try #require(AbsoluteURL("https://localhost:\(server.port)\(Site.wellKnownPath)"))
                    let exchange = await transport.perform(Request(url: url))
                    guard isTrusted else {
                        #expect(exchange.failure?.kind == .proxyFailed, "\(exchange)")
                        return #expect(exchange.tls == nil)
                    }
                    #expect(exchange.status == 200, "\(exchange) \(apache.errorLog)")
                    // The TLS facts are those of the domain, not of the proxy.
                    #expect(exchange.tls?.chain.first?.subjectAltNames == ["localhost"])
                }
            }
        }
    }
}
