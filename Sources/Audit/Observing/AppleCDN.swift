import CrawlSchedule
import Synchronization
import Transport

/// The state of Apple's CDN, shared by the domains of a run: its address, open connections, and recent failures.
///
/// Documented as cdn.address
final class AppleCDN: Sendable {
    private struct State {
        var route: Route?
        var idleConnections: [Connection] = []
        /// The number of consecutive exchanges without a response about a domain; `lastFailure` is the latest of them.
        var consecutiveFailures = 0
        var lastFailure: Exchange?
    }

    /// The number of consecutive domains without a response after which the CDN is not queried again.
    static let maxConsecutiveFailures = 3

    private let baseURL: String
    private let state = Mutex(State())

    init(_ url: String) { baseURL = url.hasSuffix("/") ? String(url.dropLast()) : url }

    /// Returns the URL of the copy of a domain's file; `nil` for an address literal, which cannot have universal links.
    func url(of domain: DomainID) -> AbsoluteURL? {
        IPAddress(domain.host) == nil ? AbsoluteURL("\(baseURL)/a/v1/\(domain.authority)") : nil
    }

    var route: Route? {
        get { state.withLock { $0.route } }
        set { state.withLock { $0.route = newValue } }
    }

    func takeConnection(to peer: CrawlPeer) -> Connection? {
        state.withLock { state in
            state.idleConnections.lastIndex { $0.peer == peer }.map { state.idleConnections.remove(at: $0) }
        }
    }

    func putBack(_ connection: Connection) { state.withLock { $0.idleConnections.append(connection) } }

    func record(_ exchange: Exchange) {
        state.withLock { state in
            if CDNAnswer.isAnswer(exchange) {
                state.consecutiveFailures = 0
            } else {
                state.consecutiveFailures += 1
                state.lastFailure = exchange
            }
        }
    }

    /// The last failed exchange, if so many have failed in a row that the CDN is not queried again; otherwise `nil`.
    var conclusiveFailure: Exchange? {
        state.withLock { $0.consecutiveFailures < Self.maxConsecutiveFailures ? nil : $0.lastFailure }
    }
}
