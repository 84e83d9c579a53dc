import CrawlSchedule
import Transport

/// The gate of one domain in a crawl.
struct CrawlGate: ObservationGate {
    /// The time limit for connecting to an address that has not responded to other domains.
    ///
    /// Within two seconds, TCP sends its first packet twice.
    static let shortConnectLimit: Duration = .seconds(2)

    let id: CrawlCoordinator.ID
    let coordinator: CrawlCoordinator
    let monitor: CrawlMonitor?

    func beginResolution() { coordinator.send(.resolves(id)) }

    func requestFirstConnection(to peer: CrawlPeer) -> ConnectionGrant? {
        coordinator.requestGrant(to: id, for: .wantsConnection(id, to: peer, .first)).map(connectionGrant)
    }

    func firstGrant() async throws -> ConnectionGrant { connectionGrant(try await awaitedGrant()) }

    func connect(to peer: CrawlPeer, sharing: Bool) async throws -> ConnectionGrant {
        connectionGrant(try await wait(for: .wantsConnection(id, to: peer, sharing ? .shared : .further)))
    }

    private func connectionGrant(_ grant: CrawlScheduler.Grant) -> ConnectionGrant {
        switch grant {
        case .connect(_, let other?): .takeOver(other)
        case .skip(_, let others): .skip(others: others)
        default: .connect
        }
    }

    func communicate() async throws { _ = try await wait(for: .connected(id)) }

    func request() async throws { _ = try await wait(for: .wantsRequest(id)) }

    private func wait(for event: CrawlScheduler.Event) async throws -> CrawlScheduler.Grant {
        if let grant = coordinator.requestGrant(to: id, for: event) { return grant }
        return try await awaitedGrant()
    }

    private func awaitedGrant() async throws -> CrawlScheduler.Grant {
        monitor?.recordWait(id)
        defer { monitor?.recordEndOfWait(id) }
        return try await coordinator.grant(to: id)
    }

    func hangUp() { coordinator.send(.hungUp(id)) }
    func leaveOpen(_ peer: CrawlPeer) { coordinator.send(.leftOpen(id, peer)) }

    func recordLackOfDescriptors() { coordinator.withScheduler { $0.lowerSocketLimit() } }

    func tryClaim(_ address: IPAddress) -> Bool {
        coordinator.withScheduler { $0.tryClaim(CrawlPeer(address), for: id) }
    }
    func release(_ address: IPAddress) { coordinator.updateSchedule { $0.release(CrawlPeer(address), of: id, at: $1) } }

    func recordResponse(from address: IPAddress) {
        coordinator.withScheduler { $0.recordResponse(from: CrawlPeer(address)) }
    }
    func recordSilence(of address: IPAddress) {
        coordinator.updateSchedule { $0.recordSilence(of: CrawlPeer(address), for: id, at: $1) }
    }
    func otherDomainsUnanswered(at address: IPAddress) -> Int? {
        coordinator.withScheduler { $0.otherDomainsUnanswered(at: CrawlPeer(address), by: id) }
    }
    func connectTimeLimit(at address: IPAddress) -> Duration? {
        otherDomainsUnanswered(at: address) == nil ? nil : Self.shortConnectLimit
    }
}
