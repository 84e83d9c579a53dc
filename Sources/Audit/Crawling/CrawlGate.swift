import CrawlSchedule
import Transport

/// One domain's gate to the limits of its crawl.
struct CrawlGate: ObservationGate {
    /// The time for an attempt to connect to an address that did not answer others.
    ///
    /// Within two seconds TCP sends its first packet twice.
    static let briefly: Duration = .seconds(2)

    let id: CrawlCoordinator.ID
    let coordinator: CrawlCoordinator
    let monitor: CrawlMonitor?

    func resolves() { coordinator.note(.resolves(id)) }

    func connect(to peer: ConnectionPeer, as wish: ConnectionWish) async throws -> ConnectionTurn {
        switch try await wait(for: .wantsConnection(id, to: CrawlPeer(peer), .init(wish))) {
        case .connect(_, let other?): coordinator.idlePeer(other).map(ConnectionTurn.takeOver) ?? .connect
        case .skip(_, let others): .skip(others: others)
        default: .connect
        }
    }

    func talk() async throws { _ = try await wait(for: .wantsTalk(id)) }

    func request() async throws { _ = try await wait(for: .wantsRequest(id)) }

    private func wait(for event: CrawlScheduler.Event) async throws -> CrawlScheduler.Grant {
        monitor?.waits(id)
        defer { monitor?.goesOn(id) }
        return try await coordinator.wait(id, for: event)
    }

    func hangUp() { coordinator.note(.hungUp(id)) }
    func leaveOpen(_ peer: ConnectionPeer) { coordinator.leaveOpen(peer, by: id) }

    func lacksDescriptor() -> Bool { coordinator.lacksDescriptor() }

    func tryClaim(_ address: IPAddress) -> Bool { coordinator.tryClaim(.address(address), for: id) }
    func release(_ address: IPAddress) { coordinator.release(.address(address), of: id) }

    func answered(_ address: IPAddress) { coordinator.answered(.address(address)) }
    func stayedSilent(_ address: IPAddress) { coordinator.stayedSilent(.address(address), for: id) }
    func otherDomainsUnanswered(at address: IPAddress) -> Int? {
        coordinator.otherDomainsUnanswered(at: .address(address), by: id)
    }
    func timeLimit(at address: IPAddress) -> Duration? {
        otherDomainsUnanswered(at: address) == nil ? nil : Self.briefly
    }
}

extension CrawlScheduler.Wish {
    init(_ wish: ConnectionWish) {
        switch wish {
        case .first: self = .first
        case .further: self = .further
        case .shared: self = .shared
        }
    }
}
