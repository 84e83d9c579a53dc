import Findings
import TestSupport
import Testing
import Transport

@testable import Audit

/// The status and the codes for every fault of a server, with the real transport and the judge.
@Suite(.inTurn(minutes: 5))
struct FaultTableTests {
    @Test(arguments: FaultRow.certificates) func certificates(_ row: FaultRow) async throws { try await check(row) }
    @Test(arguments: FaultRow.handshakes) func handshakes(_ row: FaultRow) async throws { try await check(row) }
    @Test(arguments: FaultRow.statuses) func statuses(_ row: FaultRow) async throws { try await check(row) }
    @Test(arguments: FaultRow.redirects) func redirects(_ row: FaultRow) async throws { try await check(row) }
    @Test(arguments: FaultRow.headers) func headers(_ row: FaultRow) async throws { try await check(row) }
    @Test(arguments: FaultRow.bodies) func bodies(_ row: FaultRow) async throws { try await check(row) }
    @Test(arguments: FaultRow.codings) func codings(_ row: FaultRow) async throws { try await check(row) }
    @Test(arguments: FaultRow.contents) func contents(_ row: FaultRow) async throws { try await check(row) }

    private func check(_ row: FaultRow) async throws {
        let host = "host.fault.test"
        // The destinations of all redirects in the table.
        let others = ["www.fault.test": Site(), "gone.fault.test": Site.everywhere(.status(404))]
        let report = try await AuditLab.run(others.merging([host: row.site]) { $1 }) { lab in
            await lab.audit(host, ObserverSettings(timeout: row.timeout, maxRetries: 0))
        }
        let found = report.findings.map { "\($0.code.rawValue) (\($0.severity)): \($0.message)" }
        let exchange = report.wellKnown?.exchange
        let context = "\(found)\n\(String(describing: exchange?.failure)) \(exchange?.status ?? 0)"
        #expect(report.status == row.status, "\(context)")
        #expect(report.seriousCodes == row.serious.map(\.rawValue).sorted(), "\(context)")
        #expect(row.infos.isSubset(of: report.codes), "\(context)")
    }
}
