import Findings
import Transport

/// Checks for connections that are closed or reset before the response's header is complete: `connection-closed`.
struct ConnectionClosedCheck: CauseCheck {
    func cause(of response: Response) -> Cause? {
        let phase: ExchangePhase
        var evidence: Evidence
        var detail = ""
        if let failure = response.earlyFailure {
            // Only a response with a status can have a truncated body; without one, the header was truncated.
            guard failure.kind == .connectionClosed || failure.kind == .bodyTruncated else { return nil }
            phase = failure.phase == .body ? .header : failure.phase
            evidence = FailureEvidence.of(failure, response)
            evidence["phase"] = .string(phase.rawValue)
            detail = Wording.detail(failure)
        } else if response.status == nil {
            phase = .header
            evidence = ["phase": .string(phase.rawValue)]
        } else {
            return nil
        }
        return Cause(
            .connectionClosed, of: response, at: .connection, .failed,
            message:
                "\(response.name) at \(response.endpoint) closed the connection \(Self.words(phase)).\(detail)",
            evidence: evidence)
    }

    private static func words(_ phase: ExchangePhase) -> String {
        switch phase {
        case .dns, .connect: "while it was being established"
        case .proxy: "while the proxy was establishing it"
        case .tls: "during the TLS handshake"
        case .header, .body: "before the response header was complete"
        }
    }
}
