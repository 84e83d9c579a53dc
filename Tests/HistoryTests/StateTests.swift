import Findings
import Foundation
import Testing

@testable import Audit
@testable import History

/// States of findings: pure functions over reports.
struct StateTests {
    static func identity(
        _ message: String, at pointer: String? = nil, code: FindingCode = .ruleUnreachable, of subject: String? = nil
    ) -> FindingIdentity {
        FindingIdentity(code: code, location: .wellKnown, pointer: pointer, message: message, subject: subject)
    }

    static let pairs: [(new: [FindingIdentity], old: [FindingIdentity], expected: [Int?])] = [
        ([identity("a")], [], [nil]),
        ([identity("a")], [identity("a")], [0]),
        // A finding that has moved in the file is identified by its text.
        (
            [identity("b", at: "/1"), identity("a", at: "/2")], [identity("a", at: "/1"), identity("b", at: "/0")],
            [1, 0]
        ),
        // "12 days left" becomes "11 days left".
        ([identity("11 days")], [identity("12 days")], [0]),
        // Findings with different positions and texts are different.
        ([identity("a", at: "/1")], [identity("b", at: "/2")], [nil]),
        // Two of three equal findings are left.
        ([identity("a"), identity("a")], [identity("a"), identity("a"), identity("a")], [0, 1]),
        ([identity("a"), identity("a")], [identity("a")], [0, nil]),
        // Findings with different codes are always different.
        ([identity("a", code: .ruleMalformed)], [identity("a")], [nil]),
        // Findings that agree completely are paired first.
        (
            [identity("x", at: "/0"), identity("a", at: "/0")], [identity("a", at: "/0"), identity("y", at: "/0")],
            [1, 0]
        ),
        // Findings with different subjects are different, even with the same text and position.
        ([identity("a", of: "x")], [identity("a", of: "y")], [nil]),
        ([identity("a", of: "x"), identity("b", of: "y")], [identity("a", of: "y")], [nil, 0]),
        // Findings with the same subject are the same, even with another text and position.
        ([identity("b", at: "/2", of: "x")], [identity("a", at: "/1", of: "x")], [0]),
        // If the earlier subject is unknown, the text identifies the finding, but the position does not.
        ([identity("b", at: "/1", of: "x")], [identity("a", at: "/1")], [nil]),
    ]

    @Test(arguments: pairs)
    func pairsFindingsOfTwoRuns(row: (new: [FindingIdentity], old: [FindingIdentity], expected: [Int?])) {
        #expect(FindingIdentity.pair(row.new, with: row.old) == row.expected)
    }

    @Test func pairsManyInLinearTime() {
        let many = (0..<50_000).map { Self.identity("m\($0)", at: "/\($0)") }
        #expect(FindingIdentity.pair(many.reversed(), with: many).first == 49_999)
    }

    private static func withCopy(_ state: CDNState) -> DomainReport {
        var report = Night.good("a.test")
        report.cdn = LocationReport(url: "https://cdn.test/a/v1/a.test", outcome: .served, state: state)
        return report
    }

    private static func withAddresses() -> DomainReport {
        var report = Night.good("a.test")
        report.additionalChecks = [.addresses]
        return report
    }

    private static func listed(_ report: DomainReport) -> DomainReport {
        var report = report
        report.listings = [
            AppListing(
                app: "Shop", appID: nil, source: "Shop.ipa", entries: ["applinks:a.test"], domainCount: 1, index: 0)
        ]
        return report
    }

    private static func expecting(_ report: DomainReport) -> DomainReport {
        var report = report
        report.expectations = Expectations(apps: ["A1B2C3D4E5.com.acme.app"].compactMap { try? Expectations.App($0) })
        return report
    }

    /// If an expectation was removed, its finding is not resolved; that of a remaining expectation can be.
    @Test func removedExpectationIsNotFixed() throws {
        var report = Self.expecting(Night.good("a.test"))
        let (opening, closed) = (try LinkRequest("https://a.test/in"), try LinkRequest("https://a.test/out"))
        report.expectations?.add(Expectations(opens: [opening], doesNotOpen: [closed]))
        let coverage = Coverage(report)
        for row in Self.expectedOnes {
            let finding = Self.identity("In any words.", code: row.code, of: row.subject)
            #expect(coverage.covers(finding) == row.isCovered, "\(row.subject)")
        }
    }

    static let appMissing = "applinks:A1B2C3D4E5.com.acme.app"
    /// The subject of an expectation that was removed.
    static let otherMissing = "applinks:A1B2C3D4E5.com.acme.other"

    static let expectedOnes: [(code: FindingCode, subject: String, isCovered: Bool)] = [
        (.expectedAppMissing, appMissing, true), (.expectedAppMissing, otherMissing, false),
        (.expectedAppMissing, "webcredentials:A1B2C3D4E5.com.acme.app", false),
        (.expectedURLDoesNotOpen, "https://a.test/in", true), (.expectedURLDoesNotOpen, "https://a.test/in/2", false),
        (.expectedURLDoesNotOpen, "https://a.test/out", false), (.expectedURLOpens, "https://a.test/out", true),
        (.expectedURLOpens, "https://a.test/in", false),
    ]

    /// The report and the database have the same states.
    @Test(arguments: [(otherMissing, false), (appMissing, true)])
    func removingAnExpectationDoesNotResolveItsFinding(subject: String, isGone: Bool) {
        let known = KnownFinding(
            id: 7, identity: Self.identity("Missing.", code: .expectedAppMissing, of: subject), severity: .error,
            openedAt: Night.start(0), openedNumber: 1, seenAt: Night.start(0))
        var report = Self.expecting(Night.good("a.test"))
        FindingStates(report.findings, known: [known], atResult: 1, startedAt: Night.start(1)).annotate(&report)
        #expect(report.resolvedCodes == (isGone ? [.expectedAppMissing] : []))
        #expect(StatePlan(report, known: [known]).endedRowIDs == (isGone ? [7] : []))
    }

    static let looks: [(DomainReport, FindingCode, FindingLocation, Bool)] = [
        (Night.good("a.test"), .redirect, .wellKnown, true),
        (Night.good("a.test"), .ruleUnreachable, .wellKnown, true),
        (Night.good("a.test"), .tlsCertificateExpired, .domain, true),
        (Night.good("a.test"), .connectRefused, .domain, true),
        // Removing an expectation does not fix its finding.
        (Night.good("a.test"), .expectedAppMissing, .wellKnown, false),
        (expecting(Night.good("a.test")), .expectedAppMissing, .wellKnown, true),
        (Night.good("a.test"), .cdnNotServed, .cdn, false),
        // Apple's copy is only known if the CDN has responded.
        (withCopy(.inSync), .cdnNotServed, .cdn, true),
        (withCopy(.fetchFailed), .cdnUnavailable, .cdn, true),
        (withCopy(.unchecked), .cdnUnavailable, .cdn, true),
        (withCopy(.unchecked), .cdnNotServed, .cdn, false),
        (withCopy(.unchecked), .cdnDiffers, .cdn, false),
        // Findings of an additional check require that the setting was on in that run.
        (Night.good("a.test"), .addressInconsistent, .domain, false),
        (withAddresses(), .addressInconsistent, .domain, true),
        (withAddresses(), .addressNotChecked, .domain, true),
        (withAddresses(), .siblingDiffers, .domain, false),
        (withAddresses(), .userAgentsDiffer, .wellKnown, false),
        // Findings about entries of apps do not depend on the domain's file, but require entitlements.
        (listed(Night.expired("a.test")), .entitlementMalformed, .domain, true),
        (Night.good("a.test"), .entitlementMalformed, .domain, false),
        (Night.good("a.test"), .wildcardApexMissing, .wellKnown, true),
        (Night.expired("a.test"), .wildcardApexMissing, .wellKnown, false),
        // Only the kind of failure is known about an unreachable domain.
        (Night.down("a.test"), .redirect, .wellKnown, false),
        (Night.down("a.test"), .tlsCertificateExpired, .domain, false),
        (Night.down("a.test"), .timeout, .domain, true),
        // With a rejected certificate, the file is not checked, although the server was reached.
        (Night.expired("a.test"), .ruleUnreachable, .wellKnown, false),
        (Night.expired("a.test"), .fileMissing, .wellKnown, false),
        (Night.expired("a.test"), .connectRefused, .domain, true),
        (Night.expired("a.test"), .dnsNotFound, .domain, true),
        (expecting(Night.expired("a.test")), .expectedAppMissing, .wellKnown, false),
        (Night.good("a.test", file: Array("{".utf8)), .ruleUnreachable, .wellKnown, false),
        (Night.good("a.test", file: Array("{".utf8)), .redirect, .wellKnown, true),
        (Night.good("a.test", file: Array("{".utf8)), .jsonInvalid, .wellKnown, true),
    ]

    @Test(arguments: looks)
    func knowsWhichFindingsAreCovered(row: (DomainReport, FindingCode, FindingLocation, Bool)) {
        let finding = FindingIdentity(
            code: row.1, location: row.2, pointer: nil, message: "In any words.",
            subject: row.1 == .expectedAppMissing ? Self.appMissing : nil)
        let isCovered = Coverage(row.0).covers(finding)
        #expect(isCovered == row.3, "\(row.1) in \(row.0.findings.map(\.code))")
    }

    @Test func uncheckedFindingIsNeverFixed() {
        let known = [
            KnownFinding(
                id: 7, identity: Self.identity("a"), severity: .warning, openedAt: Night.start(0), openedNumber: 1,
                seenAt: Night.start(0))
        ]
        for report in [Night.down("a.test"), Night.expired("a.test"), Night.good("a.test", file: Array("[".utf8))] {
            let plan = StatePlan(report, known: known)
            #expect(plan.endedRowIDs.isEmpty)
            #expect(plan.uncheckedCount == 1)
        }
        let plan = StatePlan(Night.good("a.test"), known: known)
        #expect(plan.endedRowIDs == [7])
        #expect(plan.uncheckedCount == 0)
    }
}
