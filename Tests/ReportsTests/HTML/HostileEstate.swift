import Findings
import Transport

@testable import Audit

/// A run in which all foreign data attacks the readers of the report.
enum HostileEstate {
    /// Markup, an escape sequence, a formula, end tags of the elements that contain data, and a quotation mark with a
    /// combining character, which hides it from code that compares grapheme clusters.
    static let payload = """
        <script>owned=1</script><img src=x onerror=owned=1>\u{1B}[31m=cmd|' /C calc'!A0\
        </script><script>owned=2</script><!--"\u{301} onfocus=owned=3 autofocus x='\u{301} {{name}} {{{name}}}\
        \u{2028}\u{202E}\u{0}&lt;
        """

    static var reports: [DomainReport] {
        [Samples.hostile, attacked("broken", .fail), attacked("warned", .warn), attacked("well", .pass), nonsense]
    }

    private static var nonsense: DomainReport {
        DomainReport(
            invalid: payload, notes: ["There is no host: \(payload)"], at: Samples.now, attempts: 1)
    }

    private static func attacked(_ name: String, _ status: DomainStatus) -> DomainReport {
        var leaf = Samples.leaf
        leaf.subject = "CN=\(payload)"
        leaf.issuer = payload
        leaf.subjectAltNames = [payload]
        var tls = Samples.tls
        tls.chain = [leaf, leaf]
        tls.cipher = payload
        let file = "{\n  \"comment\": \"\(payload)\",\n  \"applinks\": {}\n}"
        var seen = Samples.exchange(
            "\(name).example",
            headerFields: [
                HeaderField(name: "Server", value: "nginx \(payload)"), HeaderField(name: payload, value: payload),
            ], tls: tls, body: file)
        seen.address = payload
        seen.failure = ExchangeFailure(kind: .bodyTruncated, phase: .body, detail: payload)
        var report = DomainReport(
            Target(
                input: payload,
                domain: DomainID(host: "\(name).example", displayHost: "\(name) \(payload)"), notes: [payload],
                people: DomainPeople(owner: payload, team: payload, tags: [payload]),
                columns: [TargetColumn(name: payload, value: payload)]),
            status: status, verdicts: Samples.verdicts(false, true, nil, nil, because: [.redirect]),
            startedAt: Samples.now)
        report.aliases = Aliases.Row(inputs: [payload])
        report.wellKnown = LocationReport(
            url: "https://\(name).example/\(payload)", outcome: .redirected, exchange: seen,
            redirects: [
                RedirectTrail.Hop(status: 302, from: payload, to: "javascript:owned=4//\(payload)", address: payload)
            ], sha256: payload)
        report.root = LocationReport(url: "javascript:owned=5", outcome: .failed, exchange: seen)
        report.file = FileReport(
            location: .wellKnown, isSigned: true, services: [payload],
            apps: [FileReport.App(appID: payload, services: [payload], ruleCount: 1)], bytes: Array(file.utf8))
        var finding = Finding(
            .redirect, location: .wellKnown, message: payload, impact: payload, remedy: payload,
            evidence: ["seen": .string(payload)], pointer: "/\(payload)", line: 2, column: 15)
        finding.waived = status == .warn ? Waiver(reason: payload, until: payload, acceptedBy: payload) : nil
        report.findings = [finding]
        return report
    }
}
