/// The input and the output of the scheduler.
extension CrawlScheduler {
    package enum ConnectionKind: Hashable {
        case first
        /// A further connection: for a retry, the target of a redirect, or another address.
        case further
        /// A connection to a server that domains share; an idle connection can be reused.
        case shared
    }

    package enum Event: Hashable {
        /// The domain was read from the input.
        case admitted(ID)
        case inputEnded
        /// The domain begins to resolve a name.
        case resolves(ID)
        case wantsConnection(ID, to: CrawlPeer, ConnectionKind)
        /// The connection of the domain is established; the domain waits until it may communicate.
        case connected(ID)
        /// The domain wants to send another request on its connection.
        case wantsRequest(ID)
        /// The domain was cancelled and no longer waits.
        case gaveUp(ID)
        /// The domain has closed its connection, or failed to get one.
        case hungUp(ID)
        /// The domain has left its connection to the peer open for others.
        case leftOpen(ID, CrawlPeer)
        /// The domain is finished, and its report waits for the reader; with the time to its first response, if any.
        case finished(ID, answeredAfter: Duration?)
        case delivered(ID)
        /// The domain has ended without a report.
        case abandoned(ID)
        /// Time has passed; sent at the start, and at ``CrawlScheduler/nextDeadline(after:)``.
        case clock
    }

    package enum Grant: Hashable {
        /// The next domain may be read from the input.
        case read
        /// The domain may connect to its peer; it must reuse or close an idle connection to `takingOver`, unless `nil`.
        case connect(ID, takingOver: CrawlPeer?)
        /// The domain must not wait for the peer, which is full and did not respond to `others` other domains.
        case skip(ID, others: Int)
        /// The domain may communicate, and send its first request.
        case communicate(ID)
        case request(ID)
    }
}
