import Transport

extension Observer {
    /// The maximum number of requested addresses; a name with more probably belongs to a network of identical servers.
    static let maxAddresses = 16

    /// Requests the file from each address of the name except the one that `first` used, one after the other.
    func requestOtherAddresses(_ first: LocationObservation, _ visit: Visit) async -> AddressObservations? {
        guard settings.checksAllAddresses, let route = visit.route, !route.isProxied, route.addresses.count > 1,
            let usedAddress = first.exchange?.address
        else { return nil }
        let others = route.addresses.filter { $0.description != usedAddress }
        let requested = others.prefix(Self.maxAddresses - 1)
        var observations = AddressObservations(omittedCount: others.count - requested.count)
        for address in requested {
            visit.route = route.leading(to: address)
            observations.entries.append(
                .init(address: address.description, observation: await requestBothLocations(visit)))
        }
        visit.route = route
        return observations
    }

    /// Requests the well-known location, and the root if nothing exists there, over a new connection.
    func requestBothLocations(_ visit: Visit) async -> AdditionalObservation {
        let wellKnown = await requestFile(at: Self.wellKnownPath, visit, keepsConnection: true)
        var root: LocationObservation?
        if wellKnown.isMissing { root = await requestFile(at: Self.rootPath, visit, keepsConnection: false) }
        await closeConnection(of: visit)
        return AdditionalObservation(wellKnown: wellKnown, root: root)
    }

    /// Requests the same name with or without `www.`, within the domain's time limit.
    func requestSibling(_ visit: Visit) async -> AdditionalObservation? {
        guard settings.checksSiblings, let domain = visit.target.domain.sibling else { return nil }
        let other = Visit(target: Target(input: domain.host, domain: domain), gate: visit.gate, time: visit.time)
        // The header fields can contain secrets for the specified name; the other name can have another owner.
        other.sendsUserHeaders = false
        return await requestBothLocations(other)
    }

    /// Requests the well-known location once with each of Apple's user agents, if the server responded to `first`.
    func requestWithAppleUserAgents(_ first: LocationObservation, _ visit: Visit) async -> [UserAgentObservation]? {
        guard settings.probesUserAgents, first.exchange?.status != nil else { return nil }
        var observations: [UserAgentObservation] = []
        for agent in AppleUserAgent.allCases {
            var request = request(visit.target.url(Self.wellKnownPath), visit, keepsConnection: true)
            request.userAgent = agent.rawValue
            observations.append(UserAgentObservation(userAgent: agent, wellKnown: await requestOnce(request, visit)))
        }
        await closeConnection(of: visit)
        return observations
    }

    /// Performs an unverified fetch after a certificate was not trusted, so that everything else can be judged, too.
    ///
    /// The server could be an impostor: the user's header fields are not sent, and no redirect is followed.
    func requestUnverified(_ refused: LocationObservation, _ visit: Visit) async -> AdditionalObservation? {
        guard settings.fetchesUnverified, refused.exchange?.failure?.kind == .certificateRejected else { return nil }
        let wellKnown = await fetchUnverified(Self.wellKnownPath, visit)
        var root: LocationObservation?
        if wellKnown.isMissing { root = await fetchUnverified(Self.rootPath, visit) }
        await closeConnection(of: visit)
        return AdditionalObservation(wellKnown: wellKnown, root: root)
    }

    private func fetchUnverified(_ path: String, _ visit: Visit) async -> LocationObservation {
        var request = request(visit.target.url(path), visit, keepsConnection: true)
        request.sendsUserHeaders = false
        request.verifiesCertificate = false
        return await requestOnce(request, visit)
    }

    func requestOnce(_ request: Request, _ visit: Visit) async -> LocationObservation {
        let url = request.url.description
        guard let exchange = await exchange(request, visit) else {
            return LocationObservation(url: url, skip: .deadline)
        }
        return LocationObservation(url: url, exchange: exchange, attempts: 1)
    }
}
