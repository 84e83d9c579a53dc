import Findings
import Foundation
import Transport

@testable import Audit

/// Reports of fictitious domains.
enum Reports {
    static let now = Date(timeIntervalSince1970: 1_790_000_000)

    static func report(
        _ name: String, _ status: DomainStatus = .fail, _ findings: [Finding] = [], team: String? = nil,
        certificate: String? = nil, sha256: String? = nil, apps: [FileReport.App]? = nil, address: String? = nil
    ) -> DomainReport {
        let leaf = certificate.map {
            CertificateFacts(
                subject: "CN=\(name)", issuer: "CN=Test", notBefore: now, notAfter: now, subjectAltNames: [name],
                isSelfSigned: false, sha256: $0)
        }
        let exchange = Exchange(
            url: "https://\(name)/", startedAt: now, address: address, status: status == .unreachable ? nil : 200,
            tls: leaf.map {
                TLSFacts(
                    verification: status == .pass ? .passed : .failed, nameVerification: .passed, chain: [$0])
            })
        return DomainReport(
            Target(input: name, domain: DomainID(host: name), people: DomainPeople(team: team)),
            status: status,
            verdicts: AppleSystem.allCases.map { Verdict(system: $0, outcome: .works, because: []) },
            wellKnown: LocationReport(
                url: "https://\(name)/", outcome: status == .pass ? .served : .unusable, exchange: exchange,
                sha256: sha256),
            file: apps.map {
                FileReport(location: .wellKnown, isSigned: false, services: [], apps: $0, bytes: nil)
            },
            findings: findings, startedAt: now)
    }

    static func finding(
        _ code: FindingCode, state: ChangeKind? = nil, location: FindingLocation = .wellKnown,
        evidence: Evidence = [:]
    ) -> Finding {
        var finding = Finding(code, location: location, message: "Seen.", evidence: evidence)
        finding.state = state
        return finding
    }
}
