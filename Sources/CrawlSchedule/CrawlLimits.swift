/// The resources that a crawl may use at once.
package struct CrawlLimits: Hashable, Sendable {
    /// Domains that talk: from the first byte of a handshake to the end of the last answer.
    package var talking: Int
    /// Domains that were read from the input and are not done, whatever they do, those that wait for their first connection
    /// apart: a matter of memory.
    package var open: Int
    /// Domains that wait for their first connection, of which little is in memory yet.
    package var waiting: Int
    /// Connections, and attempts to get one: a matter of file descriptors.
    package var sockets: Int
    /// Connections and attempts at one server address.
    package var perAddress: Int
    /// Connections and attempts at one proxy.
    package var perProxy: Int
    /// The time between two requests, over all hosts; `nil` for no limit.
    package var requestInterval: Duration?
    /// The time during which a name lookup or a connection is expected to complete soon.
    ///
    /// A packet takes less than one second around the world; if the first packet is lost, the second one is sent after this
    /// time.
    package var patience: Duration
    /// The time for one exchange, against which the governor holds how long healthy servers take.
    package var timeout: Duration
    /// The number of talking domains below which the governor does not go.
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
