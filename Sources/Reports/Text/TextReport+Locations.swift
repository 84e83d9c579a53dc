import Audit
import Findings
import Records
import Transport

extension TextReport {
    func appendLocations(_ report: DomainReport, _ lines: inout TextLines) {
        for location in [report.wellKnown, report.root, report.cdn].compactMap(\.self) {
            lines.section(location.url, indent: 2, hanging: 4)
            appendLocation(location, report, &lines)
        }
        guard let file = report.file else { return }
        let signed = file.signed ? ", signed" : ""
        lines.section("The file (\(file.location == .root ? "root" : ".well-known")\(signed))", indent: 2)
        lines.fact("services", file.services.isEmpty ? "none" : file.services.joined(separator: ", "), indent: 4)
        for app in file.apps {
            let services = app.services.joined(separator: ", ")
            lines.fact("app", "\(app.appID), for \(services), rules: \(app.rules)", indent: 4)
        }
    }

    private func appendLocation(_ location: LocationReport, _ report: DomainReport, _ lines: inout TextLines) {
        guard let exchange = location.exchange else {
            lines.fact("outcome", "not asked", indent: 4)
            return
        }
        let status = exchange.status.map { ", status \($0)" } ?? ""
        let version = exchange.httpVersion.map { ", HTTP/\($0)" } ?? ""
        lines.fact("outcome", EvidenceWords.label(of: location.outcome.rawValue) + status + version, indent: 4)
        if let state = location.state { lines.fact("state", state.phrase, indent: 4) }
        if let failure = exchange.failure {
            let kind = EvidenceWords.label(of: failure.kind.rawValue)
            lines.fact("failed", "\(kind), during \(failure.phase.rawValue)", indent: 4)
            if !failure.detail.isEmpty { lines.fact("detail", failure.detail, indent: 4) }
        }
        let address = exchange.throughProxy ? "not known behind the proxy" : exchange.address
        if let address { lines.fact("address", address, indent: 4) }
        let addresses = exchange.addresses.joined(separator: ", ")
        if exchange.addresses.count > 1 { lines.fact("addresses", addresses, indent: 4) }
        lines.fact("times", exchange.timings.words, indent: 4)
        if exchange.status != nil {
            let capped = exchange.bodyCapped ? ", reading stopped there" : ""
            lines.fact("body", "\(location.bytes ?? 0) bytes (\(exchange.wireBytes) on the wire)\(capped)", indent: 4)
        }
        if let sha256 = location.sha256 { lines.fact("SHA-256", sha256, indent: 4) }
        if let tls = exchange.tls {
            let isFirst = location.url == report.wellKnown?.url
            if exchange.connectionReused, !isFirst, tls == report.wellKnown?.exchange?.tls {
                lines.fact("TLS", "as above, on the same connection", indent: 4)
            } else {
                appendTLS(tls, report, &lines)
            }
        }
        for field in exchange.headerFields { lines.fact(field.name, field.value, indent: 6) }
    }

    private func appendTLS(_ tls: TLSFacts, _ report: DomainReport, _ lines: inout TextLines) {
        let parts = [tls.protocolText, "certificate \(tls.verificationText)"].filter { !$0.isEmpty }
        lines.fact("TLS", parts.joined(separator: ", "), indent: 4)
        lines.fact("revocation", tls.stapledStatus?.words ?? "not checked: no stapled response", indent: 4)
        for certificate in tls.chain { appendCertificate(certificate, of: report, &lines) }
        if tls.sentCount > tls.chain.count {
            lines.fact("certificates", "\(tls.sentCount) were sent, the first \(tls.chain.count) are shown", indent: 4)
        }
    }
}
