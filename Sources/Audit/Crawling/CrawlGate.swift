import CrawlSchedule
import Transport

/// One domain's gate to the limits of its crawl.
struct CrawlGate: ObservationGate {
    let id: CrawlCoordinator.ID
    let coordinator: CrawlCoordinator
    let monitor: CrawlMonitor?

    func resolves() { coordinator.note(.resolves(id)) }

    func connect(to peer: ConnectionPeer) async throws {
        try await wait(for: .wantsConnection(id, to: CrawlPeer(peer)))
    }

    func talk() async throws { try await wait(for: .wantsTalk(id)) }

    func request() async throws { try await wait(for: .wantsRequest(id)) }

    private func wait(for event: CrawlScheduler.Event) async throws {
        monitor?.waits(id)
        defer { monitor?.goesOn(id) }
        try await coordinator.wait(id, for: event)
    }

    func hangUp() { coordinator.note(.hungUp(id)) }

    func lacksDescriptor() -> Bool { coordinator.lacksDescriptor() }

    func tryClaim(_ address: IPAddress) -> Bool { coordinator.tryClaim(.address(address), for: id) }
    func release(_ address: IPAddress) { coordinator.release(.address(address), of: id) }

    func answered(_ address: IPAddress) { coordinator.answered(address) }
    func stayedSilent(_ address: IPAddress) -> Int { coordinator.stayedSilent(address) }
}
