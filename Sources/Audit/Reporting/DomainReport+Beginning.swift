package import Findings
package import Transport

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
        if finding.code == .tlsCertificateExpired {
            guard let end = certificate(of: finding)?.notAfter, end <= startedAt else { return nil }
            return .certificateEnded(end)
        }
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

    /// Returns the certificate that a finding is about, by default the server's own; `nil` if it was not sent.
    package func certificate(of finding: Finding) -> CertificateFacts? {
        let sent = [wellKnown, root].flatMap { $0?.exchange?.tls?.chain ?? [] }
        guard let fingerprint = finding.certificateFingerprint else { return sent.first }
        return sent.first { $0.sha256 == fingerprint }
    }

    private func location(of finding: Finding) -> LocationReport? {
        let isAboutAll = finding.location == .file || finding.location == .domain
        return self[isAboutAll ? file?.location ?? .wellKnown : finding.location]
    }
}
