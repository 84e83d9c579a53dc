import Findings
import Records
import Testing

import struct Foundation.Date

@testable import Audit

/// The observation of the run that preceded a finding.
struct EarlierObservationTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var finding: Finding
        var earlier: DomainReport
        var sha256: String? = nil
        var text: String?
        var testDescription: String { "\(finding.code) after \(earlier.status): \(text ?? "nothing")" }
    }

    private static let app = FileReport.App(appID: "A1B2C3D4E5.com.acme", services: ["applinks"], ruleCount: 1)
    private static let missingApp = Reports.finding(
        .expectedAppMissing, evidence: ["appID": "A1B2C3D4E5.com.acme", "service": "applinks"])
    private static let run = "the run of 2026-09-21 14:13 UTC"
    private static let fine = " That run found nothing wrong."

    private static func withCopy(_ state: CDNState) -> DomainReport {
        var report = Reports.report("a", .pass, sha256: "1", apps: [app])
        report.cdn = LocationReport(url: "https://cdn.test/a/v1/a", outcome: .served, state: state)
        return report
    }

    private static func accepted(until: String?) -> DomainReport {
        var finding = Reports.finding(.redirect)
        finding.waived = Waiver(reason: "agreed", until: until)
        return Reports.report("a", .accepted, [finding])
    }

    static let rows: [Row] = [
        Row(
            finding: Reports.finding(.redirect), earlier: accepted(until: "2026-09-21"),
            text: "The finding was accepted in \(run); its waiver ended on 2026-09-21."),
        Row(
            finding: Reports.finding(.redirect), earlier: accepted(until: nil),
            text: "The finding was accepted in \(run); no waiver applies to it any more."),
        Row(
            finding: missingApp, earlier: Reports.report("a", .pass, apps: [app]),
            text: "The file listed it in \(run).\(fine)"),
        Row(
            finding: missingApp, earlier: Reports.report("a", .warn, apps: []),
            text: "The file did not list it in \(run) either, but it was not expected then."),
        Row(finding: missingApp, earlier: Reports.report("a"), text: "The file could not be read in \(run)."),
        Row(
            finding: Reports.finding(.redirect), earlier: Reports.report("a", .pass),
            text: "The run of 2026-09-21 14:13 UTC found the file without errors."),
        Row(
            finding: Reports.finding(.redirect), earlier: Reports.report("a"),
            text: "In \(run) the response status there was 200."),
        Row(
            finding: Reports.finding(.tlsCertificateExpired), earlier: Reports.report("a", .pass, certificate: "1"),
            text: "The certificate was valid in \(run).\(fine)"),
        Row(
            finding: Reports.finding(.connectRefused, location: .domain), earlier: Reports.report("a", .warn),
            text: "The server answered in \(run)."),
        Row(
            finding: Reports.finding(.jsonInvalid), earlier: Reports.report("a", .pass, sha256: "1"), sha256: "2",
            text: "The file changed after \(run), which did not have this finding.\(fine)"),
        Row(
            finding: Reports.finding(.jsonInvalid), earlier: Reports.report("a", .pass, sha256: "1"), sha256: "1",
            text: "The file is the same as in \(run): the rules or the settings of the check changed.\(fine)"),
        // A new finding on a domain that already had problems.
        Row(
            finding: Reports.finding(.httpServerError),
            earlier: Reports.report("a", .fail, [Reports.finding(.cdnNotServed, location: .cdn)]),
            text: "In \(run) the response status there was 200. "
                + "That run had another error: “Apple's CDN does not have the file”."),
        Row(
            finding: Reports.finding(.redirect),
            earlier: Reports.report(
                "a", .fail,
                [
                    {
                        var finding = Reports.finding(.htmlInsteadOfFile, state: .still)
                        finding.firstSeen = Reports.now.addingTimeInterval(-86_400)
                        return finding
                    }()
                ]),
            text: "In \(run) the response status there was 200. That run had another error: "
                + "“The server sends a web page instead of the file”, seen since 2026-09-20 14:13 UTC."),
        // The copy that Apple's CDN has is not the server's file.
        Row(
            finding: Reports.finding(.cdnNotServed, location: .cdn),
            earlier: Reports.report("a", .pass, sha256: "1", apps: [app]), sha256: "1",
            text: "Apple's CDN was not queried in \(run).\(fine)"),
        Row(
            finding: Reports.finding(.cdnNotServed, location: .cdn), earlier: withCopy(.inSync), sha256: "1",
            text: "Apple's copy was the same as the file on the server in \(run).\(fine)"),
        Row(
            finding: Reports.finding(.cdnNotServed, location: .cdn), earlier: withCopy(.outOfSync), sha256: "1",
            text: "This finding was not in \(run).\(fine)"),
        // A run that could not check provides no observation, and a warning about the future has no earlier one.
        Row(
            finding: Reports.finding(.redirect), earlier: Reports.report("a", .unreachable),
            text: "The run of 2026-09-21 14:13 UTC could not check the domain."),
        Row(finding: Reports.finding(.tlsCertificateExpiring), earlier: Reports.report("a", .pass), text: nil),
    ]

    @Test(arguments: rows)
    func describesTheEarlierObservation(_ row: Row) {
        let report = Reports.report("a", .fail, [row.finding], sha256: row.sha256)
        let sight = report.earlierObservation(of: row.finding, in: row.earlier, runAt: Reports.now)
        #expect(sight?.text == row.text)
        #expect(sight?.runAt == row.text.map { _ in Reports.now })
    }
}
