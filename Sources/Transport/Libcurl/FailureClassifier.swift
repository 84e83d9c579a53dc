import CCurl

/// Determines the cause of a failure from libcurl's code, its message and the observations of the callbacks.
///
/// libcurl's codes are too coarse for a diagnosis (60 for every certificate problem, 56 for every read error), and
/// change between versions, so the observations of the callbacks take precedence.
struct FailureClassifier {
    let transfer: Transfer
    let handle: EasyHandle
    let code: CURLcode

    /// The cause of the failure; `nil` if the exchange is complete.
    var failure: ExchangeFailure? {
        if transfer.bodyCapped { return nil }
        if let limit = transfer.collector.exceededLimit { return makeFailure(.malformedAnswer, .header, limit) }
        if let reason = transfer.collector.codingProblem { return makeFailure(.contentCodingBroken, .body, reason) }
        if transfer.neededNewConnection {
            return makeFailure(.connectionClosed, .header, "the server closed the connection before it answered")
        }
        if isWaitingForProxy, code != CURLE_OK { return makeFailure(.proxyFailed, .proxy, proxyMessage) }
        if let limit = transfer.exceededLimit {
            return makeFailure(phase == .tls ? .handshakeFailed : .malformedAnswer, phase, limit)
        }
        switch code {
        case CURLE_OK: return incompleteHeaderFailure
        case CURLE_OPERATION_TIMEDOUT: return makeFailure(.timeout, phase)
        case CURLE_PEER_FAILED_VERIFICATION: return makeFailure(.certificateRejected, .tls)
        case CURLE_SSL_CONNECT_ERROR: return makeFailure(handshakeFailureKind, .tls)
        case CURLE_GOT_NOTHING, CURLE_SEND_ERROR: return makeFailure(.connectionClosed, .header)
        case CURLE_RECV_ERROR: return isHeaderComplete ? makeFailure(bodyFailureKind, .body) : headerFailure
        // libcurl can report a partial body even if the header was incomplete.
        case CURLE_PARTIAL_FILE, CURLE_HTTP2_STREAM:
            return makeFailure(isHeaderComplete ? .bodyTruncated : .connectionClosed, responsePhase)
        case CURLE_OUT_OF_MEMORY where transfer.collector.status != nil && !isHeaderComplete:
            return makeFailure(.malformedAnswer, .header, "a header line is longer than libcurl reads")
        // 100 is CURLE_TOO_LARGE of libcurl 8.6.
        case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_HTTP2, CURLcode(100):
            return makeFailure(.malformedAnswer, responsePhase)
        case CURLE_BAD_CONTENT_ENCODING: return makeFailure(.contentCodingBroken, .body)
        case CURLE_WRITE_ERROR where isHeaderComplete: return makeFailure(.contentCodingBroken, .body)
        default: return makeFailure(.internalError, phase)
        }
    }

    private var isHeaderComplete: Bool { transfer.collector.isComplete }
    private var responsePhase: ExchangePhase { isHeaderComplete ? .body : .header }
    private var isHandshakeDone: Bool {
        handle.integer64(CURLINFO_APPCONNECT_TIME_T) > 0 || transfer.collector.status != nil
    }
    private var phase: ExchangePhase { transfer.serverTLSStarted && !isHandshakeDone ? .tls : responsePhase }
    private var isWaitingForProxy: Bool {
        transfer.proxy != nil && transfer.isFirst && !transfer.serverTLSStarted && transfer.collector.status == nil
    }

    /// A message about a proxy failure; libcurl's own message can contain the proxy's URL with secrets.
    private var proxyMessage: String {
        let status = handle.integer(CURLINFO_HTTP_CONNECTCODE)
        if status != 0, status / 100 != 2 { return "the proxy answered CONNECT with status \(status)" }
        return switch code {
        case CURLE_OPERATION_TIMEDOUT: "the proxy did not respond in time"
        case CURLE_PEER_FAILED_VERIFICATION: "the proxy's certificate is not trusted"
        case CURLE_SSL_CONNECT_ERROR: "the TLS handshake with the proxy failed"
        case CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR: "the proxy closed the connection"
        case CURLE_PROXY:
            "the proxy refused the connection (libcurl's CURLproxycode \(handle.integer(CURLINFO_PROXY_ERROR)))"
        default: "the proxy did not open a tunnel (libcurl's CURLcode \(code.rawValue))"
        }
    }

    /// The failure if the header is incomplete, for which libcurl 7.88 can report success.
    private var incompleteHeaderFailure: ExchangeFailure? {
        if isHeaderComplete { return nil }
        return transfer.collector.status == nil
            ? makeFailure(.malformedAnswer, .header, "the answer has no status line")
            : makeFailure(.connectionClosed, .header, "the connection was closed before the header was complete")
    }

    private var handshakeFailureKind: ExchangeFailure.Kind {
        if transfer.recorder?.recorded.verificationError != nil { return .certificateRejected }
        // OpenSSL's messages about a peer that closed the connection.
        let endings = ["SSL_ERROR_SYSCALL", "SSL_ERROR_ZERO_RETURN", "unexpected eof", "reset by peer", "broken pipe"]
        if endings.contains(where: mentions) { return .connectionClosed }
        return mentions("alert") && isClientCertificateRequested ? .clientCertificateRequired : .handshakeFailed
    }

    private var headerFailure: ExchangeFailure {
        guard mentions("alert") else { return makeFailure(.connectionClosed, phase) }
        return makeFailure(isClientCertificateRequested ? .clientCertificateRequired : .handshakeFailed, .tls)
    }

    private var isClientCertificateRequested: Bool { transfer.recorder?.recorded.clientCertificateRequested == true }

    private var bodyFailureKind: ExchangeFailure.Kind {
        if mentions("content-encoding") { return .contentCodingBroken }
        let violations = ["chunk", "hexadecimal", "too large response headers"]
        return violations.contains(where: mentions) ? .malformedAnswer : .bodyTruncated
    }

    private func mentions(_ words: String) -> Bool { handle.error.lowercased().contains(words.lowercased()) }

    private func makeFailure(
        _ kind: ExchangeFailure.Kind, _ phase: ExchangePhase, _ detail: String? = nil
    ) -> ExchangeFailure {
        // libcurl's message about a proxy connection can contain the user name and password.
        let detail = detail ?? (transfer.proxy == nil || transfer.serverTLSStarted ? handle.error : "")
        return ExchangeFailure(
            kind: kind, phase: phase, curlCode: Int(code.rawValue),
            detail: detail.isEmpty ? String(cString: curl_easy_strerror(code)) : detail)
    }
}
