import Findings

enum LocationFindings {
    static func all(of domain: JudgedDomain) -> [Finding] {
        var wellKnown = findings(of: domain.wellKnown, isInEffect: domain.effectiveLocation.location == .wellKnown)
        if domain.wellKnown.judged == nil { wellKnown.append(notRequestedFinding(domain.wellKnown)) }
        let root = findings(of: domain.root, isInEffect: domain.effectiveLocation.location == .root)
        if domain.effectiveLocation.location == .root { return wellKnown + root }
        if domain.wellKnown.outcome == .missing {
            // The result at the root is only evidence of `file-missing`, unless the root holds an unusable file.
            return domain.root.holdsUnusableFile ? wellKnown + root : wellKnown
        }
        var shown = wellKnown
        for var finding in root {
            if let index = shown.firstIndex(where: { $0.code == finding.code }) {
                if isShared(finding.code) {
                    shown[index].location = .domain
                } else {
                    shown[index].evidence["alsoAt"] = .strings([FindingLocation.root.rawValue])
                }
            } else {
                // The root has no effect on current systems.
                finding.severity = .info
                shown.append(finding)
            }
        }
        // If the root was not requested because it shares the problem, the finding concerns the whole domain.
        if domain.root.judged == nil, let code = domain.wellKnown.cause?.finding?.code, isShared(code),
            let index = shown.firstIndex(where: { $0.code == code })
        {
            shown[index].location = .domain
        }
        return shown
    }

    /// Whether a finding concerns a property that both locations share: name, address, connection or certificate.
    private static func isShared(_ code: FindingCode) -> Bool {
        let family = Catalogue[code].family
        // A blocked address is that of a redirect, and each location has its own redirects.
        return family == .tls || (family == .reachingTheServer && code != .addressBlocked)
    }

    private static func findings(of location: JudgedLocation, isInEffect: Bool) -> [Finding] {
        guard let judged = location.judged else { return [] }
        var findings = [judged.cause?.finding].compactMap(\.self)
        if let trail = location.observation.trail, judged.cause?.route != nil {
            findings += [AddressGuardCheck.finding(about: trail, of: judged.response)].compactMap(\.self)
        }
        // If the location is not in effect, only unreadable content and the delivery of a usable file matter.
        if let content = judged.content, isInEffect || !content.isReadable { findings += content.findings }
        if isInEffect || judged.isUsable { findings += judged.deliveryFindings }
        return findings
    }

    private static func notRequestedFinding(_ location: JudgedLocation) -> Finding {
        let reason =
            location.observation.skip == .deadline ? "the time limit for the domain was reached" : "it was not checked"
        let message = "\(Wording.excerpt(location.observation.url)) was not requested: \(reason)."
        return Finding(.timeout, location: location.location, message: message, evidence: ["asked": false])
    }
}
