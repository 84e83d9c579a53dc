import Audit
import Findings
import Records
import Transport

extension TextReport {
    /// Adds all observations at the locations.
    func locations(_ report: DomainReport, _ lines: inout TextLines) {
        for location in [report.wellKnown, report.root, report.cdn] {
            guard let location else { continue }
            lines.blank()
            lines.paragraph(location.url, indent: 2, hanging: 4, role: .heading)
            self.location(location, report, &lines)
        }
        guard let file = report.file else { return }
        lines.blank()
        let signed = file.signed ? ", signed" : ""
        lines.paragraph(
            "The file (\(file.location == .root ? "root" : ".well-known")\(signed))", indent: 2, role: .heading)
        pair("services", file.services.isEmpty ? "none" : file.services.joined(separator: ", "), &lines)
        for app in file.apps {
            pair("app", "\(app.appID), for \(app.services.joined(separator: ", ")), rules: \(app.rules)", &lines)
        }
    }

    private func location(_ location: LocationReport, _ report: DomainReport, _ lines: inout TextLines) {
        guard let exchange = location.exchange else { return pair("outcome", "not asked", &lines) }
        let status = exchange.status.map { ", status \($0)" } ?? ""
        let version = exchange.httpVersion.map { ", HTTP/\($0)" } ?? ""
        pair("outcome", Self.words(of: location.outcome.rawValue) + status + version, &lines)
        if let state = location.state { pair("state", state.phrase, &lines) }
        if let failure = exchange.failure {
            pair("failed", "\(Self.words(of: failure.kind.rawValue)), during \(failure.phase.rawValue)", &lines)
            if !failure.detail.isEmpty { pair("detail", failure.detail, &lines) }
        }
        if exchange.throughProxy {
            pair("address", "not known behind the proxy", &lines)
        } else if let address = exchange.address {
            pair("address", address, &lines)
        }
        if exchange.addresses.count > 1 { pair("addresses", exchange.addresses.joined(separator: ", "), &lines) }
        pair("times", Self.times(exchange), &lines)
        if exchange.status != nil {
            let capped = exchange.bodyCapped ? ", reading stopped there" : ""
            pair("body", "\(location.bytes ?? 0) bytes (\(exchange.wireBytes) on the wire)\(capped)", &lines)
        }
        if let sha256 = location.sha256 { pair("SHA-256", sha256, &lines) }
        if let tls = exchange.tls {
            if exchange.connectionReused && location.url != report.wellKnown?.url
                && tls == report.wellKnown?.exchange?.tls
            {
                pair("TLS", "as above, on the same connection", &lines)
            } else {
                self.tls(tls, report, &lines)
            }
        }
        for field in exchange.headerFields {
            lines.paragraph(field.value, indent: 6, hanging: 8, labels: [.init("\(field.name): ", .quiet)])
        }
    }

    private func tls(_ tls: TLSFacts, _ report: DomainReport, _ lines: inout TextLines) {
        let trust =
            switch tls.verification {
            case .passed: "certificate accepted"
            case .failed: "certificate not accepted"
            case .notMade: "certificate not checked"
            }
        pair("TLS", [tls.version, tls.cipher, trust].compactMap { $0 }.joined(separator: ", "), &lines)
        if let text = tls.errorText { pair("TLS error", text, &lines) }
        let revocation =
            switch tls.stapledStatus {
            case nil: "not checked (no stapled response)"
            case .good?: "not revoked, according to the stapled response"
            case .revoked?: "revoked, according to the stapled response"
            case .unknown?: "unknown, according to the stapled response"
            case .unusable?: "not known (the stapled response is unreadable, outdated or not verified)"
            }
        pair("revocation", revocation, &lines)
        for certificate in tls.chain { self.certificate(certificate, now: report, indent: 6, &lines) }
        if tls.sentCount > tls.chain.count {
            pair("certificates", "\(tls.sentCount) were sent, the first \(tls.chain.count) are shown", &lines)
        }
    }

    private static func times(_ exchange: Exchange) -> String {
        let timings = exchange.timings
        let parts: [(String, Double?)] = [
            ("DNS", timings.dnsMs), ("connect", timings.connectMs), ("TLS", timings.tlsMs),
            ("first byte", timings.firstByteMs), ("total", timings.totalMs),
        ]
        let known = parts.compactMap { name, value in value.map { "\(name) \(RelativeTime.duration($0))" } }
        return known.isEmpty ? "not known" : known.joined(separator: ", ")
    }

    private func pair(_ label: String, _ text: String, _ lines: inout TextLines) {
        lines.paragraph(text, indent: 4, hanging: 6, labels: [.init(label + ": ", .quiet)])
    }
}
