import CrawlSchedule
import Findings
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Audit
@testable import Transport

/// A gate that records its calls, and never waits.
final class GateLog: UnlimitedGate {
    enum Event: Hashable {
        case resolves
        case connectFirst(CrawlPeer)
        case firstGrant
        case connect(CrawlPeer)
        case communicate
        case request
        case hangUp
        case pause(Duration)
    }

    private let state = Mutex<[Event]>([])
    private let othersSilent: Int?
    private let timeLimit: Duration?
    /// Whether further connections are skipped instead of waiting for them.
    private let skipsFurther: Bool
    /// Whether the domain waits before its first connection.
    private let isWaitedFor: Bool

    init(
        othersSilent: Int? = nil, timeLimit: Duration? = nil, skipsFurther: Bool = false, isWaitedFor: Bool = false
    ) {
        self.isWaitedFor = isWaitedFor
        self.othersSilent = othersSilent
        self.timeLimit = timeLimit
        self.skipsFurther = skipsFurther
    }

    var events: [Event] { state.withLock { $0 } }
    var pauses: [Duration] { events.compactMap { if case .pause(let duration) = $0 { duration } else { nil } } }

    private func note(_ event: Event) { state.withLock { $0.append(event) } }
    func beginResolution() { note(.resolves) }
    func requestFirstConnection(to peer: CrawlPeer) -> ConnectionGrant? {
        note(.connectFirst(peer))
        return isWaitedFor ? nil : .connect
    }
    func firstGrant() async throws -> ConnectionGrant {
        note(.firstGrant)
        return .connect
    }
    func connect(to peer: CrawlPeer, sharing: Bool) async throws -> ConnectionGrant {
        note(.connect(peer))
        return skipsFurther ? .skip(others: 7) : .connect
    }
    func communicate() async throws { note(.communicate) }
    func request() async throws { note(.request) }
    func hangUp() { note(.hangUp) }
    func pause(_ duration: Duration) async throws { note(.pause(duration)) }
    func otherDomainsUnanswered(at address: IPAddress) -> Int? { othersSilent }
    func connectTimeLimit(at address: IPAddress) -> Duration? { timeLimit }
}

@Suite(.inTurn(minutes: 2))
struct ObserverTests {
    private let host = "host.fault.test"

    private func target(_ host: String = "host.fault.test") -> Target {
        Target(input: host, domain: DomainID(host: host))
    }

    @Test(arguments: [Site(), Site(root: .file), Site(wellKnown: .gzip, handshake: .only(.tls12))])
    func asksBothLocationsOverOneConnection(site: Site) async throws {
        try await AuditLab.run([host: site]) { lab in
            let observation = await lab.observe(host)
            try await lab.server.allConnectionsClosed()
            let tally = lab.server.tally
            #expect(tally.connections == 1)
            #expect(tally.requests.map(\.path) == [Site.wellKnownPath, Site.rootPath])
            #expect(tally.resumedHandshakes == 0)
            #expect(observation.wellKnown.exchange?.connectionReused == false)
            #expect(observation.root.exchange?.connectionReused == true)
            // TLS facts belong to the connection, so the second exchange has them, too.
            #expect(observation.root.exchange?.tls == observation.wellKnown.exchange?.tls)
            #expect(observation.root.exchange?.tls?.chain.count == 2)
        }
    }

    @Test func asksWithoutSecretsOfItsOwn() async throws {
        try await AuditLab.run([host: Site()]) { lab in
            _ = await lab.observe(host)
            let request = try #require(lab.server.tally.requests.first)
            #expect(request.method == "GET")
            #expect(request.values(of: "user-agent") == ["aasa-audit-tests"])
            #expect(request.values(of: "accept-encoding").first?.hasPrefix("gzip, deflate") == true)
            for name in ["cookie", "authorization", "if-none-match", "if-modified-since", "referer"] {
                #expect(request.values(of: name).isEmpty)
            }
        }
    }

    @Test func skipsTheOtherLocationWhereTheFirstFailureSettlesIt() async throws {
        try await AuditLab.run([host: Site(certificate: .expired)]) { lab in
            let observation = await lab.observe(host, ObserverSettings(maxRetries: 0, fetchesUnverified: false))
            #expect(observation.root.skip == .unnecessary)
            #expect(observation.root.exchange == nil)
            #expect(lab.server.tally.connections == 1)
        }
    }

    @Test(arguments: [
        (TestSupport.Answer.status(404), 1), (.status(403), 1), (.redirect(to: "/x"), 1), (.status(500), 3),
        (.status(503), 3),
        (.retryAfter("0"), 3), (.emptyReply(), 3), (.lengthTooLarge(), 3), (.brokenChunkSize, 1), (.gzipCorrupt, 1),
        (.failFirst(1, with: .status(502)), 2), (.failFirst(2, with: .emptyReply()), 3),
    ])
    func retriesOnlyTemporaryFailures(answer: TestSupport.Answer, times: Int) async throws {
        try await AuditLab.run([host: Site(wellKnown: answer)]) { lab in
            let observer = Observer(transport: lab.transport, surroundings: ObserverSurroundings(jitter: { 1 }))
            let pauses = GateLog()
            let observation = await observer.observe(target(), gate: pauses).value
            #expect(lab.server.tally.requests(for: Site.wellKnownPath).count == times)
            #expect(observation.wellKnown.attempts == times)
            let expected: [Duration] = [.milliseconds(500), .seconds(1)]
            #expect(pauses.pauses == Array(expected.prefix(times - 1)))
        }
    }

    @Test func waitsAsLongAsTheServerAsks() async throws {
        try await AuditLab.run([host: Site(wellKnown: .failFirst(1, with: .retryAfter("7")))]) { lab in
            let pauses = GateLog()
            let observation = await Observer(transport: lab.transport).observe(target(), gate: pauses).value
            #expect(pauses.pauses == [.seconds(7)])
            #expect(observation.wellKnown.exchange?.status == 200)
        }
    }

    @Test func doesNotWaitBeyondTheDeadline() async throws {
        try await AuditLab.run([host: Site(wellKnown: .retryAfter("3600"))]) { lab in
            let pauses = GateLog()
            let observation = await Observer(transport: lab.transport).observe(target(), gate: pauses).value
            #expect(pauses.pauses.isEmpty)
            #expect(observation.wellKnown.attempts == 1)
        }
    }

    @Test func endsAtTheDeadline() async throws {
        try await AuditLab.run([host: Site.everywhere(.stall)]) { lab in
            let settings = ObserverSettings(deadline: .milliseconds(600))
            let observation = await lab.observe(host, settings)
            // On a busy machine, the time can end before the first request.
            let failure = observation.wellKnown.exchange?.failure?.kind
            #expect(failure == .timeout || observation.wellKnown.skip == .deadline)
        }
    }

    /// If the well-known location stalls, the other location is still checked.
    @Test(arguments: [TestSupport.Answer.stall, .emptyReply()])
    func asksTheRootWhateverTheWellKnownLocationDoesAfterTheHandshake(answer: TestSupport.Answer) async throws {
        try await AuditLab.run([host: Site(wellKnown: answer, root: .file)]) { lab in
            let settings = ObserverSettings(timeout: FaultRow.silence, maxRetries: 0)
            let observation = await lab.observe(host, settings)
            #expect(observation.wellKnown.exchange?.failure != nil)
            #expect(observation.root.skip == nil)
            #expect(observation.root.exchange?.status == 200)
        }
    }

    @Test(
        arguments: [
            // The remaining time, the timeout, and the time for the other location; then the time for the exchange.
            (60, 20, 20, 20), (40, 20, 20, 20), (39, 20, 20, 19.5), (30, 20, 20, 15), (10, 20, 0, 10), (60, 20, 0, 20),
        ] as [(Double, Double, Double, Double)])
    func leavesTimeForTheOtherLocation(left: Double, timeout: Double, reserve: Double, expected: Double) {
        let found = Visit.allowance(of: .seconds(left), timeout: .seconds(timeout), reserving: .seconds(reserve))
        #expect(found == .seconds(expected))
    }

    @Test func everyConnectionIsMadeAtTheGate() async throws {
        let www = "www.fault.test"
        let sites = [
            host: Site.everywhere(.redirect(to: "https://www.fault.test/a")),
            www: Site(answers: ["/a": .redirect(to: "https://host.fault.test/b")]),
        ]
        try await AuditLab.run(sites) { lab in
            let gate = GateLog()
            _ = await Observer(transport: lab.transport).observe(target(), gate: gate)
            let peer = CrawlPeer(try #require(IPAddress("127.0.0.1")))
            let hop: [GateLog.Event] = [.resolves, .connect(peer), .communicate, .hangUp]
            // Both locations use one connection; then, each redirect has two hops.
            let locations: [GateLog.Event] = [.resolves, .connectFirst(peer), .communicate, .request, .hangUp]
            #expect(gate.events == locations + hop + hop + hop + hop)
            // The events are the same if the domain waits before its first connection.
            let waiting = GateLog(isWaitedFor: true)
            _ = await Observer(transport: lab.transport).observe(target(), gate: waiting)
            #expect(waiting.events.contains(.firstGrant))
            #expect(waiting.events.filter { $0 != .firstGrant } == gate.events)
        }
    }

    @Test func theNamesWithJSONAreAskedForAtTheGate() async throws {
        try await AuditLab.run([host: Site.everywhere(.status(404))]) { lab in
            let gate = GateLog()
            _ = await Observer(transport: lab.transport).observe(target(), gate: gate)
            #expect(gate.events.count { $0 == .communicate || $0 == .request } == 4)
            #expect(lab.server.tally.requests.count == 4)
        }
    }

    @Test func anAddressThatIsSilentForOthersIsAskedOnce() async throws {
        try await withBlackHole { port in
            let settings = ObserverSettings(maxRetries: 2, retryPause: .milliseconds(1))
            func attempts(_ gate: GateLog, time: Duration) async throws -> LocationObservation {
                try await AuditLab.run(configure: {
                    $0.connectTimeout = time
                    $0.connectToOverrides = [
                        ConnectToOverride(host: "", port: nil, targetHost: "127.0.0.1", targetPort: Int(port))
                    ]
                }) { lab in
                    await Observer(transport: lab.transport, settings: settings).observe(
                        target(), gate: gate
                    ).value.wellKnown
                }
            }
            let alone = try await attempts(GateLog(), time: .milliseconds(150))
            #expect(alone.exchange?.failure?.kind == .connectTimeout)
            #expect(alone.attempts == 2)
            #expect(alone.otherDomainsUnanswered == nil)
            let oneOfMany = try await attempts(GateLog(othersSilent: 3), time: .milliseconds(150))
            #expect(oneOfMany.attempts == 1)
            #expect(oneOfMany.otherDomainsUnanswered == 3)
            #expect(oneOfMany.connectLimitMs == nil)
            // Attempts are short regardless of the remaining time.
            let brief = try await attempts(
                GateLog(othersSilent: 3, timeLimit: .milliseconds(150)), time: .seconds(3_600))
            #expect(brief.exchange?.failure?.kind == .connectTimeout)
            #expect(brief.attempts == 1 && brief.connectLimitMs == 150)
            // A skipped attempt provides no evidence.
            let skipped = try await attempts(GateLog(othersSilent: 3, skipsFurther: true), time: .milliseconds(150))
            #expect(skipped.exchange?.failure?.kind == .connectTimeout && skipped.attempts == 1)
        }
    }

    /// A target that has begun does not wait for a full address that does not respond.
    @Test func aTargetThatIsNotWaitedForIsReported() async throws {
        let sites = [host: Site.everywhere(.redirect(to: "https://www.fault.test/a"))]
        try await AuditLab.run(sites) { lab in
            let settings = ObserverSettings(cdnAddress: "https://cdn.fault.test")
            let observation = await Observer(transport: lab.transport, settings: settings).observe(
                target(), gate: GateLog(othersSilent: 7, skipsFurther: true)
            ).value
            let trail = try #require(observation.wellKnown.trail)
            #expect(trail.end == .failed)
            let failure = try #require(trail.exchanges.last?.failure)
            #expect(failure.kind == .notTried)
            #expect(failure.detail == "not tried: 7 other domains at 127.0.0.1 had just timed out")
            #expect(observation.cdn?.exchange?.failure == failure)
            let report = Judge().judge(observation)
            let messages = report.findings.map(\.message)
            #expect(
                messages.contains { $0.contains("That URL could not be fetched: nothing responds at ") }, "\(messages)")
            #expect(
                messages.contains {
                    $0.contains("could not be queried for its copy: not tried: 7 other")
                }, "\(messages)")
        }
    }

    @Test func theTimeToConnectDoesNotHoldForTheHandshake() async throws {
        let site = Site(handshake: .stall)
        try await AuditLab.run([host: site], configure: { $0.connectTimeout = .seconds(2) }) { lab in
            let observation = await lab.observe(host, ObserverSettings(timeout: FaultRow.silence, maxRetries: 0))
            let exchange = try #require(observation.wellKnown.exchange)
            #expect(exchange.failure?.kind == .timeout)
            #expect(exchange.failure?.phase == .tls)
            #expect(try #require(exchange.timings.totalMs) > 2000)
        }
    }

    @Test func cancellingEndsTheTransfer() async throws {
        try await AuditLab.run([host: Site(wellKnown: .stall)]) { lab in
            let transport = lab.transport
            let url = try #require(AbsoluteURL("https://host.fault.test/.well-known/apple-app-site-association"))
            let task = Task { await transport.perform(Request(url: url)) }
            try await lab.server.requests(atLeast: 1)
            task.cancel()
            let exchange = await task.value
            #expect(exchange.failure?.kind == .cancelled)
            try await lab.server.allConnectionsClosed()
        }
    }

    @Test func shuttingDownEndsTheTransfer() async throws {
        try await AuditLab.run([host: Site(wellKnown: .stall)]) { lab in
            let transport = lab.transport
            let url = try #require(AbsoluteURL("https://host.fault.test/.well-known/apple-app-site-association"))
            let task = Task { await transport.perform(Request(url: url)) }
            try await lab.server.requests(atLeast: 1)
            transport.shutDown()
            try await lab.server.allConnectionsClosed()
            #expect(await task.value.failure?.kind == .cancelled)
            #expect(await transport.perform(Request(url: url)).failure?.kind == .cancelled)
        }
    }

    @Test func recordsEveryHopAndKeepsSecretsAtHome() async throws {
        let sites = [
            host: Site.everywhere(.redirect(to: "https://www.fault.test/a")),
            "www.fault.test": Site(answers: ["/a": .redirect(to: "http://host.fault.test/b", status: 308)]),
        ]
        let secret = HeaderField(name: "X-Secret", value: "s3cret")
        try await AuditLab.run(sites, configure: { $0.userHeaders = [secret] }) { lab in
            let observation = await lab.observe(host)
            let trail = try #require(observation.wellKnown.trail)
            #expect(trail.hops.map(\.to).prefix(2) == ["https://www.fault.test/a", "http://host.fault.test/b"])
            #expect(trail.hops.map(\.status).prefix(2) == [301, 308])
            let www = lab.server.tally.requests.filter { $0.host.hasPrefix("www") }
            #expect(!www.isEmpty && www.allSatisfy { $0.values(of: "x-secret").isEmpty })
            #expect(lab.server.tally.requests(for: Site.wellKnownPath).first?.values(of: "x-secret") == ["s3cret"])
            let plain = lab.server.tally.requests(for: "/b")
            #expect(!plain.isEmpty && plain.allSatisfy { $0.values(of: "x-secret").isEmpty })
        }
    }

    /// Another port of the host is another server.
    @Test(arguments: [("https://host.fault.test/c", true), ("https://host.fault.test:8443/c", false)])
    func secretsGoToTheSameOriginOnly(url: String, areSent: Bool) async throws {
        let site = Site(answers: [Site.wellKnownPath: .redirect(to: url), "/c": .status(404)])
        let secret = HeaderField(name: "X-Secret", value: "s3cret")
        try await AuditLab.run([host: site], configure: { $0.userHeaders = [secret] }) { lab in
            _ = await lab.observe(host)
            let hop = try #require(lab.server.tally.requests(for: "/c").first)
            #expect(hop.values(of: "x-secret").isEmpty == !areSent)
        }
    }

    @Test func readsTheCertificateStoreOnceInARun() async throws {
        let sites = Dictionary(uniqueKeysWithValues: (0..<30).map { ("h\($0).fault.test", Site()) })
        try await AuditLab.run(sites) { lab in
            // Reading the roots again for a connection would fail.
            try FileManager.default.removeItem(atPath: lab.transport.certificateStore.path)
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<30 {
                    group.addTask {
                        let observation = await lab.observe("h\(number).fault.test")
                        #expect(observation.wellKnown.exchange?.tls?.verification == .passed)
                    }
                }
            }
            #expect(lab.server.tally.handshakes == 30)
        }
    }
}
