import Synchronization

/// Lets others see how a crawl goes on while it runs.
public final class CrawlMonitor: Sendable {
    private let limits = Mutex<CrawlLimits?>(nil)

    /// Creates a monitor, to be handed to one crawl.
    public init() {}

    /// How many domains are in flight now.
    public var inFlight: Int { limits.withLock { $0 }.map { $0.inFlight.taken + $0.secondLook.taken } ?? 0 }

    func watch(_ limits: CrawlLimits) { self.limits.withLock { $0 = limits } }
}
