import DequeModule
import Transport

/// How many domains in a row an address did not answer: of one that is down, the next need not find out at length.
struct SilentAddresses {
    /// So many addresses are remembered; a list full of dead names must not fill the memory.
    private static let limit = 4_096

    private var counts: [IPAddress: Int] = [:]
    private var order: Deque<IPAddress> = []

    /// An address answered a connection attempt.
    mutating func answered(_ address: IPAddress) {
        // It stays in the queue, and is passed over there.
        if !counts.isEmpty { counts[address] = nil }
    }

    /// An address did not answer a domain in time; gives back how many others it had not answered before.
    mutating func stayedSilent(_ address: IPAddress) -> Int {
        let count = counts[address] ?? 0
        counts[address] = count + 1
        guard count == 0 else { return count }
        order.append(address)
        while order.count > Self.limit, let oldest = order.popFirst() { counts[oldest] = nil }
        return 0
    }
}
