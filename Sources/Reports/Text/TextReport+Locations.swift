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
        let failure = exchange.failure
        let capped = exchange.bodyCapped ? ", reading stopped there" : ""
        let size = "\(location.bytes ?? 0) bytes (\(exchange.wireBytes) on the wire)\(capped)"
        lines.facts(
            [
                "outcome": EvidenceWords.label(of: location.outcome.rawValue) + status + version,
                "state": location.state?.phrase,
                "failed": failure.map { "\(EvidenceWords.label(of: $0.kind.rawValue)), during \($0.phase.rawValue)" },
                "detail": failure?.detail == "" ? nil : failure?.detail,
                "address": exchange.throughProxy ? "not known behind the proxy" : exchange.address,
                "addresses": exchange.addresses.count > 1 ? exchange.addresses.joined(separator: ", ") : nil,
                "times": exchange.timings.words, "body": exchange.status == nil ? nil : size,
                "SHA-256": location.sha256,
            ], indent: 4)
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
