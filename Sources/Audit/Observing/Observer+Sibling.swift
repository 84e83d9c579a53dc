import Transport

extension Observer {
    /// Asks the other one of a name and the same name with `www.` before it; it has the domain's time, too.
    func askSibling(_ visit: Visit) async -> FurtherLook? {
        guard settings.asksSiblings, let domain = visit.target.domain.sibling else { return nil }
        let other = Visit(target: Target(input: domain.host, domain: domain), gate: visit.gate, time: visit.time)
        // They may hold secrets, which are meant for the name that was given: the other one can belong to somebody else.
        other.sendsUserHeaders = false
        return await look(other)
    }
}
