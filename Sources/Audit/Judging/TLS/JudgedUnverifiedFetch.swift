import Basics
import Findings
import Transport

/// The unverified fetch, judged as if its certificate had been trusted; its findings are added as information.
struct JudgedUnverifiedFetch: Sendable {
    let domain: JudgedDomain

    init?(_ observation: Observation, _ judge: (Observation) -> JudgedDomain) {
        guard let unverified = observation.unverified, let exchange = unverified.wellKnown.exchange,
            exchange.failure == nil || exchange.status != nil
        else { return nil }
        domain = judge(observation.narrowed(to: unverified))
    }

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
        findings[index].evidence[Finding.unverifiedFetchKey] = .object(evidence(hidden))
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
            guard let response = location.response else { continue }
            let exchange = response.exchange
            var details: Evidence = [
                "outcome": .string(location.outcome.rawValue), "status": response.status.map { .integer($0) },
                "address": exchange.address.map { .string($0) },
                "server": exchange.header("server").map { .string($0) },
                "contentType": exchange.header("content-type").map { .string($0) },
            ]
            if exchange.bodySize > 0 { details["bytes"] = .integer(exchange.bodySize) }
            details["sha256"] = exchange.bodySHA256.map { .string($0) }
            evidence[key] = .object(details)
        }
        evidence["next"] = findings.first.map { .string($0.code.rawValue) }
        return evidence
    }
}
