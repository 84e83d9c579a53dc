import Basics
import Findings
import Transport

/// The unverified fetch of a domain, judged as if its certificate had been trusted.
///
/// The certificate remains the only root cause; the findings of the unverified fetch are added as information.
final class JudgedUnverifiedFetch: Sendable {
    let domain: JudgedDomain

    /// Judges the unverified fetch in `observation`; `nil` without one.
    init?(_ observation: Observation, settings: JudgeSettings, contentJudge: ContentJudge) {
        guard let unverified = observation.unverified, let exchange = unverified.wellKnown.exchange,
            exchange.failure == nil || exchange.status != nil
        else { return nil }
        domain = JudgedDomain(observation.narrowed(to: unverified), settings: settings, contentJudge: contentJudge)
    }

    /// Returns the findings of the unverified fetch that would be errors or warnings with a valid certificate.
    private func findings(behind code: FindingCode, besides known: [Finding]) -> [Finding] {
        let codes = Set(known.map(\.code))
        let relevant = Judge.findings(of: domain).filter { finding in
            finding.severity > .info && !codes.contains(finding.code) && Catalogue[finding.code].family != .tls
        }
        return Judge.sorted(relevant).map { finding in
            var finding = finding
            finding.severity = .info
            finding.message = "With the certificate ignored, \(Phrase.lowered(finding.message))"
            finding.evidence[Finding.behindKey] = .string(code.rawValue)
            return finding
        }
    }

    /// Adds the results of the unverified fetch to `findings` and to the one with `code`, about the certificate.
    func addResults(to findings: inout [Finding], behind code: FindingCode) {
        guard let index = findings.firstIndex(where: { $0.code == code }) else { return }
        let hidden = self.findings(behind: code, besides: findings)
        findings[index].message += " \(sentence(hidden))"
        findings[index].evidence["behindCertificate"] = .object(evidence(hidden))
        findings += hidden
    }

    private func sentence(_ findings: [Finding]) -> String {
        if let status = domain.wellKnown.response?.status, domain.wellKnown.outcome == .missing, !domain.root.isUsable {
            return "Even with the certificate ignored, there is no file (\(status))."
        }
        let isUsable = domain.inEffect.isUsable
        guard let next = findings.first else {
            return isUsable
                ? "With the certificate ignored, the file can be read and is valid."
                : "Even with the certificate ignored, the server does not send a usable file."
        }
        let name = "\(Phrase.lowered(Catalogue[next.code].title)) (\(next.code.rawValue))"
        return isUsable
            ? "Apart from the certificate, the file is there. Next to fix: \(name)."
            : "Apart from the certificate, the next problem is: \(name)."
    }

    private func evidence(_ findings: [Finding]) -> Evidence {
        var evidence: Evidence = [:]
        for (key, location) in [("wellKnown", domain.wellKnown), ("root", domain.root)] {
            guard let exchange = location.response?.exchange else { continue }
            var details: Evidence = ["outcome": .string(location.outcome.rawValue)]
            if let status = location.response?.status { details["status"] = .integer(status) }
            if let address = exchange.address { details["address"] = .string(address) }
            if let server = location.response?.header("server") { details["server"] = .string(server) }
            if let type = location.response?.header("content-type") { details["contentType"] = .string(type) }
            if exchange.bodySize > 0 { details["bytes"] = .integer(exchange.bodySize) }
            if let digest = exchange.bodySHA256 { details["sha256"] = .string(digest) }
            evidence[key] = .object(details)
        }
        if let next = findings.first { evidence["next"] = .string(next.code.rawValue) }
        return evidence
    }
}
