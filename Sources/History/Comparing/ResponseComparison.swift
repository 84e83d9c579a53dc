import Audit
import Findings
import Transport

/// Checks whether the responses behind a finding are the same in two reports, so that only rules can have changed it.
struct ResponseComparison {
    let earlier: DomainReport
    let later: DomainReport

    /// Returns whether the responses that `finding` is based on are unchanged; `false` for findings that depend on the
    /// time, the network, or other settings (expectations, entitlements, Apple's CDN).
    func hasSameResponses(behind finding: Finding) -> Bool {
        let entry = Catalogue[finding.code]
        guard !entry.traits.contains(.dependsOnTime), isChecked(earlier), isChecked(later) else { return false }
        let locations = Self.locations(of: finding, in: later)
        return switch entry.family {
        case .file: locations.allSatisfy { isSame($0) { $0.sha256 } }
        case .http: locations.allSatisfy { isSame($0, Self.response) }
        case .tls: locations.allSatisfy { isSame($0, Self.handshake) }
        case .reachingTheServer, .expectations, .appleCDN, .entitlements: false
        }
    }

    private func isChecked(_ report: DomainReport) -> Bool { ![.unreachable, .invalid].contains(report.status) }

    private static func locations(of finding: Finding, in report: DomainReport) -> [FindingLocation] {
        switch finding.location {
        case .wellKnown, .root, .cdn: [finding.location]
        case .file: [report.file?.location == .root ? .root : .wellKnown]
        case .domain: [.wellKnown, .root]
        }
    }

    private func isSame<Value: Equatable>(_ location: FindingLocation, _ value: (LocationReport) -> Value?) -> Bool {
        let before = earlier[location].flatMap(value)
        return before != nil && before == later[location].flatMap(value)
    }

    /// Returns the parts of a server's response that findings depend on; `nil` without a response.
    private static func response(_ location: LocationReport) -> [[String]]? {
        guard let exchange = location.exchange, let status = exchange.status else { return nil }
        let fields = ["content-type", "content-encoding", "location", "server"].map {
            exchange.headerFields.values(of: $0)
        }
        return [["\(status)", location.sha256 ?? ""], location.redirects.map(\.to)] + fields
    }

    private static func handshake(_ location: LocationReport) -> [String]? {
        guard let tls = location.exchange?.tls else { return nil }
        return [tls.version ?? "", "\(tls.verification)"] + tls.chain.map(\.sha256)
    }
}
