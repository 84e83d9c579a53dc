import Audit
import Findings
import Logging
import Transport

/// A gate that writes to the log when something about a domain is tried again.
struct LoggedGate: ObservationGate {
    let gate: any ObservationGate
    let target: Target
    let log: Logger

    func enter(_ addresses: [IPAddress]) async throws { try await gate.enter(addresses) }

    func request() async throws { try await gate.request() }

    func pause(_ duration: Duration, after exchange: Exchange) async throws {
        var details: Evidence = [
            "domain": .string(target.authority), "url": .string(exchange.url),
            "pauseMs": .number(duration / .milliseconds(1)),
        ]
        if let address = exchange.address { details["address"] = .string(address) }
        if let failure = exchange.failure {
            details["failure"] = .string(failure.kind.rawValue)
            details["phase"] = .string(failure.phase.rawValue)
            details["detail"] = .string(failure.detail)
        } else if let status = exchange.status {
            details["status"] = .integer(status)
        }
        log.debug("trying again", metadata: details.metadata)
        try await gate.pause(duration, after: exchange)
    }
}
