/// A peer that connection limits apply to: the address of a server, or a proxy, which many domains may share.
package struct CrawlPeer: Hashable, Sendable {
    private let high: UInt64
    private let low: UInt64
    /// Whether it is a proxy, which has a separate limit.
    let isProxy: Bool

    /// Creates a peer from 128 bits that identify it, such as an address.
    package init(_ high: UInt64, _ low: UInt64, isProxy: Bool = false) {
        self.high = high
        self.low = low
        self.isProxy = isProxy
    }
}
