import TestSupport
import Testing

@testable import Transport

/// The destinations of routes, and the routes that the address guard refuses.
///
/// The kinds of proxies and of addresses are tested with a real name server.
@Suite(.inTurn(minutes: 3)) struct RouteTests {
    /// The outcome of a route.
    enum End: Hashable {
        /// The connection uses one of these addresses, directly or by a proxy that receives an address.
        case leads(to: Set<String>)
        /// The proxy receives the name and resolves it.
        case left
        case fails(ExchangeFailure.Kind)

        init(_ route: Route) {
            if let failure = route.failure {
                self = .fails(failure.kind)
            } else if route.plan.isLookedUpByProxy {
                self = .left
            } else {
                self = .leads(to: Set((route.isProxied ? route.targetAddresses : route.addresses).map(\.description)))
            }
        }
    }

    /// A name, and the outcome of a route to it that is limited to public addresses.
    struct Row {
        var name: String
        var answer: DNSAnswer
        /// The outcome if this program chooses the address.
        var here: End
        /// The outcome if the proxy chooses the address.
        var byProxy: End
        /// The outcome if names that this program cannot resolve are rejected; `nil` for no difference.
        var strictly: End?
    }

    private static let one = "93.184.216.34"
    private static let two = "93.184.216.35"
    private static let six = "2606:2800:220:1::1"
    private static let blocked = End.fails(.addressBlocked)

    static let rows = [
        Row(name: "public.test", answer: .addresses([one]), here: .leads(to: [one]), byProxy: .left),
        Row(
            name: "many.test", answer: .addresses([one, two, six]), here: .leads(to: [one, two, six]), byProxy: .left),
        Row(name: "private.test", answer: .addresses(["10.0.0.1"]), here: blocked, byProxy: blocked),
        Row(name: "inside.test", answer: .addresses(["127.0.0.1", "::1"]), here: blocked, byProxy: blocked),
        Row(name: "localhost", answer: .noSuchName, here: blocked, byProxy: blocked),
        Row(name: "both.test", answer: .addresses([one, "10.0.0.1"]), here: .leads(to: [one]), byProxy: blocked),
        Row(name: "first.test", answer: .addresses(["10.0.0.1", one]), here: .leads(to: [one]), byProxy: blocked),
        Row(
            name: "cloud.test", answer: .addresses([one, "169.254.169.254"]), here: .leads(to: [one]), byProxy: blocked),
        Row(name: "families.test", answer: .addresses([one, "fd00::1"]), here: .leads(to: [one]), byProxy: blocked),
        Row(name: "six.test", answer: .addresses([six, "10.0.0.1"]), here: .leads(to: [six]), byProxy: blocked),
        Row(
            name: "alias.test", answer: .aliases(["both.test"], [two, "192.168.0.1"]), here: .leads(to: [two]),
            byProxy: blocked),
        Row(
            name: "half.test", answer: .byFamily(a: .addresses(["10.0.0.1"]), aaaa: .serverFailure), here: blocked,
            byProxy: blocked),
        Row(
            name: "unknown.test", answer: .noSuchName, here: .fails(.nameNotFound), byProxy: .left,
            strictly: .fails(.addressUnknown)),
        Row(
            name: "empty.test", answer: .noData, here: .fails(.noAddress), byProxy: .left,
            strictly: .fails(.addressUnknown)),
        Row(
            name: "failing.test", answer: .serverFailure, here: .fails(.resolverFailed), byProxy: .left,
            strictly: .fails(.resolverFailed)),
        Row(
            name: "silent.test", answer: .silence, here: .fails(.resolverTimeout), byProxy: .left,
            strictly: .fails(.resolverTimeout)),
    ]

    /// Proxies that resolve names, proxies that receive an address, and no proxy.
    static let lookingUp = ["http", "https", "socks4a", "socks5h"]
    static let others = ["socks4", "socks5", nil]

    private static func run(
        _ answers: [String: DNSAnswer] = Dictionary(uniqueKeysWithValues: rows.map { ($0.name, $0.answer) }),
        proxy: String? = nil, configure: (inout TransportSettings) -> Void = { _ in },
        _ body: (Transport, DNSFaultServer) async throws -> Void
    ) async throws {
        try await withTemporaryDirectory { directory in
            try await withDNSFaultServer(answers) { names in
                var settings = TransportSettings(userAgent: "tests")
                settings.certificateAuthorityFile = try CertificateAuthority.shared().writeBundle(to: directory)
                settings.nameServers = [names.endpoint]
                settings.hostsFile = "/dev/null"
                settings.proxy = proxy
                configure(&settings)
                let transport = try Transport(settings)
                defer { transport.shutDown() }
                try await body(transport, names)
            }
        }
    }

    private static func route(
        _ transport: Transport, _ host: String, _ addressGuard: Request.AddressGuard
    ) async throws -> Route {
        let url = try #require(AbsoluteURL("https://\(host)/"))
        return try #require(await transport.route(to: url, guarding: addressGuard, timeout: .seconds(20)))
    }

    private static func publicOnly(_ allowsUnresolved: Bool) -> Request.AddressGuard {
        .publicOnly(except: nil, allowsUnresolved: allowsUnresolved)
    }

    @Test(arguments: (lookingUp as [String?]) + others, [true, false])
    func leadsToPublicAddressesOnly(scheme: String?, allowsUnresolved: Bool) async throws {
        let proxy = scheme.map { "\($0)://127.0.0.1:3128" }
        // A short timeout limits the wait for the silent name server.
        try await Self.run(proxy: proxy, configure: { $0.nameTimeout = .milliseconds(500) }) { transport, _ in
            for row in Self.rows {
                let route = try await Self.route(transport, row.name, Self.publicOnly(allowsUnresolved))
                let byProxy = allowsUnresolved ? row.byProxy : row.strictly ?? row.byProxy
                let expected = scheme.map(Self.lookingUp.contains) == true ? byProxy : row.here
                #expect(End(route) == expected, "\(row.name) through \(scheme ?? "no proxy")")
            }
        }
    }

    @Test func triesTheFirstAddressesOfEachFamily() async throws {
        let addresses = (1...100).flatMap { ["93.184.216.\($0)", "2606:2800:220:1::\($0)"] }
        try await Self.run(["many.test": .addresses(addresses)]) { transport, _ in
            let route = try await Self.route(transport, "many.test", .any)
            let families = Dictionary(grouping: route.addresses, by: \.isIPv6).mapValues(\.count)
            #expect(families == [true: Route.maxAddresses, false: Route.maxAddresses])
            #expect(route.untriedCount == addresses.count - 2 * Route.maxAddresses)
        }
    }

    @Test(arguments: (lookingUp as [String?]) + others)
    func addressesInURLsAreGuardedWithAnyProxy(scheme: String?) async throws {
        try await Self.run(proxy: scheme.map { "\($0)://127.0.0.1:3128" }) { transport, names in
            for (host, kind) in [
                ("10.0.0.1", ExchangeFailure.Kind.addressBlocked), ("[::1]", .addressBlocked),
                ("2130706433", .addressBlocked),
                ("[::ffff:10.0.0.1]", .addressBlocked), (Self.one, nil), ("[\(Self.six)]", nil),
            ] {
                for allowsUnresolved in [true, false] {
                    let route = try await Self.route(transport, host, Self.publicOnly(allowsUnresolved))
                    #expect(route.failure?.kind == kind, "\(host)")
                }
            }
            #expect(names.tally.queries.isEmpty)
        }
    }

    @Test(arguments: (lookingUp as [String?]) + others)
    func withoutAGuardEveryAddressIsAllowed(scheme: String?) async throws {
        let isLookedUp = scheme.map(Self.lookingUp.contains) == true
        try await Self.run(proxy: scheme.map { "\($0)://127.0.0.1:3128" }) { transport, names in
            for (name, addresses) in [
                ("private.test", ["10.0.0.1"]), ("both.test", [Self.one, "10.0.0.1"]),
                ("families.test", [Self.one, "fd00::1"]),
            ] {
                let end = End(try await Self.route(transport, name, .any))
                #expect(end == (isLookedUp ? .left : .leads(to: Set(addresses))), "\(name)")
            }
            // This program does not resolve names that the proxy resolves.
            #expect(names.tally.queries.isEmpty == isLookedUp)
        }
    }

    /// The proxy can connect to addresses of both families, regardless of this program's setting.
    @Test func bothFamiliesCountBehindAProxy() async throws {
        for family in [TransportSettings.AddressFamily.ipv4, .ipv6] {
            let wanted = family == .ipv4 ? Self.one : Self.six
            let answers = ["mine.test": DNSAnswer.addresses([wanted, family == .ipv4 ? "fd00::1" : "10.0.0.1"])]
            for (scheme, end) in [
                ("http", Self.blocked), ("socks5h", Self.blocked), ("socks5", .leads(to: [wanted])),
                (nil, .leads(to: [wanted])),
            ] {
                let proxy = scheme.map { "\($0)://127.0.0.1:3128" }
                try await Self.run(answers, proxy: proxy, configure: { $0.addressFamily = family }) { transport, _ in
                    for allowsUnresolved in [true, false] {
                        let route = try await Self.route(transport, "mine.test", Self.publicOnly(allowsUnresolved))
                        #expect(End(route) == end, "\(scheme ?? "no proxy") \(family)")
                    }
                }
            }
        }
    }

    /// The user chooses the address of the proxy, but not a URL with the host of the proxy, which is guarded.
    @Test func theNameOfTheProxyIsGuardedAsAnyOther() async throws {
        let answers = ["proxy.test": DNSAnswer.addresses(["10.0.0.9"]), "public.test": .addresses([Self.one])]
        for scheme in Self.lookingUp + ["socks4", "socks5"] {
            try await Self.run(answers, proxy: "\(scheme)://proxy.test:3128") { transport, _ in
                let route = try await Self.route(transport, "public.test", Self.publicOnly(false))
                #expect(route.failure == nil)
                #expect(route.addresses.map(\.description) == ["10.0.0.9"])
                let back = try await Self.route(transport, "proxy.test", Self.publicOnly(true))
                #expect(End(back) == Self.blocked, "\(scheme)")
            }
        }
    }

    @Test func anUnknownNameOfTheProxyIsItsFailure() async throws {
        try await Self.run(proxy: "http://nowhere.test:3128") { transport, _ in
            for (host, addressGuard) in [("public.test", Self.publicOnly(false)), ("unknown.test", .any)] {
                let end = End(try await Self.route(transport, host, addressGuard))
                #expect(end == .fails(.proxyFailed))
            }
        }
    }

    /// All known addresses of a name are reported, including those that are not used.
    @Test func reportsTheAddressesThatDecided() async throws {
        try await Self.run { transport, _ in
            let route = try await Self.route(transport, "first.test", Self.publicOnly(false))
            #expect(route.exchange().addresses == [Self.one, "10.0.0.1"])
            let blocked = try await Self.route(transport, "private.test", Self.publicOnly(false))
            #expect(blocked.exchange().addresses == ["10.0.0.1"])
            #expect(blocked.failure?.detail == "not public: 10.0.0.1")
        }
        try await Self.run(proxy: "http://127.0.0.1:3128") { transport, _ in
            let blocked = try await Self.route(transport, "first.test", Self.publicOnly(false))
            #expect(Set(blocked.exchange().addresses) == [Self.one, "10.0.0.1"])
            let left = try await Self.route(transport, "public.test", Self.publicOnly(false))
            #expect(left.exchange().addresses.isEmpty)
        }
    }
}
