import Findings

package import struct Foundation.Date
package import struct Transport.Exchange

/// The redirects from a URL, followed only for information, because Apple's systems do not allow any.
public struct RedirectTrail: Hashable, Sendable {
    /// The reason why following ended.
    package enum End: String, Hashable, Sendable {
        /// The last hop responded with something other than a redirect.
        case answered
        case failed
        /// A redirect led to a URL that had already been visited.
        case loop
        /// The maximum number of hops was exceeded.
        case limit
        /// The last hop led to a scheme other than `https` and `http`, or to a URL that cannot be parsed.
        case unusableLocation
        /// The domain's deadline was reached.
        case deadline
    }

    /// One redirect.
    public struct Hop: Hashable, Sendable {
        /// The status of the redirect.
        public package(set) var status: Int
        /// The URL that redirected.
        public package(set) var from: String
        /// The target of the redirect as an absolute URL, or in its original form if it cannot be resolved.
        public package(set) var to: String
        /// The address that responded.
        public package(set) var address: String?

        package init(status: Int, from: String, to: String, address: String?) {
            self.status = status
            self.from = from
            self.to = to
            self.address = address
        }
    }

    /// The redirects in order, beginning with that of the location itself.
    package var hops: [Hop]
    /// The exchanges after the first one, one for each requested URL; the last is the end of the trail.
    package var exchanges: [Exchange]
    package var end: End
}

/// The observation of one of the two locations of the file, or of Apple's copy.
package struct LocationObservation: Hashable, Sendable {
    /// The reason why a location was not requested.
    package enum Skip: String, Hashable, Sendable {
        /// The result at the other location makes this request unnecessary.
        case unnecessary
        /// The domain's deadline was reached.
        case deadline
    }

    package var url: String
    /// The exchange, or the last one of several attempts; `nil` if the location was not requested.
    package var exchange: Exchange?
    /// The reason why the location was not requested; `nil` if it was.
    package var skip: Skip?
    /// The redirects from the response; `nil` if it was not a redirect.
    package var trail: RedirectTrail?
    package var attempts: Int
    /// The number of other domains in a row without a response at the address; `nil` unless this prevented an attempt.
    package var otherDomainsUnanswered: Int?
    /// The time limit for connecting in milliseconds, if it was reduced because of these other domains.
    package var connectLimitMs: Double?

    package init(
        url: String, exchange: Exchange? = nil, skip: Skip? = nil, trail: RedirectTrail? = nil, attempts: Int = 0
    ) {
        self.url = url
        self.exchange = exchange
        self.skip = skip
        self.trail = trail
        self.attempts = attempts
    }

    var isMissing: Bool { [404, 410].contains(exchange?.status) }
}

/// All facts that were observed about one domain: the input of the judge.
package struct Observation: Sendable {
    package var target: Target
    /// The time at which the observation began, which the judge uses as the current time.
    package var startedAt: Date
    /// `/.well-known/apple-app-site-association`.
    package var wellKnown: LocationObservation
    /// `/apple-app-site-association`.
    package var root: LocationObservation
    /// The responses for the names with `.json` appended, which are requested only if neither location serves a file.
    package var jsonSuffixProbes: [Exchange] = []
    /// The unverified fetch; `nil` if the certificate was trusted, or if unverified fetches are disabled.
    package var unverified: AdditionalObservation?
    /// The observations at the other addresses of the name; `nil` if they were not requested, or if there is only one.
    package var addresses: AddressObservations?
    /// The same name with or without `www.`; `nil` if it was not requested.
    package var sibling: AdditionalObservation?
    package var userAgents: [UserAgentObservation]?
    /// Apple's copy of the file; `nil` if it was not requested.
    package var cdn: LocationObservation?
    /// The duration of the whole observation, including retries and pauses.
    package var totalMs = 0.0

    /// Returns an observation of the same domain with the locations of `additional`, and without additional checks.
    func replacingLocations(with additional: AdditionalObservation) -> Observation {
        Observation(
            target: target, startedAt: startedAt, wellKnown: additional.wellKnown,
            root: additional.root ?? LocationObservation(url: root.url, skip: .unnecessary))
    }

    var additionalChecks: [AdditionalCheck] {
        AdditionalCheck.allCases.filter { kind in
            switch kind {
            case .addresses: addresses != nil
            case .sibling: sibling != nil
            case .userAgents: userAgents != nil
            }
        }
    }
}

extension Observation {
    /// Creates an observation without additional checks, for other modules.
    package init(target: Target, startedAt: Date, wellKnown: LocationObservation, root: LocationObservation) {
        // The last argument selects the memberwise initializer; without it, this initializer would call itself.
        self.init(target: target, startedAt: startedAt, wellKnown: wellKnown, root: root, jsonSuffixProbes: [])
    }
}
