import CCurl
import COpenSSL
import Dispatch
import Synchronization

import struct Foundation.Date
import class Foundation.Thread

/// Performs exchanges: names through c-ares, HTTP and TLS through libcurl, certificate facts through OpenSSL.
///
/// A transport owns event loops, each on a thread of its own. Redirects are not followed, nothing is retried, and no
/// state is kept between exchanges but connections on which another request was announced.
public final class Transport: Sendable {
    /// The trust anchors, for others who verify signatures.
    public let certificateStore: CertificateStore
    /// The settings that hold for every exchange.
    public let settings: TransportSettings

    private let inboxes: [LoopInbox]
    private let loops: DispatchGroup
    private let proxies: ProxyChoice
    private let nextID = Atomic<UInt64>(1)

    private static let libcurlStarted: Bool = {
        // Not to tidy up when the process exits: threads that are still ending would lose what they use.
        OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil)
        return curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
    }()
    private static let caresStarted: Bool = AresLibrary.start()

    /// Checks the libraries, loads the trust anchors and starts the loops.
    public init(_ settings: TransportSettings) throws(TransportError) {
        try LibraryVersions.current.check()
        guard Self.libcurlStarted else { throw .library("libcurl could not be started") }
        guard Self.caresStarted else { throw .library("c-ares could not be started") }
        try ProxyChoice.check(proxy: settings.proxy, environment: settings.environment)
        self.settings = settings
        let bundle = aasa_curl_version_info()?.pointee.cainfo.map { String(cString: $0) }
        let store = try CertificateStore(
            file: settings.certificateAuthorityFile, environment: settings.environment, defaultFile: bundle)
        certificateStore = store
        let hosts = HostsFile(path: settings.hostsFile)
        let prefersIPv6 = RouteProbe.hasIPv6()
        let loops = DispatchGroup()
        var inboxes: [LoopInbox] = []
        for number in 1...max(1, settings.loops) {
            do {
                inboxes.append(try Self.startLoop(number, settings, store, hosts, prefersIPv6: prefersIPv6, loops))
            } catch {
                for inbox in inboxes { inbox.send(.stop) }
                throw error
            }
        }
        self.inboxes = inboxes
        self.loops = loops
        proxies = ProxyChoice(proxy: settings.proxy, environment: settings.environment)
    }

    deinit { for inbox in inboxes { inbox.send(.stop) } }

    /// Performs `request`; cancelling the task ends the transfer at once.
    ///
    /// Never throws: a website that does not answer is a value. Requests to one host use the same loop, so that a second
    /// one finds the connection of the first.
    public func perform(_ request: Request) async -> Exchange {
        let id = nextID.wrappingAdd(1, ordering: .relaxed).oldValue
        let inbox = inboxes[Self.loopIndex(for: request.url, count: inboxes.count)]
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard inbox.send(.start(id: id, request, continuation)) else {
                    var exchange = Exchange(url: request.url, startedAt: Date())
                    exchange.failure = ExchangeFailure(
                        kind: .cancelled, phase: .dns, detail: "the transport was shut down")
                    return continuation.resume(returning: exchange)
                }
                // The handler may have run before the loop knew the request: then it is sent once more.
                if Task.isCancelled { inbox.send(.cancel(id: id)) }
            }
        } onCancel: {
            inbox.send(.cancel(id: id))
        }
    }

    /// Finds the addresses of the host of `url` as ``perform(_:)`` would, within `timeout`.
    ///
    /// Nothing is found behind a proxy, which looks for itself.
    public func resolve(_ url: String, timeout: Duration) async -> Resolution {
        // What is known without the name system needs no loop.
        guard let parsed = AbsoluteURL(url) else { return Resolution() }
        let plan = NamePlan(url: parsed, proxy: proxies.proxy(for: parsed), settings: settings)
        if let known = plan.resolution { return known }
        let id = nextID.wrappingAdd(1, ordering: .relaxed).oldValue
        let inbox = inboxes[Self.loopIndex(for: url, count: inboxes.count)]
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard inbox.send(.resolve(id: id, url: url, timeout: timeout, continuation)) else {
                    let failure = ExchangeFailure(
                        kind: .cancelled, phase: .dns, detail: "the transport was shut down")
                    return continuation.resume(returning: Resolution(failure: failure))
                }
                if Task.isCancelled { inbox.send(.cancel(id: id)) }
            }
        } onCancel: {
            inbox.send(.cancel(id: id))
        }
    }

    /// The longest time for which a loop did one thing, while timers, names and transfers that had ended waited.
    ///
    /// On a machine that is not overloaded it is some 30 milliseconds; a second would be an error of this program.
    public var longestPause: Duration { inboxes.map(\.longestPause).max() ?? .zero }

    /// Ends all transfers and the loops, and returns when they have ended; exchanges that are asked for later end as cancelled.
    ///
    /// Without it a process that exits would take the libraries away from loops that still close their connections.
    public func shutDown() {
        for inbox in inboxes { inbox.send(.stop) }
        loops.wait()
    }

    /// Whether all loops have ended and given back what they held.
    var hasEnded: Bool { loops.wait(timeout: .now()) == .success }

    private static func loopIndex(for url: String, count: Int) -> Int {
        guard count > 1 else { return 0 }
        // FNV-1a over scheme and authority: the same host always meets the same loop.
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        var slashes = 0
        for byte in url.utf8 {
            if byte == 0x2F { slashes += 1 }
            if slashes == 3 { break }
            hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
        }
        return Int(hash % UInt64(count))
    }

    private static func startLoop(
        _ number: Int, _ settings: TransportSettings, _ store: CertificateStore, _ hosts: HostsFile, prefersIPv6: Bool,
        _ loops: DispatchGroup
    ) throws(TransportError) -> LoopInbox {
        guard let multi = curl_multi_init() else { throw .library("libcurl could not make a multi handle") }
        // The loop's limits are set outside libcurl, whose own queues count waiting as time.
        _ = aasa_curl_multi_setopt_long(multi, CURLMOPT_MAXCONNECTS, 1_024)
        let bell: LoopBell
        let resolver: NameResolver
        do {
            bell = try LoopBell()
            resolver = try NameResolver(settings, hosts: hosts, prefersIPv6: prefersIPv6)
        } catch {
            curl_multi_cleanup(multi)
            throw error
        }
        let inbox = LoopInbox(bell: bell)
        let loop = LoopBox(
            EventLoop(settings: settings, store: store, inbox: inbox, bell: bell, multi: multi, resolver: resolver))
        loops.enter()
        let thread = Thread {
            loop.run()
            loops.leave()
        }
        thread.name = "aasa-loop-\(number)"
        thread.stackSize = 1 << 20
        thread.start()
        return inbox
    }
}

/// Carries an event loop to its thread, where it also ends.
///
/// Unchecked: the loop is made on one thread and from then on used by its own thread alone.
private final class LoopBox: @unchecked Sendable {
    private var loop: EventLoop?

    init(_ loop: EventLoop) { self.loop = loop }

    /// Runs the loop to its end, and lets go of it.
    func run() {
        loop?.run()
        loop = nil
    }
}
