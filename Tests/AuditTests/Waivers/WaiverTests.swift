import Findings
import Foundation
import Records
import TestSupport
import Testing
import Transport

@testable import Audit

/// Waived findings, and configured severities.
struct WaiverTests {
    static func list(
        _ code: FindingCode, _ domain: String = "*", until: String? = nil
    ) throws -> WaiverList {
        WaiverList([
            WaiverRule(
                code: code, domain: try DomainPattern(domain), waiver: Waiver(reason: "it is known", until: until))
        ])
    }

    // MARK: Domains

    @Test(arguments: [
        ("example.com", "example.com", true), ("example.com", "www.example.com", false),
        ("EXAMPLE.com.", "example.com", true), ("*.example.com", "www.example.com", true),
        ("*.example.com", "a.b.example.com", true), ("*.example.com", "example.com", false),
        ("*.example.com", "notexample.com", false), ("*example.com", "notexample.com", true), ("*", "a", true),
        ("shop-*.example", "shop-de.example", true), ("shop-*.example", "shop.example", false),
        ("*a*b*", "xxaxxbxx", true), ("*a*b", "xxaxxbxx", false), ("a*a", "a", false), ("**", "a", true),
        ("*.müller.example", "www.xn--mller-kva.example", true),
        ("*.xn--mller-kva.example", "www.xn--mller-kva.example", true),
        ("example.com:443", "example.com", true), ("example.com:8443", "example.com", false),
        ("*:443", "example.com", true), ("[2001:db8::1]:8443", "[2001:DB8::1]:8443", true),
        ("[2001:db8::1]:8443", "2001:db8::1", false), ("2001:db8::1", "[2001:db8::1]:8443", true),
        ("2001:db8::1:8443", "[2001:db8::1]:8443", false), ("2001:db8:*", "2001:db8::1", true),
        ("*:8443", "[2001:db8::1]:8443", true),
    ])
    func coversDomains(pattern: String, host: String, covers: Bool) throws {
        let target = try TargetParser.parse(host)
        #expect(
            try DomainPattern(pattern).covers(target.domain) == covers)
    }

    /// The pattern of a domain covers only its host and port, and is parsed from its own text.
    @Test(arguments: ["example.com", "example.com:8443", "www.müller.example", "[2001:db8::1]", "[2001:db8::1]:8443"])
    func aDomainIsAPatternOfItself(host: String) throws {
        let domain = try TargetParser.parse(host).domain
        let pattern = DomainPattern(domain)
        #expect(try DomainPattern(pattern.description) == pattern)
        #expect(pattern.covers(domain))
        for other in [("a." + domain.host, domain.port), (domain.host, 444), (domain.host, domain.port / 10)] {
            #expect(!pattern.covers(DomainID(host: other.0, port: other.1)), "\(other)")
        }
    }

    @Test(arguments: ["", "a b", "https://example.com", "a/b", "a,b", "a\u{0}b", String(repeating: "a", count: 301)])
    func refusesMalformedPatterns(text: String) {
        #expect(throws: SettingError.self) { try DomainPattern(text) }
    }

    @Test(.inTurn(minutes: 3)) func comparesHostilePatternsInTime() throws {
        let pattern = try DomainPattern(String(repeating: "*a", count: 140) + "b")
        let name = String(repeating: "a", count: 250)
        for _ in 0..<1000 { #expect(!pattern.covers(DomainID(host: name))) }
    }

    // MARK: Days

    @Test(
        arguments: [
            (nil, true), ("2026-03-01", true), ("2026-02-28", false), ("2026-03-02", true), ("9999-12-31", true),
            ("0001-01-01", false),
        ] as [(String?, Bool)])
    func holdsUntilTheEndOfItsLastDay(until: String?, holds: Bool) throws {
        // 2026-03-01T12:00:00Z.
        let settings = JudgeSettings(waivers: try Self.list(.redirect, until: until))
        let report = Judge(settings).judge(Seen.domain(Seen.redirect(to: "https://other.example/")))
        let finding = try #require(report.findings.first { $0.code == .redirect })
        #expect((finding.waived != nil) == holds)
        #expect(report.status == (holds ? .accepted : .fail))
        #expect(settings.waivers.endedRules(at: Seen.now).isEmpty == holds)
    }

    // MARK: Counted findings

    @Test func keepsTheFindingAndTheVerdicts() throws {
        let seen = Seen.domain(Seen.redirect(to: "https://other.example/"))
        let plain = Judge().judge(seen)
        let waived = Judge(JudgeSettings(waivers: try Self.list(.redirect))).judge(seen)
        #expect(waived.findings.map(\.code) == plain.findings.map(\.code))
        #expect(waived.verdicts == plain.verdicts)
        #expect(waived.findings.first?.waived == Waiver(reason: "it is known"))
        #expect(plain.status == .fail)
        // Links still open the browser, so the verdict is not positive.
        #expect(waived.status == .accepted)
        #expect(waived.waiver == Waiver(reason: "it is known"))
    }

    @Test func findingsWithoutWaiverCount() throws {
        let seen = Seen.domain(
            Seen.answer(type: "text/plain", tls: Seen.tls([Seen.certificate(to: 3)])), root: Seen.status(404))
        let rows: [(FindingCode, DomainStatus)] = [
            (.contentTypeWrong, .warn), (.tlsCertificateExpiring, .warn), (.redirect, .warn),
        ]
        for (code, status) in rows {
            #expect(Judge(JudgeSettings(waivers: try Self.list(code))).judge(seen).status == status)
        }
        let both = WaiverList(
            try Self.list(.contentTypeWrong).rules + Self.list(.tlsCertificateExpiring, "example.com").rules)
        #expect(Judge(JudgeSettings(waivers: both)).judge(seen).status == .accepted)
        let elsewhere = WaiverList(
            try Self.list(.contentTypeWrong).rules + Self.list(.tlsCertificateExpiring, "other.example").rules)
        #expect(Judge(JudgeSettings(waivers: elsewhere)).judge(seen).status == .warn)
    }

    @Test func neverTakesADomainThatWasNotSeenForAGoodOne() throws {
        let seen = Seen.settled(Seen.failure(.connectRefused, .connect))
        let rows: [(JudgeSettings, RunExitCode.Code)] = [
            (JudgeSettings(), .unreachable), (JudgeSettings(waivers: try Self.list(.connectRefused)), .success),
            (JudgeSettings(severities: [.connectRefused: .info]), .success),
            (JudgeSettings(severities: [.portUnusual: .error]), .unreachable),
        ]
        for (settings, code) in rows {
            let report = Judge(settings).judge(seen)
            #expect(report.status == .unreachable)
            var outcome = RunExitCode()
            outcome.add(report)
            #expect(outcome.code == code)
        }
    }

    @Test(arguments: FailureThreshold.allCases)
    func aWaivedFindingNeverFailsARun(threshold: FailureThreshold) throws {
        var report = Judge(JudgeSettings(waivers: try Self.list(.redirect)))
            .judge(Seen.domain(Seen.redirect(to: "https://other.example/")))
        report.findings[0].state = .new
        var outcome = RunExitCode(threshold: threshold)
        outcome.add(report)
        #expect(outcome.code == .success)
    }

    @Test(
        arguments: [
            (ChangeKind.new, Severity.error, RunExitCode.Code.findings), (.returned, .error, .findings),
            (.still, .error, .success), (nil, .error, .success), (.new, .warning, .success),
        ] as [(ChangeKind?, Severity, RunExitCode.Code)])
    func aRegressionIsAnErrorThatWasNotThere(state: ChangeKind?, severity: Severity, code: RunExitCode.Code) {
        var finding = Finding(.redirect, severity: severity, location: .wellKnown, message: "")
        finding.state = state
        var outcome = RunExitCode(threshold: .regression)
        outcome.add(
            DomainReport(
                Target(input: "x", domain: DomainID(host: "x")), status: .fail, findings: [finding], startedAt: Seen.now
            ))
        #expect(outcome.code == code)
    }

    @Test(
        arguments: [
            (nil, "web", nil, true), (nil, "Web", nil, true), (nil, "shop", nil, false), (nil, nil, "EU", true),
            (nil, nil, "us", false), (nil, "web", "eu", true), (nil, "web", "us", false),
            ("*.example", "web", "eu", true),
            ("*.test", "web", "eu", false),
        ] as [(String?, String?, String?, Bool)])
    func isForATeamOrATag(domain: String?, team: String?, tag: String?, holds: Bool) throws {
        let rule = WaiverRule(
            code: .redirect, domain: try domain.map { try DomainPattern($0) }, team: team, tag: tag,
            waiver: Waiver(reason: "known"))
        let target = Target(
            input: "a.example", domain: DomainID(host: "a.example"),
            people: DomainPeople(team: "Web", tags: ["x", "eu"]))
        let list = WaiverList([rule])
        #expect((list.waiver(for: .redirect, of: target.domain, target.people, at: Seen.now) != nil) == holds)
        let other = Target(input: "a.example", domain: DomainID(host: "a.example"))
        #expect(list.waiver(for: .redirect, of: other.domain, other.people, at: Seen.now) == nil)
        var finding = Finding(.redirect, location: .wellKnown, message: "")
        finding.waived = rule.waiver
        var use = WaiverUse(list)
        use.add(DomainReport(target, status: .accepted, findings: [finding], startedAt: Seen.now))
        #expect(use.unused.isEmpty == holds)
    }

    @Test func reportsWaiversThatCoverNoFinding() throws {
        let rules = [
            WaiverRule(code: .redirect, domain: try DomainPattern("example.com"), waiver: Waiver(reason: "used")),
            WaiverRule(code: .redirect, domain: try DomainPattern("*"), waiver: Waiver(reason: "never reached")),
            WaiverRule(
                code: .timeout, domain: try DomainPattern("*"), waiver: Waiver(reason: "over", until: "2020-01-01")),
        ]
        let list = WaiverList(rules)
        var use = WaiverUse(list)
        use.add(
            Judge(JudgeSettings(waivers: list)).judge(Seen.domain(Seen.redirect(to: "https://other.example/"))))
        #expect(use.unused.map(\.waiver.reason) == ["never reached", "over"])
    }

    /// An ended waiver is reported only if its finding exists and no other waiver covers it.
    @Test(arguments: [
        ("a.example", Finding?.some(Finding(.redirect, location: .wellKnown, message: "")), true),
        ("b.example", Finding(.redirect, location: .wellKnown, message: ""), false),
        ("a.example", Finding(.timeout, location: .wellKnown, message: ""), false), ("a.example", nil, false),
    ])
    func knowsWhichEndedWaiversAreMissed(host: String, finding: Finding?, isMissed: Bool) throws {
        let over = WaiverRule(
            code: .redirect, domain: try DomainPattern("a.example"), waiver: Waiver(reason: "", until: "2020-01-01"))
        let target = Target(input: host, domain: DomainID(host: host))
        var use = WaiverUse(WaiverList([over]))
        use.add(DomainReport(target, status: .fail, findings: finding.map { [$0] } ?? [], startedAt: Seen.now))
        #expect(use.endedRules(at: Seen.now) == (isMissed ? [over] : []))

        let other = WaiverRule(code: .redirect, waiver: Waiver(reason: ""))
        var covered = WaiverUse(WaiverList([over, other]))
        var waived = finding
        waived?.waived = other.waiver
        covered.add(DomainReport(target, status: .accepted, findings: waived.map { [$0] } ?? [], startedAt: Seen.now))
        #expect(covered.endedRules(at: Seen.now).isEmpty)
    }

    // MARK: Severities

    @Test(arguments: [
        (Severity.error, DomainStatus.fail), (.warning, .warn), (.info, .pass),
    ])
    func takesTheSeverityThatWasChosen(severity: Severity, status: DomainStatus) {
        // The response is slow enough for a warning instead of the catalogue's info.
        let seen = Seen.domain(Seen.answer(firstByteMs: 6000))
        let report = Judge(JudgeSettings(severities: [.slowResponse: severity])).judge(seen)
        #expect(report.findings.first { $0.code == .slowResponse }?.severity == severity)
        #expect(report.status == status)
    }

    @Test func severitiesOfFindingsWithoutEffectAreNotRaised() {
        let seen = Seen.domain(Seen.answer(), root: Seen.redirect(to: "/x"))
        for severity in Severity.allCases {
            let report = Judge(JudgeSettings(severities: [.redirect: severity])).judge(seen)
            #expect(report.findings.first { $0.code == .redirect }?.severity == .info)
        }
    }
}
