import Basics
import Findings
import Transport

/// A check for exchanges that fail: `dns-not-found`, `dns-failure`, `proxy-failed`, `connect-refused`,
/// `connect-timeout`, `connect-failed`, `timeout`, `connection-closed` and `http-malformed`.
///
/// Failures of the address guard and of TLS have their own checks, which come first.
struct FailureCheck: CauseCheck {
    func cause(of response: Response) -> Cause? {
        // A status other than 200 is already a result, so a failure of the body does not matter.
        let bodyFailure = response.status == 200 ? response.bodyFailure : nil
        guard let failure = response.earlyFailure ?? bodyFailure else {
            // Without a status or a failure, the server closed the connection.
            return response.status == nil ? Self.connectionClosedCause(response) : nil
        }
        let isEarly = response.earlyFailure != nil
        let name = response.name
        let detail = Wording.detail(failure)
        let otherDomains = response.otherDomainsUnanswered.map { Phrase.count($0, "other domain") } ?? "other domains"
        let othersTimedOut = "\(otherDomains) at this address had just timed out"
        func makeCause(_ code: FindingCode, _ message: String, with first: Evidence = [:]) -> Cause {
            Cause(code, of: response, .failed, message: message, evidence: response.evidence(of: failure, with: first))
        }
        func lookupCause(_ code: FindingCode, _ reason: String) -> Cause {
            makeCause(code, "\(name) \(reason)", with: ["host": .string(response.target.host)])
        }
        func connectionCause(_ code: FindingCode, _ message: String) -> Cause {
            let port = EvidenceValue.integer(response.target.port)
            let otherCount = response.otherDomainsUnanswered.map { EvidenceValue.integer($0) }
            return makeCause(code, message, with: ["port": port, "otherDomainsUnanswered": otherCount])
        }
        switch failure.kind {
        case .nameNotFound: return lookupCause(.dnsNotFound, "does not exist (DNS answered NXDOMAIN).")
        case .noAddress:
            return lookupCause(.dnsNotFound, "exists, but has no address: DNS has no usable A or AAAA record for it.")
        case .resolverFailed: return lookupCause(.dnsFailure, "could not be looked up: the resolver failed.\(detail)")
        case .resolverTimeout:
            return lookupCause(.dnsFailure, "could not be looked up: no resolver answered in time.")
        case .proxyFailed:
            return makeCause(.proxyFailed, "The proxy could not be reached or refused to connect to \(name).\(detail)")
        case .connectRefused:
            return connectionCause(
                .connectRefused,
                "\(name) refused the connection at \(response.endpoint): nothing is listening there, "
                    + "or a firewall rejects it.")
        case .connectTimeout:
            let after = response.exchange.timings.totalMs.map { " (gave up after \(Wording.seconds($0)))" } ?? ""
            var message = "\(name) did not answer the connection attempt at \(response.endpoint)\(after)."
            if response.otherDomainsUnanswered != nil {
                let briefly = response.connectLimitMs.map { ", and for only \(Wording.seconds($0))" } ?? ""
                message += " It was tried only once\(briefly), because \(othersTimedOut)."
            }
            return connectionCause(.connectTimeout, message)
        case .notTried:
            return connectionCause(
                .connectTimeout, "\(name) was not tried at \(response.endpoint), because \(othersTimedOut).")
        case .connectFailed:
            return connectionCause(
                .connectFailed, "A connection to \(name) at \(response.endpoint) could not be made.\(detail)")
        case .internalError:
            // After a local fault, nothing is known about the domain.
            return connectionCause(.connectFailed, "The request to \(name) failed on this computer.\(detail)")
        case .timeout, .cancelled:
            let after = response.exchange.timings.totalMs.map { " after \(Wording.seconds($0))" } ?? ""
            let end = failure.kind == .timeout ? "timed out" : "was cancelled"
            let progress = Self.progress(in: failure.phase, response)
            return makeCause(.timeout, "The request to \(name) at \(response.endpoint) \(end)\(after): \(progress).")
        // If the header is complete, `TruncationCheck` reports a truncated body.
        case .connectionClosed, .bodyTruncated: return isEarly ? Self.connectionClosedCause(response, failure) : nil
        case .malformedAnswer, .contentCodingBroken:
            guard isEarly || failure.kind == .malformedAnswer else { return nil }
            return makeCause(.httpMalformed, "The response of \(name) is not valid HTTP.\(detail)")
        case .addressBlocked, .addressUnknown, .certificateRejected, .handshakeFailed, .clientCertificateRequired:
            return nil
        }
    }

    private static func progress(in phase: ExchangePhase, _ response: Response) -> String {
        switch phase {
        case .dns: "the name was still being looked up"
        case .connect: "the connection was still being established"
        case .proxy: "the proxy had not answered"
        case .tls: "it was connected, but the TLS handshake was not complete"
        case .header: "the request was sent, but the response header did not arrive"
        case .body: "only \(Wording.bytes(response.exchange.bodySize)) of the body arrived"
        }
    }

    private static func connectionClosedCause(_ response: Response, _ failure: ExchangeFailure? = nil) -> Cause {
        var phase = failure?.phase ?? .header
        // The header is not complete without a status, even if the failure names the phase of the body.
        if phase == .body { phase = .header }
        var evidence = failure.map { response.evidence(of: $0) } ?? [:]
        evidence["phase"] = .string(phase.rawValue)
        let moment =
            switch phase {
            case .dns, .connect: "while it was being established"
            case .proxy: "while the proxy was establishing it"
            case .tls: "during the TLS handshake"
            case .header, .body: "before the response header was complete"
            }
        let detail = failure.map { Wording.detail($0) } ?? ""
        let message = "\(response.name) at \(response.endpoint) closed the connection \(moment).\(detail)"
        return Cause(.connectionClosed, of: response, .failed, message: message, evidence: evidence)
    }
}
