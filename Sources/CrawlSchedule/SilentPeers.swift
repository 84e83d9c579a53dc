import DequeModule

/// How many domains in a row a peer did not answer: of one that is down, the next need not find out at length.
struct SilentPeers {
    /// So many peers are remembered; a list full of dead names must not fill the memory.
    private let capacity: Int
    private var silences: [CrawlPeer: (count: Int, begun: Int)] = [:]
    private var order: Deque<(peer: CrawlPeer, begun: Int)> = []
    private var begun = 0

    init(capacity: Int = 4_096) { self.capacity = capacity }

    /// Forgets the silence of a peer that has answered.
    mutating func answered(_ peer: CrawlPeer) {
        // It stays in the queue, and is passed over there.
        if !silences.isEmpty { silences[peer] = nil }
    }

    /// Counts one more domain that a peer did not answer.
    mutating func stayedSilent(_ peer: CrawlPeer) {
        if silences[peer] != nil {
            silences[peer]?.count += 1
            return
        }
        begun += 1
        silences[peer] = (1, begun)
        order.append((peer, begun))
        while order.count > capacity, let oldest = order.popFirst() {
            if silences[oldest.peer]?.begun == oldest.begun { silences[oldest.peer] = nil }
        }
    }

    /// How many domains in a row a peer did not answer.
    func count(at peer: CrawlPeer) -> Int { silences[peer]?.count ?? 0 }
}
