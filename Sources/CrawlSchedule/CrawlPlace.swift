/// Something that is asked by many domains and must not be hammered for it, such as a server's address.
package struct CrawlPlace: Hashable, Sendable {
    private let high: UInt64
    private let low: UInt64
    /// Whether it is a proxy, which has a limit of its own.
    let isProxy: Bool

    /// Creates the place of a number of 128 bits, such as an address.
    package init(_ high: UInt64, _ low: UInt64, isProxy: Bool = false) {
        self.high = high
        self.low = low
        self.isProxy = isProxy
    }
}
