import Transport

/// The first connection of a domain before it is made: the only state of a domain that is waiting for its slot.
struct FirstTurn {
    /// The route to the domain, or the reason why there is none.
    let route: Route
    /// The remaining time of the domain at which its first exchange must have ended.
    let end: Duration
    /// The slot, if it was granted.
    var turn: ConnectionTurn?

    func with(_ turn: ConnectionTurn) -> FirstTurn { FirstTurn(route: route, end: end, turn: turn) }
}
