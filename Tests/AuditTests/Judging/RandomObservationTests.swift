import Findings
import TestSupport
import Testing
import Transport

import struct Foundation.Date

@testable import Audit

/// The judge returns a consistent report for any observation.
struct RandomObservationTests {
    @Test(.inTurn(minutes: 3), arguments: 0..<40)
    func judgesAnything(_ seed: Int) {
        var maker = ObservationMaker(seed: UInt64(seed) &* 7919 &+ 1)
        for _ in 0..<50 {
            let observation = maker.observation()
            let report = Judge().judge(observation)
            expectSense(report, observation)
            // Whole reports cannot be compared, because dates that are not numbers are not equal to themselves.
            let again = Judge().judge(observation)
            #expect(again.findings == report.findings)
            #expect(again.verdicts == report.verdicts)
        }
    }

    private func expectSense(_ report: DomainReport, _ observation: Observation) {
        let errors = report.findings.filter { $0.severity == .error }
        switch report.status {
        case .pass, .warn, .accepted: #expect(errors.allSatisfy { $0.waived != nil })
        case .fail, .unreachable: #expect(!errors.isEmpty)
        case .invalid: Issue.record("a target that was observed is valid")
        }
        if report.status == .unreachable { #expect(errors.contains { Catalogue[$0.code].preventsCheck }) }
        if report.wellKnown?.outcome != .served { #expect(!errors.isEmpty) }
        #expect(report.verdicts.map(\.system) == AppleSystem.allCases)
        let codes = Set(report.findings.map(\.code))
        for verdict in report.verdicts {
            #expect(verdict.because.allSatisfy(codes.contains))
            #expect(Set(verdict.because).count == verdict.because.count)
        }
        for finding in report.findings {
            #expect(!finding.message.isEmpty && finding.message.utf8.count < 20_000)
            #expect(!finding.message.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7f })
        }
        #expect(report.findings.map(\.severity) == report.findings.map(\.severity).sorted(by: >))
        for verdict in report.verdicts where verdict.works == true {
            // A link works only if a file was served. Developer mode uses the unverified fetch.
            if verdict.system == .iOS14DeveloperMode, observation.unverified != nil { continue }
            let outcomes = [report.wellKnown?.outcome, report.root?.outcome]
            #expect(outcomes.contains(.served) || outcomes.contains(.redirected))
        }
        if let file = report.file { #expect(file.location == .wellKnown || file.location == .root) }
    }
}

/// Creates observations from a fixed random sequence, both plausible and absurd ones.
struct ObservationMaker {
    private var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    private mutating func below(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }
    private mutating func one(in chance: Int) -> Bool { below(chance) == 0 }
    private mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

    private static let pieces = [
        "", "a", "example.com", "\u{1b}[2J", "\u{0}", "é\u{301}", "\u{202e}", "😀", "\"}", "<script>", "CN=", "//",
        "https://", "http://", ":", "[", "]", "@", "www.", "\r\n", "gzip", "challenge", "alert", "protocol version",
        String(repeating: "x", count: 3000),
    ]

    private mutating func text() -> String { (0..<below(5)).map { _ in pick(Self.pieces) }.joined() }

    private mutating func date() -> Date {
        let seconds = pick([0, 1_772_366_400, 1.8e9, -1e9, 1e300, -1e300, .infinity, .nan, 253_402_300_799])
        return Date(timeIntervalSince1970: seconds + Double(below(10_000_000)))
    }

    private mutating func number() -> Double { pick([0, 1, 2001, 5001, 1e6, -5, 1e300, .nan, .infinity]) }

    private mutating func certificate() -> CertificateFacts {
        CertificateFacts(
            subject: pick(["CN=a", "CN=b", "CN=c", text()]), issuer: pick(["CN=a", "CN=b", "CN=c", text()]),
            notBefore: one(in: 4) ? nil : date(), notAfter: one(in: 4) ? nil : date(),
            subjectAltNames: (0..<below(9)).map { _ in text() }, omittedNameCount: pick([0, 1000, .max / 2]),
            isSelfSigned: one(in: 3), sha256: text())
    }

    private mutating func tls() -> TLSFacts? {
        if one(in: 4) { return nil }
        return TLSFacts(
            version: text(), cipher: text(), verification: pick([.passed, .failed, .notMade]),
            verificationError: one(in: 2)
                ? nil : VerificationError(code: below(100) - 3, depth: below(12) - 3, text: text()),
            nameVerification: pick([.passed, .failed, .notMade]), clientCertificateRequested: one(in: 4),
            stapledStatus: pick([nil, .good, .revoked, .unknown, .unusable]),
            chain: (0..<below(6)).map { _ in certificate() }, omittedCertificateCount: pick([0, 77, .max / 2]))
    }

    private mutating func field() -> HeaderField {
        HeaderField(
            name: pick([
                "Location", "Content-Type", "content-encoding", "Server", "retry-after", "cf-mitigated",
                "Content-Length",
                "WWW-Authenticate", "set-cookie", text(),
            ]),
            value: pick([
                "application/json", "text/html; charset=x", "gzip, br", "cloudflare", "https://www.example.com/", "/x",
                text(), text(),
            ]))
    }

    private mutating func body() -> [UInt8] {
        switch below(8) {
        case 0: return []
        case 1: return (0..<below(300)).map { _ in UInt8(below(256)) }
        case 2: return Array("<html><title>\(text())</title>".utf8)
        case 3: return Array(Seen.file.utf8)
        case 4:
            return Array(
                "{\"applinks\":{\"apps\":[],\"details\":[{\"appID\":\"\(below(3))\",\"paths\":[\"/\"]}]}}".utf8)
        case 5: return [UInt8](repeating: UInt8(ascii: "["), count: below(3000))
        case 6: return [UInt8](repeating: UInt8(ascii: " "), count: one(in: 8) ? pick([128_001, 131_073]) : below(300))
        default: return Array(text().utf8)
        }
    }

    private mutating func exchange() -> Exchange {
        let failed = one(in: 2)
        return Exchange(
            url: pick([Seen.wellKnownURL, Seen.rootURL, text()]), startedAt: date(),
            addresses: (0..<below(4)).map { _ in pick(["10.0.0.1", "93.184.216.34", "::1", "2606::1", text()]) },
            addressesChosen: one(in: 5), address: pick([nil, "10.0.0.1", text()]), throughProxy: one(in: 6),
            connectionReused: one(in: 3),
            timings: ExchangeTimings(dnsMs: number(), firstByteMs: one(in: 3) ? nil : number(), totalMs: number()),
            httpVersion: text(),
            status: one(in: 6)
                ? nil : pick([200, 200, 200, 301, 302, 304, 401, 403, 404, 410, 429, 500, 503, -1, 99_999]),
            headerFields: (0..<below(7)).map { _ in field() }, tls: tls(), body: body(), bodyCapped: one(in: 9),
            wireBytes: below(1000),
            failure: failed
                ? ExchangeFailure(
                    kind: pick(ExchangeFailure.Kind.allCases), phase: pick(ExchangePhase.allCases),
                    curlCode: below(100), detail: text()) : nil)
    }

    private mutating func trail() -> RedirectTrail? {
        if one(in: 2) { return nil }
        let hops = (0..<below(14)).map { _ in
            RedirectTrail.Hop(
                status: 300 + below(10), from: pick([Seen.wellKnownURL, text()]),
                to: pick(["https://www.example.com/", "http://example.com/", text()]), address: nil)
        }
        return RedirectTrail(
            hops: hops, exchanges: (0..<below(3)).map { _ in exchange() },
            end: pick([.answered, .failed, .loop, .limit, .unusableLocation, .deadline]))
    }

    private mutating func location(_ url: String) -> LocationObservation {
        LocationObservation(
            url: one(in: 9) ? text() : url, exchange: one(in: 5) ? nil : exchange(),
            skip: pick([nil, .unnecessary, .deadline]), trail: trail(), attempts: below(4))
    }

    private mutating func look() -> AdditionalObservation {
        AdditionalObservation(wellKnown: location(Seen.wellKnownURL), root: one(in: 2) ? nil : location(Seen.rootURL))
    }

    private mutating func addresses() -> AddressObservations {
        AddressObservations(
            entries: (0..<below(5)).map { _ in .init(address: pick(["10.0.0.1", "::1", text()]), observation: look()) },
            omittedCount: pick([0, 1, .max / 2]))
    }

    private mutating func userAgents() -> [UserAgentObservation] {
        (0..<below(4)).map { _ in
            UserAgentObservation(userAgent: pick(AppleUserAgent.allCases), wellKnown: location(Seen.wellKnownURL))
        }
    }

    mutating func observation() -> Observation {
        let target = Target(
            input: text(),
            domain: DomainID(
                host: one(in: 3) ? text() : "example.com", displayHost: text(), port: pick([443, 0, 8443, -1])),
            notes: [text()], people: DomainPeople(owner: text(), tags: [text()]))
        return Observation(
            target: target, startedAt: one(in: 5) ? date() : Seen.now, wellKnown: location(Seen.wellKnownURL),
            root: location(Seen.rootURL), jsonSuffixProbes: (0..<below(3)).map { _ in exchange() },
            unverified: one(in: 3) ? look() : nil, addresses: one(in: 3) ? addresses() : nil,
            sibling: one(in: 3) ? look() : nil, userAgents: one(in: 3) ? userAgents() : nil,
            totalMs: number())
    }
}
