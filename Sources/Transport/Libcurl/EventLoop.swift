import CAres
import CCurl

import struct Foundation.Date

/// The body of a loop thread: one libcurl multi handle, one c-ares channel, and the transfers between them.
///
/// Everything here is used on the loop's thread alone; ``LoopInbox`` is the door.
final class EventLoop {
    private let settings: TransportSettings
    private let store: CertificateStore
    private let inbox: LoopInbox
    private let multi: UnsafeMutableRawPointer
    private let resolver: NameResolver
    private let proxies: ProxyChoice
    private let certificates = KnownCertificates()
    private var transfers: [UInt64: Transfer] = [:]
    private var idleHandles: [EasyHandle] = []
    private var cachedNames = CachedNames()
    private var waitingForNames: [UInt64: WaitingForName] = [:]
    private var stopping = false

    private let bell: LoopBell
    private let driver: SocketDriver
    /// Whether commands may have been left for the next turn.
    private var mayHaveMore = false
    /// When the sockets' turn began.
    private var turnBegan: ContinuousClock.Instant = .now

    /// Somebody who waits for the addresses of a name.
    private struct WaitingForName {
        let deadline: ContinuousClock.Instant
        let begun: ContinuousClock.Instant
        let completion: (Resolution) -> Void
    }

    init(
        settings: TransportSettings, store: CertificateStore, inbox: LoopInbox, bell: LoopBell,
        multi: UnsafeMutableRawPointer, resolver: NameResolver
    ) {
        self.settings = settings
        self.store = store
        self.inbox = inbox
        self.bell = bell
        self.multi = multi
        driver = SocketDriver(multi: multi, bell: bell.listening)
        self.resolver = resolver
        proxies = ProxyChoice(proxy: settings.proxy, environment: settings.environment)
    }

    /// How many commands are handled before the sockets have their turn.
    ///
    /// No new transfer begins before all sockets that were ready have had it: more would be begun than can be served.
    private static let commandsAtOnce = 32
    /// For how long sockets have their turn before everything else has its own.
    private static let turn: Duration = .milliseconds(20)

    /// Runs until it is told to stop, then ends what is left.
    func run() {
        while !stopping {
            mayHaveMore = attend(toCommands: Self.commandsAtOnce) == Self.commandsAtOnce
            guard !stopping else { break }
            let events = wait()
            turnBegan = .now
            handle(events)
        }
        for command in inbox.close() { handle(command) }
        for id in Set(transfers.keys).union(waitingForNames.keys) { cancel(id) }
        resolver.close()
        curl_multi_cleanup(multi)
    }

    /// Does everything that is no socket's business: commands, timers, transfers that have ended, names that are overdue.
    ///
    /// - Returns: How many commands there were.
    @discardableResult
    private func attend(toCommands most: Int) -> Int {
        let begun = ContinuousClock.now
        inbox.note(pause: begun - turnBegan)
        let commands = inbox.take(atMost: most)
        for command in commands { handle(command) }
        driver.runTimer()
        collectFinished()
        endOverdueNames()
        turnBegan = .now
        inbox.note(pause: turnBegan - begun)
        return commands.count
    }

    /// Lets c-ares and libcurl read and write the sockets that are ready.
    ///
    /// A handshake takes a millisecond or two, and hundreds may be ready at once: timers and transfers that have ended are
    /// attended to in between.
    private func handle(_ events: [SocketWatch.Event]) {
        let names = resolver.sockets.isEmpty ? [] : events.filter { resolver.sockets[$0.socket] != nil }
        resolver.process(ready: names.map { ($0.socket, $0.readable, $0.writable) })
        for event in events {
            driver.act(on: event)
            if .now - turnBegan > Self.turn { attend(toCommands: 0) }
        }
    }

    // MARK: Commands

    private func handle(_ command: LoopCommand) {
        switch command {
        case .start(let id, let request, let continuation): start(id, request, continuation)
        case .resolve(let id, let url, let timeout, let continuation):
            resolve(id, url, timeout: timeout, continuation)
        case .cancel(let id): cancel(id)
        case .stop: stopping = true
        }
    }

    private func start(_ id: UInt64, _ request: Request, _ continuation: CheckedContinuation<Exchange, Never>) {
        guard let url = AbsoluteURL(request.url), url.scheme == "https" || url.scheme == "http" else {
            var exchange = Exchange(url: request.url, startedAt: Date())
            exchange.failure = ExchangeFailure(
                kind: .internalError, phase: .dns, detail: "not an absolute https or http URL: \(request.url)")
            return continuation.resume(returning: exchange)
        }
        let transfer = Transfer(
            id: id, request: request, url: url, proxy: proxies.proxy(for: url), settings: settings, store: store,
            known: certificates,
            begun: .now, continuation: continuation)
        transfers[id] = transfer
        place(transfer)
    }

    private func cancel(_ id: UInt64) {
        guard let transfer = transfers[id] else {
            let failure = ExchangeFailure(kind: .cancelled, phase: .dns, detail: "cancelled")
            return answered(id, Resolution(failure: failure))
        }
        waitingForNames[id] = nil
        detach(transfer)
        transfer.exchange.failure = ExchangeFailure(kind: .cancelled, phase: .connect, detail: "cancelled")
        complete(transfer)
    }

    // MARK: Names

    private func place(_ transfer: Transfer) {
        // An address in a URL is judged wherever the connection would really go.
        if let literal = IPAddress(transfer.url.host), isAllowed(transfer, [literal]) == nil {
            return block(transfer, [literal])
        }
        switch NamePlan(url: transfer.url, proxy: transfer.proxy, settings: settings) {
        case .proxied: connect(transfer, nil, connectTo: [])
        case .redirected(let address, let connectTo):
            transfer.exchange.addressesChosen = true
            transfer.exchange.addresses = [address]
            connect(transfer, nil, connectTo: connectTo)
        case .chosen(let addresses, let host, let port):
            transfer.exchange.addressesChosen = true
            transfer.exchange.addresses = addresses
            connect(transfer, NameEntry(host: host, port: port, addresses: addresses), connectTo: [])
        case .literal(let address):
            transfer.exchange.addresses = [address.description]
            connect(transfer, nil, connectTo: [])
        case .ask(let name, let port, let connectTo, let chosen):
            transfer.exchange.addressesChosen = chosen
            if let known = transfer.request.resolution {
                return placed(transfer, name: name, port: port, connectTo: connectTo, known)
            }
            lookUp(transfer.id, name, begun: transfer.begun, timeout: transfer.request.timeout) {
                [weak self, id = transfer.id] found in
                guard let self, let transfer = transfers[id] else { return }
                placed(transfer, name: name, port: port, connectTo: connectTo, found)
            }
        }
    }

    private func placed(_ transfer: Transfer, name: String, port: Int, connectTo: [String], _ found: Resolution) {
        transfer.exchange.timings.dnsMs = found.dnsMs
        if let failure = found.failure {
            transfer.exchange.failure = transfer.proxy == nil ? failure : Self.proxyFailure(failure)
            return complete(transfer)
        }
        var allowed = found.addresses
        if transfer.proxy == nil {
            transfer.exchange.addresses = found.addresses.prefix(64).map(\.description)
            if !transfer.exchange.addressesChosen {
                guard let some = isAllowed(transfer, allowed) else { return block(transfer, allowed) }
                allowed = some
            }
        }
        let entry = NameEntry(host: name, port: port, addresses: allowed.prefix(16).map(\.description))
        connect(transfer, entry, connectTo: connectTo)
    }

    private static func proxyFailure(_ failure: ExchangeFailure) -> ExchangeFailure {
        ExchangeFailure(
            kind: .proxyFailed, phase: .proxy, detail: "the proxy's name could not be resolved: \(failure.detail)")
    }

    /// Finds the addresses of the host of a URL, without connecting.
    private func resolve(
        _ id: UInt64, _ text: String, timeout: Duration, _ continuation: CheckedContinuation<Resolution, Never>
    ) {
        guard let url = AbsoluteURL(text) else { return continuation.resume(returning: Resolution()) }
        let plan = NamePlan(url: url, proxy: proxies.proxy(for: url), settings: settings)
        guard case .ask(let name, _, _, _) = plan else {
            return continuation.resume(returning: plan.resolution ?? Resolution())
        }
        lookUp(id, name, begun: .now, timeout: timeout) { continuation.resume(returning: $0) }
    }

    private func lookUp(
        _ id: UInt64, _ name: String, begun: ContinuousClock.Instant, timeout: Duration,
        completion: @escaping (Resolution) -> Void
    ) {
        waitingForNames[id] = WaitingForName(
            deadline: begun + min(settings.nameTimeout, timeout), begun: begun, completion: completion)
        resolver.resolve(name) { [weak self] answer in
            guard let self else { return }
            switch answer {
            case .addresses(let addresses): answered(id, Resolution(addresses: addresses))
            case .failure(let kind, let detail):
                answered(id, Resolution(failure: ExchangeFailure(kind: kind, phase: .dns, detail: detail)))
            }
        }
    }

    private func answered(_ id: UInt64, _ resolution: Resolution) {
        guard let waiting = waitingForNames.removeValue(forKey: id) else { return }
        var resolution = resolution
        resolution.dnsMs = (ContinuousClock.now - waiting.begun).milliseconds
        waiting.completion(resolution)
    }

    private func endOverdueNames() {
        guard !waitingForNames.isEmpty else { return }
        let now = ContinuousClock.now
        for (id, waiting) in waitingForNames where waiting.deadline <= now {
            let failure = ExchangeFailure(
                kind: .resolverTimeout, phase: .dns, detail: "no answer from the name servers in time")
            answered(id, Resolution(failure: failure))
        }
    }

    /// The addresses that may be connected to; `nil` when there is none.
    private func isAllowed(_ transfer: Transfer, _ addresses: [IPAddress]) -> [IPAddress]? {
        guard case .publicOnly(let except) = transfer.request.addressGuard else { return addresses }
        let allowed = addresses.filter { $0.isPublic || except.contains($0.description) }
        return allowed.isEmpty ? nil : allowed
    }

    private func block(_ transfer: Transfer, _ addresses: [IPAddress]) {
        let list = addresses.prefix(4).map(\.description).joined(separator: ", ")
        transfer.exchange.failure = ExchangeFailure(
            kind: .addressBlocked, phase: .connect, detail: "\(transfer.url.host) is \(list), which is not public")
        complete(transfer)
    }

    // MARK: Transfers

    private func connect(_ transfer: Transfer, _ entry: NameEntry?, connectTo: [String]) {
        guard let handle = idleHandles.popLast() ?? EasyHandle() else {
            transfer.exchange.failure = ExchangeFailure(
                kind: .internalError, phase: .connect, detail: "libcurl could not make a handle")
            return complete(transfer)
        }
        let left = transfer.request.timeout - (ContinuousClock.now - transfer.begun)
        transfer.cachedName = entry
        transfer.configure(handle, resolve: cachedNames.changes(using: entry), connectTo: connectTo, timeLeft: left)
        let code = curl_multi_add_handle(multi, handle.pointer)
        guard code == CURLM_OK else {
            transfer.exchange.failure = ExchangeFailure(
                kind: .internalError, phase: .connect, detail: String(cString: curl_multi_strerror(code)))
            detach(transfer)
            return complete(transfer)
        }
    }

    private func collectFinished() {
        var left: Int32 = 0
        while let message = curl_multi_info_read(multi, &left) {
            guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle else { continue }
            let code = CurlCode(aasa_curl_message_result(message))
            var context: UnsafeMutableRawPointer?
            guard aasa_curl_easy_getinfo_pointer(easy, CURLINFO_PRIVATE, &context) == CURLE_OK,
                let transfer = Transfer.from(context)
            else { continue }
            transfer.finish(code)
            detach(transfer)
            complete(transfer)
        }
    }

    /// Takes the transfer's handle away from libcurl; from here on no callback comes.
    private func detach(_ transfer: Transfer) {
        guard let handle = transfer.handle else { return }
        transfer.handle = nil
        curl_multi_remove_handle(multi, handle.pointer)
        handle.reset()
        idleHandles.append(handle)
        if let name = transfer.cachedName { cachedNames.release(name) }
    }

    private func complete(_ transfer: Transfer) {
        transfers[transfer.id] = nil
        transfer.exchange.timings.totalMs = (ContinuousClock.now - transfer.begun).milliseconds
        transfer.continuation.resume(returning: transfer.exchange)
    }

    // MARK: Waiting

    /// Sleeps until a socket of libcurl or c-ares is ready, something is due, or somebody rings.
    private func wait() -> [SocketWatch.Event] {
        var timeout = mayHaveMore ? 0 : 60_000
        if let due = resolver.nextTimeout() { timeout = min(timeout, due) }
        if let earliest = waitingForNames.values.lazy.map(\.deadline).min() {
            timeout = min(timeout, earliest <= .now ? 0 : (earliest - .now).wholeMilliseconds)
        }
        let events = driver.wait(others: resolver.sockets, milliseconds: timeout)
        if events.contains(where: { $0.socket == bell.listening }) { bell.silence() }
        return events
    }
}
