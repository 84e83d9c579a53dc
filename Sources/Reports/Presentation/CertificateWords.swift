import Basics
import Records
import Transport

import struct Foundation.Date

extension CertificateFacts {
    private static let unreadable = "an unreadable date"

    var subjectText: String { subject.isEmpty ? "(none)" : subject }
    var issuerText: String {
        if isSelfSigned { return "itself" }
        return issuer.isEmpty ? "(none)" : issuer
    }
    var beginText: String { notBefore?.dayText ?? Self.unreadable }
    var endText: String { notAfter?.minuteText ?? Self.unreadable }

    func namesText(limit: Int) -> String {
        let shown = subjectAltNames.prefix(limit)
        let more = nameCount > shown.count ? " and \(nameCount - shown.count) more" : ""
        return shown.isEmpty ? "none" : shown.joined(separator: ", ") + more
    }

    /// Returns the time until the validity period begins or ends, or since its end; `nil` if the dates are unreadable.
    func remainder(at now: Date) -> String? {
        if let notBefore, notBefore > now { return "begins in \(RelativeTime.distance(from: now, to: notBefore))" }
        return notAfter.map { end in
            let distance = RelativeTime.distance(from: now, to: end)
            return end < now ? "expired \(distance) ago" : "\(distance) left"
        }
    }
}

extension TLSFacts {
    var verificationText: String {
        switch verification {
        case .passed: "trusted"
        case .failed: "not trusted" + (errorText.map { " (\($0))" } ?? "")
        case .notMade: "not checked; the connection ended before that"
        }
    }

    var protocolText: String { [version, cipher].compactMap(\.self).joined(separator: ", ") }
}

extension ExchangeTimings {
    var words: String {
        let parts: [(name: String, milliseconds: Double?)] = [
            ("DNS", dnsMs), ("connect", connectMs), ("TLS", tlsMs), ("first byte", firstByteMs), ("total", totalMs),
        ]
        let known = parts.compactMap { name, time in time.map { "\(name) \(RelativeTime.duration($0))" } }
        return known.isEmpty ? "not known" : known.joined(separator: ", ")
    }
}

extension StapledStatus {
    var words: String {
        switch self {
        case .good: "not revoked, according to the stapled response"
        case .revoked: "revoked, according to the stapled response"
        case .unknown: "unknown, according to the stapled response"
        case .unusable: "not checked: the stapled response is unreadable, outdated or not verified"
        }
    }
}
