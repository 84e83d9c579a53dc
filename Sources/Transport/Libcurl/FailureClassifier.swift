import CCurl

/// Determines the cause of a failure from libcurl's code, its message and the observations of the callbacks.
///
/// libcurl's codes are too coarse for a diagnosis (60 for every certificate problem, 56 for every read error), and
/// change between versions, so the observations of the callbacks take precedence.
struct FailureClassifier {
    let transfer: Transfer
    let handle: EasyHandle

    /// Returns the cause behind `code`; `nil` if the exchange is complete.
    func cause(of code: CURLcode) -> ExchangeFailure? {
        if transfer.bodyCapped { return nil }
        if let limit = transfer.collector.limitReached { return failure(.malformedAnswer, .header, code, limit) }
        if let text = transfer.collector.stackedCodings { return failure(.contentCodingBroken, .body, code, text) }
        if transfer.neededNewConnection {
            return failure(.connectionClosed, .header, code, "the server closed the connection before it answered")
        }
        if isBeforeTunnel, code != CURLE_OK { return failure(.proxyFailed, .proxy, code, proxyMessage(code)) }
        if let flood = transfer.flood {
            return failure(phase == .tls ? .handshakeFailed : .malformedAnswer, phase, code, flood)
        }
        switch code {
        case CURLE_OK: return truncation(code)
        case CURLE_OPERATION_TIMEDOUT: return failure(.timeout, phase, code)
        case CURLE_PEER_FAILED_VERIFICATION: return failure(.certificateRejected, .tls, code)
        case CURLE_SSL_CONNECT_ERROR: return handshakeFailure(code)
        case CURLE_GOT_NOTHING, CURLE_SEND_ERROR: return failure(.connectionClosed, .header, code)
        case CURLE_RECV_ERROR: return receiveFailure(code)
        // libcurl can report a partial body even if the header was incomplete.
        case CURLE_PARTIAL_FILE: return failure(headerComplete ? .bodyTruncated : .connectionClosed, answerPhase, code)
        case CURLE_OUT_OF_MEMORY where transfer.collector.status != nil && !headerComplete:
            return failure(.malformedAnswer, .header, code, "a header line is longer than libcurl reads")
        // 100 is CURLE_TOO_LARGE of libcurl 8.6.
        case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_HTTP2, CURLcode(100):
            return failure(.malformedAnswer, answerPhase, code)
        case CURLE_HTTP2_STREAM: return failure(headerComplete ? .bodyTruncated : .connectionClosed, answerPhase, code)
        case CURLE_BAD_CONTENT_ENCODING: return failure(.contentCodingBroken, .body, code)
        case CURLE_WRITE_ERROR where headerComplete: return failure(.contentCodingBroken, .body, code)
        default: return failure(.internalError, phase, code)
        }
    }

    private var headerComplete: Bool { transfer.collector.isComplete }
    private var answerPhase: ExchangePhase { headerComplete ? .body : .header }
    private var handshakeDone: Bool {
        handle.offset(CURLINFO_APPCONNECT_TIME_T) > 0 || transfer.collector.status != nil
    }
    private var phase: ExchangePhase {
        if headerComplete { return .body }
        return transfer.tlsStarted && !handshakeDone ? .tls : .header
    }
    /// Whether the transfer uses a proxy and has not reached the server yet.
    private var isBeforeTunnel: Bool {
        transfer.proxy != nil && transfer.isFirst && !transfer.tlsStarted && transfer.collector.status == nil
    }

    /// Returns a message about a proxy failure; libcurl's own message can contain the proxy's URL with secrets.
    private func proxyMessage(_ code: CURLcode) -> String {
        let status = handle.integer(CURLINFO_HTTP_CONNECTCODE)
        if status != 0, status / 100 != 2 { return "the proxy answered CONNECT with status \(status)" }
        switch code {
        case CURLE_OPERATION_TIMEDOUT: return "the proxy did not respond in time"
        case CURLE_PEER_FAILED_VERIFICATION: return "the proxy's certificate is not trusted"
        case CURLE_SSL_CONNECT_ERROR: return "the TLS handshake with the proxy failed"
        case CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR: return "the proxy closed the connection"
        case CURLE_PROXY:
            return "the proxy refused the connection (libcurl's CURLproxycode \(handle.integer(CURLINFO_PROXY_ERROR)))"
        default: return "the proxy did not open a tunnel (libcurl's CURLcode \(code.rawValue))"
        }
    }

    /// Returns a failure if the header is incomplete, for which libcurl 7.88 can report success.
    private func truncation(_ code: CURLcode) -> ExchangeFailure? {
        if headerComplete { return nil }
        if transfer.collector.status == nil {
            return failure(.malformedAnswer, .header, code, "the answer has no status line")
        }
        return failure(.connectionClosed, .header, code, "the connection was closed before the header was complete")
    }

    private func handshakeFailure(_ code: CURLcode) -> ExchangeFailure {
        if transfer.recorder?.verificationError != nil { return failure(.certificateRejected, .tls, code) }
        if isClosedInHandshake { return failure(.connectionClosed, .tls, code) }
        if transfer.recorder?.clientCertificateRequested == true, mentions("alert") {
            return failure(.clientCertificateRequired, .tls, code)
        }
        return failure(.handshakeFailed, .tls, code)
    }

    private func receiveFailure(_ code: CURLcode) -> ExchangeFailure {
        if !headerComplete {
            guard mentions("alert") else { return failure(.connectionClosed, phase, code) }
            let isRequested = transfer.recorder?.clientCertificateRequested == true
            return failure(isRequested ? .clientCertificateRequired : .handshakeFailed, .tls, code)
        }
        if mentions("content-encoding") { return failure(.contentCodingBroken, .body, code) }
        if mentions("chunk") || mentions("hexadecimal") || mentions("too large response headers") {
            return failure(.malformedAnswer, .body, code)
        }
        return failure(.bodyTruncated, .body, code)
    }

    /// Whether OpenSSL's message describes a peer that closed the connection during the handshake.
    private var isClosedInHandshake: Bool {
        mentions("SSL_ERROR_SYSCALL") || mentions("unexpected eof") || mentions("reset by peer")
            || mentions("SSL_ERROR_ZERO_RETURN") || mentions("broken pipe")
    }

    private func mentions(_ words: String) -> Bool { handle.error.lowercased().contains(words.lowercased()) }

    private func failure(
        _ kind: ExchangeFailure.Kind, _ phase: ExchangePhase, _ code: CURLcode, _ detail: String? = nil
    ) -> ExchangeFailure {
        let detail = detail ?? message
        return ExchangeFailure(
            kind: kind, phase: phase, curlCode: Int(code.rawValue),
            detail: detail.isEmpty ? String(cString: curl_easy_strerror(code)) : detail)
    }

    /// libcurl's message, except for proxy connections, where it can contain the user name and password.
    private var message: String {
        if transfer.proxy == nil || transfer.tlsStarted { return handle.error }
        let status = handle.integer(CURLINFO_HTTP_CONNECTCODE)
        return status == 0 || status == 200 ? "" : "the proxy answered CONNECT with status \(status)"
    }
}
