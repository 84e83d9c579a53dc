import AppSiteAssociation
import Findings

/// Decides for each generation of systems whether links open the app.
struct VerdictRules {
    private let domain: JudgedDomain
    private let codes: Set<FindingCode>

    init(_ domain: JudgedDomain, _ findings: [Finding]) {
        self.domain = domain
        codes = Set(findings.map(\.code))
    }

    /// One verdict for each generation, in order; `because` names only codes that the report has findings for.
    var verdicts: [Verdict] {
        AppleSystem.allCases.map { system in
            let ruling = ruling(system)
            var known = codes
            return Verdict(
                system: system, outcome: ruling.outcome, because: ruling.because.filter { known.remove($0) != nil })
        }
    }

    private func ruling(_ system: AppleSystem) -> Ruling {
        if system == .iOS14, let cdn = domain.cdn, let today = today(cdn) { return today }
        let location: Ruling =
            switch system {
            case .iOS9To12, .iOS13: withFallback(system)
            case .iOS14, .iOS14DeveloperMode: wellKnownOnly(system)
            }
        return [FindingCode.addressNotPublic, .tlsCertificateRevoked].filter(codes.contains)
            .map { Ruling(DeliveryRules.facts[$0]?[system] ?? .unknown, because: [$0]) }
            .reduce(location) { $0.and($1) }
    }

    /// iOS 9.3 to 13 ask well-known first, and root when that request fails. Rule: location.fallback-to-root
    private func withFallback(_ system: AppleSystem) -> Ruling {
        let wellKnown = ruling(of: domain.wellKnown, system)
        guard let cause = domain.wellKnown.cause, wellKnown.outcome == .doesNotWork else { return wellKnown }
        guard domain.root.judged != nil else {
            // What settles the one location settles the other; what was left out for want of time is not known.
            return domain.root.observation.skip == .deadline ? Ruling(.unknown, because: wellKnown.because) : wellKnown
        }
        let root = ruling(of: domain.root, system)
        if root.outcome == .doesNotWork { return wellKnown }
        // Whether an answer of 200 with something else in it counts as a request that failed is not known.
        guard cause.stage < .mediaType else { return Ruling(.unknown, because: wellKnown.because) }
        return Ruling(root.outcome, because: wellKnown.because + root.because)
    }

    /// iOS 14 and later ask well-known only; whether the CDN ever falls back to root is not known.
    ///
    /// Rules: location.direct-well-known-only, location.cdn-root
    private func wellKnownOnly(_ system: AppleSystem) -> Ruling {
        let wellKnown = ruling(of: domain.wellKnown, system)
        let onlyRoot = domain.wellKnown.outcome == .missing && domain.root.isUsable
        return onlyRoot && system == .iOS14 ? Ruling(.unknown, because: wellKnown.because) : wellKnown
    }

    /// What iOS 14 and later get today, where Apple's CDN says what it has; `nil` where it does not.
    ///
    /// Rules: cdn.keeps-copies, cdn.device-error
    private func today(_ cdn: JudgedCDN) -> Ruling? {
        let because: [FindingCode]
        switch cdn.state {
        case .unchecked: return nil
        case .fetchFailed:
            let origin = wellKnownOnly(.iOS14)
            return Ruling(
                .doesNotWork, because: (origin.outcome == .doesNotWork ? origin.because : []) + [.cdnNotServed])
        case .inSync: because = cdn.followed == nil ? [] : [.cdnFollowedRedirect]
        case .outOfSync, .onlyAtCDN: because = [.cdnDiffers]
        }
        let copy = cdn.copy.judged?.content?.judged?.ruling(.iOS14) ?? Ruling(.unknown)
        return Ruling(copy.outcome, because: copy.because + because)
    }

    // MARK: One location

    private func ruling(of place: JudgedLocation, _ system: AppleSystem) -> Ruling {
        guard let judged = place.judged else { return Ruling(.unknown, because: [.timeout]) }
        if place.outcome == .missing {
            let missing: [FindingCode] = [.fileMissing, .wellKnownMissing]
            return Ruling(.doesNotWork, because: missing.filter(codes.contains))
        }
        return ruling(of: judged, system)
    }

    private func ruling(of judged: JudgedResponse, _ system: AppleSystem) -> Ruling {
        guard let cause = judged.cause else { return served(judged, system) }
        if let route = cause.route, cause.finding?.code == .redirect { return redirected(route, system) }
        if cause.outcome == .missing { return Ruling(.doesNotWork) }
        if let finding = cause.finding {
            return Ruling(DeliveryRules.row(of: finding)[system], because: [finding.code])
        }
        let findings = judged.content?.findings.filter { $0.severity == .error } ?? []
        return findings.map { finding in
            // Wide encodings are doubtful on the CDN and readable for Foundation; others fail as any broken text does.
            // Rule: json.utf-8
            let isDoubtful = finding.code == .encodingNotUTF8 && judged.content?.isWide == true
            let row = isDoubtful ? DeliveryRow.unknown : DeliveryRules.row(of: finding)
            return Ruling(row[system], because: [finding.code])
        }.reduce(Ruling(findings.isEmpty ? .unknown : .works)) { $0.and($1) }
    }

    /// The documents forbid redirects; those over HTTPS have been seen to work since iOS 14.
    ///
    /// Rules: transport.no-redirect, transport.redirect-followed, transport.redirect-to-http
    private func redirected(_ route: RedirectRoute, _ system: AppleSystem) -> Ruling {
        let refused = Ruling(.doesNotWork, because: [.redirect])
        if route.toHTTP || system == .iOS9To12 || system == .iOS13 { return refused }
        let followed = Ruling(.works, because: [.redirect])
        switch route.end {
        case .answered?, .failed?:
            guard let target = route.target else { return Ruling(.unknown, because: [.redirect]) }
            let end = ruling(of: target, system)
            // The CDN refuses private addresses; nothing was fetched from this one. Rule: cdn.private-addresses
            if target.problem == .addressBlocked {
                return Ruling(system == .iOS14 ? .doesNotWork : .unknown, because: [.redirect, .addressBlocked])
            }
            return Ruling(followed.and(end).outcome, because: [.redirect] + end.because)
        case .unusableLocation?, .loop?, .limit?: return refused
        case .deadline?, nil: return Ruling(.unknown, because: [.redirect])
        }
    }

    private func served(_ judged: JudgedResponse, _ system: AppleSystem) -> Ruling {
        var ruling = judged.content?.judged?.ruling(system) ?? Ruling(.unknown)
        for findings in [judged.facts, judged.content?.findings ?? []] {
            for finding in findings {
                guard let row = DeliveryRules.facts[finding.code] else { continue }
                ruling = ruling.and(Ruling(row[system], because: [finding.code]))
            }
        }
        return ruling
    }
}
