import Transport

/// The turn of a domain to connect for the first time: everything that is made before it.
struct FirstTurn {
    /// The route to the domain, or why there is none.
    let route: Route
    let turn: ConnectionTurn
    /// How much of the domain's time is left when its first exchange has to have ended.
    let end: Duration
}
