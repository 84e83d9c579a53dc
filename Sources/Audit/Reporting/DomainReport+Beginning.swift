package import Findings
import Transport

package import struct Foundation.Date

/// The time at which the cause of a finding began, according to the server.
package enum Beginning: Hashable, Sendable {
    case certificateEnded(Date)
    /// The modification date of the file (Last-Modified); the problem may be older.
    case fileModified(Date)

    package var date: Date {
        switch self {
        case .certificateEnded(let date), .fileModified(let date): date
        }
    }
}

extension DomainReport {
    /// Returns the time at which the cause of `finding` began, according to the server; `nil` if unknown.
    package func beginning(of finding: Finding) -> Beginning? {
        if finding.code == .tlsCertificateExpired { return expiry(finding).map { .certificateEnded($0) } }
        switch Catalogue[finding.code].family {
        case .file, .expectations, .appleCDN: break
        default: return nil
        }
        guard finding.severity > .info, let exchange = location(of: finding)?.exchange, exchange.status == 200,
            let text = exchange.headerFields.values(of: "last-modified").first, let date = HTTPDate.parse(text),
            date <= startedAt
        else { return nil }
        return .fileModified(date)
    }

    private func expiry(_ finding: Finding) -> Date? {
        let chain = [wellKnown, root].lazy.compactMap { $0?.exchange?.tls?.chain }.first { !$0.isEmpty } ?? []
        var certificate = chain.first
        if case .object(let evidence)? = finding.evidence["certificate"],
            case .string(let fingerprint)? = evidence["sha256"]
        {
            certificate = chain.first { $0.sha256 == fingerprint }
        }
        guard let end = certificate?.notAfter, end <= startedAt else { return nil }
        return end
    }

    private func location(of finding: Finding) -> LocationReport? {
        let isAboutAll = finding.location == .file || finding.location == .domain
        return self[isAboutAll ? file?.location ?? .wellKnown : finding.location]
    }
}
