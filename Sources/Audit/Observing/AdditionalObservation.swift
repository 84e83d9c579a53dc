/// The observation of both locations in an additional check: an unverified fetch, another address, or another name.
///
/// On the heap: few domains have additional checks, but the frames of every domain would reserve space for them.
public final class AdditionalObservation: Sendable {
    /// A kind of additional check that a setting enables.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Each address of the name.
        case addresses
        /// The same name with or without `www.`.
        case sibling
        /// The responses to Apple's user agents.
        case userAgents
    }

    /// The well-known location.
    public let wellKnown: LocationObservation
    /// The root location; `nil` if it was not requested, because the well-known location exists.
    public let root: LocationObservation?

    init(wellKnown: LocationObservation, root: LocationObservation? = nil) {
        self.wellKnown = wellKnown
        self.root = root
    }
}

/// The observations at all addresses of a name except the one that served the domain's first request.
public struct AddressObservations: Sendable {
    /// The observation at one address.
    public struct Entry: Sendable {
        /// The address.
        public var address: String
        /// The observation at that address.
        public var observation: AdditionalObservation
    }

    /// One observation for each requested address, in the order of DNS.
    public var entries: [Entry] = []
    /// The number of addresses beyond the maximum, which were not requested.
    public var omitted = 0
}

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
