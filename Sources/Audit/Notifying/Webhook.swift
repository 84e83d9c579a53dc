package import Transport

import struct Foundation.Date

/// An error in sending a message to a webhook; the description contains the host but never the rest of the URL.
package struct WebhookError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
    /// Whether the message itself was refused; another message may be accepted.
    package let isRefusal: Bool
}

/// A URL to which JSON messages are posted.
///
/// A message is sent again only if the failure may be temporary, and the message was certainly not accepted. A message
/// that was sent completely but got no response may have been accepted.
///
/// With a secret, the message is signed: `X-Aasa-Audit-Timestamp` contains the seconds since 1970, and
/// `X-Aasa-Audit-Signature` is `sha256=` and the HMAC-SHA256 of the timestamp, a dot and the body. The secret itself
/// is never sent. `Idempotency-Key` stays the same whenever the message is sent, so that the receiver can detect
/// duplicates.
package struct Webhook: Sendable {
    package static let timeout: Duration = .seconds(15)
    package static let maxAttempts = 4
    /// The maximum pause between two attempts, even if the server requests a longer one.
    package static let maxPause: Duration = .seconds(60)

    private let url: AbsoluteURL?
    /// The key for signatures; `nil` for unsigned messages.
    private let secret: String?
    private let firstPause: Duration

    package init(url: String, secret: String?, firstPause: Duration = .seconds(1)) {
        self.url = AbsoluteURL(url)
        self.secret = secret
        self.firstPause = firstPause
    }

    package var host: String { url?.host ?? "the webhook" }

    private var authority: String { DomainID(host: host, port: url?.port ?? 443).authority }

    /// Posts the JSON in `body`, with retries; `key` is unique to the message.
    package func post(
        _ body: [UInt8], key: String, over transport: Transport, surroundings: ObserverSurroundings = .system
    ) async throws(WebhookError) {
        guard let url else { throw WebhookError(description: "the webhook has no usable URL", isRefusal: false) }
        let policy = RetryPolicy(firstPause: firstPause)
        var attempt = 0
        while true {
            attempt += 1
            let now = surroundings.now()
            let exchange = await transport.perform(request(url, body, key, at: now))
            // The status is sufficient; even a truncated response means that the message was accepted.
            if let status = exchange.status, (200...299).contains(status) { return }
            // A message that may have been accepted is not sent again.
            let canRetry = RetryPolicy.isTransient(exchange) && exchange.failure?.isAfterRequest != true
            guard attempt < Self.maxAttempts, canRetry, !Task.isCancelled else {
                throw webhookError(exchange, after: attempt)
            }
            let pause = policy.pause(after: attempt, exchange, now: now, jitter: surroundings.jitter())
            do {
                try await Task.sleep(for: min(pause, Self.maxPause))
            } catch {
                throw webhookError(exchange, after: attempt)
            }
        }
    }

    private func request(_ url: AbsoluteURL, _ body: [UInt8], _ key: String, at date: Date) -> Request {
        var fields = [
            HeaderField(name: "Content-Type", value: "application/json"),
            HeaderField(name: "Idempotency-Key", value: key),
        ]
        if let secret {
            let timestamp = String(Int(date.timeIntervalSince1970))
            let code = SHA256.authenticationCode(of: Array("\(timestamp).".utf8) + body, key: Array(secret.utf8))
            fields.append(HeaderField(name: "X-Aasa-Audit-Timestamp", value: timestamp))
            fields.append(HeaderField(name: "X-Aasa-Audit-Signature", value: "sha256=\(code)"))
        }
        return Request(url: url, timeout: Self.timeout, sendsUserHeaders: false, body: body, headerFields: fields)
    }

    private func webhookError(_ exchange: Exchange, after attempts: Int) -> WebhookError {
        let afterAttempts = attempts == 1 ? "" : " after \(attempts) attempts"
        let reason: String
        if let failure = exchange.failure {
            // The libraries' messages are not used, because they may contain the URL.
            let doubt = "; it was sent, and may have been delivered nevertheless"
            reason = Self.reason(for: failure) + (failure.isAfterRequest ? doubt : "")
        } else {
            reason = exchange.status.map { "it responded with \(Wording.status($0))" } ?? "it did not respond"
        }
        // Bad Request, Content Too Large, Unsupported Media Type and Unprocessable Content concern only this message.
        let isRefusal = exchange.failure == nil && [400, 413, 415, 422].contains(exchange.status)
        return WebhookError(
            description: "the webhook at \(authority) did not accept the message\(afterAttempts): \(reason)",
            isRefusal: isRefusal)
    }

    private static func reason(for failure: ExchangeFailure) -> String {
        switch failure.kind {
        case .nameNotFound, .noAddress: "the name has no address"
        case .resolverFailed, .resolverTimeout: "the resolver did not return its address"
        case .addressBlocked, .addressUnknown: "the address is not allowed"
        case .proxyFailed: "the proxy failed"
        case .connectRefused: "nothing is listening there"
        case .connectTimeout, .notTried, .connectFailed: "no connection could be established"
        case .certificateRejected:
            "its certificate is not trusted or not valid (for a private certificate authority, use --cacert)"
        case .handshakeFailed, .clientCertificateRequired: "TLS failed"
        case .timeout: "it did not respond in time"
        case .connectionClosed: "it closed the connection"
        case .malformedAnswer: "its response is not HTTP"
        case .bodyTruncated, .contentCodingBroken: "its response is malformed"
        case .cancelled: "it was interrupted"
        case .internalError: "an internal error"
        }
    }
}
