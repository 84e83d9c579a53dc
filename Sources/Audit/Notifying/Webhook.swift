public import Transport

import struct Foundation.Date

/// An error in sending a message to a webhook; the description contains the host but never the rest of the URL.
public struct WebhookError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A description of the problem, without a full stop.
    public let description: String
    /// Whether the message itself was refused; another message may be accepted.
    public let isRefusal: Bool
}

/// A URL to which JSON messages are posted; a message is sent again if the failure may be temporary and the message was
/// certainly not accepted.
///
/// A message that was sent without getting any response is not retried, because it may have been accepted.
///
/// With a secret, the message is signed: `X-Aasa-Audit-Timestamp` contains the seconds since 1970, and
/// `X-Aasa-Audit-Signature` is `sha256=` and the HMAC-SHA256 of the timestamp, a dot and the body. The secret itself
/// is never sent. `Idempotency-Key` stays the same whenever the message is sent, so that the receiver can detect
/// duplicates.
public struct Webhook: Sendable {
    /// The time limit of one attempt.
    public static let timeout: Duration = .seconds(15)
    /// The maximum number of attempts.
    public static let maxAttempts = 4
    /// The maximum pause between two attempts, even if the server requests a longer one.
    public static let maxPause: Duration = .seconds(60)

    private let url: AbsoluteURL?
    private let secret: String?
    private let firstPause: Duration

    /// Creates a webhook.
    ///
    /// - Parameters:
    ///   - url: An `https` or `http` URL without user information and fragment.
    ///   - secret: The key for signatures; `nil` for unsigned messages.
    ///   - firstPause: The pause before the second attempt; it doubles with each further one.
    public init(url: String, secret: String?, firstPause: Duration = .seconds(1)) {
        self.url = AbsoluteURL(url)
        self.secret = secret
        self.firstPause = firstPause
    }

    /// The host, which may be displayed.
    public var host: String { url?.host ?? "the webhook" }

    private var authority: String { DomainID(host: host, port: url?.port ?? 443).authority }

    /// Posts `body` until it is accepted.
    ///
    /// - Parameters:
    ///   - body: JSON.
    ///   - key: The unique key of the message.
    ///   - transport: The transport; the user's header fields are not sent.
    ///   - surroundings: The sources of time and randomness.
    /// - Throws: `WebhookError` if the last attempt failed.
    public func post(
        _ body: [UInt8], key: String, over transport: Transport,
        surroundings: ObserverSurroundings = ObserverSurroundings()
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
            guard attempt < Self.maxAttempts, Self.canRetry(exchange), !Task.isCancelled else {
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

    /// Whether the message was certainly not accepted, and may be accepted the next time.
    private static func canRetry(_ exchange: Exchange) -> Bool {
        guard RetryPolicy.isTransient(exchange) else { return false }
        guard let failure = exchange.failure else { return true }
        return !wasRequestSent(before: failure)
    }

    private static func wasRequestSent(before failure: ExchangeFailure) -> Bool {
        failure.phase == .header || failure.phase == .body
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
        return Request(
            url: url, timeout: Self.timeout, sendsUserHeaders: false,
            body: body, headerFields: fields)
    }

    private func webhookError(_ exchange: Exchange, after attempts: Int) -> WebhookError {
        let tries = attempts == 1 ? "" : " after \(attempts) attempts"
        let reason: String
        if let failure = exchange.failure {
            // The libraries' messages are not used, because they may contain the URL.
            let doubt =
                Self.wasRequestSent(before: failure) ? "; it was sent, and may have been delivered nevertheless" : ""
            reason = "\(Self.reason(for: failure))\(doubt)"
        } else {
            reason = exchange.status.map { "it answered \(Wording.status($0))" } ?? "it did not respond"
        }
        // Bad Request, Content Too Large, Unsupported Media Type and Unprocessable Content concern only this message.
        let isRefusal = exchange.failure == nil && [400, 413, 415, 422].contains(exchange.status)
        return WebhookError(
            description: "the webhook at \(authority) did not accept the message\(tries): \(reason)",
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
            "the server's certificate is not trusted or not valid; for a private authority, use --cacert"
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
