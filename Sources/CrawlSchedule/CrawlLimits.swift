/// The resources that a crawl may use at once.
package struct CrawlLimits: Hashable, Sendable {
    /// The maximum number of communicating domains: from the first byte of a handshake to the end of the last
    /// response.
    package var talking: Int
    /// The maximum number of domains in progress, excluding those that wait for their first connection; limits memory.
    package var open: Int
    /// The maximum number of domains that wait for their first connection, which take little memory.
    package var waiting: Int
    /// The maximum number of connections and attempts; limits file descriptors.
    package var sockets: Int
    /// The maximum number of connections and attempts at one server address.
    package var perAddress: Int
    /// The maximum number of connections and attempts at one proxy.
    package var perProxy: Int
    /// The minimum interval between two requests, over all hosts; `nil` for no limit.
    package var requestInterval: Duration?
    /// The time during which a name lookup or a connection is expected to complete soon.
    ///
    /// A packet takes less than one second around the world; if the first packet is lost, the second one is sent after this
    /// time.
    package var patience: Duration
    /// The time limit for one exchange, with which the governor compares the response times of healthy servers.
    package var timeout: Duration
    /// The number of communicating domains below which the governor does not go.
    package var floor: Int

    package init(
        talking: Int, open: Int, waiting: Int, sockets: Int, perAddress: Int, perProxy: Int,
        requestInterval: Duration? = nil, patience: Duration = .seconds(1), timeout: Duration = .seconds(20),
        floor: Int = ConcurrencyGovernor.floor
    ) {
        self.talking = talking
        self.open = open
        self.waiting = waiting
        self.sockets = sockets
        self.perAddress = perAddress
        self.perProxy = perProxy
        self.requestInterval = requestInterval
        self.patience = patience
        self.timeout = timeout
        self.floor = floor
    }
}
