import Transport

/// A user agent of Apple's systems.
public enum AppleUserAgent: String, Hashable, Sendable, CaseIterable {
    /// The fetcher of Apple's CDN. Rule: fetch.user-agent-cdn
    case cdn = "AASA-Bot/1.0.0"
    /// Devices that request the file directly; the numbers are those of one version of iOS 16.
    /// Rule: fetch.user-agent-device
    case device = "swcd (unknown version) CFNetwork/1410.0.3 Darwin/22.6.0"
}

/// The server's response to one of Apple's user agents.
public struct UserAgentObservation: Hashable, Sendable {
    /// The user agent.
    public var userAgent: AppleUserAgent
    /// The well-known location.
    public var wellKnown: LocationObservation
}

extension Observer {
    /// Requests the well-known location with each of Apple's user agents, once and over one connection, if the server
    /// responded to `first`.
    func requestWithAppleUserAgents(_ first: LocationObservation, _ visit: Visit) async -> [UserAgentObservation]? {
        guard settings.probesUserAgents, first.exchange?.status != nil else { return nil }
        var observations: [UserAgentObservation] = []
        for agent in AppleUserAgent.allCases {
            var request = request(visit.target.url(Self.wellKnownPath), visit, keepsConnection: true)
            request.userAgent = agent.rawValue
            observations.append(UserAgentObservation(userAgent: agent, wellKnown: await requestOnce(request, visit)))
        }
        await hangUp(visit)
        return observations
    }
}
