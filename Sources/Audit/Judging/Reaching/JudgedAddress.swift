import AppSiteAssociation
import Findings
import Transport

/// One address of a name, judged as if it were the only one.
struct JudgedAddress: Sendable {
    /// What an address serves, as far as it matters for a comparison.
    enum Service {
        case file(FileContent, at: FindingLocation)
        case nothing(status: Int)
        case problem(FindingCode)
        /// No connection came about: who gets none may try another address.
        case silence(FindingCode)
        /// Not asked for want of time, or not to be reached from this computer.
        case unknown
    }

    let address: String
    /// The domain as it would be with this address alone.
    let domain: JudgedDomain

    var service: Service {
        guard let judged = domain.wellKnown.judged else { return .unknown }
        let place = domain.inEffect
        if place.isUsable, let content = place.judged?.content { return .file(content, at: place.location) }
        if domain.wellKnown.outcome == .missing { return .nothing(status: judged.response.status ?? 404) }
        guard let code = judged.problem else { return .unknown }
        // No route, or a fault on this side: nothing is known of the address.
        if code == .connectFailed { return .unknown }
        return [.connectRefused, .connectTimeout].contains(code) ? .silence(code) : .problem(code)
    }

    /// What was seen, for the evidence of a finding.
    var evidence: Evidence {
        var evidence: Evidence = ["address": .string(address), "outcome": .string(domain.inEffect.outcome.rawValue)]
        guard let response = domain.inEffect.response else { return evidence }
        if let status = response.status { evidence["status"] = .integer(status) }
        if let code = domain.inEffect.judged?.problem { evidence["problem"] = .string(code.rawValue) }
        if let server = response.header("server") { evidence["server"] = .string(server) }
        if response.status != nil { evidence["bytes"] = .integer(response.exchange.bodySize) }
        if let digest = response.exchange.bodySHA256 { evidence["sha256"] = .string(digest) }
        if let leaf = response.tls?.chain.first {
            evidence["certificate"] = .string(leaf.sha256)
            evidence["certificateEnds"] = .string(Wording.moment(leaf.notAfter))
        }
        return evidence
    }
}

extension JudgedAddress.Service {
    /// Whether two addresses serve the same, as far as systems can tell; what could not be decided is no difference.
    func isSame(as other: JudgedAddress.Service) -> Bool {
        switch (self, other) {
        case (.file(let one, let place), .file(let two, let otherPlace)):
            return place == otherPlace && (one.bytes == two.bytes || difference(from: other) == nil)
        case (.nothing, .nothing), (.unknown, .unknown): return true
        case (.problem(let one), .problem(let two)), (.silence(let one), .silence(let two)): return one == two
        default: return false
        }
    }

    /// The first difference in meaning between two files.
    func difference(from other: JudgedAddress.Service) -> AssociationMeaning.Difference? {
        guard case .file(let one, _) = self, case .file(let two, _) = other, let first = one.file,
            let second = two.file,
            first.document != second.document,
            case .different(let difference) = AssociationMeaning.compare(first, second)
        else { return nil }
        return difference
    }

    /// Whether the address serves a usable file.
    var isFile: Bool {
        if case .file = self { true } else { false }
    }
}
