import DequeModule

/// The number of domains in a row that each peer did not respond to.
///
/// If a peer is down, further domains detect it without waiting for the full timeout.
package struct SilentPeers {
    /// The number of consecutive domains without a response after which a peer counts as silent.
    ///
    /// Attempts to connect to a silent peer are short; if it is full, only domains that have not begun wait for it.
    package static let minSilentCount = 3

    /// The maximum number of stored peers, so that a list full of dead names does not exhaust memory.
    private let capacity: Int
    /// The silent peers, each with the number of its entry in ``order``.
    private var silences: [CrawlPeer: (count: Int, number: Int)] = [:]
    private var order: Deque<(peer: CrawlPeer, number: Int)> = []
    private var lastNumber = 0

    init(capacity: Int = 4_096) { self.capacity = capacity }

    mutating func recordResponse(from peer: CrawlPeer) {
        // The entry in `order` remains until it is the oldest; its number is then no longer current.
        if !silences.isEmpty { silences[peer] = nil }
    }

    mutating func recordSilence(of peer: CrawlPeer) {
        if silences[peer] != nil {
            silences[peer]?.count += 1
            return
        }
        lastNumber += 1
        silences[peer] = (1, lastNumber)
        order.append((peer, lastNumber))
        while order.count > capacity, let oldest = order.popFirst() {
            if silences[oldest.peer]?.number == oldest.number { silences[oldest.peer] = nil }
        }
    }

    func count(at peer: CrawlPeer) -> Int { silences[peer]?.count ?? 0 }
}
