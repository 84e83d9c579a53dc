import Findings
import TestSupport
import Testing

@testable import Audit

/// A row of the fault table: a host with one fault, and the expected report.
struct FaultRow: Sendable, CustomTestStringConvertible {
    let name: String
    let site: Site
    let status: DomainStatus
    /// The expected errors and warnings; others are not allowed.
    let serious: Set<FindingCode>
    /// The codes that must be present, whatever their severity.
    let infos: Set<FindingCode>
    /// The timeout of an exchange, which is short if the fault is silence.
    let timeout: Duration

    /// The timeout for silence, which is long enough for all earlier steps, also on a busy machine.
    static let silence = Duration.seconds(4)

    var testDescription: String { name }

    init(
        _ name: String, _ site: Site, _ status: DomainStatus, _ serious: Set<FindingCode> = [],
        infos: Set<FindingCode> = [], timeout: Duration = .seconds(20)
    ) {
        self.name = name
        self.site = site
        self.status = status
        self.serious = serious
        self.infos = infos
        self.timeout = timeout
    }

    static func certificate(
        _ name: String, _ certificate: ServerCertificate, _ status: DomainStatus = .fail, _ serious: Set<FindingCode>
    ) -> FaultRow {
        FaultRow(name, Site(certificate: certificate), status, serious)
    }

    static func handshake(
        _ name: String, _ fault: HandshakeFault, _ status: DomainStatus, _ serious: Set<FindingCode>,
        timeout: Duration = .seconds(20)
    ) -> FaultRow {
        FaultRow(name, Site(handshake: fault), status, serious, timeout: timeout)
    }

    static func answer(
        _ name: String, _ answer: TestSupport.Answer, _ status: DomainStatus, _ serious: Set<FindingCode> = [],
        infos: Set<FindingCode> = [], timeout: Duration = .seconds(20)
    ) -> FaultRow {
        FaultRow(name, Site(wellKnown: answer), status, serious, infos: infos, timeout: timeout)
    }
}
