import Transport

extension Observer {
    /// Follows the redirects that begin with `first`; `next` is the URL to be requested afterwards, if any, and `limit`
    /// replaces the number of redirects in the settings.
    func follow(
        _ first: Exchange?, _ visit: Visit, then next: AbsoluteURL? = nil, limit: Int? = nil
    ) async -> RedirectTrail? {
        guard let first, var redirect = Redirect(first) else { return nil }
        var hops: [RedirectTrail.Hop] = []
        var exchanges: [Exchange] = []
        func trail(_ end: RedirectTrail.End) -> RedirectTrail {
            RedirectTrail(hops: hops, exchanges: exchanges, end: end)
        }
        var visited: Set<String> = [first.url]
        while true {
            hops.append(redirect.hop)
            guard let target = redirect.target else { return trail(.unusableLocation) }
            guard visited.insert(target.description).inserted else { return trail(.loop) }
            guard hops.count <= limit ?? settings.maxRedirects else { return trail(.limit) }
            guard let exchange = await hop(to: target, from: first, visit, then: next) else { return trail(.deadline) }
            exchanges.append(exchange)
            guard exchange.failure == nil else { return trail(.failed) }
            guard let further = Redirect(exchange) else { return trail(.answered) }
            redirect = further
        }
    }

    /// Requests the target of a redirect; the connection stays open if `next` is a URL of the same server.
    private func hop(
        to url: AbsoluteURL, from first: Exchange, _ visit: Visit, then next: AbsoluteURL?
    ) async -> Exchange? {
        let end = visit.time.remaining - min(settings.timeout, visit.time.remaining)
        guard visit.time.remaining > end, let origin = AbsoluteURL(first.url) else { return nil }
        // Prevents a server from redirecting to private addresses, except back to the user's own server.
        let server = first.address.map { Request.KnownServer(host: origin.host, port: origin.port, address: $0) }
        let request = Request(
            url: url, addressGuard: settings.addressGuard(isLedByServer: true, by: server),
            keepsConnection: next?.isSameOrigin(as: url) == true,
            // The user's header fields can contain secrets, which are intended only for the original server.
            sendsUserHeaders: url.scheme == "https" && origin.isSameOrigin(as: url) && !settings.isLedByServer)
        if let connection = visit.connection {
            let route = connection.route
            if route.url.isSameOrigin(as: url), route.addressGuard == request.addressGuard {
                guard await visit.time.waiting({ try await visit.gate.request() }) != nil, visit.time.remaining > end
                else { return nil }
                if let exchange = await perform(request, over: connection, visit, until: end) { return exchange }
            }
            // The server has closed the connection, or the redirect leads elsewhere.
            await hangUp(visit)
        }
        switch await open(request, visit, until: end) {
        case .failed(let exchange): return exchange
        case .cancelled: return nil
        case .opened(let connection):
            visit.connection = connection
            return await perform(request, over: connection, visit, until: end)
        }
    }
}
