import Transport

import struct Foundation.Date

/// Decides when failures are retried; only failures that may be temporary are.
struct RetryPolicy: Sendable {
    let firstPause: Duration
    private static let maxPause: Duration = .seconds(10)

    /// Returns the number of retries after `exchange`, up to `limit`.
    ///
    /// A timeout without any response is retried only once. TCP and DNS have already repeated their packets several
    /// times, so that a third attempt would take another ten seconds with little chance of success.
    static func maxRetries(after exchange: Exchange, limit: Int) -> Int {
        guard isTransient(exchange) else { return 0 }
        return [.connectTimeout, .resolverTimeout].contains(exchange.failure?.kind) ? min(1, limit) : limit
    }

    /// Whether another attempt may have a different result.
    ///
    /// A name that does not exist, a certificate, a rejected handshake and a 4xx are permanent. A resolver failure, a
    /// failed or broken connection, a timeout, 408, 429 and 5xx may be temporary.
    static func isTransient(_ exchange: Exchange) -> Bool {
        switch exchange.failure?.kind {
        case .resolverFailed, .resolverTimeout, .proxyFailed, .connectRefused, .connectTimeout, .connectFailed,
            .timeout, .connectionClosed, .bodyTruncated:
            true
        case .nameNotFound, .noAddress, .addressBlocked, .addressUnknown, .notTried, .certificateRejected,
            .handshakeFailed, .clientCertificateRequired, .malformedAnswer, .contentCodingBroken, .cancelled,
            .internalError:
            false
        case nil: [408, 429].contains(exchange.status) || (500...599).contains(exchange.status ?? 0)
        }
    }

    /// Returns the pause after `attempt` (from 1), which doubles each time and is spread by `jitter` (`0..<1`); a
    /// longer pause in Retry-After takes precedence.
    func pause(after attempt: Int, _ exchange: Exchange, now: Date, jitter: Double) -> Duration {
        let doubled = firstPause * (1 << min(max(attempt - 1, 0), 10))
        let ownPause = min(doubled, Self.maxPause) * (0.5 + jitter / 2)
        guard let requestedPause = Self.retryAfter(exchange, now: now) else { return ownPause }
        return max(ownPause, requestedPause)
    }

    /// Returns the pause that a 429 or 503 requests (RFC 9110, section 10.2.3), in seconds or as a date.
    static func retryAfter(_ exchange: Exchange, now: Date) -> Duration? {
        guard let text = exchange.headerFields.first("Retry-After") else { return nil }
        if let seconds = Int(text) { return seconds >= 0 ? .seconds(min(seconds, 86_400)) : nil }
        guard let date = HTTPDate.parse(text) else { return nil }
        return .seconds(min(max(0, date.timeIntervalSince(now)), 86_400))
    }
}

extension ExchangeFailure {
    /// Whether the request had been sent before the failure.
    var isAfterRequest: Bool { phase == .header || phase == .body }
}
