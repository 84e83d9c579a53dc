@testable import Transport

/// Drives the real ``RouteFinder``, ``NameLookups`` and ``Connector`` of one event loop through a ``ModelNetwork``, in virtual time.
///
/// It simulates the event loop, the name servers, the sockets of the system, the scheduler of the crawl and the owners of
/// the domains, keeps separate accounts, and checks the guarantees of the three types after each turn.
final class ConnectionModel {
    /// A scheduled event.
    enum Event {
        case start(domain: Int)
        case place(domain: Int)
        case cancel(domain: Int)
        case cancelEnded(operation: UInt64)
        case hangUp(domain: Int)
        case stop
        case reply(PendingQuestion)
        /// Wakes the loop for the socket, which reports whether it is ready.
        case ready
    }

    struct Planned {
        let time: ContinuousClock.Instant
        let event: Event
    }

    /// The stages of a domain.
    enum Stage {
        case waitingToStart
        case finding(operation: UInt64)
        /// Waits for a free connection to the address at this index.
        case waiting(Route, index: Int)
        case connecting(operation: UInt64)
        case connected(socket: Int32)
        case ended
    }

    struct Domain {
        var stage = Stage.waitingToStart
        var timeLeft: Duration
        /// The number of times that the domain has waited for a free connection.
        var waits = 0
        /// The last outcome, for tables of tests.
        var outcome = ""
    }

    let network: ModelNetwork
    private let start = ContinuousClock.now
    private(set) var now: ContinuousClock.Instant
    /// The time of the previous turn: the loop has handled all earlier events.
    private(set) var lastTurn: ContinuousClock.Instant
    var dice: Dice
    private var planned: [Planned] = []
    private(set) var turns = 0
    /// The first violated guarantee; `nil` if none.
    private(set) var problem: String?

    var domains: [Domain]
    var searches: [UInt64: Search] = [:]
    var attempts: [UInt64: Attempt] = [:]
    /// The operation that is being cancelled.
    var cancelled: UInt64?
    var nextOperation: UInt64 = 1
    private(set) var isStopping = false
    private(set) var hasStopped = false
    var results: [(operation: UInt64, result: Result)] = []

    /// A returned result that the model has not checked yet.
    enum Result {
        case route(Route)
        case connection(ConnectionResult)
    }

    var servers: ModelNameServers
    var sockets = ModelSockets()

    lazy var routes = RouteFinder(
        names: NameLookups(
            network.addressFamily, hosts: network.hosts, prefersIPv6: network.prefersIPv6,
            now: { [unowned self] in now },
            sendQuery: { [unowned self] in ask($0, family: $1, completion: $2) }),
        nameTimeout: network.nameTimeout, now: { [unowned self] in now })
    lazy var connector = Connector(
        sockets: ConnectingSockets(
            begin: { [unowned self] in begin($0, port: $1) },
            state: { [unowned self] in sockets.report($0, at: now) },
            watch: { [unowned self] in note(sockets.watch($0)) },
            forget: { [unowned self] in note(sockets.forget($0)) },
            close: { [unowned self] in close($0) }),
        connectTimeout: network.connectTimeout, now: { [unowned self] in now })

    init(_ network: ModelNetwork, seed: UInt64 = 0) {
        self.network = network
        now = start
        lastTurn = start
        dice = Dice(seed)
        domains = network.domains.map { Domain(timeLeft: $0.timeout) }
        servers = ModelNameServers(network)
    }

    /// Records the first problem.
    func fail(_ text: String) {
        if problem == nil { problem = "after \(now - start): \(text)" }
    }

    private func note(_ text: String?) { if let text { fail(text) } }

    func schedule(_ event: Event, after delay: Duration) {
        planned.append(Planned(time: now + delay, event: event))
    }

    // MARK: The event loop

    /// Runs to the end, or until the first problem.
    func run() {
        for (number, domain) in network.domains.enumerated() {
            schedule(.start(domain: number), after: domain.start)
            if let patience = domain.patience { schedule(.cancel(domain: number), after: domain.start + patience) }
        }
        if let stop = network.stop { schedule(.stop, after: stop) }
        while problem == nil {
            let times = [planned.map(\.time).min(), connector.nextDeadline, routes.nextDeadline]
            guard let next = times.compactMap({ $0 }).min() else { break }
            now = max(now, next) + (dice.once(in: 4) ? dice.time(upTo: network.lateness) : .zero)
            turn()
            lastTurn = now
            turns += 1
            if turns > 2_000 { fail("it does not come to an end") }
        }
        checkEnd()
    }

    private func turn() {
        for event in takeDue(where: { if case .reply = $0 { false } else { true } }) { handle(event) }
        processTimeouts()
        checkHalfTime()
        if attempts.isEmpty, connector.nextDeadline != nil { fail("a timer of the connector is left") }
        if searches.isEmpty, routes.nextDeadline != nil { fail("a timer of the route finder is left") }
        // All ready sockets are collected first: while they are handled, one may be closed and its number reused.
        var batch: [() -> Void] = sockets.ready(at: now).map { socket in
            return { [self] in if sockets[socket]?.isWatched == true { perform { connector.act(on: socket) } } }
        }
        for case .reply(let question) in takeDue(where: { if case .reply = $0 { true } else { false } }) {
            batch.insert({ [self] in perform { answer(question) } }, at: dice.number(0...batch.count))
        }
        if dice.once(in: 8) {
            batch.append { [self] in if let late = sockets.waiting(at: now) { perform { connector.act(on: late) } } }
        }
        for event in batch {
            event()
            if dice.once(in: 8) { processTimeouts() }
        }
        checkSearches(nextDeadline: routes.nextDeadline)
        checkAttempts(nextDeadline: connector.nextDeadline)
    }

    private func processTimeouts() {
        perform { connector.processTimeouts() }
        perform { routes.processTimeouts() }
    }

    /// Removes and returns the due events, in the order of their times.
    private func takeDue(where isWanted: (Event) -> Bool) -> [Event] {
        let due = planned.filter { $0.time <= now && isWanted($0.event) }.sorted { $0.time < $1.time }
        planned.removeAll { $0.time <= now && isWanted($0.event) }
        return due.map(\.event)
    }

    private func handle(_ event: Event) {
        switch event {
        case .start(let domain): if !hasStopped { find(domain) }
        case .place(let domain): takePlace(domain)
        case .cancel(let domain): cancel(domain)
        case .cancelEnded(let operation): perform { cancel(operation: operation) }
        case .hangUp(let domain): hangUp(domain)
        case .stop:
            hasStopped = true
            isStopping = true
            perform {
                routes.close()
                connector.close()
            }
            isStopping = false
            if !searches.isEmpty || !attempts.isEmpty { fail("something goes on after the loop has stopped") }
        case .ready, .reply: break
        }
    }

    /// Calls the tested code, and then checks the results that it has returned.
    func perform(_ body: () -> Void) {
        body()
        let results = results
        self.results = []
        for (operation, result) in results {
            switch result {
            case .route(let route): ended(operation, route)
            case .connection(let connection): ended(operation, connection)
            }
        }
        for operation in attempts.keys { checkClosed(operation) }
    }

    private func checkEnd() {
        guard problem == nil else { return }
        for (number, domain) in domains.enumerated() where !hasStopped {
            if case .ended = domain.stage { continue }
            fail("nothing more happens, and domain \(number) is still \(domain.stage)")
        }
        if !sockets.isEmpty { fail("sockets are left open") }
    }
}
