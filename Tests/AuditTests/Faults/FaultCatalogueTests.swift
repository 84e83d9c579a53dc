import Findings
import TestSupport
import Testing
import Transport

@testable import Audit

/// Properties of all faults of the catalogue, including those without a row in the table.
@Suite(.inTurn(minutes: 5))
struct FaultCatalogueTests {
    @Test(arguments: ServerFault.catalogue)
    func everyFaultEndsInAReportThatAcceptsOnlyACompleteFile(_ fault: ServerFault) async throws {
        let host = "host.fault.test"
        let report = try await AuditLab.run([host: Site(fault)], otherwise: Site()) { lab in
            await lab.audit(host, ObserverSettings(timeout: .seconds(2), maxRetries: 0))
        }
        let exchange = try #require(report.wellKnown?.exchange)
        #expect(exchange.failure?.kind != .internalError, "\(String(describing: exchange.failure))")
        if report.status == .pass || report.status == .warn {
            #expect(exchange.status == 200)
            #expect(exchange.failure == nil)
            // Some faults add white space after the file, or a byte order mark before it.
            let file = exchange.body.drop { [0xEF, 0xBB, 0xBF].contains($0) }.prefix(Sample.association.utf8.count)
            #expect(Array(file) == Array(Sample.association.utf8))
        } else {
            #expect(report.findings.contains { $0.severity == .error })
        }
    }
}
