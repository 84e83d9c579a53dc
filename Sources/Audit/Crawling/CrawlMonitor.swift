import Synchronization

/// Lets others see how a crawl goes on while it runs.
public final class CrawlMonitor: Sendable {
    private let coordinator = Mutex<CrawlCoordinator?>(nil)

    /// Creates a monitor, to be handed to one crawl.
    public init() {}

    /// How many domains talk now.
    public var talking: Int { coordinator.withLock { $0 }?.talking ?? 0 }

    func watch(_ coordinator: CrawlCoordinator) { self.coordinator.withLock { $0 = coordinator } }
}
