import Findings
import Transport

/// Evidence for findings about failed exchanges.
enum FailureEvidence {
    /// Returns the facts about `failure`: kind, phase, addresses, time until the failure, and messages of the
    /// libraries.
    static func of(_ failure: ExchangeFailure, _ response: Response, with first: Evidence = [:]) -> Evidence {
        let exchange = response.exchange
        var evidence = first
        evidence["kind"] = .string(failure.kind.rawValue)
        evidence["phase"] = .string(failure.phase.rawValue)
        if let address = exchange.address { evidence["address"] = .string(address) }
        if exchange.addresses.count > 1 { evidence["addresses"] = .strings(exchange.addresses.prefix(32)) }
        if let total = exchange.timings.totalMs, total.isFinite { evidence["afterMs"] = .number(total) }
        if failure.curlCode != 0 { evidence["curlCode"] = .integer(failure.curlCode) }
        if !failure.detail.isEmpty { evidence["detail"] = .string(String(failure.detail.prefix(1000))) }
        return evidence
    }
}
