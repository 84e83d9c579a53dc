import Findings
import Transport

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
