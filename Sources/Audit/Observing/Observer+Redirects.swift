import Basics
import Transport

extension Observer {
    /// Follows the redirects that begin with `first`; returns `nil` if `first` is not a redirect.
    ///
    /// `next` is the URL to be requested afterwards, if any; `limit` replaces the limit in the settings.
    func followRedirects(
        from first: Exchange?, _ visit: Visit, then next: AbsoluteURL? = nil, limit: Int? = nil
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
            guard let exchange = await requestTarget(target, of: first, visit, then: next) else {
                return trail(.deadline)
            }
            exchanges.append(exchange)
            guard exchange.failure == nil else { return trail(.failed) }
            guard let further = Redirect(exchange) else { return trail(.answered) }
            redirect = further
        }
    }

    /// Requests the target of a redirect; the connection stays open if `next` is a URL of the same server.
    private func requestTarget(
        _ url: AbsoluteURL, of first: Exchange, _ visit: Visit, then next: AbsoluteURL?
    ) async -> Exchange? {
        guard visit.time.remaining > .zero, let origin = AbsoluteURL(first.url) else { return nil }
        // A redirect may lead to a private address only if that is the address of the user's own server.
        let server = first.address.map { Request.KnownServer(host: origin.host, port: origin.port, address: $0) }
        let request = Request(
            url: url, addressGuard: settings.addressGuard(isTargetFromServer: true, by: server),
            keepsConnection: next?.isSameOrigin(as: url) == true,
            // The user's header fields can contain secrets, which are intended only for the original server.
            sendsUserHeaders: url.scheme == "https" && origin.isSameOrigin(as: url) && !settings.isTargetFromServer)
        if let route = visit.connection?.route,
            !route.url.isSameOrigin(as: url) || route.addressGuard != request.addressGuard
        {
            await closeConnection(of: visit)
        }
        return await exchange(request, visit, isRedirect: true)
    }

    /// Requests a link once and follows its redirects; returns `nil` if the link cannot be requested.
    package func follow(link url: String, of target: Target) async -> LinkTrail? {
        guard let link = AbsoluteURL(url), link.isWeb else { return nil }
        let time = DomainTime(settings.deadline)
        let trail = await backstop.run(within: time, on: executor(for: target)) {
            await requestLink(link, Visit(target: target, gate: OpenGate(), time: time))
        }
        return trail
            ?? LinkTrail(url: link.description, first: Self.abandonedExchange(link.description, at: surroundings.now()))
    }

    private func requestLink(_ link: AbsoluteURL, _ visit: Visit) async -> LinkTrail {
        var request = request(link, visit, keepsConnection: false)
        // The user's header fields can contain secrets, which must not be sent unencrypted.
        if link.scheme != "https" { request.sendsUserHeaders = false }
        let first = await exchange(request, visit)
        await closeConnection(of: visit)
        let redirects = await followRedirects(from: first, visit, limit: min(settings.maxRedirects, LinkTrail.maxHops))
        await closeConnection(of: visit)
        return LinkTrail(url: link.description, first: first, redirects: redirects)
    }
}

struct Redirect {
    /// The maximum length of a Location that is followed, in bytes: the minimum that RFC 9110, section 4.1, recommends.
    static let maxLocationLength = 8000

    let hop: RedirectTrail.Hop
    /// The target URL; `nil` if it cannot be requested.
    let target: AbsoluteURL?

    /// Reads the redirect of `exchange`; `nil` if the response is not a redirect, or has no Location.
    ///
    /// A failure in the body is ignored, because the header already contains the destination.
    init?(_ exchange: Exchange) {
        guard exchange.failure == nil || exchange.failure?.phase == .body,
            let status = exchange.status, [301, 302, 303, 307, 308].contains(status),
            let location = exchange.headerFields.first("Location"), !location.isEmpty
        else { return nil }
        target = Self.target(of: location, at: exchange.url)
        hop = RedirectTrail.Hop(
            status: status, from: exchange.url, to: target?.description ?? location, address: exchange.address)
    }

    private static func target(of location: String, at url: String) -> AbsoluteURL? {
        guard location.utf8.count <= maxLocationLength, !location.utf8.contains(where: \.isASCIIControl),
            let target = AbsoluteURL(url)?.resolving(location), target.isWeb
        else { return nil }
        return target
    }
}
