/// What a crawl may use at once.
package struct CrawlLimits: Hashable, Sendable {
    /// Domains that talk: from the first byte of a handshake to the end of the last answer.
    package var talking: Int
    /// Domains that were read from the input and are not done, whatever they do: a matter of memory.
    package var open: Int
    /// Connections, and attempts to get one: a matter of file descriptors.
    package var sockets: Int
    /// Connections and attempts at one server address.
    package var perAddress: Int
    /// Connections and attempts at one proxy.
    package var perProxy: Int
    /// The time between two requests, over all hosts; `nil` for no limit.
    package var requestInterval: Duration?
    /// How long a name or a connection is expected to come about soon.
    ///
    /// A second is more than a packet takes round the world, and when the first one is lost, the second comes after it.
    package var patience: Duration

    package init(
        talking: Int, open: Int, sockets: Int, perAddress: Int, perProxy: Int, requestInterval: Duration? = nil,
        patience: Duration = .seconds(1)
    ) {
        self.talking = talking
        self.open = open
        self.sockets = sockets
        self.perAddress = perAddress
        self.perProxy = perProxy
        self.requestInterval = requestInterval
        self.patience = patience
    }
}
