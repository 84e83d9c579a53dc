import Basics
import Findings
import Transport

extension JudgedDomain {
    /// Adds the unverified fetch to the finding about the certificate, and its own findings as information.
    func addUnverifiedFindings(to findings: inout [Finding]) {
        guard let unverifiedFetch, let code = wellKnown.cause?.finding?.code,
            let index = findings.firstIndex(where: { $0.code == code })
        else { return }
        let hidden = unverifiedFetch.findings(behind: code, besides: Set(findings.map(\.code)))
        findings[index].message += " \(unverifiedFetch.sentence(about: hidden))"
        findings[index].evidence[Finding.unverifiedFetchKey] = .object(unverifiedFetch.evidence(of: hidden))
        findings += hidden
    }

    private func findings(behind code: FindingCode, besides known: Set<FindingCode>) -> [Finding] {
        let relevant = Judge.findings(of: self).filter { finding in
            finding.severity > .info && !known.contains(finding.code) && Catalogue[finding.code].family != .tls
        }
        return Judge.sorted(relevant).map { finding in
            var finding = finding
            finding.severity = .info
            finding.message = "With the certificate ignored, \(Phrase.lowered(finding.message))"
            finding.evidence[Finding.maskingCodeKey] = .string(code.rawValue)
            return finding
        }
    }

    private func sentence(about findings: [Finding]) -> String {
        if let status = wellKnown.response?.status, wellKnown.outcome == .missing, !root.isUsable {
            return "Even with the certificate ignored, there is no file (\(status))."
        }
        let isUsable = effectiveLocation.isUsable
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

    private func evidence(of findings: [Finding]) -> Evidence {
        var evidence: Evidence = [:]
        for (key, location) in [("wellKnown", wellKnown), ("root", root)] {
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
