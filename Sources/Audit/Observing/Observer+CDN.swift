import Transport

extension Observer {
    /// Requests the copy of the file from Apple's CDN once.
    ///
    /// Must be called after the domain's own requests, so that a CDN that does not respond does not use up their time.
    func requestAppleCopy(_ visit: Visit) async -> LocationObservation? {
        guard let cdn, let url = cdn.url(of: visit.target.domain) else { return nil }
        var observation = LocationObservation(url: url.description)
        if var exchange = cdn.conclusiveFailure {
            exchange.url = url.description
            observation.exchange = exchange
            observation.otherDomainsUnanswered = AppleCDN.maxConsecutiveFailures
            return observation
        }
        // The user's header fields are intended for the user's servers.
        let request = Request(url: url, keepsConnection: true, sendsUserHeaders: false)
        guard var exchange = await exchange(request, cdn, visit) else {
            observation.skip = .deadline
            return observation
        }
        // The URL of a failed connection is that of the route, which was created for the first requested domain.
        exchange.url = url.description
        if exchange.failure?.kind != .notTried { cdn.record(exchange) }
        observation.exchange = exchange
        observation.attempts = 1
        return observation
    }

    private func exchange(_ request: Request, _ cdn: AppleCDN, _ visit: Visit) async -> Exchange? {
        let time = visit.exchangeTime(settings.timeout)
        while time.remaining > .zero {
            switch await open(request, visit, within: time, route: cdn.route, sharing: true) {
            case .failed(let exchange): return exchange
            case .cancelled: return nil
            case .opened(let connection):
                cdn.route = connection.route
                var request = request
                request.timeout = time.timeout
                // The result is `nil` if the server closed a reused connection.
                let exchange = await transport.perform(request, over: connection)
                if let exchange, exchange.failure == nil, !exchange.bodyCapped {
                    cdn.putBack(connection)
                    visit.gate.leaveOpen(connection.peer)
                } else {
                    visit.gate.hangUp()
                }
                if let exchange { return exchange }
            }
        }
        return nil
    }
}
