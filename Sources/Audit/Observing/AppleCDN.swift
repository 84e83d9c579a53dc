import Synchronization
import Transport

/// Apple's CDN, as the domains of a run share it: its address, the connections that are open to it, and whether it answers.
///
/// Rule: cdn.address
final class AppleCDN: Sendable {
    private struct State {
        var route: Route?
        var idle: [Connection] = []
        /// The number of exchanges in a row that brought no answer about a domain; the last of them is in `lastSilence`.
        var silence = 0
        var lastSilence: Exchange?
    }

    /// A CDN that told so many domains in a row nothing is not asked again.
    static let silenceThatConvinces = 3

    private let base: String
    private let state = Mutex(State())

    init(_ base: String) { self.base = base.hasSuffix("/") ? String(base.dropLast()) : base }

    /// The address of its copy of a domain's file; `nil` for an address literal, which no app can be associated with.
    func url(of domain: DomainID) -> String? {
        IPAddress(domain.host) == nil ? "\(base)/a/v1/\(domain.authority)" : nil
    }

    /// The route to it, once it is known.
    var route: Route? {
        get { state.withLock { $0.route } }
        set { state.withLock { $0.route = newValue } }
    }

    /// Takes a connection to a peer that nobody uses.
    func takeConnection(to peer: ConnectionPeer) -> Connection? {
        state.withLock { state in
            state.idle.lastIndex { $0.peer == peer }.map { state.idle.remove(at: $0) }
        }
    }

    /// Gives back a connection on which another request can be sent.
    func giveBack(_ connection: Connection) { state.withLock { $0.idle.append(connection) } }

    /// Notes what became of a question.
    func note(_ exchange: Exchange) {
        state.withLock { state in
            if CDNAnswer.isAnswer(exchange) {
                state.silence = 0
            } else {
                state.silence += 1
                state.lastSilence = exchange
            }
        }
    }

    /// The last exchange, once so many in a row brought no answer that asking on would be neither polite nor of use.
    var givenUp: Exchange? {
        state.withLock { $0.silence < Self.silenceThatConvinces ? nil : $0.lastSilence }
    }
}
