import Findings
import Foundation
import Records
import Reports
import TestSupport
import Testing
import Transport

@testable import Audit
@testable import History

/// The reported changes of certificates, servers and Apple's copy.
@Suite(.inTurn(minutes: 3)) struct ServerChangeTests {
    @Test func tellsRenewalsAndMoves() throws {
        try withDatabase { database in
            try Night.record(
                1, [Night.good("a.test"), Night.good("b.test", address: "93.184.216.34"), Night.good("c.test")],
                in: database)
            try Night.record(
                2,
                [
                    Night.good("a.test", night: 2, certificate: "bb"),
                    Night.good("b.test", night: 2, address: "151.101.1.1"),
                    // Another address in the same network is not a move.
                    Night.good("c.test", night: 2, address: "93.184.200.1"),
                ], in: database)
            let diff = try RunComparison.compare(database.run(named: "1"), database.run(named: "2"), in: database)
            #expect(diff.domains.map(\.name) == ["a.test", "b.test"])
            #expect(diff.domains[0].otherChanges.map(\.kind) == [.certificate])
            #expect(
                diff.domains[0].otherChanges[0].text
                    .hasPrefix("The certificate was replaced: the new one is valid until 20"))
            #expect(diff.domains[1].otherChanges.map(\.kind) == [.server])
            #expect(
                diff.domains[1].otherChanges.map(\.text) == [
                    "The domain moved to another network: from 93.184.216.34 to 151.101.1.1."
                ])
        }
    }

    /// The time at which Apple's copy changed, and the delay after the server's file.
    @Test func reportsWhenApplesCopyChanged() {
        func report(_ state: CDNState, copy: String?, own: String = "a", modified: Double? = nil) -> DomainReport {
            var report = Night.good("a.test")
            report.wellKnown?.sha256 = own
            if let modified {
                let format = DateFormatter()
                format.locale = Locale(identifier: "en_US_POSIX")
                format.timeZone = TimeZone(identifier: "GMT")
                format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
                let date = report.startedAt.addingTimeInterval(-modified * 3600)
                report.wellKnown?.exchange?.headerFields.append(
                    HeaderField(name: "Last-Modified", value: format.string(from: date)))
            }
            let exchange = Exchange(
                url: "https://cdn.test", startedAt: report.startedAt, status: 200,
                headerFields: [HeaderField(name: "Age", value: "7200")])
            report.cdn = LocationReport(
                url: "https://cdn.test", outcome: .served, exchange: exchange, sha256: copy, state: state)
            return report
        }
        let rows: [(DomainReport, DomainReport, String?)] = [
            (report(.inSync, copy: "a"), report(.inSync, copy: "a"), nil),
            (report(.inSync, copy: "a"), report(.unchecked, copy: nil), nil),
            (
                report(.fetchFailed, copy: nil), report(.inSync, copy: "a"),
                "Apple's CDN now has a copy; it had none before."
            ),
            (report(.inSync, copy: "a"), report(.fetchFailed, copy: "x"), "Apple's CDN no longer has a copy."),
            (
                report(.inSync, copy: "a"), report(.outOfSync, copy: "b"),
                "Apple's copy changed, but still differs from the server's file."
            ),
            (
                report(.outOfSync, copy: "old"), report(.inSync, copy: "a", modified: 32),
                "Apple's copy changed: it is now the file that the server had before. The CDN fetched it 30 hours "
                    + "after the server's date of the file (Last-Modified)."
            ),
            (
                report(.inSync, copy: "old", own: "old"), report(.inSync, copy: "a"),
                "Apple's copy changed: it is now the file that the server has."
            ),
        ]
        for (earlier, later, text) in rows { #expect(RunDiff.Domain.copyChange(earlier, later) == text) }
    }
}
