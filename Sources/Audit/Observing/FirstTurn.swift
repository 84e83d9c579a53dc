import Transport

/// The first connection of a domain, before it is made: everything that is known of a domain that waits for its turn.
struct FirstTurn {
    /// The route to the domain, or why there is none.
    let route: Route
    /// The domain's remaining time at the moment by which its first exchange must have ended.
    let end: Duration
    /// The turn, where it has come.
    var turn: ConnectionTurn?

    func with(_ turn: ConnectionTurn) -> FirstTurn { FirstTurn(route: route, end: end, turn: turn) }
}
