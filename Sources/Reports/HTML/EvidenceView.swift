import Audit
import Basics
import Findings
import Transport

/// The template values of the observations: redirects, certificate, header fields, times, and the file.
struct EvidenceView {
    private static let maxFields = 60
    private static let maxApps = 60
    private static let maxHops = 40
    private static let maxNames = 40
    private static let maxLinks = 12
    private static let maxFieldLength = 2000

    let report: DomainReport

    func fill(_ evidence: inout TemplateObject) {
        let locations = [
            ("The .well-known location", report.wellKnown), ("The root location", report.root),
            ("Apple's copy", report.cdn),
        ].compactMap { label, location in location.map { (label: label, location: $0) } }
        guard !locations.isEmpty else { return }
        evidence.object("certificate", fillCertificate)
        evidence.list("location", locations) { fillLocation(&$0, $1.label, $1.location) }
        evidence.object("file") { FileView.fill(&$0, report) }
        evidence.object("apps") { object in
            let apps = report.file?.apps ?? []
            object.list("app", apps.prefix(Self.maxApps)) { object, app in
                object.text("appID", app.appID.isEmpty ? "(empty)" : app.appID)
                object.text("appServices", app.services.joined(separator: ", "))
                object.text("appRules", app.ruleCount == 0 ? nil : Phrase.count(app.ruleCount, "rule"))
            }
            object.text("moreApps", Self.more(apps.count, than: Self.maxApps))
        }
        evidence.text("attempts", report.attempts > 1 ? "Tried \(report.attempts) times." : nil)
    }

    private static func more(_ count: Int, than shown: Int) -> String? {
        count > shown ? "And \(Phrase.number(count - shown)) more; the JSON report has them." : nil
    }

    private func fillLocation(_ object: inout TemplateObject, _ label: String, _ location: LocationReport) {
        let exchange = location.exchange
        let version = exchange?.httpVersion.map { ", HTTP/\($0)" } ?? ""
        let status = exchange?.status.map { "\($0)\(version)" }
        let failure = exchange?.failure.map { "failed: \(EvidenceWords.label(of: $0.kind.rawValue))" }
        object.set([
            "label": label, "url": location.url, "outcome": location.outcomeText,
            "answer": status ?? failure,
        ])
        // Only an https URL that was requested becomes a link.
        object.flag("isLink", location.url.hasPrefix("https://") && exchange != nil)
        let servers = location.platforms.map(\.name).joined(separator: ", then ")
        object.text("servers", servers.isEmpty ? nil : "Identified as \(servers).")
        object.object("route") { route in
            route.text("start", location.redirects.first?.from)
            route.list("hop", location.redirects.prefix(Self.maxHops)) { object, hop in
                object.number("hopStatus", hop.status)
                object.set(["to": hop.to, "by": hop.address])
                object.flag("insecure", hop.to.lowercased().hasPrefix("http://"))
                object.flag("elsewhere", Self.authority(of: hop.to) != Self.authority(of: hop.from))
            }
        }
        guard let exchange else { return }
        object.object("facts") { $0.facts(location.facts) }
        object.object("fields") { object in
            let fields = exchange.headerFields
            guard !fields.isEmpty else { return }
            object.number("fieldCount", fields.count)
            object.facts(
                fields.prefix(Self.maxFields).map { ($0.name.lowercased(), $0.value.cut(to: Self.maxFieldLength)) })
            object.text("moreFields", Self.more(fields.count, than: Self.maxFields))
        }
    }

    private func fillCertificate(_ object: inout TemplateObject) {
        let exchanges = [report.wellKnown, report.root].compactMap { $0?.exchange }
        let tlsWithChain = exchanges.compactMap(\.tls).first { !$0.chain.isEmpty }
        guard let tls = tlsWithChain ?? exchanges.first?.tls else { return }
        let leaf = tls.chain.first
        let facts: [(key: String, value: String?)] = [
            ("Issued to", leaf?.subjectText), ("Issued by", leaf?.issuerText),
            ("Valid for", leaf?.namesText(limit: Self.maxNames)),
            ("Validity period", leaf.map { "from \($0.beginText) to \($0.endText)" }),
            ("Connection", tls.protocolText), ("Revocation", tls.stapledStatus?.words), ("SHA-256", leaf?.sha256),
        ]
        object.text("trust", tls.verificationText)
        object.text("left", leaf?.remainder(at: report.startedAt).map(Phrase.capitalized))
        object.facts(facts.filter { $0.value?.isEmpty == false })
        object.object("chain") { chain in
            chain.list("link", tls.chain.prefix(Self.maxLinks)) { link, certificate in
                link.set(["subject": certificate.subjectText, "issuer": certificate.issuerText])
                link.text("ends", certificate.notAfter?.dayText)
            }
            let more = tls.certificateCount - min(tls.chain.count, Self.maxLinks)
            chain.text("more", more > 0 ? "and \(more) more" : nil)
        }
    }

    private static func authority(of url: String) -> String? {
        let parts = url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count >= 3, parts[0].hasSuffix(":"), parts[1].isEmpty else { return nil }
        return parts[2].lowercased()
    }
}

/// The file with line numbers, and the codes of the findings below their lines.
private enum FileView {
    /// The maximum number of lines of a file that is shown in full; longer files are shown around the findings only.
    private static let maxWholeLines = 120
    private static let contextLines = 3
    private static let maxShown = 400
    /// The maximum number of characters of a line that are shown, around the relevant position.
    private static let lineWidth = 240
    private static let maxFindingsPerLine = 20

    /// Sets nothing without a file, or without a finding that refers to a line of the file.
    static func fill(_ object: inout TemplateObject, _ report: DomainReport) {
        guard let file = report.file, let bytes = file.bytes, !bytes.isEmpty else { return }
        // A stored report may contain any line number.
        let findings = report.findings.filter {
            (1..<ProofView.lineLimit).contains($0.line ?? 0) && $0.location == file.location
        }
        guard !findings.isEmpty else { return }
        let findingsByLine = Dictionary(grouping: findings) { $0.line ?? 0 }
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        let shown = shownLines(of: lines.count, marked: findingsByLine.keys.sorted())
        guard let last = shown.last else { return }
        var rows: [String] = []
        for (position, number) in shown.enumerated() {
            if position > 0, shown[position - 1] < number - 1 { rows.append("…") }
            rows += numberedRows(number, lines[number - 1], last: last, findingsByLine[number] ?? [])
        }
        object.text("fileWhere", file.location == .root ? "at the root" : "at .well-known")
        object.text("fileSize", DomainWords.size(bytes.count) + (file.isSigned ? ", signed" : ""))
        object.block("lines", rows)
        let omitted = lines.count - shown.count
        object.text("omitted", omitted > 0 ? "\(Phrase.number(omitted)) lines are left out." : nil)
    }

    private static func shownLines(of count: Int, marked: [Int]) -> [Int] {
        if count <= maxWholeLines { return Array(1...count) }
        var wanted: Set<Int> = []
        for line in marked where wanted.count < maxShown {
            wanted.formUnion((max(1, line - contextLines)...max(1, line + contextLines)).filter { $0 <= count })
        }
        return wanted.sorted()
    }

    /// Returns the text of a line, followed by the codes of its findings.
    private static func numberedRows(
        _ number: Int, _ bytes: ArraySlice<UInt8>, last: Int, _ findings: [Finding]
    ) -> [String] {
        let column = findings.compactMap(\.column).first
        guard let line = FileExcerpt(Array(bytes), line: 1, column: column, width: lineWidth) else { return [] }
        let codes = Set(findings.map(\.code.rawValue)).sorted().prefix(maxFindingsPerLine)
        return ProofView.numbered(line, number, last: last, words: codes.isEmpty ? nil : codes.joined(separator: ", "))
    }
}
