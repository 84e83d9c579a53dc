import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Audit
@testable import Transport

/// A gate that writes down the pauses instead of waiting for them.
private final class PauseLog: ObservationGate {
    private let state = Mutex<[Duration]>([])

    var pauses: [Duration] { state.withLock { $0 } }
    func enter(_ addresses: [IPAddress]) async throws {}
    func request() async throws {}
    func pause(_ duration: Duration, after exchange: Exchange) async throws {
        state.withLock { $0.append(duration) }
    }
}

@Suite(.inTurn(minutes: 2))
struct ObserverTests {
    private let host = "host.fault.test"

    private func target(_ host: String = "host.fault.test") -> Target { Target(input: host, host: host) }

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
            // What was seen of TLS belongs to the connection, so the second exchange has it, too.
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
            let observation = await lab.observe(host)
            #expect(observation.root.skip == .settled)
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
    func triesAgainWhatCanPassAndNothingElse(answer: TestSupport.Answer, times: Int) async throws {
        try await AuditLab.run([host: Site(wellKnown: answer)]) { lab in
            let observer = Observer(transport: lab.transport, surroundings: ObserverSurroundings(jitter: { 1 }))
            let pauses = PauseLog()
            let observation = await observer.observe(target(), gate: pauses)
            #expect(lab.server.tally.requests(for: Site.wellKnownPath).count == times)
            #expect(observation.wellKnown.attempts == times)
            let expected: [Duration] = [.milliseconds(500), .seconds(1)]
            #expect(pauses.pauses == Array(expected.prefix(times - 1)))
        }
    }

    @Test func waitsAsLongAsTheServerAsks() async throws {
        try await AuditLab.run([host: Site(wellKnown: .failFirst(1, with: .retryAfter("7")))]) { lab in
            let pauses = PauseLog()
            let observation = await Observer(transport: lab.transport).observe(target(), gate: pauses)
            #expect(pauses.pauses == [.seconds(7)])
            #expect(observation.wellKnown.exchange?.status == 200)
        }
    }

    @Test func doesNotWaitBeyondTheDeadline() async throws {
        try await AuditLab.run([host: Site(wellKnown: .retryAfter("3600"))]) { lab in
            let pauses = PauseLog()
            let observation = await Observer(transport: lab.transport).observe(target(), gate: pauses)
            #expect(pauses.pauses.isEmpty)
            #expect(observation.wellKnown.attempts == 1)
        }
    }

    @Test func endsAtTheDeadline() async throws {
        try await AuditLab.run([host: Site(wellKnown: .stall)]) { lab in
            let settings = ObserverSettings(deadline: .milliseconds(600))
            let observation = await lab.observe(host, settings)
            #expect(observation.deadlineReached)
            // On a busy machine the time can be up before the first request.
            let failure = observation.wellKnown.exchange?.failure?.kind
            #expect(failure == .timeout || observation.wellKnown.skip == .deadline)
        }
    }

    @Test func theTimeToConnectDoesNotHoldForTheHandshake() async throws {
        let site = Site(handshake: .stall)
        try await AuditLab.run([host: site], configure: { $0.connectTimeout = .milliseconds(200) }) { lab in
            let observation = await lab.observe(host, ObserverSettings(timeout: .milliseconds(900), maxRetries: 0))
            let exchange = try #require(observation.wellKnown.exchange)
            #expect(exchange.failure?.kind == .timeout)
            #expect(exchange.failure?.phase == .tls)
            #expect(try #require(exchange.timings.totalMs) >= 800)
        }
    }

    @Test func cancellingEndsTheTransfer() async throws {
        try await AuditLab.run([host: Site(wellKnown: .stall)]) { lab in
            let transport = lab.transport
            let task = Task {
                await transport.perform(Request(url: "https://host.fault.test/.well-known/apple-app-site-association"))
            }
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
            let task = Task {
                await transport.perform(Request(url: "https://host.fault.test/.well-known/apple-app-site-association"))
            }
            try await lab.server.requests(atLeast: 1)
            transport.shutDown()
            #expect(transport.hasEnded)
            #expect(await task.value.failure?.kind == .cancelled)
            #expect(await transport.perform(Request(url: "https://host.fault.test/")).failure?.kind == .cancelled)
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

    @Test func readsTheCertificateStoreOnceInARun() async throws {
        let sites = Dictionary(uniqueKeysWithValues: (0..<30).map { ("h\($0).fault.test", Site()) })
        try await AuditLab.run(sites) { lab in
            // Whoever would read the roots again for a connection finds none any more.
            try FileManager.default.removeItem(atPath: lab.transport.certificateStore.path)
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<30 {
                    group.addTask {
                        let observation = await lab.observe("h\(number).fault.test")
                        #expect(observation.wellKnown.exchange?.tls?.verified == true)
                    }
                }
            }
            #expect(lab.server.tally.handshakes == 30)
        }
    }
}
