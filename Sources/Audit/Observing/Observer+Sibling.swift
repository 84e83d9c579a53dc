import Transport

extension Observer {
    /// Requests the same name with or without `www.`, within the domain's time limit.
    func requestSibling(_ visit: Visit) async -> AdditionalObservation? {
        guard settings.checksSiblings, let domain = visit.target.domain.sibling else { return nil }
        let other = Visit(target: Target(input: domain.host, domain: domain), gate: visit.gate, time: visit.time)
        // They can contain secrets, which are intended for the specified name: the other one can have another owner.
        other.sendsUserHeaders = false
        return await requestBothLocations(other)
    }
}
