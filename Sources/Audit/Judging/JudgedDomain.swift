import Findings
import Transport

import struct Foundation.Date

/// One of the two locations, or Apple's copy, judged separately.
struct JudgedLocation: Sendable {
    let location: FindingLocation
    let observation: LocationObservation
    let judged: JudgedResponse?

    var response: Response? { judged?.response }

    var cause: Cause? { judged?.cause }

    var isUsable: Bool { judged?.isUsable ?? false }

    var holdsUnreadableFile: Bool {
        guard let judged, let cause, judged.response.status == 200, cause.stage > .mediaType else { return false }
        return judged.response.isMeantAsFile
    }

    var outcome: LocationReport.Outcome {
        guard let judged else { return .notTried }
        return judged.cause?.outcome ?? .served
    }
}

/// Both locations of a domain, each judged separately.
struct JudgedDomain: Sendable {
    let observation: Observation
    let settings: JudgeSettings
    let contentJudge: ContentJudge
    let wellKnown: JudgedLocation
    let root: JudgedLocation
    /// Apple's copy, compared with the server's file; `nil` if the CDN was not queried.
    private(set) var cdn: JudgedCDN?
    let unverifiedFetch: JudgedUnverifiedFetch?
    /// The judged addresses of the name, beginning with the one that served the first request; empty if they were not
    /// requested individually.
    let addresses: [JudgedAddress]
    /// The same name with or without `www.`; `nil` if it was not requested.
    let sibling: Boxed<JudgedDomain>?
    let userAgents: JudgedUserAgents?

    init(_ observation: Observation, settings: JudgeSettings, contentJudge: ContentJudge) {
        func judge(
            _ source: LocationObservation, _ location: FindingLocation, after earlier: JudgedResponse?
        ) -> JudgedLocation {
            let response = source.exchange.map { exchange in
                Response(
                    location: location, exchange: exchange, trail: source.trail,
                    otherDomainsUnanswered: source.otherDomainsUnanswered, connectLimitMs: source.connectLimitMs,
                    earlierTLS: exchange.connectionReused ? earlier?.response.tls : nil,
                    target: observation.target, now: observation.startedAt, settings: settings,
                    contentJudge: contentJudge)
            }
            return JudgedLocation(
                location: location, observation: source,
                judged: response.map { JudgedResponse($0, earlier: earlier) })
        }
        self.observation = observation
        self.settings = settings
        self.contentJudge = contentJudge
        func judgeOther(_ observation: Observation) -> JudgedDomain {
            JudgedDomain(observation, settings: settings, contentJudge: contentJudge)
        }
        addresses = Self.addresses(observation).map { JudgedAddress(address: $0, domain: judgeOther($1)) }
        sibling = Self.sibling(observation).map { Boxed(judgeOther($0)) }
        userAgents = JudgedUserAgents(observation, judgeOther)
        unverifiedFetch = JudgedUnverifiedFetch(observation, settings: settings, contentJudge: contentJudge)
        wellKnown = judge(observation.wellKnown, .wellKnown, after: nil)
        root = judge(observation.root, .root, after: wellKnown.judged)
        if let copy = observation.cdn.map({ judge($0, .cdn, after: wellKnown.judged) }) {
            cdn = JudgedCDN(copy, beside: self)
        }
    }

    private static func addresses(_ observation: Observation) -> [(String, Observation)] {
        guard let others = observation.addresses, let first = observation.wellKnown.exchange?.address else { return [] }
        let firstLocations = AdditionalObservation(wellKnown: observation.wellKnown, root: observation.root)
        return [(first, observation.narrowed(to: firstLocations))]
            + others.entries.map { ($0.address, observation.narrowed(to: $0.observation)) }
    }

    private static func sibling(_ observation: Observation) -> Observation? {
        guard let additional = observation.sibling, let domain = observation.target.domain.sibling else { return nil }
        var sibling = observation.narrowed(to: additional)
        // Expectations apply only to the name that was requested.
        sibling.target = Target(input: domain.host, domain: domain)
        return sibling
    }

    var target: Target { observation.target }

    var now: Date { observation.startedAt }

    /// The location that takes effect: the root if only the root serves a usable file, otherwise the well-known
    /// location.
    var inEffect: JudgedLocation { !wellKnown.isUsable && root.isUsable ? root : wellKnown }

    /// The TLS facts of connections whose certificate was trusted.
    var acceptedConnections: [TLSFacts] {
        [wellKnown, root].compactMap { $0.response?.tls }.filter { $0.verification == .passed }
    }
}

/// One address of a name, judged as if it were the only one.
struct JudgedAddress: Sendable {
    let address: String
    let domain: JudgedDomain

    var evidence: Evidence {
        var evidence = domain.deliveryEvidence(after: ["address": .string(address)])
        guard let leaf = domain.inEffect.response?.tls?.chain.first else { return evidence }
        evidence["certificate"] = .string(leaf.sha256)
        evidence["certificateEnds"] = .string(Wording.moment(leaf.notAfter))
        return evidence
    }
}
