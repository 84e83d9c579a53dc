import Audit
import Basics
import Findings
import Records
import Transport

extension TextReport {
    /// Adds findings that refer to `file`; `domain` is `nil` for a file on disk.
    func appendFindings(
        _ all: [Finding], in file: FileReport?, of domain: DomainReport? = nil, _ lines: inout TextLines
    ) {
        let isComplete = detail == .verbose
        func isHidden(_ finding: Finding) -> Bool { domain != nil && !isComplete && finding.isAboutOldSystemsOnly }
        let hiddenCount = all.count(where: isHidden)
        let visible = all.filter { !isHidden($0) && (detail != .quiet || $0.severity > .info) }
        let findings = FindingViews(visible, of: domain, isComplete: isComplete)
        let shown = findings.views.prefix(isTicket ? Self.maxFindingsInTicket : .max)
        var locationsWithResponse: Set<FindingLocation> = []
        for view in shown {
            let isBrief = view.isNote && !isComplete
            // Of the findings that are not brief, only the first one of a location contains the response.
            let showsResponse = !isBrief && locationsWithResponse.insert(view.finding.location).inserted
            appendFinding(view, in: file, of: domain, isBrief: isBrief, showsResponse: showsResponse, &lines)
        }
        if hiddenCount > 0, detail != .quiet, !isOneOfMany {
            lines.blank()
            lines.paragraph(Finding.hiddenNotes(hiddenCount), indent: 2, hanging: 4, role: .quiet)
        }
        var remarks = domain?.remarks ?? []
        let omitted = findings.views.count - shown.count
        if omitted > 0 { remarks.append("and \(Phrase.number(omitted)) more; the report lists them.") }
        remarks += findings.leftOut.map { code, count in
            "and \(Phrase.number(count)) more \(code.rawValue); -v and the JSON report list all of them."
        }
        for remark in remarks {
            lines.blank()
            lines.paragraph(remark, indent: 2, hanging: 4)
        }
    }

    private func appendFinding(
        _ view: FindingView, in file: FileReport?, of domain: DomainReport?, isBrief: Bool, showsResponse: Bool,
        _ lines: inout TextLines
    ) {
        let finding = view.finding
        let title = isTicket ? Catalogue[finding.code].title : ""
        lines.blank()
        lines.paragraph(labels: labels(of: view, domain), isBrief ? finding.message : title, indent: 2, hanging: 4)
        if let waiver = finding.waived { lines.paragraph(waiver.sentence, indent: 4, hanging: 6) }
        if isBrief { return }
        lines.paragraph(finding.message, indent: 4)
        for (label, text) in view.lines {
            lines.paragraph(labels: label.isEmpty ? [] : [.init(label, .heading)], text, indent: 4, hanging: 8)
        }
        let evidence = evidence(of: finding, in: file, domain, showsResponse: showsResponse)
        if !evidence.text.isEmpty {
            lines.paragraph("Evidence:", indent: 4, role: .heading)
            lines.append(evidence)
        }
        guard view.hasAdvice, let domain else { return }
        lines.addRemedies(
            for: finding, of: domain, isTicket: isTicket, isBrief: !isTicket && (isOneOfMany || detail == .quiet))
    }

    private func labels(of view: FindingView, _ report: DomainReport?) -> [TextLines.Label] {
        let finding = view.finding
        var position = view.position.isEmpty ? "" : "  " + view.position
        switch report?.change(of: finding) {
        case .new: position += "  new"
        case .returned: position += "  returned"
        case .still: position += finding.firstSeen.map { "  since \($0.dayText)" } ?? ""
        default: break
        }
        return [
            finding.waived == nil ? finding.severity.textLabel : .init("accepted", .quiet),
            "  ", .init(finding.code.rawValue, .heading), .init(position, .quiet), "  ",
        ]
    }

    private func evidence(
        of finding: Finding, in file: FileReport?, _ domain: DomainReport?, showsResponse: Bool
    ) -> TextLines {
        var lines = TextLines(style: style, width: width)
        let location = domain?[finding.location]
        if let pointer = finding.pointer, !pointer.isEmpty { lines.fact("in the file", pointer, indent: 6) }
        appendExcerpt(of: finding, in: file, location, &lines)
        var hiddenKeys: Set<String> = detail == .verbose ? [] : Self.technicalKeys
        if Self.redirectCodes.contains(finding.code), let hops = location?.redirects, !hops.isEmpty {
            lines.addHops(hops, indent: 6)
            hiddenKeys.insert("chain")
        }
        if Catalogue[finding.code].family == .tls, let domain, let certificate = domain.certificate(of: finding) {
            appendCertificate(certificate, of: domain, &lines)
            hiddenKeys.insert("certificate")
        }
        if Catalogue[finding.code].family == .http, finding.location != .domain, showsResponse,
            let exchange = location?.exchange
        {
            appendResponse(exchange, &lines)
            hiddenKeys.formUnion(["status", "server", "contentType", "contentEncoding", "contentLength", "retryAfter"])
        }
        for entry in finding.evidence.entries where !hiddenKeys.contains(entry.key) {
            if detail != .verbose, entry.value == .boolean(false) || entry.value == .null || entry.value == [] {
                continue
            }
            let isCDNStatus = finding.location == .cdn && entry.key == "status"
            appendValue(entry.value, key: isCDNStatus ? "cdnStatus" : entry.key, indent: 6, &lines)
        }
        return lines
    }

    private static let redirectCodes: Set<FindingCode> = [.redirect, .redirectLoop, .addressBlocked]

    /// The keys that are intended for programs, or repeat the message or the preceding lines.
    private static let technicalKeys: Set<String> = [
        "host", "port", "kind", "curlCode", "verificationCode", "verificationDepth", "sha256", "asked", "chain", "end",
        "finalURL", "leadsToFile", "wellKnownStatus", "rootStatus", "rootOutcome", "problem", "expected", "excerpt",
        "afterMs", "outcome", "earlierLines", "permanent", Finding.maskingCodeKey, Finding.unverifiedFetchKey,
        Finding.serverFixKey, "byAddress", "byUserAgent", "difference",
    ]

    private func appendValue(_ value: EvidenceValue, key: String, indent: Int, _ lines: inout TextLines) {
        if let (name, duration) = EvidenceWords.duration(value, of: key) {
            lines.fact(EvidenceWords.label(of: name), duration, indent: indent, hanging: indent)
            return
        }
        let label = EvidenceWords.label(of: key)
        let innerIndent = min(indent + 2, 20)
        switch value {
        case .object(let object):
            lines.fact(label, "", indent: indent)
            for entry in object.entries { appendValue(entry.value, key: entry.key, indent: innerIndent, &lines) }
        case .array(let values) where !values.allSatisfy(\.isPlain):
            lines.fact(label, "", indent: indent)
            for (index, element) in values.prefix(detail == .verbose ? .max : 20).enumerated() {
                appendValue(element, key: "\(index + 1)", indent: innerIndent, &lines)
            }
        case .array(let values):
            lines.fact(label, values.map { EvidenceWords.text($0, of: key) }.joined(separator: ", "), indent: indent)
        default: lines.fact(label, EvidenceWords.text(value, of: key), indent: indent)
        }
    }

    private func appendResponse(_ exchange: Exchange, _ lines: inout TextLines) {
        guard let status = exchange.status else { return }
        let version = exchange.httpVersion.map { ", HTTP/\($0)" } ?? ""
        let address = exchange.address.map { ", from \($0)" } ?? ""
        lines.fact("response", "\(status)\(version)\(address)", indent: 6)
        for name in Self.headersOfServers + (status == 200 ? Self.headersOfFiles : []) {
            for value in exchange.headerFields.values(of: name).prefix(3) { lines.fact(name, value, indent: 6) }
        }
    }

    /// The header fields that identify the responding server, or explain its response.
    private static let headersOfServers = [
        "server", "via", "x-cache", "cf-mitigated", "x-vercel-mitigated", "www-authenticate", "retry-after",
    ]

    private static let headersOfFiles = ["content-type", "content-encoding", "content-length"]

    private func appendCertificate(_ certificate: CertificateFacts, of report: DomainReport, _ lines: inout TextLines) {
        let remainder = certificate.remainder(at: report.startedAt).map { " (\($0))" } ?? ""
        lines.fact("certificate", certificate.subjectText, indent: 6)
        lines.fact("issued by", certificate.issuerText, indent: 6)
        lines.fact("names", certificate.namesText(limit: detail == .verbose ? .max : 12), indent: 6)
        lines.fact("valid", "from \(certificate.beginText) to \(certificate.endText)\(remainder)", indent: 6)
    }

    private func appendExcerpt(
        of finding: Finding, in file: FileReport?, _ location: LocationReport?, _ lines: inout TextLines
    ) {
        guard let line = finding.line else { return }
        let bytes = (file?.location == finding.location ? file?.bytes : location?.exchange?.body) ?? []
        // An indent of six columns, the number of the line and a separator precede the excerpt.
        let lineWidth = min(width, 200) - 12
        let excerpt =
            bytes.isEmpty
            ? Self.excerptInEvidence(of: finding, width: lineWidth)
            : FileExcerpt(bytes, line: line, column: finding.column, width: lineWidth)
        // A line with only brackets adds nothing to the message.
        guard let excerpt, excerpt.text.contains(where: { !$0.isWhitespace && !"{}[],".contains($0) }) else { return }
        for row in ProofView.numbered(excerpt, line, last: line) { lines.line(row, indent: 6) }
    }

    private static func excerptInEvidence(of finding: Finding, width: Int) -> FileExcerpt? {
        finding.excerptInEvidence.flatMap { line, caret in
            let column = line.prefix(caret.count - 1).unicodeScalars.count + 1
            return FileExcerpt(Array(line.utf8), line: 1, column: column, width: width)
        }
    }

    func appendLocations(_ report: DomainReport, _ lines: inout TextLines) {
        for location in [report.wellKnown, report.root, report.cdn].compactMap(\.self) {
            lines.section(location.url, indent: 2, hanging: 4)
            appendLocation(location, report, &lines)
        }
        guard let file = report.file else { return }
        let signed = file.isSigned ? ", signed" : ""
        lines.section("The file (\(file.location == .root ? "root" : ".well-known")\(signed))", indent: 2)
        lines.fact("services", file.services.isEmpty ? "none" : file.services.joined(separator: ", "), indent: 4)
        for app in file.apps {
            let services = app.services.joined(separator: ", ")
            lines.fact("app", "\(app.appID), for \(services), rules: \(app.ruleCount)", indent: 4)
        }
    }

    private func appendLocation(_ location: LocationReport, _ report: DomainReport, _ lines: inout TextLines) {
        guard let exchange = location.exchange else {
            lines.fact("outcome", "not requested", indent: 4)
            return
        }
        let status = exchange.status.map { ", status \($0)" } ?? ""
        let version = exchange.httpVersion.map { ", HTTP/\($0)" } ?? ""
        let failure = exchange.failure.map { ", \(EvidenceWords.label(of: $0.kind.rawValue))" } ?? ""
        lines.fact("outcome", location.outcomeText + status + version + failure, indent: 4)
        for (key, value) in location.facts {
            if let value { lines.fact(Phrase.lowered(key), value, indent: 4) }
        }
        if let tls = exchange.tls {
            let isWellKnown = location.url == report.wellKnown?.url
            if exchange.connectionReused, !isWellKnown, tls == report.wellKnown?.exchange?.tls {
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
        if tls.omittedCertificateCount > 0 {
            let text = "\(tls.certificateCount) were sent, the first \(tls.chain.count) are shown"
            lines.fact("certificates", text, indent: 4)
        }
    }
}

extension TextLines {
    mutating func addHops(_ hops: [RedirectTrail.Hop], indent: Int) {
        var arrivedAt: String?
        for hop in hops {
            if hop.from != arrivedAt { paragraph(hop.from, indent: indent) }
            paragraph(
                labels: [.init("--[\(hop.status)]--> ", .warning)], hop.to, indent: indent + 2, hanging: indent + 4)
            arrivedAt = hop.to
        }
    }
}

extension EvidenceValue {
    fileprivate var isPlain: Bool {
        switch self {
        case .array, .object: false
        default: true
        }
    }
}
