import Findings
import Foundation
import Reports
import Transport

@testable import Audit
@testable import Records

/// A fictitious run over many domains, with a history, for tests of formats.
struct Estate: StoredRun {
    var facts: RunFacts
    var summary = RunSummary()
    var finishedAt = Samples.now.addingTimeInterval(312)
    var complete = true
    var changes: RunChanges?
    var hasHistory: Bool
    /// The earlier nights; `nil` to derive them from the domains.
    var nights: [OverallTimeline.DailyRun]?

    private let reports: [DomainReport]

    init(_ reports: [DomainReport], hasHistory: Bool = false, complete: Bool = true) {
        self.hasHistory = hasHistory
        self.complete = complete
        facts = RunFacts(
            id: Samples.run.id, startedAt: Samples.now, toolVersion: "1.2.3", rulesVersion: "2026-05",
            options: Samples.run.options)
        for report in reports { summary.add(report) }
        if hasHistory { changes = Self.changes(reports) }
        let fixed = changes?.items.filter { $0.kind == .fixed } ?? []
        self.reports = reports.map { report in
            var report = report
            report.resolvedCodes = fixed.filter { $0.domain == report.name }.map(\.code)
            return report
        }
    }

    var ending: RunEnding { RunEnding(isComplete: complete) }

    func forEachBatch(_ body: ([DomainReport]) throws(OutputError) -> Void) throws(OutputError) { try body(reports) }

    func past(of report: DomainReport) -> DomainPast? {
        guard hasHistory, report.status != .invalid else { return nil }
        let first = report.findings.first?.firstSeen.map(DomainPast.day(of:))
        let hash = report.name.utf8.reduce(0) { $0 + Int($1) }
        let bad = 1 + (first.map { DomainPast.day(of: Samples.now) - $0 } ?? hash % 12)
        let runs = (0..<OverallTimeline.maxDays).map { night in
            DomainPast.Run(startedAt: Self.start(night), status: Self.status(of: report, night, bad: bad))
        }
        return DomainPast(statusSince: Samples.days(Double(1 - bad)), runs: runs)
    }

    /// Returns the status on a night: bad for the last `bad` nights, and for a third as many from night 40 on.
    private static func status(of report: DomainReport, _ night: Int, bad: Int) -> DomainStatus {
        let isBad = night >= OverallTimeline.maxDays - bad || (40..<(40 + bad / 3)).contains(night)
        return isBad ? report.status : night % 30 == 11 ? .unreachable : .pass
    }

    private static func start(_ night: Int) -> Date { Samples.days(Double(night + 1 - OverallTimeline.maxDays)) }

    func earlierDailyRuns() -> [OverallTimeline.DailyRun] {
        guard hasHistory else { return [] }
        if let nights { return nights }
        let pasts = reports.map { ($0, past(of: $0)) }
        return (0..<(OverallTimeline.maxDays - 1)).map { night in
            var summary = RunSummary()
            for (report, past) in pasts {
                guard let past else { continue }
                var earlier = report
                earlier.status = past.runs[night].status
                summary.add(earlier)
            }
            return OverallTimeline.DailyRun(startedAt: Self.start(night), summary: summary)
        }
    }

    private static func changes(_ reports: [DomainReport]) -> RunChanges {
        var changes = RunChanges(previousRun: "20260430-120000-1", previousStartedAt: Samples.days(-1))
        for (number, report) in reports.filter({ $0.status == .fail }).enumerated() {
            guard let finding = report.findings.first else { continue }
            if let kind = report.change(of: finding), kind != .still {
                changes.items.append(
                    RunChanges.Change(
                        domain: report.name, kind: kind, code: finding.code, severity: finding.severity,
                        message: finding.message))
            } else if number % 3 == 2 {
                changes.items.append(
                    RunChanges.Change(
                        domain: report.name, kind: .fixed, code: .fileMissing, severity: .error,
                        message: "There is no file at either location."))
            }
        }
        changes.items = Array(changes.items.prefix(12))
        var names = RunChanges.Domains()
        for report in reports {
            for finding in report.findings {
                switch report.change(of: finding) {
                case .new: names.new.add(report.name)
                case .returned: names.returned.add(report.name)
                case .still: names.still.add(report.name)
                case nil where finding.isCounted && report.status == .fail: names.still.add(report.name)
                default: break
                }
            }
            if report.status == .unreachable { names.unchecked.add(report.name) }
        }
        for item in changes.items where item.kind == .fixed {
            names.fixed.add(item.domain)
            names.partlyFixed.add(item.domain)
        }
        changes.domains = names
        changes.new = names.new.count
        changes.returned = names.returned.count
        changes.fixed = names.fixed.count
        changes.still = names.still.count
        return changes
    }
}

extension Estate {
    /// Returns a realistic mixture: most domains are OK, the others have various problems.
    static func typical(_ count: Int) -> [DomainReport] {
        (0..<count).map { number in
            switch number % 20 {
            case 3: redirect(number)
            case 7: expired(number)
            case 11: brokenFile(number)
            case 13: warned(number)
            case 17: number % 3 == 0 ? nobody(number) : webPage(number)
            case 19 where number == 19: nonsense
            default: well(number)
            }
        }
    }

    /// One domain of every kind, and a few without problems.
    static var kinds: [DomainReport] {
        [
            well(0), redirect(3), well(4), expired(7), brokenFile(11), warned(13), webPage(17), nonsense, warned(33),
            well(35), nobody(57), accepted(40), invalidJSON(41, keepsBody: true), invalidJSON(42, keepsBody: false),
            rightToLeft(43), generic(44), missingApp(45), otherServices(46),
        ]
    }

    /// Returns domains without problems, except that every seventh redirects.
    static func many(_ count: Int) -> [DomainReport] { (0..<count).map { $0 % 7 == 3 ? redirect($0) : well($0) } }

    /// Returns domains that all have errors.
    static func broken(_ count: Int) -> [DomainReport] {
        (0..<count).map { number in
            [redirect, expired, brokenFile, webPage][number % 4](number)
        }
    }

    private static let words = ["shop", "pay", "news", "travel", "music", "bank", "food", "health", "sport", "maps"]

    static func name(_ number: Int) -> String { "\(words[number % words.count])-\(number).example" }

    private static func base(_ number: Int, _ status: DomainStatus) -> DomainReport {
        var report = DomainReport(
            Target(
                input: name(number), domain: DomainID(host: name(number)),
                people: DomainPeople(
                    owner: number % 3 == 0 ? "Ada Lovelace" : nil,
                    team: ["Web", "Payments", "Platform", nil][number % 4],
                    tags: number % 2 == 0 ? ["eu"] : ["us", "public"])),
            status: status, startedAt: Samples.now, totalMs: Double(90 + number * 37 % 2100))
        report.aliases = Aliases.Row()
        return report
    }

    private static func chain(_ number: Int, days: Double) -> [CertificateFacts] {
        var leaf = Samples.leaf
        leaf.subject = "CN=\(name(number))"
        leaf.subjectAltNames = [name(number), "www.\(name(number))"]
        leaf.notBefore = Samples.days(days - 90)
        // Several domains share an expired certificate, and one that expires soon.
        leaf.sha256 = days == 58 ? String(format: "%064x", number) : String(repeating: days < 0 ? "e" : "f", count: 64)
        leaf.notAfter = Samples.days(days)
        var issuer = Samples.leaf
        issuer.subject = "CN=R11,O=Let's Encrypt,C=US"
        issuer.issuer = "CN=ISRG Root X1,O=Internet Security Research Group,C=US"
        issuer.notAfter = Samples.days(500)
        issuer.sha256 = String(repeating: "c", count: 64)
        return [leaf, issuer]
    }

    private static func fields(_ server: String, _ type: String, _ bytes: Int) -> [HeaderField] {
        [
            ("Server", server), ("Date", "Fri, 01 May 2026 12:00:00 GMT"), ("Content-Type", type),
            ("Content-Length", String(bytes)), ("Connection", "keep-alive"), ("Cache-Control", "max-age=3600"),
            ("ETag", "\"65f1-\(bytes)\""), ("Strict-Transport-Security", "max-age=31536000; includeSubDomains"),
            ("X-Content-Type-Options", "nosniff"),
        ].map { HeaderField(name: $0.0, value: $0.1) }
    }

    private static func exchange(
        _ number: Int, root: Bool = false, status: Int = 200, fields: [HeaderField], days: Double = 58,
        body: String = ""
    ) -> Exchange {
        var tls = Samples.tls
        tls.chain = chain(number, days: days)
        var exchange = Samples.exchange(
            name(number), root: root, status: status, headerFields: fields, tls: tls, body: body)
        if !root {
            exchange.timings = ExchangeTimings(
                dnsMs: Double(3 + number % 40), connectMs: 11.5, tlsMs: 24, firstByteMs: Double(18 + number % 170),
                totalMs: Double(60 + number % 240))
        }
        return exchange
    }

    private static func locations(_ report: inout DomainReport, _ number: Int, _ wellKnown: LocationReport) {
        report.wellKnown = wellKnown
        report.root = LocationReport(
            url: Samples.url(name(number), root: true), outcome: .missing,
            exchange: exchange(number, root: true, status: 404, fields: fields("nginx/1.24.0", "text/html", 162)))
    }

    private static let goodFile = """
        {
          "applinks": {
            "details": [
              {
                "appIDs": ["A1B2C3D4E5.com.acme.app"],
                "components": [{ "/": "/buy/*" }, { "/": "/account/*", "exclude": true }]
              }
            ]
          },
          "webcredentials": { "apps": ["A1B2C3D4E5.com.acme.app"] }
        }
        """

    static func well(_ number: Int) -> DomainReport {
        var report = base(number, .pass)
        report.verdicts = Samples.verdicts(false, true, true, true, because: [.detailModernOnly])
        locations(
            &report, number,
            LocationReport(
                url: Samples.url(name(number)), outcome: .served,
                exchange: exchange(
                    number, fields: fields("cloudflare", "application/json", goodFile.utf8.count), body: goodFile),
                sha256: String(repeating: "b", count: 64)))
        report.file = file(goodFile, ["applinks", "webcredentials"])
        report.findings = [
            Finding(
                .detailModernOnly, location: .wellKnown,
                message: "The entry has \"components\" and no \"paths\"; iOS 12 and earlier ignore it.",
                pointer: "/applinks/details/0", line: 4, column: 7)
        ]
        return report
    }

    /// Returns a report about a file with a media type that works, but is not documented.
    static func generic(_ number: Int) -> DomainReport {
        var report = well(number)
        report.verdicts = AppleSystem.allCases.map { system in
            switch system {
            case .iOS9To12: Verdict(system: system, outcome: .doesNotWork, because: [.detailModernOnly])
            case .iOS13: Verdict(system: system, outcome: .unknown, because: [.contentTypeGeneric])
            default: Verdict(system: system, outcome: .observedToWork, because: [.contentTypeGeneric])
            }
        }
        report.findings.append(
            Finding(
                .contentTypeGeneric, location: .wellKnown, message: "The file is served as application/octet-stream."))
        return report
    }

    /// Returns a report about a file that lists one of two expected apps, and one that is not expected.
    static func missingApp(_ number: Int) -> DomainReport {
        var report = well(number)
        report.status = .fail
        report.people.contact = "https://chat.example/payments"
        report.verdicts = report.verdicts.map { verdict in
            var verdict = verdict
            let outcome = verdict.outcome
            verdict.apps = [
                .init(
                    appID: "A1B2C3D4E5.com.acme.news", isExpected: true, outcome: .doesNotWork,
                    because: [.expectedAppMissing]),
                .init(appID: "A1B2C3D4E5.com.acme.app", isExpected: true, outcome: outcome, because: verdict.because),
                .init(
                    appID: "A1B2C3D4E5.com.acme.app.beta", isExpected: false, outcome: outcome,
                    because: verdict.because),
            ]
            return verdict
        }
        report.findings.insert(
            Finding(
                .expectedAppMissing, location: .wellKnown,
                message: "“A1B2C3D4E5.com.acme.news” is expected for applinks (universal links), but the file does "
                    + "not list it."),
            at: 0)
        return report
    }

    /// Returns a report about a file that only shares passwords with an app.
    static func otherServices(_ number: Int) -> DomainReport {
        var report = well(number)
        report.verdicts = Samples.verdicts(true, true, true, true)
        report.file = file(#"{"webcredentials":{"apps":["A1B2C3D4E5.com.acme.app"]}}"#, ["webcredentials"])
        report.findings = []
        return report
    }

    private static func file(_ text: String, _ services: [String]) -> FileReport {
        FileReport(
            location: .wellKnown, isSigned: false, services: services,
            apps: [
                FileReport.App(appID: "A1B2C3D4E5.com.acme.app", services: services, ruleCount: 2),
                FileReport.App(appID: "A1B2C3D4E5.com.acme.app.beta", services: ["applinks"], ruleCount: 1),
            ], bytes: Array(text.utf8))
    }

    static func redirect(_ number: Int) -> DomainReport {
        var report = base(number, .fail)
        report.verdicts = Samples.verdicts(false, false, false, false, because: [.redirect])
        let host = name(number)
        let targets = [
            "https://www.\(host)/.well-known/apple-app-site-association", "http://www.\(host)/en/",
            "https://www.\(host)/en/home?from=apple-app-site-association",
        ]
        locations(
            &report, number,
            LocationReport(
                url: Samples.url(host), outcome: .redirected,
                exchange: exchange(
                    number, status: 301,
                    fields: fields("nginx/1.24.0", "text/html", 169) + [
                        HeaderField(name: "Location", value: targets[0])
                    ]),
                redirects: zip([Samples.url(host)] + targets, targets).enumerated().map { index, hop in
                    RedirectTrail.Hop(status: index == 0 ? 301 : 302, from: hop.0, to: hop.1, address: "203.0.113.7")
                }))
        var finding = Finding(
            .redirect, location: .wellKnown,
            message: "\(Samples.url(host)) redirects (301 Moved Permanently) to \(targets[0]). The chain includes "
                + "plain HTTP, which no system follows. After 3 redirects it leads to \(targets[2]), which returns "
                + "200 OK, but not a usable file: the server sends a web page instead of the file.",
            impact: "No system follows a redirect through plain HTTP: links open the browser instead of the app.",
            evidence: ["permanent": true])
        finding.state = number % 40 == 3 ? .new : .still
        finding.firstSeen = finding.state == .new ? Samples.now : Samples.days(-12)
        report.findings = [finding]
        return report
    }

    static func expired(_ number: Int) -> DomainReport {
        var report = base(number, .fail)
        report.verdicts = Samples.verdicts(false, false, false, true, because: [.tlsCertificateExpired])
        var seen = exchange(number, fields: [], days: -4)
        seen.status = nil
        seen.httpVersion = nil
        seen.tls?.verification = .failed
        seen.tls?.verificationError = VerificationError(code: 10, depth: 0, text: "certificate has expired")
        seen.failure = ExchangeFailure(
            kind: .certificateRejected, phase: .tls, curlCode: 60,
            detail: "SSL certificate problem: certificate has expired")
        report.wellKnown = LocationReport(url: Samples.url(name(number)), outcome: .failed, exchange: seen)
        report.root = LocationReport(url: Samples.url(name(number), root: true), outcome: .notTried)
        var finding = Finding(
            .tlsCertificateExpired, location: .domain,
            message: "The certificate for \(name(number)) expired on 2026-04-27 at 12:00 UTC, 4 days ago.")
        finding.state = .returned
        finding.firstSeen = Samples.now
        report.findings = [finding]
        return report
    }

    static func brokenFile(_ number: Int) -> DomainReport {
        var report = base(number, .fail)
        report.verdicts = Samples.verdicts(false, nil, nil, nil, because: [.ruleNeverMatches])
        report.verdicts[0].because = [.detailModernOnly]
        let text = goodFile.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")
            .replacing("/buy/*", with: "/buy now/*")
        locations(
            &report, number,
            LocationReport(
                url: Samples.url(name(number)), outcome: .served,
                exchange: exchange(
                    number, fields: fields("Apache/2.4.57 (Debian)", "text/plain", text.utf8.count), body: text),
                sha256: String(repeating: "d", count: 64)))
        report.file = file(text, ["applinks", "webcredentials"])
        report.findings = [
            Finding(
                .ruleNeverMatches, location: .wellKnown,
                message: "The path \u{201C}/buy now/*\u{201D} can never match: a URL cannot contain a space.",
                impact: "Links that this rule should open in the app open the browser instead, unless another rule "
                    + "matches them.",
                pointer: "/applinks/details/0/components/0/~1", line: 6, column: 33),
            Finding(
                .contentTypeWrong, location: .wellKnown,
                message: "The file is served as text/plain; application/json is expected."),
            Finding(
                .detailModernOnly, location: .wellKnown,
                message: "The entry has \"components\" and no \"paths\"; iOS 12 and earlier ignore it.",
                pointer: "/applinks/details/0", line: 4, column: 7),
        ]
        return report
    }

    static func webPage(_ number: Int) -> DomainReport {
        var report = base(number, .fail)
        report.verdicts = Samples.verdicts(false, false, false, false, because: [.htmlInsteadOfFile])
        locations(
            &report, number,
            LocationReport(
                url: Samples.url(name(number)), outcome: .unusable,
                exchange: exchange(
                    number, fields: fields("Vercel", "text/html; charset=utf-8", 5120),
                    body: "<!doctype html><title>Welcome</title>")))
        report.findings = [
            Finding(
                .htmlInsteadOfFile, location: .wellKnown,
                message: """
                    \(Samples.url(name(number))) returns a web page titled \u{201C}Welcome\u{201D} (status 200) \
                    instead of the file.
                    """)
        ]
        return report
    }

    static func warned(_ number: Int) -> DomainReport {
        var report = well(number)
        report.status = .warn
        var finding = Finding(
            .tlsCertificateExpiring, location: .domain, message: "The certificate expires in 9 days, on 2026-05-10.")
        if number % 40 == 13 {
            finding.waived = Waiver(
                reason: "moves to the new host next week", until: "2026-05-08", acceptedBy: "Ada Lovelace")
            report.status = .accepted
        }
        report.findings.insert(finding, at: 0)
        report.wellKnown?.exchange?.tls?.chain = chain(number, days: 9)
        return report
    }

    /// Returns a report whose findings are all waived.
    static func accepted(_ number: Int) -> DomainReport {
        var report = redirect(number)
        report.status = .accepted
        for index in report.findings.indices {
            report.findings[index].state = nil
            report.findings[index].waived = Waiver(reason: "Brand is being retired", until: "2026-12-31")
        }
        return report
    }

    /// Returns a report about a file that is not JSON; without its bytes, only the message quotes it.
    static func invalidJSON(_ number: Int, keepsBody: Bool) -> DomainReport {
        var report = base(number, .fail)
        report.verdicts = Samples.verdicts(false, false, false, false, because: [.jsonInvalid])
        let text = goodFile.replacing("\"/\": \"/buy/*\" }", with: "\"/\": \"/buy/*\" ")
        locations(
            &report, number,
            LocationReport(
                url: Samples.url(name(number)), outcome: .unusable,
                exchange: exchange(
                    number, fields: fields("nginx/1.24.0", "application/json", text.utf8.count),
                    body: keepsBody ? text : "")))
        let excerpt = "        \"components\": [{ \"/\": \"/buy/*\" , {\n" + String(repeating: " ", count: 39) + "^"
        report.findings = [
            Finding(
                .jsonInvalid, location: .wellKnown, message: "The file is not valid JSON: a “{” is not closed.",
                evidence: ["excerpt": .string(excerpt)],
                line: 6, column: 40)
        ]
        return report
    }

    /// Returns a report with a name, an owner and a tag that are read from right to left, and a port.
    static func rightToLeft(_ number: Int) -> DomainReport {
        var report = redirect(number)
        report.input = "שלום.example:8443"
        report.domain = DomainID(host: "xn--9dbne9b.example", displayHost: "שלום.example", port: 8443)
        report.people.owner = "אדה לאבלייס"
        report.people.team = "רשת"
        report.people.tags = ["חנות", "eu"]
        return report
    }

    static func nobody(_ number: Int) -> DomainReport {
        var report = base(number, .unreachable)
        report.verdicts = Samples.verdicts(nil, nil, nil, nil, because: [.connectTimeout])
        report.wellKnown = LocationReport(
            url: Samples.url(name(number)), outcome: .failed,
            exchange: Exchange(
                url: Samples.url(name(number)), startedAt: Samples.now, addresses: ["203.0.113.9"],
                address: "203.0.113.9", timings: ExchangeTimings(dnsMs: 4, totalMs: 10_004),
                failure: ExchangeFailure(
                    kind: .connectTimeout, phase: .connect, curlCode: 28, detail: "Connection timed out")))
        report.root = LocationReport(url: Samples.url(name(number), root: true), outcome: .notTried)
        report.findings = [
            Finding(
                .connectTimeout, location: .domain,
                message: "203.0.113.9 did not answer on port 443 within 10 seconds, in 3 attempts.")
        ]
        report.attempts = 3
        return report
    }

    static let nonsense = DomainReport(
        invalid: "https://?/", notes: ["There is no host in this URL."], at: Samples.now, attempts: 1)
}
