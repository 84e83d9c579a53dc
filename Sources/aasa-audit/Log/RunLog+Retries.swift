import Audit
import Findings
import Logging
import Transport

extension RunLog {
    /// Writes to the log when something about a domain is tried again; `nil` where there is no such log.
    static func retries(_ log: Logger?) -> (@Sendable (Target, Exchange, Duration) -> Void)? {
        guard let log else { return nil }
        return { target, exchange, pause in
            var details: Evidence = [
                "domain": .string(target.domain.authority), "url": .string(exchange.url),
                "pauseMs": .number(pause / .milliseconds(1)),
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
        }
    }
}
