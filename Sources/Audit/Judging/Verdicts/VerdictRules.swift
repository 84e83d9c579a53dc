import AppSiteAssociation
import Basics
import Findings

/// Determines whether links open `app`, or any app if `app` is `nil`, on one generation of systems.
struct VerdictRules {
    private let domain: JudgedDomain
    private let codes: Set<FindingCode>
    private let system: AppleSystem
    private let app: AppIdentifier?

    /// The maximum number of apps that are judged individually; expected apps are always judged.
    private static let maxApps = 20

    /// Returns one verdict for each generation, in order; `because` contains only `codes`, those of the report.
    static func verdicts(of domain: JudgedDomain, codes: Set<FindingCode>) -> [Verdict] {
        let apps = apps(of: domain)
        return AppleSystem.allCases.map { system in
            func ruling(of app: AppIdentifier?) -> Ruling {
                var ruling = VerdictRules(domain: domain, codes: codes, system: system, app: app).ruling
                ruling.because = ruling.because.filter(codes.contains).unique
                return ruling
            }
            let whole = ruling(of: nil)
            return Verdict(
                system: system, outcome: whole.outcome, because: whole.because,
                apps: apps.map { app in
                    let ruling = ruling(of: app.appID)
                    return Verdict.App(
                        appID: app.appID.text, isExpected: app.isExpected, outcome: ruling.outcome,
                        because: ruling.because)
                })
        }
    }

    /// Returns the apps to judge individually; none if the result for the domain is that of its only app.
    private static func apps(of domain: JudgedDomain) -> [(appID: AppIdentifier, isExpected: Bool)] {
        let behindRedirect = domain.wellKnown.cause?.route?.target?.content
        let behindCertificate = domain.unverifiedFetch?.effectiveLocation.judged?.content
        let content = domain.effectiveLocation.usableContent ?? behindRedirect ?? behindCertificate
        guard let file = content?.judgedFile, file.file != nil else { return [] }
        let named = (file.linkApps + (domain.cdn?.copy.judged?.content?.judgedFile?.linkApps ?? [])).unique
        let expected = (domain.target.expectations?.apps ?? []).filter { $0.service == .applinks }.map(\.appID).unique
        if named.count < 2, expected.isEmpty || expected == named { return [] }
        let others = named.lazy.filter { !expected.contains($0) }.prefix(max(0, maxApps - expected.count))
        return expected.map { ($0, true) } + others.map { ($0, false) }
    }

    private var ruling: Ruling {
        if system == .iOS14, let cdn = domain.cdn, let ruling = ruling(of: cdn) { return ruling }
        let byLocation =
            switch system {
            case .iOS9To12, .iOS13: rulingWithFallback
            case .iOS14, .iOS14DeveloperMode: rulingWithoutFallback
            }
        var result = adjustedForOtherAddresses(byLocation)
        for code in [FindingCode.addressNotPublic, .tlsCertificateRevoked] where codes.contains(code) {
            if let ruling = DeliveryRules.ruling(withUsableFile: code, on: system) { result = result.and(ruling) }
        }
        return result
    }

    private func rulingOfOther(_ domain: JudgedDomain) -> Ruling {
        VerdictRules(domain: domain, codes: codes, system: system, app: app).ruling
    }

    /// Returns `ruling`, that on the first requested address; unknown if the ruling on another address differs.
    private func adjustedForOtherAddresses(_ ruling: Ruling) -> Ruling {
        guard codes.contains(.addressInconsistent) else { return ruling }
        let others = domain.addresses.dropFirst().filter {
            switch $0.domain.delivery {
            case .silence, .unknown: false
            case .file, .missing, .problem: true
            }
        }
        let isSame = others.allSatisfy { rulingOfOther($0.domain).works == ruling.works }
        return isSame ? ruling : Ruling(.unknown, because: [.addressInconsistent])
    }

    /// The ruling for iOS 9.3 to 13, which request the root if the request at the well-known location fails.
    /// Documented as location.fallback-to-root
    private var rulingWithFallback: Ruling {
        let wellKnown = ruling(at: domain.wellKnown)
        guard let cause = domain.wellKnown.cause, wellKnown.works == false else { return wellKnown }
        guard domain.root.judged != nil else {
            // The root was skipped because it would fail in the same way, or because the time limit was reached.
            return domain.root.observation.skip == .deadline ? Ruling(.unknown, because: wellKnown.because) : wellKnown
        }
        let root = ruling(at: domain.root)
        if root.works == false { return Ruling(wellKnown.outcome, because: wellKnown.because + root.because) }
        // It is unknown whether a response with status 200 and other content counts as a failed request.
        guard cause.stage == .request else { return Ruling(.unknown, because: wellKnown.because) }
        // The root was declared deprecated in the year of iOS 13. Documented as location.root-deprecated
        let outcome = system == .iOS13 ? min(root.outcome, .observedToWork) : root.outcome
        return Ruling(outcome, because: wellKnown.because + root.because)
    }

    /// The ruling for iOS 14 and later, which request only the well-known location; it is unknown whether the CDN falls
    /// back to the root. Documented as location.direct-well-known-only, location.cdn-root
    private var rulingWithoutFallback: Ruling {
        let wellKnown = ruling(at: domain.wellKnown)
        let onlyRoot = domain.wellKnown.outcome == .missing && domain.root.isUsable
        return onlyRoot && system == .iOS14 ? Ruling(.unknown, because: wellKnown.because) : wellKnown
    }

    /// Returns the ruling for iOS 14 and later that follows from Apple's copy; `nil` if the CDN's response is unknown.
    /// Documented as cdn.keeps-copies, cdn.device-error
    private func ruling(of cdn: JudgedCDN) -> Ruling? {
        let because: [FindingCode]
        switch cdn.state {
        case .unchecked: return nil
        case .fetchFailed:
            let origin = rulingWithoutFallback
            return Ruling(
                min(origin.outcome, .observedToFail),
                because: (origin.works == false ? origin.because : []) + [.cdnNotServed])
        case .inSync: because = cdn.followedURL == nil ? [] : [.cdnFollowedRedirect]
        case .outOfSync, .onlyAtCDN: because = [.cdnDiffers]
        }
        // The other services of a copy without links do not open the links of the server's file.
        let serverLinks = domain.effectiveLocation.judged?.content?.file?.appLinks
        if app == nil, serverLinks != nil, let file = cdn.copy.judged?.content?.file, file.appLinks == nil {
            return Ruling(.doesNotWork, because: [.detailsMissing, .detailsMalformed] + because)
        }
        let copy = cdn.copy.judged?.content?.judgedFile?.ruling(.iOS14, of: app) ?? Ruling(.unknown)
        // Having followed a redirect once, the CDN is not guaranteed to follow the redirect again.
        let outcome = cdn.followedURL == nil ? copy.outcome : min(copy.outcome, .observedToWork)
        return Ruling(outcome, because: copy.because + because)
    }

    private func ruling(at location: JudgedLocation) -> Ruling {
        guard let judged = location.judged else { return Ruling(.unknown, because: [.timeout]) }
        if location.outcome == .missing {
            return Ruling(.doesNotWork, because: [.fileMissing, .wellKnownMissing, .wildcardApexMissing])
        }
        return ruling(of: judged)
    }

    private func ruling(of judged: JudgedResponse) -> Ruling {
        guard let cause = judged.cause else { return rulingOnServedFile(judged) }
        if let route = cause.route, cause.finding?.code == .redirect { return rulingOnRedirect(route) }
        let ruling = DeliveryRules.ruling(of: cause, judged.content, on: system)
        // The results of user agents and of the unverified fetch adjust the ruling on the well-known location only.
        guard let code = cause.finding?.code, judged === domain.wellKnown.judged else { return ruling }
        // If Apple's user agents get the file, the refusal may not apply to Apple's systems.
        if cause.outcome == .refused, domain.userAgents.contains(where: \.location.delivery.isFile) {
            return Ruling(.unknown, because: [code, .userAgentsDiffer])
        }
        // If the certificate alone causes failure, other problems make no difference.
        guard let unverified = domain.unverifiedFetch, ruling.works != false else { return ruling }
        let rest = rulingOfOther(unverified)
        // Developer mode ignores the certificate's dates, names and issuers, but other problems may affect it.
        // Documented as fetch.developer-mode
        let ignoresCertificate = system == .iOS14DeveloperMode && code != .tlsHandshakeFailed
        return ignoresCertificate ? rest : ruling.and(rest)
    }

    /// Returns the ruling for a redirect: forbidden by the documentation, but observed to work over HTTPS since iOS 14.
    /// Documented as transport.no-redirect, transport.redirect-followed, transport.redirect-to-http
    private func rulingOnRedirect(_ route: RedirectRoute) -> Ruling {
        let refused = Ruling(.doesNotWork, because: [.redirect])
        if route.includesHTTP || system == .iOS9To12 || system == .iOS13 { return refused }
        switch route.end {
        case .answered?, .failed?:
            guard let target = route.target else { return Ruling(.unknown, because: [.redirect]) }
            // The address guard refused this address, and the CDN rejects private addresses.
            // Documented as cdn.private-addresses
            if target.problem == .addressBlocked {
                let isPrivate = !AddressGuardCheck.hasPublicAddress(target.response.exchange)
                return Ruling(
                    system == .iOS14 && isPrivate ? .observedToFail : .unknown, because: [.redirect, .addressBlocked])
            }
            let rest = ruling(of: target)
            return Ruling(min(rest.outcome, .observedToWork), because: [.redirect] + rest.because)
        case .unusableLocation?, .loop?, .limit?: return refused
        case .deadline?, nil: return Ruling(.unknown, because: [.redirect])
        }
    }

    private func rulingOnServedFile(_ judged: JudgedResponse) -> Ruling {
        var ruling = judged.content?.judgedFile?.ruling(system, of: app) ?? Ruling(.unknown)
        for code in judged.effectiveCodes {
            if let effect = DeliveryRules.ruling(withUsableFile: code, on: system) { ruling = ruling.and(effect) }
        }
        return ruling
    }
}

/// The outcome on one generation of systems, with the findings that explain it.
struct Ruling: Hashable, Sendable {
    var outcome: Verdict.Outcome
    var because: [FindingCode]

    init(_ outcome: Verdict.Outcome, because: [FindingCode] = []) {
        self.outcome = outcome
        self.because = because
    }

    var works: Bool? { outcome.isSuccess }

    /// Combines two rulings if both must work: failure takes precedence, then unknown, then observed success.
    func and(_ other: Ruling) -> Ruling { joined(with: other, min(outcome, other.outcome)) }

    /// Combines two rulings if one must work: success takes precedence, then observed success, then unknown.
    func or(_ other: Ruling) -> Ruling { joined(with: other, max(outcome, other.outcome)) }

    private func joined(with other: Ruling, _ outcome: Verdict.Outcome) -> Ruling {
        // Every failure is a reason for a failed outcome; for other outcomes, only rulings with exactly that outcome.
        let isFailure = outcome.isSuccess == false
        let reasons = [self, other].filter { $0.outcome == outcome || (isFailure && $0.works == false) }
        return Ruling(outcome, because: reasons.flatMap(\.because).unique)
    }
}
