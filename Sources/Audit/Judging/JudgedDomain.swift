import Findings
import Transport

import struct Foundation.Date

struct JudgedLocation: Sendable {
    let location: FindingLocation
    let observation: LocationObservation
    /// The judged response; `nil` if the location was not requested.
    let judged: JudgedResponse?

    var response: Response? { judged?.response }
    var cause: Cause? { judged?.cause }
    var isUsable: Bool { judged?.isUsable ?? false }
    var usableContent: ContentJudgement? { judged?.usableContent }

    /// Whether the response is meant as the file, but not usable.
    var holdsUnusableFile: Bool {
        guard let response, let cause, response.status == 200, cause.stage == .file else { return false }
        return response.isMeantAsFile
    }

    var outcome: LocationReport.Outcome { judged == nil ? .notTried : cause?.outcome ?? .served }
}

/// Both locations of a domain, each judged separately.
///
/// Additional checks are judged as domains of their own, except those of user agents, which have only one location.
final class JudgedDomain: Sendable {
    let observation: Observation
    let judge: Judge
    let wellKnown: JudgedLocation
    let root: JudgedLocation
    /// The location that takes effect: the well-known location, unless only the root serves a usable file.
    let effectiveLocation: JudgedLocation
    /// Apple's copy, compared with the server's file; `nil` if the CDN was not queried.
    let cdn: JudgedCDN?
    /// The unverified fetch, judged as if its certificate had been trusted; `nil` without a response.
    let unverifiedFetch: JudgedDomain?
    /// The requested addresses in order, each judged as if it were the only one; empty if only one was requested.
    let addresses: [(address: String, domain: JudgedDomain)]
    /// The same name with or without `www.`; `nil` if it was not requested.
    let sibling: JudgedDomain?
    /// The responses to Apple's user agents; empty if not requested.
    let userAgents: [(agent: AppleUserAgent, location: JudgedLocation)]

    init(_ observation: Observation, by judge: Judge) {
        func judgeLocation(
            _ location: FindingLocation, _ source: LocationObservation, after earlier: JudgedResponse? = nil
        ) -> JudgedLocation {
            let judged = source.exchange.map { exchange in
                let response = Response(
                    location: location, exchange: exchange, trail: source.trail,
                    otherDomainsUnanswered: source.otherDomainsUnanswered, connectLimitMs: source.connectLimitMs,
                    earlierTLS: exchange.connectionReused ? earlier?.response.tls : nil,
                    target: observation.target, observedAt: observation.startedAt, judge: judge)
                return JudgedResponse(response, earlier: earlier)
            }
            return JudgedLocation(location: location, observation: source, judged: judged)
        }
        let wellKnown = judgeLocation(.wellKnown, observation.wellKnown)
        let root = judgeLocation(.root, observation.root, after: wellKnown.judged)
        let effectiveLocation = !wellKnown.isUsable && root.isUsable ? root : wellKnown
        self.observation = observation
        self.judge = judge
        self.wellKnown = wellKnown
        self.root = root
        self.effectiveLocation = effectiveLocation
        cdn = observation.cdn.map { copy in
            let judgedCopy = judgeLocation(.cdn, copy, after: wellKnown.judged)
            return JudgedCDN(judgedCopy, wellKnown: wellKnown, effectiveLocation: effectiveLocation)
        }
        unverifiedFetch = observation.unverifiedObservation.map { JudgedDomain($0, by: judge) }
        addresses = observation.byAddress.map { ($0, JudgedDomain($1, by: judge)) }
        sibling = observation.siblingObservation.map { JudgedDomain($0, by: judge) }
        userAgents = (observation.userAgents ?? []).map { ($0.userAgent, judgeLocation(.wellKnown, $0.wellKnown)) }
    }

    var target: Target { observation.target }
    var observedAt: Date { observation.startedAt }
}

extension Observation {
    fileprivate var unverifiedObservation: Observation? {
        guard let unverified, let exchange = unverified.wellKnown.exchange,
            exchange.failure == nil || exchange.status != nil
        else { return nil }
        return replacingLocations(with: unverified)
    }

    fileprivate var byAddress: [(String, Observation)] {
        guard let addresses, let first = wellKnown.exchange?.address else { return [] }
        let firstLocations = AdditionalObservation(wellKnown: wellKnown, root: root)
        return [(first, replacingLocations(with: firstLocations))]
            + addresses.entries.map { ($0.address, replacingLocations(with: $0.observation)) }
    }

    fileprivate var siblingObservation: Observation? {
        guard let sibling, let domain = target.domain.sibling else { return nil }
        var observation = replacingLocations(with: sibling)
        // Expectations apply only to the name that was requested.
        observation.target = Target(input: domain.host, domain: domain)
        return observation
    }
}
