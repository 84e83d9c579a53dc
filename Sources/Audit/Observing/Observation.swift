public import struct Foundation.Date
public import struct Transport.Exchange

/// The redirects from a URL, followed only to show them: the rules allow none.
public struct RedirectTrail: Hashable, Sendable {
    /// The reason why following ended.
    public enum End: String, Hashable, Sendable {
        /// The last hop answered with something other than a redirect.
        case answered
        /// The last hop failed.
        case failed
        /// The trail came back to a URL that it had already visited.
        case loop
        /// The trail went on past the limit of hops.
        case limit
        /// The last hop named a scheme other than `https` and `http`, or a URL that cannot be read.
        case unusableLocation
        /// The domain's deadline was reached.
        case deadline
    }

    /// One answer that pointed elsewhere.
    public struct Hop: Hashable, Sendable {
        /// The status of the redirect.
        public var status: Int
        /// The URL that answered.
        public var from: String
        /// The URL to which it pointed, made absolute; as the server wrote it where that is not possible.
        public var to: String
        /// The address that answered.
        public var address: String?

        /// Creates a hop.
        public init(status: Int, from: String, to: String, address: String?) {
            self.status = status
            self.from = from
            self.to = to
            self.address = address
        }
    }

    /// The redirects in order; the first is the location's own answer.
    public var hops: [Hop]
    /// The exchanges that followed, one for each URL that was fetched; the last is where the trail ended.
    public var exchanges: [Exchange]
    /// Why following ended.
    public var end: End

    /// Creates a trail.
    public init(hops: [Hop], exchanges: [Exchange], end: End) {
        self.hops = hops
        self.exchanges = exchanges
        self.end = end
    }
}

/// The observation of one of the two well-known locations, or of Apple's copy.
public struct LocationObservation: Hashable, Sendable {
    /// The reason why a location was not requested.
    public enum Skip: String, Hashable, Sendable {
        /// The failure at the other location settles it: same name, same address, same certificate.
        case settled
        /// The domain's deadline was reached.
        case deadline
    }

    /// The URL of the location.
    public var url: String
    /// The exchange, the last one where there were several attempts; `nil` when the location was not asked.
    public var exchange: Exchange?
    /// Why it was not asked.
    public var skip: Skip?
    /// The redirects that followed; `nil` when the response was not a redirect.
    public var trail: RedirectTrail?
    /// The number of times that it was requested.
    public var attempts: Int
    /// The number of other domains in a row for which the address did not answer, where this one was not tried again, or not at
    /// all, because of it.
    public var otherDomainsUnanswered: Int?
    /// The time for the attempt to connect in milliseconds, where it was shorter than usual because of them.
    public var connectLimitMs: Double?

    /// Creates an observation.
    public init(
        url: String, exchange: Exchange? = nil, skip: Skip? = nil, trail: RedirectTrail? = nil, attempts: Int = 0
    ) {
        self.url = url
        self.exchange = exchange
        self.skip = skip
        self.trail = trail
        self.attempts = attempts
    }
}

/// Everything that was seen of one domain: the input of the judge, without an opinion.
public struct Observation: Hashable, Sendable {
    /// The domain that was observed.
    public var target: Target
    /// When the observation began; judging takes the present from here.
    public var startedAt: Date
    /// `/.well-known/apple-app-site-association`.
    public var wellKnown: LocationObservation
    /// `/apple-app-site-association`.
    public var root: LocationObservation
    /// The same names with `.json` appended, asked for only where neither location serves a file.
    public var jsonSuffixProbes: [Exchange]
    /// The observation behind the certificate; `nil` where it was accepted, and where it was not to be examined.
    public var behind: FurtherLook?
    /// The observations at the other addresses of the name; `nil` where they were not to be asked, and where there is only one.
    public var addresses: AddressLooks?
    /// The same name with or without `www.` before it; `nil` where it was not to be asked.
    public var sibling: FurtherLook?
    /// The responses of the server to Apple's user agents; `nil` where they were not to be tried.
    public var userAgents: [UserAgentLook]?
    /// Apple's copy of the file; `nil` when it was not asked for.
    public var cdn: LocationObservation?
    /// The duration of the whole observation, including retries and pauses.
    public var totalMs: Double
    /// Whether the domain's deadline cut the observation short.
    public var deadlineReached: Bool

    /// Creates an observation.
    public init(
        target: Target, startedAt: Date, wellKnown: LocationObservation, root: LocationObservation,
        jsonSuffixProbes: [Exchange] = [], behind: FurtherLook? = nil, addresses: AddressLooks? = nil,
        sibling: FurtherLook? = nil, userAgents: [UserAgentLook]? = nil,
        cdn: LocationObservation? = nil, totalMs: Double = 0, deadlineReached: Bool = false
    ) {
        self.target = target
        self.startedAt = startedAt
        self.wellKnown = wellKnown
        self.root = root
        self.jsonSuffixProbes = jsonSuffixProbes
        self.behind = behind
        self.addresses = addresses
        self.sibling = sibling
        self.userAgents = userAgents
        self.cdn = cdn
        self.totalMs = totalMs
        self.deadlineReached = deadlineReached
    }
}

extension Observation {
    /// The same domain with nothing but what `look` saw.
    func seen(_ look: FurtherLook) -> Observation {
        Observation(
            target: target, startedAt: startedAt, wellKnown: look.wellKnown,
            root: look.root ?? LocationObservation(url: root.url, skip: .settled))
    }

    /// The kinds of observations that were made because a setting enables them.
    var furtherLooks: [FurtherLook.Kind] {
        FurtherLook.Kind.allCases.filter { kind in
            switch kind {
            case .addresses: addresses != nil
            case .sibling: sibling != nil
            case .userAgents: userAgents != nil
            }
        }
    }
}
