import Basics
import CCurl
import COpenSSL
import Dispatch
import Synchronization

import class Foundation.Thread

/// Performs exchanges: names through c-ares, HTTP and TLS through libcurl, certificate facts through OpenSSL.
///
/// An exchange has three steps, so that a caller can wait for its turn between them: ``route(to:guarding:timeout:)`` finds
/// out where the connection goes, ``connect(_:from:timeout:claims:)`` makes it, ``perform(_:over:)`` talks over it. Redirects
/// are not followed, nothing is retried, and no state is kept between exchanges but connections on which another request was
/// announced. A transport owns event loops, each on a thread of its own.
public final class Transport: Sendable {
    /// The trust anchors, for others who verify signatures.
    public let certificateStore: CertificateStore
    /// The settings that hold for every exchange.
    public let settings: TransportSettings

    private let queues: [CommandQueue]
    private let loops: DispatchGroup
    private let proxies: ProxyChoice
    private let nextID = Atomic<UInt64>(1)

    private static let libcurlStarted: Bool = {
        // Not to tidy up when the process exits: threads that are still ending would lose what they use.
        OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil)
        guard curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK else { return false }
        KeyMethods.use()
        return true
    }()
    private static let caresStarted: Bool = AresLibrary.start()

    /// Checks the libraries, loads the trust anchors and starts the loops.
    public init(_ settings: TransportSettings) throws(TransportError) {
        try LibraryVersions.current.check()
        guard Self.libcurlStarted else { throw .library("libcurl could not be started") }
        guard Self.caresStarted else { throw .library("c-ares could not be started") }
        proxies = try ProxyChoice(proxy: settings.proxy, environment: settings.environment)
        self.settings = settings
        let bundle = aasa_curl_version_info()?.pointee.cainfo.map { String(cString: $0) }
        let store = try CertificateStore(
            file: settings.certificateAuthorityFile, environment: settings.environment, defaultFile: bundle)
        certificateStore = store
        let hosts = HostsFile(path: settings.hostsFile)
        let prefersIPv6 = RouteProbe.hasIPv6()
        let loops = DispatchGroup()
        var queues: [CommandQueue] = []
        for number in 1...max(1, settings.loops) {
            do {
                let wakeup = try WakeupPipe()
                let queue = CommandQueue(wakeup: wakeup)
                let loop = try EventLoop(
                    settings: settings, store: store, hosts: hosts, prefersIPv6: prefersIPv6, queue: queue,
                    wakeup: wakeup)
                Self.start(LoopBox(loop), number, loops)
                queues.append(queue)
            } catch {
                for queue in queues { queue.send(.stop) }
                throw error
            }
        }
        self.queues = queues
        self.loops = loops
    }

    deinit { for queue in queues { queue.send(.stop) } }

    /// Finds out where the connection for `url` goes, within `timeout`; cancelling the task ends it at once.
    ///
    /// - Parameters:
    ///   - url: An absolute `https` or `http` URL.
    ///   - addressGuard: Which addresses may be connected to.
    ///   - timeout: The time for looking names up, if it is shorter than ``TransportSettings/nameTimeout``.
    /// - Returns: The route, with a failure where there is none; `nil` when `url` is no such URL.
    public func route(
        to url: String, guarding addressGuard: Request.AddressGuard = .any, timeout: Duration
    ) async -> Route? {
        guard let parsed = AbsoluteURL(url), parsed.scheme == "https" || parsed.scheme == "http" else { return nil }
        let plan = RoutePlan(
            url, url: parsed, addressGuard: addressGuard, proxy: proxies.proxy(for: parsed), settings: settings)
        return await ask(parsed, refused: Route(plan, failure: Self.shutDownFailure)) { id, continuation in
            .find(id: id, plan, timeout: timeout, continuation)
        }
    }

    /// Makes a connection along `route`, at the first of its addresses that answers.
    ///
    /// - Parameters:
    ///   - route: A route without a failure.
    ///   - index: The index of the address to begin with, for which the caller has a claim.
    ///   - timeout: The time for it, if it is shorter than ``TransportSettings/connectTimeout``.
    ///   - claims: Where there is room for further attempts.
    /// - Returns: The connection, or the exchange that did not take place for want of one.
    public func connect(
        _ route: Route, from index: Int, timeout: Duration, claims: any AddressClaims
    ) async -> ConnectionResult {
        if route.failure != nil { return .failed(route.exchange()) }
        return await ask(route.url, refused: .failed(route.exchange(failing: Self.shutDownFailure))) {
            id, continuation in
            .connect(id: id, route, index: index, timeout: timeout, claims, continuation)
        }
    }

    /// Performs `request` over `connection`, or over the same connection once more.
    ///
    /// Never throws: a website that does not answer is a value.
    ///
    /// - Parameters:
    ///   - request: A request to the host, port and scheme of the connection's route.
    ///   - connection: An established connection; after its first request it is open as long as each request keeps it so
    ///     (``Request/keepsConnection``) and the server does, too.
    /// - Returns: The exchange; `nil` when the connection, having been used before, is not open any more.
    public func perform(_ request: Request, over connection: Connection) async -> Exchange? {
        return await ask(
            connection.route.url, refused: connection.route.exchange(failing: Self.shutDownFailure)
        ) { id, continuation in
            .start(id: id, request, connection, continuation)
        }
    }

    /// Closes a connection that was kept open for another request, if it still is; returns when it is closed.
    public func close(_ connection: Connection) async {
        let queue = queue(for: connection.route.url.host, port: connection.route.url.port)
        await withCheckedContinuation { continuation in
            if !queue.send(.close(connection, continuation)) { continuation.resume() }
        }
    }

    /// Performs `request` over a connection of its own: all three steps, without waiting for a turn.
    public func perform(_ request: Request) async -> Exchange {
        let begun = ContinuousClock.now
        func left() -> Duration { max(request.timeout - (ContinuousClock.now - begun), .milliseconds(1)) }
        guard let route = await route(to: request.url, guarding: request.addressGuard, timeout: left()) else {
            return .failed(request.url, .internalError, "not an absolute https or http URL")
        }
        switch await connect(route, from: 0, timeout: left(), claims: UnlimitedClaims()) {
        case .failed(let exchange): return exchange
        case .noRoom, .noDescriptor: return route.exchange(failing: Self.noDescriptorFailure)
        case .connected(let connection):
            var request = request
            request.timeout = left()
            return await perform(request, over: connection) ?? route.exchange()
        }
    }

    /// Returns the executor for a task that mostly waits for exchanges with a host.
    ///
    /// The executor is the thread of the host's event loop, so that there is no change of threads between the steps of both.
    /// Code that runs there delays all other exchanges: it must be short. After the transport was shut down, it runs elsewhere.
    public func executor(for host: String, port: Int) -> any TaskExecutor { queue(for: host, port: port) }

    /// The longest pause of all loops.
    ///
    /// On a machine that is not overloaded it is some 30 milliseconds; a second would be an error of this program.
    public var longestPause: LoopPause { .longest(queues.map(\.longestPause)) }

    /// Ends all transfers and the loops, and returns when they have ended, or after ten seconds; exchanges that are asked for later
    /// end as cancelled.
    ///
    /// Without it a process that exits would take the libraries away from loops that still close their connections.
    public func shutDown() {
        for queue in queues { queue.send(.stop) }
        _ = loops.wait(timeout: .now() + 10)
    }

    /// The failure where no socket was available, which has nothing to do with the server.
    package static let noDescriptorFailure = ExchangeFailure(
        kind: .internalError, phase: .connect,
        detail: "no more files may be open on the machine that runs the audit (ulimit -n)")

    private static let shutDownFailure = ExchangeFailure(
        kind: .cancelled, phase: .dns, detail: "the transport was shut down")

    /// Hands a command to the loop of the host of `url`, and waits for what comes of it.
    private func ask<Result: Sendable>(
        _ url: AbsoluteURL, refused: @autoclosure @Sendable () -> Result,
        _ command: (UInt64, CheckedContinuation<Result, Never>) -> LoopCommand
    ) async -> Result {
        let id = nextID.wrappingAdd(1, ordering: .relaxed).oldValue
        let queue = queue(for: url.host, port: url.port)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard queue.send(command(id, continuation)) else { return continuation.resume(returning: refused()) }
                // The handler may have run before the loop knew the command: then it is sent once more.
                if Task.isCancelled { queue.send(.cancel(id: id)) }
            }
        } onCancel: {
            queue.send(.cancel(id: id))
        }
    }

    /// The loop of a server: always the same one, which has the connections to it.
    private func queue(for host: String, port: Int) -> CommandQueue {
        guard queues.count > 1 else { return queues[0] }
        let hash = StableHash(host).value ^ UInt64(truncatingIfNeeded: port)
        return queues[Int(hash % UInt64(queues.count))]
    }

    private static func start(_ loop: LoopBox, _ number: Int, _ loops: DispatchGroup) {
        loops.enter()
        let thread = Thread {
            // Only a thread that has begun takes a name.
            Thread.current.name = "aasa-loop-\(number)"
            loop.run()
            loops.leave()
        }
        thread.stackSize = 1 << 20
        thread.start()
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
