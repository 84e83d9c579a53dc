import AppSiteAssociation
import Findings
import Transport

/// The result of requesting a file, for comparison with another server, address or user agent.
enum Delivery {
    case file(ContentJudgement, at: FindingLocation)
    case missing(status: Int)
    case problem(FindingCode, status: Int?)
    /// No connection was made; clients may try another address.
    case silence(FindingCode)
    /// Not requested because of the time limit, or not reachable from this computer.
    case unknown

    var isFile: Bool { if case .file = self { true } else { false } }

    var isKnown: Bool { if case .unknown = self { false } else { true } }

    var summary: String {
        switch self {
        case .file(_, at: .root): "a usable file, but only at the root"
        case .file: "a usable file"
        case .missing(let status): "no file (\(status))"
        case .problem(let code, let status?) where status != 200: "no usable file (\(status), \(code.rawValue))"
        case .problem(let code, _): "no usable file (\(code.rawValue))"
        case .silence(let code): "no response (\(code.rawValue))"
        case .unknown: "no known result"
        }
    }

    /// Whether systems get the same result; undecided differences between files are ignored.
    func isSame(as other: Delivery) -> Bool {
        switch (self, other) {
        case (.file(_, let location), .file(_, let otherLocation)):
            return location == otherLocation && difference(from: other) == nil
        case (.missing, .missing), (.unknown, .unknown): return true
        case (.problem(let one, _), .problem(let two, _)), (.silence(let one), .silence(let two)): return one == two
        default: return false
        }
    }

    func difference(from other: Delivery) -> AssociationMeaning.Difference? {
        guard case .file(let one, _) = self, case .file(let two, _) = other,
            case .different(let difference) = one.compare(with: two)
        else { return nil }
        return difference
    }
}

extension JudgedDomain {
    var delivery: Delivery {
        guard wellKnown.judged != nil, effectiveLocation.location == .root, let content = root.usableContent else {
            return wellKnown.delivery
        }
        return .file(content, at: .root)
    }
}

extension JudgedLocation {
    var delivery: Delivery {
        guard let judged else { return .unknown }
        if let content = usableContent { return .file(content, at: location) }
        if outcome == .missing { return .missing(status: judged.response.status ?? 404) }
        guard let code = judged.problem else { return .unknown }
        switch code {
        // If this computer has no route, may not connect, or failed itself, nothing is known about the server.
        case .connectFailed, .addressExcluded: return .unknown
        case .connectRefused, .connectTimeout: return .silence(code)
        default: return .problem(code, status: judged.response.status)
        }
    }

    /// Returns `first` with the result of requesting the file, as evidence.
    func deliveryEvidence(after first: Evidence) -> Evidence {
        var evidence = first
        evidence["outcome"] = .string(outcome.rawValue)
        guard let judged else { return evidence }
        let response = judged.response
        evidence["status"] = response.status.map { .integer($0) }
        evidence["problem"] = judged.problem.map { .string($0.rawValue) }
        evidence["server"] = response.header("server").map { .string($0) }
        if response.status != nil { evidence["bytes"] = .integer(response.exchange.bodySize) }
        evidence["sha256"] = response.exchange.bodySHA256.map { .string($0) }
        return evidence
    }
}
