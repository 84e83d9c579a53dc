import Findings
import TestSupport
import Testing

@testable import Audit

/// One row of the fault table: a host that misbehaves in one way, and what the report must say of it.
struct FaultRow: Sendable, CustomTestStringConvertible {
    let name: String
    let site: Site
    let status: DomainStatus
    /// Every warning and error that must be there; any other one must not.
    let serious: Set<FindingCode>
    /// The codes that must be present, whatever their severity.
    let infos: Set<FindingCode>
    /// The time for one exchange, short where the fault is silence.
    let timeout: Duration

    /// The duration of silence: long enough that everything before it has happened by then, also on a busy machine.
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
