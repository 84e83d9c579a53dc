import Transport

extension Observer {
    /// Requests a link once and follows its redirects, with the same address guards as for other redirects; returns
    /// `nil` if the link cannot be requested.
    package func follow(link url: String, of target: Target) async -> LinkTrail? {
        guard let link = AbsoluteURL(url), link.isWeb else { return nil }
        let time = DomainTime(settings.deadline)
        let trail = await backstop.run(within: time, on: executor(for: target)) {
            await follow(link, Visit(target: target, gate: OpenGate(), time: time))
        }
        return trail
            ?? LinkTrail(url: link.description, first: Self.abandoned(link.description, at: surroundings.now()))
    }

    private func follow(_ link: AbsoluteURL, _ visit: Visit) async -> LinkTrail {
        var request = request(link, visit, keepsConnection: false)
        // The user's header fields can contain secrets, which must not be sent unencrypted.
        if link.scheme != "https" { request.sendsUserHeaders = false }
        let first = await exchange(request, visit)
        await hangUp(visit)
        let redirects = await follow(first, visit, limit: min(settings.maxRedirects, LinkTrail.maxHops))
        await hangUp(visit)
        return LinkTrail(url: link.description, first: first, redirects: redirects)
    }
}
