import Synchronization
import TestSupport
import Testing

@testable import Transport

/// Claims that are limited for some addresses, with a record of requests and releases.
private final class ClaimLog: AddressClaims {
    private let state: Mutex<(full: Set<IPAddress>, log: [String], shown: [String])>
    private let limits: [IPAddress: Duration]

    init(full: [String] = [], limits: [IPAddress: Duration] = [:]) {
        state = Mutex((Set(full.compactMap { IPAddress($0) }), [], []))
        self.limits = limits
    }

    var log: [String] { state.withLock { $0.log } }
    /// The results of attempts at addresses.
    var shown: [String] { state.withLock { $0.shown } }
    func tryClaim(_ address: IPAddress) -> Bool {
        state.withLock { state in
            state.log.append("claim \(address)")
            return !state.full.contains(address)
        }
    }
    func release(_ address: IPAddress) { state.withLock { $0.log.append("release \(address)") } }
    func connectTimeLimit(at address: IPAddress) -> Duration? { limits[address] }
    func recordResponse(from address: IPAddress) { state.withLock { $0.shown.append("\(address) answers") } }
    func recordSilence(of address: IPAddress) { state.withLock { $0.shown.append("\(address) is silent") } }
}

@Suite(.inTurn(minutes: 2))
struct ConnectorTests {
    private func connect(
        _ addresses: [String], port: UInt16, from index: Int = 0, claims: any AddressClaims = ClaimLog(),
        timeout: Duration = .seconds(20), connectTimeout: Duration = .seconds(10)
    ) async throws -> ConnectionResult {
        try await withTemporaryDirectory { directory in
            var settings = TransportSettings(userAgent: "tests")
            settings.connectTimeout = connectTimeout
            settings.certificateAuthorityFile = try CertificateAuthority.shared().writeBundle(to: directory)
            settings.resolveOverrides = [ResolveOverride(host: "*", port: Int(port), addresses: addresses)]
            let transport = try Transport(settings)
            defer { transport.shutDown() }
            let url = try #require(AbsoluteURL("https://a.test:\(port)/"))
            let route = try #require(await transport.route(to: url, timeout: .seconds(20)))
            return await transport.connect(route, from: index, timeout: timeout, claims: claims)
        }
    }

    private func address(_ result: ConnectionResult) -> String? {
        if case .connected(let connection) = result { connection.address.description } else { nil }
    }

    private func failure(_ result: ConnectionResult) -> ExchangeFailure? {
        if case .failed(let exchange) = result { exchange.failure } else { nil }
    }

    @Test func goesOnToTheNextAddressWhenOneRefuses() async throws {
        try await withFaultServer(addresses: ["127.0.0.2"], refusing: ["127.0.0.1"]) { server in
            let claims = ClaimLog()
            let result = try await connect(["127.0.0.1", "127.0.0.2"], port: server.port, claims: claims)
            #expect(address(result) == "127.0.0.2")
            // The caller holds the first claim.
            #expect(claims.log == ["release 127.0.0.1", "claim 127.0.0.2"])
            #expect(claims.shown == ["127.0.0.1 answers", "127.0.0.2 answers"])
        }
    }

    /// As many addresses as an answer of a name server can contain; TCP cannot connect to multicast addresses.
    @Test func triesAnyNumberOfAddressesThatFailAtOnce() async throws {
        let addresses = (0..<4_000).map { "224.1.\($0 >> 8).\($0 & 255)" }
        let result = try await connect(addresses, port: 443, timeout: .seconds(60), connectTimeout: .seconds(60))
        #expect(failure(result)?.kind == .connectFailed)
    }

    /// An address that is known to be silent gets only a part of the time.
    @Test(arguments: [
        (Duration.seconds(1), ["127.0.0.1 is silent", "127.0.0.2 answers"]), (.zero, ["127.0.0.2 answers"]),
    ])
    func anAddressMayHaveLessTime(limit: Duration, shown: [String]) async throws {
        try await withBlackHole { port in
            try await withFaultServer(addresses: ["127.0.0.2"], port: port) { _ in
                let claims = ClaimLog(limits: [try #require(IPAddress("127.0.0.1")): limit])
                let result = try await connect(
                    ["127.0.0.1", "127.0.0.2"], port: port, claims: claims, timeout: .seconds(3_600),
                    connectTimeout: .seconds(3_600))
                #expect(address(result) == "127.0.0.2")
                // Such a short attempt provides no evidence.
                #expect(claims.shown == shown)
            }
        }
    }

    /// The other family is tried in parallel with the first one (RFC 8305).
    @Test func triesTheOtherFamilyBesideASilentAddress() async throws {
        try await withBlackHole { port in
            try await withFaultServer(addresses: ["::1"], port: port) { _ in
                let claims = ClaimLog()
                // The timeout is so long that the first attempt cannot end before.
                let result = try await connect(["127.0.0.1", "::1"], port: port, claims: claims, timeout: .seconds(90))
                #expect(address(result) == "::1")
                #expect(claims.log == ["claim ::1", "release 127.0.0.1"])
            }
        }
    }

    /// A socket can reuse the number of a closed one, and then receive an event that was meant for the closed one.
    @Test func aSocketThatIsStillConnectingIsNotTakenForAConnection() async throws {
        try await withBlackHole { port in
            let sockets = ConnectingSockets(in: try SocketWatch())
            let (socket, _) = sockets.begin(try #require(IPAddress("127.0.0.1")), Int(port))
            let number = try #require(socket)
            defer { sockets.close(number) }
            guard case .connecting = sockets.state(number) else {
                Issue.record("\(sockets.state(number))")
                return
            }
        }
    }

    @Test func asksForRoomAndReportsWhereThereIsNone() async throws {
        try await withFaultServer(addresses: ["127.0.0.2"], refusing: ["127.0.0.1"]) { server in
            let claims = ClaimLog(full: ["127.0.0.2"])
            let result = try await connect(["127.0.0.1", "127.0.0.2"], port: server.port, claims: claims)
            guard case .limitReached(atIndex: 1) = result else {
                Issue.record("\(result)")
                return
            }
            #expect(claims.log == ["release 127.0.0.1", "claim 127.0.0.2"])
            // When a claim is available, the caller continues with this address.
            let second = try await connect(["127.0.0.1", "127.0.0.2"], port: server.port, from: 1)
            #expect(address(second) == "127.0.0.2")
        }
    }

    @Test func namesEveryAddressThatFailed() async throws {
        try await withRefusingPort { port in
            let claims = ClaimLog()
            let found = failure(try await connect(["127.0.0.1"], port: port, claims: claims))
            #expect(found?.kind == .connectRefused && found?.phase == .connect)
            #expect(found?.detail == "127.0.0.1 port \(port): Connection refused")
            #expect(claims.log == ["release 127.0.0.1"])
        }
        try await withBlackHole { port in
            let found = failure(try await connect(["127.0.0.1"], port: port, timeout: .milliseconds(200)))
            #expect(found?.kind == .connectTimeout)
            #expect(found?.detail == "127.0.0.1 port \(port): no answer in time")
        }
    }

    @Test func cancellingGivesEverythingBack() async throws {
        try await withBlackHole { port in
            let claims = ClaimLog()
            let task = Task { try await connect(["127.0.0.1"], port: port, claims: claims) }
            task.cancel()
            let result = try await task.value
            #expect(failure(result)?.kind == .cancelled)
        }
    }
}
