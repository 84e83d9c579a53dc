import Findings
import Transport

import struct Foundation.Date

struct JudgedLocation: Sendable {
    let location: FindingLocation
    let observation: LocationObservation
    let judged: JudgedResponse?

    var response: Response? { judged?.response }
    var cause: Cause? { judged?.cause }
    var isUsable: Bool { judged?.isUsable ?? false }
    var usableContent: ContentJudgement? { judged?.usableContent }

    var holdsUnreadableFile: Bool {
        guard let response, let cause, response.status == 200, cause.stage == .file else { return false }
        return response.isMeantAsFile
    }

    var outcome: LocationReport.Outcome {
        guard let judged else { return .notTried }
        return judged.cause?.outcome ?? .served
    }
}

/// Both locations of a domain, each judged separately.
///
/// The additional checks of the domain are judged as domains of their own.
final class JudgedDomain: Sendable {
    let observation: Observation
    let settings: JudgeSettings
    let contentJudge: ContentJudge
    let wellKnown: JudgedLocation
    let root: JudgedLocation
    /// The location that takes effect: the well-known location, unless only the root serves a usable file.
    let inEffect: JudgedLocation
    /// Apple's copy, compared with the server's file; `nil` if the CDN was not queried.
    let cdn: JudgedCDN?
    let unverifiedFetch: JudgedUnverifiedFetch?
    /// The addresses of the name, each judged as if it were the only one, in the order of requests; empty if not
    /// requested.
    let addresses: [(address: String, domain: JudgedDomain)]
    /// The same name with or without `www.`; `nil` if it was not requested.
    let sibling: JudgedDomain?
    let userAgents: JudgedUserAgents?

    init(_ observation: Observation, settings: JudgeSettings, contentJudge: ContentJudge) {
        func judge(
            _ location: FindingLocation, _ source: LocationObservation, after earlier: JudgedResponse?
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
        func judgeOther(_ observation: Observation) -> JudgedDomain {
            JudgedDomain(observation, settings: settings, contentJudge: contentJudge)
        }
        let wellKnown = judge(.wellKnown, observation.wellKnown, after: nil)
        let root = judge(.root, observation.root, after: wellKnown.judged)
        let inEffect = !wellKnown.isUsable && root.isUsable ? root : wellKnown
        self.observation = observation
        self.settings = settings
        self.contentJudge = contentJudge
        self.wellKnown = wellKnown
        self.root = root
        self.inEffect = inEffect
        cdn = observation.cdn.map { copy in
            JudgedCDN(judge(.cdn, copy, after: wellKnown.judged), besideWellKnown: wellKnown, inEffect: inEffect)
        }
        unverifiedFetch = JudgedUnverifiedFetch(observation, judgeOther)
        addresses = observation.byAddress.map { ($0, judgeOther($1)) }
        sibling = observation.siblingObservation.map(judgeOther)
        userAgents = JudgedUserAgents(observation, judgeOther)
    }

    var target: Target { observation.target }
    var now: Date { observation.startedAt }
}

extension Observation {
    fileprivate var byAddress: [(String, Observation)] {
        guard let addresses, let first = wellKnown.exchange?.address else { return [] }
        let firstLocations = AdditionalObservation(wellKnown: wellKnown, root: root)
        return [(first, narrowed(to: firstLocations))]
            + addresses.entries.map { ($0.address, narrowed(to: $0.observation)) }
    }

    fileprivate var siblingObservation: Observation? {
        guard let sibling, let domain = target.domain.sibling else { return nil }
        var observation = narrowed(to: sibling)
        // Expectations apply only to the name that was requested.
        observation.target = Target(input: domain.host, domain: domain)
        return observation
    }
}
