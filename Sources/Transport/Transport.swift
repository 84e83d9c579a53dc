import Basics
import CAres
import CCurl
import COpenSSL
import Dispatch
import Synchronization

import class Foundation.Thread

/// Performs exchanges: DNS through c-ares, HTTP and TLS through libcurl, certificate facts through OpenSSL.
///
/// An exchange has three steps, so that a caller can wait for a slot between them: `route` determines the destination,
/// `connect` establishes the connection, and `perform` sends the request. Redirects are not followed, nothing is
/// retried, and the only state kept between exchanges is connections that are reserved for another request. A transport
/// owns event loops, each with its own thread.
public final class Transport: Sendable {
    /// The trust anchors, for other code that verifies signatures.
    public let certificateStore: CertificateStore
    /// The settings for all exchanges.
    public let settings: TransportSettings

    private let queues: [CommandQueue]
    private let runningLoops = DispatchGroup()
    private let proxies: ProxyChoice
    private let nextID = Atomic<UInt64>(1)

    private static let libcurlStarted: Bool = {
        // Disables OpenSSL's cleanup at exit: threads that are still running would use freed memory.
        OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil)
        guard curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK else { return false }
        KeyMethods.register()
        return true
    }()
    private static let caresStarted: Bool = ares_library_init(aasa_ares_init_flags) == aasa_ares_success

    /// Checks the libraries, loads the trust anchors and starts the loops.
    public init(_ settings: TransportSettings) throws(TransportError) {
        try LibraryVersions.current.check()
        guard Self.libcurlStarted else { throw .library("libcurl could not be started") }
        guard Self.caresStarted else { throw .library("c-ares could not be started") }
        proxies = try ProxyChoice(proxy: settings.proxy, environment: settings.environment)
        self.settings = settings
        let bundle = aasa_curl_version_info()?.pointee.cainfo.map { String(cString: $0) }
        certificateStore = try CertificateStore(
            file: settings.certificateAuthorityFile, environment: settings.environment, defaultFile: bundle)
        let hosts = HostsFile(path: settings.hostsFile)
        let prefersIPv6 = IPAddress.hasIPv6Route()
        var queues: [CommandQueue] = []
        for number in 1...max(1, settings.loopCount) {
            do {
                let queue = CommandQueue(wakeup: try WakeupPipe())
                let loop = try EventLoop(
                    settings: settings, store: certificateStore, hosts: hosts, prefersIPv6: prefersIPv6, queue: queue)
                Self.start(loop, number, in: runningLoops)
                queues.append(queue)
            } catch {
                for queue in queues { queue.send(.stop) }
                throw error
            }
        }
        self.queues = queues
    }

    deinit { for queue in queues { queue.send(.stop) } }

    /// Determines the destination of the connection for `url`; `nil` unless it is an `https` or `http` URL.
    ///
    /// The route has a failure if no connection is possible. The search ends after `timeout` or
    /// ``TransportSettings/nameTimeout``, and immediately if the task is cancelled.
    package func route(
        to url: AbsoluteURL, guarding addressGuard: Request.AddressGuard = .any, timeout: Duration
    ) async -> Route? {
        guard url.isWeb else { return nil }
        let plan = RoutePlan(url, addressGuard: addressGuard, proxy: proxies.proxy(for: url), settings: settings)
        return await ask(url, ifClosed: Route(plan, failure: Self.shutDownFailure)) { id, continuation in
            .find(id: id, plan, timeout: timeout, continuation)
        }
    }

    /// Connects along `route` to the first address that responds.
    ///
    /// The caller holds a claim for the address at `index`, which is tried first; `claims` limits further attempts. The
    /// attempts end after `timeout` or ``TransportSettings/connectTimeout``.
    package func connect(
        _ route: Route, from index: Int, timeout: Duration, claims: any AddressClaims
    ) async -> ConnectionResult {
        guard route.failure == nil else { return .failed(route.exchange()) }
        return await ask(route.url, ifClosed: .failed(route.exchange(failing: Self.shutDownFailure))) {
            id, continuation in
            .connect(id: id, route, index: index, timeout: timeout, claims, continuation)
        }
    }

    /// Performs `request` to the origin of the connection's route; `nil` if the connection is not new and was closed.
    ///
    /// The connection stays open as long as each request sets ``Request/keepsConnection`` and the server does not close
    /// the connection. A failure is returned as a value, never thrown.
    package func perform(_ request: Request, over connection: Connection) async -> Exchange? {
        await ask(connection.route.url, ifClosed: connection.route.exchange(failing: Self.shutDownFailure)) {
            id, continuation in
            .start(id: id, request, connection, continuation)
        }
    }

    /// Closes a connection that was kept open for another request, and returns when it is closed.
    package func close(_ connection: Connection) async {
        let queue = queue(for: connection.route.url.host, port: connection.route.url.port)
        await withCheckedContinuation { continuation in
            if !queue.send(.close(connection, continuation)) { continuation.resume() }
        }
    }

    /// Performs `request` over a new connection: all three steps, without waiting for a slot.
    public func perform(_ request: Request) async -> Exchange {
        let start = ContinuousClock.now
        func timeLeft() -> Duration { max(request.timeout - (ContinuousClock.now - start), .milliseconds(1)) }
        guard let route = await route(to: request.url, guarding: request.addressGuard, timeout: timeLeft()) else {
            return .failed(request.url.description, .internalError, "not an https or http URL")
        }
        switch await connect(route, from: 0, timeout: timeLeft(), claims: UnlimitedClaims()) {
        case .failed(let exchange): return exchange
        // Without limits on claims, only a file descriptor can be lacking.
        case .limitReached, .noDescriptor: return route.exchange(failing: Self.noDescriptorFailure)
        case .connected(let connection):
            var request = request
            request.timeout = timeLeft()
            // The result is `nil` only for a connection that was used before.
            return await perform(request, over: connection) ?? route.exchange()
        }
    }

    /// Returns the executor for a task that mainly waits for exchanges with a host: the thread of its event loop, which
    /// avoids thread switches between steps.
    ///
    /// Code that runs there must be short, because it delays other exchanges. After a shutdown, other threads run it.
    package func executor(for host: String, port: Int) -> any TaskExecutor { queue(for: host, port: port) }

    /// The longest pause of all loops: usually about 30 milliseconds, unless the machine is overloaded.
    package var longestPause: LoopPause { queues.reduce(into: LoopPause()) { $0.formMaximum($1.longestPause) } }

    /// Ends all transfers and loops, and waits up to ten seconds for their end; later exchanges fail as cancelled.
    ///
    /// Without this call, a process that exits would unload the libraries while loops are still closing connections.
    public func shutDown() {
        for queue in queues { queue.send(.stop) }
        _ = runningLoops.wait(timeout: .now() + 10)
    }

    /// The failure of an exchange if this machine lacks a file descriptor for its socket.
    package static let noDescriptorFailure = ExchangeFailure(
        kind: .internalError, phase: .connect,
        detail: "no more files may be open on the machine that runs the audit (ulimit -n)")

    private static let shutDownFailure = ExchangeFailure(
        kind: .cancelled, phase: .dns, detail: "the transport was shut down")

    /// Sends a command to the loop for `url`, and returns its result; `ifClosed` if its queue is closed.
    private func ask<Result: Sendable>(
        _ url: AbsoluteURL, ifClosed: @autoclosure @Sendable () -> Result,
        _ command: (UInt64, CheckedContinuation<Result, Never>) -> LoopCommand
    ) async -> Result {
        let id = nextID.wrappingAdd(1, ordering: .relaxed).oldValue
        let queue = queue(for: url.host, port: url.port)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard queue.send(command(id, continuation)) else { return continuation.resume(returning: ifClosed()) }
                // The cancellation handler may have run before the command was sent, so the cancellation is sent again.
                if Task.isCancelled { queue.send(.cancel(id: id)) }
            }
        } onCancel: {
            queue.send(.cancel(id: id))
        }
    }

    /// The queue of a server's loop: always the same loop, because it holds the connections to the server.
    private func queue(for host: String, port: Int) -> CommandQueue {
        let hash = StableHash(host).value ^ UInt64(truncatingIfNeeded: port)
        return queues[Int(hash % UInt64(queues.count))]
    }

    private static func start(_ loop: EventLoop, _ number: Int, in group: DispatchGroup) {
        group.enter()
        // The caller created the loop, which from now on is used only on its own thread, where it also ends.
        nonisolated(unsafe) var loop: EventLoop? = loop
        let thread = Thread {
            // A thread can only be named after it has started.
            Thread.current.name = "aasa-loop-\(number)"
            loop?.run()
            loop = nil
            group.leave()
        }
        thread.stackSize = 1 << 20
        thread.start()
    }
}

/// An error that prevents the creation of a transport; its cause is always on this machine, never a website.
public enum TransportError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The trust anchors cannot be read.
    case certificateAuthorities(String)
    /// A name server, a proxy or another setting cannot be used.
    case setting(String)
    /// A library or the system lacks something, such as memory.
    case library(String)

    /// A description of the problem, the expected state and the remedy.
    public var description: String {
        switch self {
        case .certificateAuthorities(let text), .setting(let text), .library(let text): text
        }
    }
}
