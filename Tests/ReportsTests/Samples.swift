import Audit
import Findings
import Records
import Reports
import Transport

import struct Foundation.Date

/// Reports of fictitious domains with fixed times, for the tests of all formats.
enum Samples {
    /// The moment 2026-05-01T12:00:00.250Z.
    static let now = Date(timeIntervalSince1970: 1_777_636_800.25)

    static let run = (id: "20260501-120000-1", options: ["timeout": "20s", "maxRetries": 2] as Evidence)

    static func days(_ days: Double) -> Date { now.addingTimeInterval(days * 86_400) }

    static func verdicts(_ works: Bool?..., because: [FindingCode] = []) -> [Verdict] {
        zip(AppleSystem.allCases, works).map { system, works in
            Verdict(
                system: system, outcome: works.map { $0 ? Verdict.Outcome.works : .doesNotWork } ?? .unknown,
                because: works == true ? [] : because)
        }
    }

    static let leaf = CertificateFacts(
        subject: "CN=example.com", issuer: "CN=R11,O=Let's Encrypt,C=US", notBefore: days(-30), notAfter: days(60),
        subjectAltNames: ["example.com", "www.example.com"], isSelfSigned: false,
        sha256: String(repeating: "a", count: 64))

    static let tls = TLSFacts(
        version: "TLSv1.3", cipher: "TLS_AES_256_GCM_SHA384", verification: .passed, nameVerification: .passed,
        chain: [leaf])

    static func url(_ host: String, root: Bool = false) -> String {
        "https://\(host)\(root ? "" : "/.well-known")/apple-app-site-association"
    }

    static func exchange(
        _ host: String, root: Bool = false, status: Int = 200, headerFields: [HeaderField] = [],
        tls: TLSFacts? = Samples.tls, body: String = ""
    ) -> Exchange {
        Exchange(
            url: url(host, root: root), startedAt: now, addresses: ["203.0.113.7", "2001:db8::7"],
            address: "203.0.113.7", connectionReused: root,
            timings: root
                ? ExchangeTimings(firstByteMs: 9.5, totalMs: 10)
                : ExchangeTimings(dnsMs: 1.2, connectMs: 10.06, tlsMs: 20.0004, firstByteMs: 31.25, totalMs: 63),
            httpVersion: "2", status: status, headerFields: headerFields, tls: tls, body: Array(body.utf8),
            wireBytes: body.utf8.count)
    }

    static let modernFile = """
        {"applinks": {"details": [{"appIDs": ["A1B2C3D4E5.com.acme.app"], "components": [{"/": "/buy/*"}]}]}}
        """

    /// A domain without problems.
    static var passing: DomainReport {
        let json = [HeaderField(name: "Content-Type", value: "application/json")]
        return DomainReport(
            Target(input: "good.example", domain: DomainID(host: "good.example")), status: .pass,
            verdicts: verdicts(false, true, true, true, because: [.detailModernOnly]),
            wellKnown: LocationReport(
                url: url("good.example"), outcome: .served,
                exchange: exchange("good.example", headerFields: json, body: modernFile),
                sha256: String(repeating: "b", count: 64)),
            root: LocationReport(
                url: url("good.example", root: true), outcome: .missing,
                exchange: exchange("good.example", root: true, status: 404)),
            file: FileReport(
                location: .wellKnown, isSigned: false, services: ["applinks"],
                apps: [FileReport.App(appID: "A1B2C3D4E5.com.acme.app", services: ["applinks"], ruleCount: 1)],
                bytes: Array(modernFile.utf8)),
            startedAt: now, totalMs: 80)
    }

    /// A domain that redirects to its www host.
    static var redirecting: DomainReport {
        let target = "https://www.example.com/.well-known/apple-app-site-association"
        let fields = [
            HeaderField(name: "Server", value: "nginx"), HeaderField(name: "Location", value: target),
            HeaderField(name: "X-Twice", value: "1"), HeaderField(name: "x-twice", value: "2"),
        ]
        var report = DomainReport(
            Target(
                input: "https://Example.com/", domain: DomainID(host: "example.com"), notes: ["lower-cased"],
                people: DomainPeople(owner: "web", tags: ["shop", "eu"])),
            status: .fail,
            verdicts: verdicts(false, false, nil, nil, because: [.redirect]),
            wellKnown: LocationReport(
                url: url("example.com"), outcome: .redirected,
                exchange: exchange("example.com", status: 301, headerFields: fields),
                redirects: [
                    RedirectTrail.Hop(status: 301, from: url("example.com"), to: target, address: "203.0.113.7")
                ]),
            root: LocationReport(
                url: url("example.com", root: true), outcome: .missing,
                exchange: exchange("example.com", root: true, status: 404)),
            findings: [
                Finding(
                    .redirect, location: .wellKnown, message: "The server answers 301 and points elsewhere.",
                    impact: "Links open the browser.", remedy: "Serve the file here.",
                    evidence: ["permanent": true, "crossHost": true, "toHTTP": false])
            ],
            startedAt: now, totalMs: 120.5, attempts: 2)
        report.aliases = Aliases.Row(inputs: ["example.com."])
        return report
    }

    /// A domain whose certificate has expired.
    static var expired: DomainReport {
        var certificate = leaf
        certificate.notAfter = days(-3)
        let facts = TLSFacts(
            verification: .failed,
            verificationError: VerificationError(code: 10, depth: 0, text: "certificate has expired"),
            nameVerification: .passed, chain: [certificate])
        let exchange = Exchange(
            url: url("old.example"), startedAt: now, addresses: ["203.0.113.7"], address: "203.0.113.7",
            timings: ExchangeTimings(dnsMs: 1, connectMs: 2, totalMs: 5), tls: facts,
            failure: ExchangeFailure(
                kind: .certificateRejected, phase: .tls, curlCode: 60,
                detail: "SSL certificate problem: certificate has expired"))
        return DomainReport(
            Target(input: "old.example", domain: DomainID(host: "old.example")), status: .fail,
            verdicts: verdicts(false, false, false, true, because: [.tlsCertificateExpired]),
            wellKnown: LocationReport(url: url("old.example"), outcome: .failed, exchange: exchange),
            root: LocationReport(url: url("old.example", root: true), outcome: .notTried),
            findings: [
                Finding(.tlsCertificateExpired, location: .domain, message: "The certificate expired 3 days ago.")
            ],
            startedAt: now, totalMs: 5)
    }

    /// A domain at which nothing is listening.
    static var unreachable: DomainReport {
        let exchange = Exchange(
            url: url("down.example"), startedAt: now, addresses: ["203.0.113.9"], address: "203.0.113.9",
            timings: ExchangeTimings(dnsMs: 1, totalMs: 3),
            failure: ExchangeFailure(
                kind: .connectRefused, phase: .connect, curlCode: 7, detail: "Connection refused"))
        return DomainReport(
            Target(input: "down.example", domain: DomainID(host: "down.example")), status: .unreachable,
            verdicts: verdicts(nil, nil, nil, nil),
            wellKnown: LocationReport(url: url("down.example"), outcome: .failed, exchange: exchange),
            root: LocationReport(url: url("down.example", root: true), outcome: .notTried),
            findings: [
                Finding(
                    .connectRefused, location: .domain, message: "203.0.113.9 refuses connections on port 443.",
                    evidence: ["address": "203.0.113.9", "port": 443])
            ],
            startedAt: now, totalMs: 6000, attempts: 3)
    }

    /// An invalid target.
    static var invalid: DomainReport {
        DomainReport(
            invalid: "exa mple",
            notes: ["A host name cannot have a blank in it; give one domain on each line."], at: now, attempts: 1)
    }

    /// A text that manipulates the terminal of a reader.
    static let attack =
        "\u{1B}[2J\u{1B}]0;owned\u{07}\u{9B}31m\u{202E}live\u{202C}\r\n\u{200B}\u{2028}\u{7F}\"</script>"

    /// A domain with a hostile text in all untrusted data, and a file that is not UTF-8.
    static var hostile: DomainReport {
        var certificate = leaf
        certificate.subject = "CN=\(attack)"
        certificate.issuer = "CN=\(attack)"
        certificate.subjectAltNames = [attack]
        certificate.omittedNameCount = 33_000
        certificate.notBefore = nil
        certificate.notAfter = nil
        var facts = tls
        facts.version = attack
        facts.cipher = attack
        facts.chain = [certificate]
        facts.omittedCertificateCount = 76
        facts.verificationError = VerificationError(code: 1, depth: 0, text: attack)
        var seen = exchange(
            "bad.example", headerFields: [HeaderField(name: attack, value: attack)], tls: facts, body: "{")
        seen.timings = ExchangeTimings(dnsMs: .nan, connectMs: .infinity, tlsMs: -0.0001, firstByteMs: 1e300)
        seen.failure = ExchangeFailure(kind: .bodyTruncated, phase: .body, detail: attack)
        var report = DomainReport(
            Target(
                input: attack, domain: DomainID(host: "bad.example", displayHost: attack), notes: [attack],
                people: DomainPeople(owner: attack, team: attack, tags: [attack])),
            status: .fail,
            verdicts: verdicts(nil, nil, nil, nil),
            wellKnown: LocationReport(
                url: url("bad.example"), outcome: .unusable, exchange: seen,
                redirects: [RedirectTrail.Hop(status: 302, from: attack, to: attack, address: attack)]),
            root: LocationReport(url: url("bad.example", root: true), outcome: .notTried),
            file: FileReport(
                location: .wellKnown, isSigned: false, services: ["applinks"],
                apps: [FileReport.App(appID: attack, services: ["applinks"], ruleCount: 0)], bytes: [0x7B, 0xFF, 0x7D]),
            findings: [
                Finding(
                    .jsonInvalid, location: .wellKnown, message: attack, impact: attack, remedy: attack,
                    evidence: [
                        "found": .string(attack), "nested": ["a": .string(attack), "list": [1, [true, .null]]],
                        "ratio": .number(0.1234567),
                    ],
                    pointer: "/" + attack, line: 1, column: 2)
            ],
            startedAt: now, totalMs: 5)
        report.aliases = Aliases.Row(inputs: [attack])
        return report
    }

    static var all: [DomainReport] { [redirecting, passing, expired, unreachable, invalid, hostile] }
}

extension DomainReport {
    /// The line of the report with other inputs for the same target, as in a stored document.
    func line(_ bodies: FileTextPolicy = .findings) -> [UInt8] {
        DomainLine(self, bodies: bodies).bytes(with: aliases)
    }
}
